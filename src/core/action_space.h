#pragma once

#include <cstdint>
#include <functional>
#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "core/hash.h"
#include "core/result.h"

namespace autotune {

/// Dense index into an action space; also the decoder's token.
using PassId = std::uint16_t;

/// One action: an element that can stand alone in `opt -passes=` and be joined to others by commas.
struct Action {
  std::string pipeline;     ///< `function(sroa)`
  std::string legacy_flag;  ///< CompilerGym's (LLVM 10) name, `-sroa`; empty where there is none
};

/// An action that a space could have had and hasn't, and why.
struct ExcludedAction {
  std::string name;  ///< a pipeline text, or the legacy flag where LLVM 19 has no such pass
  std::string reason;
};

/// An ordered, immutable set of actions. Thread-safe.
class ActionSpace {
 public:
  ActionSpace(std::string name, std::vector<Action> actions, std::vector<ExcludedAction> excluded);

  const std::string& name() const { return name_; }
  std::size_t size() const { return actions_.size(); }
  const std::vector<Action>& actions() const { return actions_; }
  const std::vector<ExcludedAction>& excluded() const { return excluded_; }

  /// The text of action `id`, which must be below `size()`.
  std::string_view Pipeline(PassId id) const;
  /// The first action with this very pipeline text.
  Result<PassId> Find(std::string_view pipeline) const;
  /// Hash of the ordered pipeline texts: part of every stored key, so that ids are never read
  /// against another space.
  const Hash128& fingerprint() const { return fingerprint_; }

 private:
  std::string name_;
  std::vector<Action> actions_;
  std::vector<ExcludedAction> excluded_;
  std::map<std::string, PassId, std::less<>> index_;
  Hash128 fingerprint_;
};

/// The names `LoadActionSpace` knows: `full`, `compilergym`, `autophase42`.
const std::vector<std::string>& ActionSpaceNames();

/// A space of the data file built into the program (`src/core/action_spaces.txt`).
Result<ActionSpace> LoadActionSpace(std::string_view name);

/// As `LoadActionSpace`, from the text of a data file in that format.
Result<ActionSpace> ParseActionSpace(std::string_view text, std::string_view name);

}  // namespace autotune
