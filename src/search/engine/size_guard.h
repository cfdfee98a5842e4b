#pragma once

#include <atomic>
#include <cstdint>
#include <functional>
#include <optional>
#include <span>
#include <utility>
#include <vector>

#include "core/evaluator.h"
#include "core/mutex.h"

namespace autotune {

/// The part that bytes play in a search that minimises instructions as `SizeGuard` gives them.
enum class SizeAim {
  kLimit,   ///< fewest instructions without more bytes than a limit
  kFewest,  ///< fewest bytes: the limit is only where instructions and bytes are compared
};

/// The module whose bytes a search must not exceed, or wants to go below.
struct SizeLimit {
  std::uint64_t instructions;
  std::uint64_t bytes;  ///< of text + data
  SizeAim aim = SizeAim::kLimit;
  /// With `kLimit`: bytes beyond it that a list may have, for something else will take them off.
  std::uint64_t spare = 0;
};

/// Evaluator for searches that look at instructions first, since generating code takes ten times
/// as long as a pass. They minimise instructions, of which bytes make others.
///
/// The last state of a list is measured in bytes, too, if it may be an improvement. A state on the
/// way there (`EvaluationOptions::more`) is never taken for one, or only for a large one
/// (`may_end`). States that are not measured are no better than the best. The best allowed state is
/// kept here: the search's own may not be allowed. Thread-safe.
///
/// `kLimit`: a state with too many bytes comes back with more instructions than it has: its excess
/// in per cent, times `kPenalty`, is added. So a search can pass through such states, and is drawn
/// back to the limit.
///
/// `kFewest`: a measured state comes back with as many instructions as its bytes are worth: those
/// of the limit's module, in the proportion of the bytes. States with up to `kSlack` more
/// instructions than the limit's module, or than the best below it, are measured; of a program with
/// more than `kMostForSlack` instructions, those with no more than that. The others are worth as
/// much as if they had as many bytes for an instruction as that one.
class SizeGuard : public Evaluator {
 public:
  /// A list that keeps to the limit.
  struct Allowed {
    PassSequence passes;
    Cost cost;
  };
  using OnAllowed = std::function<void(const Allowed&)>;

  /// Per cent of instructions for each per cent of bytes beyond the limit.
  static constexpr double kPenalty = 8;
  /// Share of instructions that are worth a look at the bytes, and the size of a program beyond
  /// which none are: a look takes seconds there.
  static constexpr double kSlack = 0.01;
  static constexpr std::uint64_t kMostForSlack = 20'000;
  /// With `kLimit`: part of the instructions that makes a state on the way worth a look; its
  /// denominator.
  static constexpr std::uint64_t kLargeStep = 64;

  /// `inner` must outlive this object. `on_allowed` is told each list that is better than the root,
  /// whose cost is `root` (with an object size for `kFewest`), and than those before it; never
  /// twice at once. Unless `adapts`, all states that may be better than the limit's module are
  /// measured, so that answers don't depend on what was asked before.
  SizeGuard(Evaluator& inner, const Cost& root, const SizeLimit& limit, bool adapts,
            OnAllowed on_allowed)
      : inner_(inner),
        limit_(limit),
        adapts_(adapts),
        on_allowed_(std::move(on_allowed)),
        first_{.watched = Watched(limit.instructions), .worth = 1, .least = limit.instructions + 1},
        watch_(first_),
        allowed_{{{}, root}},
        sure_{{{}, root}} {}

  Trace Apply(const ProgramState& from, std::span<const PassId> passes,
              const EvaluationOptions& options, const Budget& budget) override;

  /// Returns the instructions that a search is given for a state: for `kFewest` those that its
  /// bytes are worth, at least 1; else its own. Needs an object size for `kFewest`.
  std::uint64_t Worth(const Cost& cost) const;

  /// Returns the best list that needs no spare bytes; none if the root is no worse.
  std::optional<Allowed> Sure();

  /// Forgets the lists that have this pass, those still to come included. If any had, `on_allowed`
  /// is told the best of the rest again, which may be the root without passes.
  void Forget(PassId pass);

  /// From now on states with at most so many instructions are measured, and those with more than
  /// `bytes` are worse than the limit's module. Nobody is told of lists any more. For work on a
  /// list that was found below a limit. Not while a search runs.
  void Enforce(std::uint64_t instructions, std::uint64_t bytes);

 private:
  /// Which states are measured, and what the others are worth.
  struct Watch {
    std::uint64_t watched;  ///< states with fewer instructions are measured
    double worth;           ///< of an instruction of the others
    std::uint64_t least;    ///< what one of the others is worth at least
  };

  bool fewest() const { return limit_.aim == SizeAim::kFewest; }
  std::uint64_t MeasuredBelow(const Watch& watch, const EvaluationOptions& options) const;
  std::uint64_t Watched(std::uint64_t instructions) const;
  std::uint64_t Value(const Cost& cost) const;
  bool IsBetter(const Allowed& one, const Allowed& other) const;
  Watch WatchFrom(const Allowed& best) const;
  Watch Get();
  void Judge(Evaluation& step);
  void JudgeByLimit(Evaluation& step);
  void Take(const Allowed& list);
  bool Add(const Allowed& list, std::vector<Allowed>& ladder) REQUIRES(mutex_);

  Evaluator& inner_;
  SizeLimit limit_;
  const bool adapts_;
  const OnAllowed on_allowed_;
  const Watch first_;
  std::atomic<bool> enforced_ = false;
  Mutex mutex_;
  Watch watch_ GUARDED_BY(mutex_);
  std::vector<Allowed> allowed_ GUARDED_BY(mutex_);  ///< each better than those before it
  std::vector<Allowed> sure_ GUARDED_BY(mutex_);     ///< the same, without spare bytes
  std::vector<PassId> forgotten_ GUARDED_BY(mutex_);
};

}  // namespace autotune
