#pragma once

#include <cstdint>
#include <functional>
#include <map>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "core/hash.h"
#include "core/result.h"

namespace autotune {

/// Dense index into an action space; also the decoder's token.
using PassId = std::uint16_t;

/// An action: an element that can stand alone in `opt -passes=` and be joined to others by commas.
struct Action {
  std::string pipeline;     ///< text for `opt -passes=`, e.g. `function(sroa)`
  std::string legacy_flag;  ///< CompilerGym's (LLVM 10) name, e.g. `-sroa`; empty if there is none
};

/// A pass that an action space leaves out, and the reason.
struct ExcludedAction {
  std::string name;  ///< pipeline text, or the legacy flag if LLVM 19 has no such pass
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

  /// Returns the pipeline text of action `id`, which must be below `size()`.
  std::string_view Pipeline(PassId id) const;
  /// Returns the text of a list, whose ids must be below `size()`.
  std::string Pipeline(std::span<const PassId> list) const;
  /// Returns the id of the first action with exactly this pipeline text.
  Result<PassId> Find(std::string_view pipeline) const;
  /// Hash of the ordered pipeline texts. It is part of every stored key, so that ids are never read
  /// against another space.
  const Hash128& fingerprint() const { return fingerprint_; }

 private:
  std::string name_;
  std::vector<Action> actions_;
  std::vector<ExcludedAction> excluded_;
  std::map<std::string, PassId, std::less<>> index_;
  Hash128 fingerprint_;
};

inline constexpr std::string_view kDefaultActionSpace = "full";

/// Returns the names that `LoadActionSpace` knows, the default first.
const std::vector<std::string>& ActionSpaceNames();

/// Loads a space from the data file built into the program (`src/core/action_spaces.txt`).
Result<ActionSpace> LoadActionSpace(std::string_view name);

/// Loads a space from `text`, which has the format of that data file.
Result<ActionSpace> ParseActionSpace(std::string_view text, std::string_view name);

}  // namespace autotune
