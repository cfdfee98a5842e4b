#include "tune/input/program_excerpts.h"

#include <utility>

#include <fmt/format.h>

#include "core/quantity.h"
#include "tune/seconds.h"

namespace autotune {

namespace {

constexpr std::uint64_t kExcerptInstructions = 8'000;
constexpr std::uint64_t kLeastForExcerpts = 130'000;
constexpr std::uint64_t kLeastOfWhole = 8'000;

}  // namespace

bool IsLarge(const ProgramInfo& program) {
  return program.root.cost.instructions >= kLeastForExcerpts;
}

bool IsWhole(const ProgramInfo& program) { return program.root.cost.instructions >= kLeastOfWhole; }

Excerpts ExcerptsOf(WorkerPool& pool, const ProgramInfo& program, const TuneJob& job,
                    Objective objective, TuneObserver& observer, Clock::time_point started) {
  const auto take = [&pool, &job, objective, &observer, started, id = program.root.next.program](
                        std::uint64_t index, const Budget& budget) -> Result<Evaluation> {
    const Observe observe = ObserveFor(objective);
    auto excerpt = pool.LoadExcerpt(id, kExcerptInstructions, job.seed + index, observe, budget);
    if (!excerpt) {
      if (excerpt.error().code != ErrorCode::kCancelled) {
        observer.Warn("searching without excerpts: " + excerpt.error().message);
      }
      return excerpt.error();
    }
    const std::uint64_t instructions = excerpt->root.cost.instructions;
    // The program's functions are larger than an excerpt.
    if (instructions < kExcerptInstructions / 2) {
      return Error{ErrorCode::kNotFound, "no excerpt is as large as wanted"};
    }
    observer.Trace(
        Seconds(Clock::now() - started),
        fmt::format("searching excerpt {}: {} instructions", index, FormatCount(instructions)));
    return std::move(excerpt->root);
  };
  return {&pool, take};
}

}  // namespace autotune
