#include "tune/known_answers.h"

#include <algorithm>
#include <optional>
#include <utility>

#include "core/file.h"
#include "core/pipeline_text.h"
#include "db/results_db.h"
#include "eval/proof/pass_policy.h"
#include "tune/inlining.h"
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

/// True if a list inlines what the program's author wants inlined, or need not for this job.
bool Obeys(const std::vector<std::string>& elements, const TuneJob& job,
           const ProgramInfo& program) {
  return job.allowed.always_inline || InlinesAsWritten(elements, program);
}

/// Returns the best list that the database has for the program and that its author allows.
std::optional<ProvedList> BestList(const ProgramInfo& program, const TuneJob& job,
                                   const std::string& llvm_version, RunDatabase& database) {
  std::optional<ProvedList> list;
  database.Use([&](Database& file) -> Status {
    Result<std::optional<ProvedList>> best = ResultsDb(file).BestProvedList(
        program.root.next.ir, job.objective, Toolchain(llvm_version, job.code_model),
        [&](const std::string& pipeline) { return Obeys(SplitPipeline(pipeline), job, program); });
    if (!best) return best.error();
    list = *std::move(best);
    return {};
  });
  return list;
}

/// Proves a list of this cost on the job's program, and then chooses size attributes if the job
/// wants them.
Result<TuneResult> Prove(const TuneJob& job, const LoadedProgram& loaded, const Answer& answer,
                         const Cost& cost, AttributeTime attribute_time, RunClock& clock) {
  if (const Status allowed = CheckPipeline(answer.pipeline); !allowed) return allowed.error();
  const std::vector<std::string> elements = SplitPipeline(answer.pipeline);
  if (!Obeys(elements, job, loaded.program)) {
    return Error{ErrorCode::kNotFound, "the list leaves out calls that have to be inlined"};
  }
  const Candidate candidate{
      .elements = elements, .cost = cost, .opt_flags = SplitFlags(answer.opt_flags)};
  Result<Proven> proven =
      Prover(job, loaded.input.program(), *loaded.pool, {.repair_end = clock.end()})
          .Prove(candidate, {}, Prover::Care::kShort, clock.all());
  if (!proven) return proven.error();
  TuneResult result;
  result.job = job;
  result.program = loaded.program;
  result.result = *std::move(proven);
  const Reproduction& module = result.result.reproduction;
  const auto left = std::chrono::duration_cast<milliseconds>(clock.end() - Clock::now());
  if (!job.size_attributes || !module.cost.object_size || left.count() <= 0) return result;
  milliseconds choosing = left / 2;
  if (attribute_time == AttributeTime::kOfProof) {
    choosing =
        std::min(choosing, std::chrono::duration_cast<milliseconds>(result.result.proof_time));
  }
  Result<Attributed> attributed = AttributeForSize(
      job, module, *loaded.pool,
      {.time = choosing, .known = answer.attributes, .known_least_saved = answer.least_saved},
      clock.until_stopped());
  if (attributed) result.attributed = *std::move(attributed);
  return result;
}

/// Loads the job's program without its object size: generating code at -O0 takes longer than the
/// rest.
Result<LoadedProgram> LoadUnsized(TuneJob job, RunDatabase& database, const Budget& budget,
                                  const StartPool& start_pool) {
  job.objective = kDefaultObjective;  // it needs no code
  return LoadProgram(job, NoActions(), database, budget, start_pool);
}

}  // namespace

KnownAnswers::KnownAnswers(TuneJob job, const Services& services, TuneObserver& observer)
    : job_(std::move(job)), services_(services), observer_(observer), database_(observer) {
  database_.Open(job_);
  database_.Use([&](Database& file) -> Status {
    Result<std::set<Hash128>> programs = ResultsDb(file).ProgramsWithProvedLists(job_.objective);
    if (!programs) return programs.error();
    programs_ = *std::move(programs);
    return {};
  });
}

std::optional<std::uint64_t> KnownAnswers::Find(const std::filesystem::path& file,
                                                const CodeModel& code_model, const Budget& budget) {
  if (!pool_) {
    Result<std::unique_ptr<WorkerPool>> pool = services_.start_pool(
        NoActions(),
        {.workers = 1, .worker_program = job_.worker_program, .memory_bytes = job_.memory_limit});
    if (!pool) return std::nullopt;
    pool_ = *std::move(pool);
  }
  Result<std::string> bytes = ReadFile(file);
  if (!bytes) return std::nullopt;
  const Result<ProgramInfo> program = pool_->Measure(file.string(), *std::move(bytes), {}, budget);
  if (!program || !programs_.contains(program->root.next.ir)) return std::nullopt;
  TuneJob job = job_;
  job.code_model = code_model;
  const std::optional<ProvedList> list = BestList(*program, job, pool_->llvm_version(), database_);
  if (!list || !HasValue(list->cost, job_.objective)) return std::nullopt;
  return Value(list->cost, job_.objective);
}

Result<KnownAnswer> KnownAnswers::Repeat(const TuneJob& job, const StopToken& stop) const {
  RunClock clock(Clock::now(), job.budget, stop, observer_);
  RunDatabase database(observer_);
  Result<LoadedProgram> loaded = LoadUnsized(job, database, clock.all(), services_.start_pool);
  if (!loaded) return loaded.error();
  const std::optional<ProvedList> list =
      BestList(loaded->program, job, loaded->pool->llvm_version(), database);
  if (!list) return Error{ErrorCode::kNotFound, "no list is known"};
  Result<TuneResult> result =
      Prove(job, *loaded, {.pipeline = list->pipeline, .opt_flags = list->opt_flags}, list->cost,
            AttributeTime::kOfProof, clock);
  if (!result) return result.error();
  return KnownAnswer{*std::move(result),
                     milliseconds(static_cast<std::int64_t>(list->wall_seconds * 1000))};
}

Result<TuneResult> RepeatAnswer(const TuneJob& job, const Answer& answer,
                                AttributeTime attribute_time, const Services& services,
                                TuneObserver& observer, const StopToken& stop) {
  RunClock clock(Clock::now(), job.budget, stop, observer);
  RunDatabase database(observer);
  Result<LoadedProgram> loaded = LoadUnsized(job, database, clock.all(), services.start_pool);
  if (!loaded) return loaded.error();
  return Prove(job, *loaded, answer, AnyCost(/*sized=*/true), attribute_time, clock);
}

}  // namespace autotune
