#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <unordered_map>
#include <utility>
#include <vector>

#include "core/hash.h"
#include "core/program.h"

namespace autotune {

/// What a pass makes of an IR.
struct Transition {
  enum class Kind : std::uint8_t {
    kUnderWay,  ///< somebody is finding out
    kSame,      ///< it changes nothing
    kFailed,
    kChanged,  ///< only then do the other members say something
  };
  Kind kind;
  Hash128 ir;
  std::uint64_t value = 0;  ///< of the objective
};

/// A pass that changes something, and what comes out.
struct Step {
  PassId pass;
  Hash128 ir;
  std::uint64_t value;
};

PassSequence Passes(std::span<const Step> steps);

/// Where a list leads as far as that is known.
struct Walk {
  std::vector<Step> steps;  ///< only what matters: no idle or failed pass, no way back to an IR
  std::size_t known = 0;    ///< passes of the list that were walked
};

/// What passes made of the IRs that one search has met; forgets everything once it is full. States
/// of equal IR are taken for the same, which all but always holds (the order of use lists can
/// differ): what it says is a prediction, to be confirmed before it is reported. Not thread-safe.
class Transitions {
 public:
  explicit Transitions(const Hash128& root) : root_(root) {}

  using Tried = std::vector<std::pair<PassId, Transition>>;  ///< passes, in no order

  /// Null where nothing is known. Valid until the next `Record`.
  const Transition* Find(const Hash128& ir, PassId pass) const;
  /// Null where nothing is known of any pass. Valid as long.
  const Tried* TriedIn(const Hash128& ir) const;
  void Record(const Hash128& ir, PassId pass, const Transition& transition);
  /// Ends `kUnderWay` where nobody has found out.
  void Release(const Hash128& ir, PassId pass);

  /// The walk from the root along `list`.
  Walk Follow(std::span<const PassId> list) const;

 private:
  const Hash128 root_;
  std::unordered_map<Hash128, Tried> map_;
  std::size_t entries_ = 0;  ///< in all
};

}  // namespace autotune
