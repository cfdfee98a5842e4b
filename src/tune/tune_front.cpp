#include "tune/tune_front.h"

#include <algorithm>
#include <cstdint>
#include <optional>
#include <string>
#include <utility>

#include <fmt/format.h>

#include "core/quantity.h"
#include "eval/process/temp_directory.h"
#include "tune/inlining.h"

namespace autotune {

namespace {

/// Says what holds for all runs in the first one alone.
class RunObserver : public PartObserver {
 public:
  RunObserver(TuneObserver& observer, bool first) : PartObserver(observer), first_(first) {}

  void Remark(std::string_view message) override {
    if (first_) PartObserver::Remark(message);
  }

 private:
  const bool first_;
};

/// Bytes of a result before it was given size attributes, which searches don't see.
std::uint64_t SearchedBytes(const TuneResult& result) {
  return result.result.reproduction.cost.object_size->total();
}

/// One call of `TuneFront`.
class FrontSearch {
 public:
  FrontSearch(const TuneJob& job, const Services& services, TuneObserver& observer,
              const StopToken& stop, const OnFrontRun& on_run, Clock::time_point started)
      : job_(job),
        services_(services),
        observer_(observer),
        stop_(stop),
        on_run_(on_run),
        started_(started) {}

  Result<Front> Go(Pick pick);

 private:
  void RunForBytes() { Run("fewest bytes", Objective::kObjectSize, std::nullopt); }
  void RunBelow(std::uint64_t bytes) {
    std::string aim = "fewest instructions";
    if (bytes != kNoByteLimit) aim += fmt::format(" in {} bytes", FormatCount(bytes));
    Run(aim, Objective::kIrInstructions, bytes);
  }
  void RunBetween(const TuneResult& small, const TuneResult& short_one);
  void Run(std::string_view aim, Objective objective, std::optional<std::uint64_t> limit);

  TuneJob job_;
  const Services& services_;
  TuneObserver& observer_;
  const StopToken& stop_;
  const OnFrontRun& on_run_;
  const Clock::time_point started_;
  int runs_ = 0;
  std::vector<TuneResult> results_;
  std::optional<Error> error_;  ///< of the first run that failed
};

Result<Front> FrontSearch::Go(Pick pick) {
  // Without a database, the runs remember the levels for each other in one that goes with them.
  std::optional<TempDirectory> memory;
  if (job_.database.empty()) {
    auto made = TempDirectory::Create(TempRoot());
    if (made) job_.database = memory.emplace(*std::move(made)).path() / "runs.db";
  }
  results_.reserve(static_cast<std::size_t>(FrontRuns(job_.budget)));  // none is moved
  RunForBytes();
  RunBelow(kNoByteLimit);
  const bool between = FrontRuns(job_.budget) > 2 && results_.size() == 2;
  if (between) RunBetween(results_[0], results_[1]);
  Front front = MakeFront(std::move(results_), pick);
  if (!front.results.empty()) return front;
  if (error_) return *error_;
  return Error{ErrorCode::kNoTime,
               fmt::format("no object size of '{}' is known: its code can't be generated, or the "
                           "budget of {} is too short",
                           job_.program.string(), FormatDuration(job_.budget))};
}

/// Runs the rest of the budget between the results for bytes and for instructions.
void FrontSearch::RunBetween(const TuneResult& small, const TuneResult& short_one) {
  for (int i = 1; i <= 2; ++i) {
    if (Beats(small, short_one)) {
      RunBelow(kNoByteLimit);
    } else if (Beats(short_one, small) || SearchedBytes(small) >= SearchedBytes(short_one)) {
      RunForBytes();
    } else {
      const std::uint64_t most = SearchedBytes(short_one);
      RunBelow(most - (most - SearchedBytes(small)) * static_cast<std::uint64_t>(i) / 3);
    }
  }
}

void FrontSearch::Run(std::string_view aim, Objective objective,
                      std::optional<std::uint64_t> limit) {
  if (stop_.signal() != 0) return;
  TuneJob job = job_;
  job.objective = objective;
  job.guard_bytes = limit.has_value();
  job.byte_limit = limit;
  // Equal budgets make runs comparable. One that is late ends when it should.
  job.budget /= FrontRuns(job_.budget);
  const Clock::time_point begin = std::min(Clock::now(), started_ + runs_ * job.budget);
  ++runs_;
  for (const TuneResult& result : results_) {
    if (result.result.level) continue;
    job.begin_with.push_back(WithoutChoices(result.result.passes));
  }
  on_run_(aim, job.budget);
  RunObserver observer(observer_, runs_ == 1);
  Result<TuneResult> result = Tune(job, services_, observer, stop_, begin);
  if (result && result->delivered().object_size) {
    results_.push_back(*std::move(result));
    return;
  }
  const Error error = result ? Error{ErrorCode::kNoTime, "it has no object size"} : result.error();
  if (results_.empty() && !result && !error_) {
    error_ = error;
  } else if (stop_.signal() == 0) {
    observer_.Warn(fmt::format("the run for {} has no result: {}", aim, error.message));
  }
}

}  // namespace

Result<Front> TuneFront(const TuneJob& job, Pick pick, const Services& services,
                        TuneObserver& observer, const StopToken& stop, const OnFrontRun& on_run,
                        Clock::time_point started) {
  return FrontSearch(job, services, observer, stop, on_run, started).Go(pick);
}

}  // namespace autotune
