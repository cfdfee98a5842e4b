#pragma once

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <optional>
#include <utility>
#include <vector>

#include "core/action_space.h"
#include "core/evaluator.h"
#include "core/mutex.h"

namespace autotune {

/// A bit for each thing that can be true of a fake program.
using Facts = std::uint64_t;

/// Where all of `needs` hold and none of `blocked_by`, the pass makes all of `sets` true.
struct FakePass {
  Facts needs = 0;
  Facts blocked_by = 0;
  Facts sets = 0;
};

/// A program whose costs depend only on the facts that hold of it; at the root none does.
struct FakeProblem {
  std::int64_t root_instructions = 0;
  /// Fact i adds so many; negative: an improvement.
  std::vector<std::int64_t> instructions = {};
  /// Likewise, to a root of as many bytes as it has instructions. May be shorter.
  std::vector<std::int64_t> object_bytes = {};
  std::vector<FakePass> passes = {};  ///< indexed by PassId
};

/// Pass i needs the facts of all passes before it and saves 10 instructions, so that only 0, 1,
/// ..., steps-1 in this order reach the optimum, 100 instructions. `idle` passes that do nothing
/// follow.
FakeProblem Staircase(std::size_t steps, std::size_t idle = 0);

ActionSpace FakeActionSpace(const FakeProblem& problem);

/// One call of `Apply`, and what came of it.
struct FakeCall {
  PassSequence from;
  PassSequence passes;
  EvaluationOptions options;
  std::size_t steps = 0;  ///< applied with success
  std::optional<ErrorCode> error;
};

/// `Evaluator` over a `FakeProblem`. Checks of each call that its state is one it gave out itself.
class FakeEvaluator : public Evaluator {
 public:
  /// How a pass fails on a state, if it does. Called from any thread.
  using Failure = std::function<std::optional<ErrorCode>(const ProgramState&, PassId)>;

  explicit FakeEvaluator(FakeProblem problem) : problem_(std::move(problem)) {}

  // To be set before the first call.
  void set_failure(Failure failure) { failure_ = std::move(failure); }
  /// With this, no state but the root can be gone on from: rebuilding it fails.
  void set_rebuild_failure(ErrorCode code) { rebuild_failure_ = code; }
  /// Of one pass. While it lasts the budget is watched, as the contract of `Apply` has it.
  void set_latency(std::chrono::microseconds latency) { latency_ = latency; }

  /// The unmodified program, measured.
  Evaluation Root() const { return Replay({}); }
  /// What a sequence gives, where none of its passes fails. Not a call, not an evaluation.
  Evaluation Replay(PassSequence passes) const;

  Trace Apply(const ProgramState& from, std::span<const PassId> passes,
              const EvaluationOptions& options, const Budget& budget) override;

  /// In the order in which the calls came back.
  std::vector<FakeCall> calls() const;

 private:
  Facts Next(Facts facts, PassId pass) const;
  /// False where the budget was interrupted meanwhile.
  bool Wait(const Budget& budget) const;

  const FakeProblem problem_;
  Failure failure_;
  std::optional<ErrorCode> rebuild_failure_;
  std::chrono::microseconds latency_{0};

  mutable Mutex mutex_;
  std::vector<FakeCall> calls_ GUARDED_BY(mutex_);
};

}  // namespace autotune
