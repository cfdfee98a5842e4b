#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include <llvm/ADT/StringMap.h>

#include "core/budget.h"
#include "core/code_model.h"
#include "core/hash.h"
#include "core/result.h"
#include "eval/client/worker_pool.h"
#include "eval/worker/code_sizes.h"

namespace llvm {
class Module;
}

namespace autotune::worker {

/// Finds out of which functions all calls should be inlined, or none, so that a pipeline makes the
/// program smaller. The recipe is that of Theodoridis, Grosser and Su (Understanding and exploiting
/// optimal function inlining, ASPLOS 2022): each choice is tried alone, then those that helped are
/// put together.
///
/// A choice changes the function and those that it is inlined into. So it is tried on a part of the
/// program that has these and what they inline. Choices put together are tried on the whole
/// program. Not thread-safe.
class InlineTrials {
 public:
  using Pipeline = std::function<Status(llvm::Module&)>;

  /// `program` is a snapshot, for which the choices `given` are made already. `sizes` is that of
  /// its states. All arguments must outlive this object.
  InlineTrials(const std::string& program, const Pipeline& pipeline, const InlineAim& aim,
               std::span<const InlineChoice> given, const CodeModel& model, CodeSizes& sizes);

  /// Tries a share of the choices alone, the most promising first. Returns those that make the
  /// program smaller, in no order; a choice alone may add bytes. None is begun after `end`, or if
  /// the last third of the time gained little. Errors: those of the pipeline on the program as
  /// given; no code can be generated for that.
  Result<ChosenInlining> Alone(const WorkShare& share, Clock::time_point end);

  /// Returns those of `choices`, one for a function, that together make the program smaller. If
  /// they may add no bytes, those come first that gain most for the bytes that they add; else those
  /// that gain most. Nothing is tried that would end after `end`. `before` is the cost that
  /// `Alone` has found, if it is known; without it, errors are those of `Alone`.
  Result<ChosenInlining> Together(std::vector<InlineChoice> choices,
                                  const std::optional<Cost>& before, Clock::time_point end);

 private:
  class Candidates;

  /// A program, or a part of it, after the pipeline.
  struct Outcome {
    Cost cost;
    Hash128 ir{};                              ///< of the whole program
    std::uint64_t nanoseconds = 0;             ///< CPU time of the pipeline
    llvm::StringMap<std::uint64_t> functions;  ///< instructions of each
    llvm::StringMap<unsigned> calls;           ///< direct calls of each function that has a body
  };

  Result<Outcome> Run(const std::string& program, std::span<const InlineChoice> choices,
                      std::uint64_t sized_to);
  bool NeedsBytes() const { return NeedsCode(aim_.objective) || aim_.adds_no_bytes; }
  std::int64_t Gain(const Cost& before, const Cost& after) const;
  std::vector<InlineChoice> Affordable(std::vector<InlineChoice> choices) const;

  const std::string& program_;
  const Pipeline& pipeline_;
  const InlineAim aim_;
  const std::span<const InlineChoice> given_;
  const CodeModel& model_;
  CodeSizes& sizes_;
};

/// Gives the attribute of a choice, as `opt -force-attribute=` does. False if the
/// function is not there, its author has decided, or inlining all its calls might be wrong.
bool Give(const InlineChoice& choice, llvm::Module& module);

}  // namespace autotune::worker
