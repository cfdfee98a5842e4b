#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "core/action_space.h"
#include "core/budget.h"
#include "core/evaluator.h"
#include "core/observation.h"
#include "core/result.h"

namespace autotune {

/// A program to play episodes on.
struct EnvironmentProgram {
  std::string family;    ///< package or folder; a family is trained on or held out, never both
  Evaluation root;       ///< the unmodified program, measured with what is observed
  std::uint64_t oz = 0;  ///< instructions after `default<Oz>`
};

enum class EpisodeEnd {
  kNone,    ///< the episode goes on
  kLength,  ///< all its steps are made
  kFailed,  ///< the last pass crashed, timed out or broke the module; see `failure`
};

/// The outcome of one action.
struct EnvironmentStep {
  /// (C_before - C_after) / max(C_O0 - C_Oz, 1) in IR instructions, C_O0 being the unmodified
  /// program: CompilerGym's `IrInstructionCountOz`. 0 if the pass failed.
  double reward = 0;
  EpisodeEnd end = EpisodeEnd::kNone;
  std::optional<ErrorCode> failure = {};  ///< kind of failure; only with `kFailed`
};

/// Episodes side by side, each in a slot of its own, for learners by trial and error. An action is
/// a pass. A pass without effect is a step, too, and stays in the list. A pass that fails ends its
/// episode, whose state stays that before the pass.
///
/// Programs are loaded before, in the evaluator; a reset only goes back to a known state. Over a
/// `WorkerPool`, give the pool a worker for each slot, so that all states stay alive.
///
/// The rewards depend on the actions alone, not on the number of threads. Not thread-safe; `Step`
/// itself runs as oneTBB tasks.
class Environment {
 public:
  /// Makes `slots` > 0 slots for episodes of `length` > 0 passes. Features are always observed. The
  /// references must outlive this object.
  Environment(const ActionSpace& actions, Evaluator& evaluator, std::size_t slots,
              std::uint32_t length, const Observe& observe = {});

  std::size_t slots() const { return slots_.size(); }
  std::size_t actions() const { return actions_; }

  /// Begins an episode. `program` must outlive it.
  void Reset(std::size_t slot, const EnvironmentProgram& program);

  /// Ends the slot's episode before its length.
  void End(std::size_t slot) { slots_[slot].running = false; }

  /// Returns an environment over the same evaluator whose episodes begin in the states of these and
  /// go on apart from them.
  Environment Fork();

  /// Applies one pass in each slot that has an episode under way, in parallel. `passes` has one
  /// entry for each slot; entries of other slots are ignored, and so are their results. Evaluations
  /// are claimed from `budget`. Errors: `kCancelled` if it ends, and the evaluator's; all episodes
  /// are then over.
  Result<std::vector<EnvironmentStep>> Step(std::span<const PassId> passes, Budget& budget);

  /// True if an episode is under way.
  bool running(std::size_t slot) const { return slots_[slot].running; }
  /// Returns what a learner may see in a slot that was reset.
  const Observation& observation(std::size_t slot) const { return slots_[slot].observation; }
  /// Returns the present state, whose list has all passes so far that did not fail.
  const ProgramState& state(std::size_t slot) const { return slots_[slot].state; }
  /// Returns the program that a slot was reset to.
  const EnvironmentProgram& program(std::size_t slot) const { return *slots_[slot].program; }
  /// Returns the instruction count of the present state.
  std::uint64_t instructions(std::size_t slot) const { return slots_[slot].instructions; }
  /// Returns the lowest instruction count met in the episode, the root's included.
  std::uint64_t lowest(std::size_t slot) const { return slots_[slot].lowest; }

 private:
  struct Slot {
    const EnvironmentProgram* program = nullptr;
    ProgramState state;
    std::uint64_t instructions = 0;
    std::uint64_t lowest = 0;
    Observation observation;
    bool running = false;
    bool forked = false;  ///< another episode may go on from the present state
  };

  Status Apply(Slot& slot, PassId pass, const Budget& budget, EnvironmentStep& step);

  const std::size_t actions_;
  Evaluator& evaluator_;
  const std::uint32_t length_;
  const Observe observe_;
  std::vector<Slot> slots_;
};

}  // namespace autotune
