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

/// Effect of a pass on an IR.
struct Transition {
  enum class Kind : std::uint8_t {
    kUnderWay,  ///< being tried right now
    kSame,      ///< the pass changes nothing
    kFailed,
    kChanged,  ///< only for this kind do the other members hold
  };
  Kind kind;
  Hash128 ir;
  std::uint64_t value = 0;  ///< objective after the pass
};

/// A pass that changes something, with the IR and the objective after it.
struct Step {
  PassId pass;
  Hash128 ir;
  std::uint64_t value;
};

/// Returns the passes of `steps`.
PassSequence Passes(std::span<const Step> steps);

/// Known beginning of the way along a list.
struct Walk {
  /// Steps without idle or failed passes and without detours back to an earlier IR.
  std::vector<Step> steps;
  std::size_t known = 0;  ///< passes of the list that were followed
};

/// Effects of passes on the IRs that one search has met. Forgets everything once it is full. States
/// of equal IR are taken for the same, which nearly always holds (the order of use lists can
/// differ). Results are therefore predictions, to be confirmed before they are reported. Not
/// thread-safe.
class Transitions {
 public:
  explicit Transitions(const Hash128& root) : root_(root) {}

  using Tried = std::vector<std::pair<PassId, Transition>>;  ///< passes tried on an IR, in no order

  /// Returns the effect of `pass` on `ir`, null if it is not known. Valid until the next `Record`.
  const Transition* Find(const Hash128& ir, PassId pass) const;
  /// Returns the passes tried on `ir`, null if there are none. Valid until the next `Record`.
  const Tried* TriedIn(const Hash128& ir) const;
  /// Records the effect of `pass` on `ir`.
  void Record(const Hash128& ir, PassId pass, const Transition& transition);
  /// Forgets the effect of `pass` on `ir` if it is still `kUnderWay`.
  void Release(const Hash128& ir, PassId pass);

  /// Follows `list` from the root as far as the effects of its passes are known.
  Walk Follow(std::span<const PassId> list) const;

 private:
  const Hash128 root_;
  std::unordered_map<Hash128, Tried> map_;
  std::size_t entries_ = 0;  ///< entries in all of `map_`
};

}  // namespace autotune
