#include "tune/known_answers.h"

#include <algorithm>
#include <optional>
#include <utility>

#include "core/file.h"
#include "core/pipeline_text.h"
#include "db/results_db.h"
#include "eval/proof/pass_policy.h"
#include "tune/input/loaded_program.h"
#include "tune/memory/level_cache.h"
#include "tune/memory/run_list.h"
#include "tune/proof/prove.h"
#include "tune/proof/size_attributes.h"
#include "tune/run_clock.h"

namespace autotune {

namespace {

using std::chrono::milliseconds;

ActionSpace NoActions() { return ActionSpace("none", {}, {}); }

/// Reads the best list for the program.
Result<ProvedList> BestList(const TuneJob& job, const LoadedProgram& loaded,
                            RunDatabase& database) {
  Result<std::optional<ProvedList>> list = std::optional<ProvedList>();
  database.Use([&](Database& file) -> Status {
    list = ResultsDb(file).BestProvedList(loaded.program.root.next.ir, job.objective,
                                          Toolchain(loaded.pool->llvm_version(), job.code_model));
    return list ? Status() : list.error();
  });
  if (!list) return list.error();
  if (!*list) return Error{ErrorCode::kNotFound, "no list is known"};
  if (const Status allowed = CheckPipeline((*list)->pipeline); !allowed) return allowed.error();
  return **std::move(list);
}

}  // namespace

KnownAnswers::KnownAnswers(TuneJob job, const Services& services, TuneObserver& observer)
    : job_(std::move(job)), services_(services), observer_(observer) {
  RunDatabase database(observer_);
  database.Open(job_);
  database.Use([&](Database& file) -> Status {
    Result<std::set<Hash128>> programs = ResultsDb(file).ProgramsWithProvedLists(job_.objective);
    if (!programs) return programs.error();
    programs_ = *std::move(programs);
    return {};
  });
}

bool KnownAnswers::Has(const std::filesystem::path& file, const Budget& budget) {
  if (!pool_) {
    Result<std::unique_ptr<WorkerPool>> pool = services_.start_pool(
        NoActions(),
        {.workers = 1, .worker_program = job_.worker_program, .memory_bytes = job_.memory_limit});
    if (!pool) return false;
    pool_ = *std::move(pool);
  }
  Result<std::string> bytes = ReadFile(file);
  if (!bytes) return false;
  const Result<ProgramInfo> program = pool_->Measure(file.string(), *std::move(bytes), {}, budget);
  return program && programs_.contains(program->root.next.ir);
}

Result<KnownAnswer> KnownAnswers::Repeat(const TuneJob& job, const StopToken& stop) const {
  RunClock clock(Clock::now(), job.budget, stop, observer_);
  RunDatabase database(observer_);
  Result<LoadedProgram> loaded =
      LoadProgram(job, NoActions(), database, clock.all(), services_.start_pool);
  if (!loaded) return loaded.error();
  const Result<ProvedList> list = BestList(job, *loaded, database);
  if (!list) return list.error();
  const Candidate candidate{.elements = SplitPipeline(list->pipeline),
                            .cost = list->cost,
                            .opt_flags = SplitFlags(list->opt_flags)};
  Result<Proven> proven = Prover(job, loaded->input.program(), *loaded->pool, clock.end())
                              .Prove(candidate, {}, Prover::Care::kShort, clock.all());
  if (!proven) return proven.error();
  KnownAnswer answer;
  answer.search = milliseconds(static_cast<std::int64_t>(list->wall_seconds * 1000));
  answer.result.job = job;
  answer.result.program = loaded->program;
  answer.result.result = *std::move(proven);
  const Reproduction& module = answer.result.result.reproduction;
  const auto left = std::chrono::duration_cast<milliseconds>(clock.end() - Clock::now());
  if (!job.size_attributes || !module.cost.object_size || left.count() <= 0) return answer;
  // Other programs wait. The other half is for making a module with the chosen attributes.
  const auto choosing =
      std::min(left / 2, std::chrono::duration_cast<milliseconds>(answer.result.result.proof_time));
  Result<Attributed> attributed =
      AttributeForSize(job, module, *loaded->pool, choosing, clock.until_stopped());
  if (attributed) answer.result.attributed = *std::move(attributed);
  return answer;
}

}  // namespace autotune
