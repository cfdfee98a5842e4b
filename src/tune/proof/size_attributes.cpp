#include "tune/proof/size_attributes.h"

#include <algorithm>
#include <chrono>
#include <iterator>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include <tbb/parallel_for.h>

#include "eval/process/temp_directory.h"
#include "eval/proof/force_attributes.h"
#include "tune/output/output_format.h"
#include "tune/plan/plan_file.h"
#include "tune/proof/code_options.h"
#include "tune/proof/prove.h"
#include "tune/threads.h"

namespace autotune {

namespace {

using std::chrono::milliseconds;

/// Tables are narrowed that save so many bytes: all that gain, or large ones alone.
constexpr std::uint64_t kLeastSaved[] = {1, 100};
/// The first try, which takes less CPU time than the list does, may take half of the time. There is
/// another if the first took less than a quarter.
constexpr int kFirstNarrowingShare = 2;
constexpr int kNarrowingShare = 4;

std::string NameOf(const TuneJob& job) { return "what opt made of " + job.program.string(); }

/// Chooses for all functions, on the job's threads. If a part fails, its functions get what they
/// have: `opt` takes the attributes of functions away that it isn't told of.
Result<ChosenAttributes> Choose(const TuneJob& job, const Reproduction& module, WorkerPool& pool,
                                const AttributeSearch& search, const Budget& budget) {
  std::vector<Result<ChosenAttributes>> parts(job.threads, ChosenAttributes());
  const auto choose = [&](std::size_t part, milliseconds time) {
    return pool.ChooseAttributes(NameOf(job), module.bitcode,
                                 {.share = {part, parts.size()},
                                  .allowed = job.allowed,
                                  .time = time,
                                  .known = search.known},
                                 budget);
  };
  OnThreads(job.threads, [&] {
    tbb::parallel_for(std::size_t{0}, parts.size(),
                      [&](std::size_t part) { parts[part] = choose(part, search.time); });
  });
  ChosenAttributes all;
  for (std::size_t i = 0; i < parts.size(); ++i) {
    Result<ChosenAttributes>& part = parts[i];
    if (!part && IsEvaluationFailure(part.error().code)) part = choose(i, milliseconds(0));
    if (!part) return part.error();
    all.outlines = part->outlines;
    std::ranges::move(part->functions, std::back_inserter(all.functions));
  }
  return all;
}

/// True if one thread can generate the module's code before `end`. All threads together have tried
/// some choices for each function in the time `spent`.
bool MayMeasure(Clock::duration spent, Clock::time_point end, std::uint64_t threads) {
  return Clock::now() + spent * static_cast<std::int64_t>(threads) / 2 < end;
}

void DropConventions(std::vector<FunctionAttributes>& functions) {
  for (FunctionAttributes& its : functions) its.best.preserve_none = false;
}

/// Returns what to try on the whole module: the choices, and on targets with an outliner the same
/// without it, for `minsize` functions alone have one. Unwind entries of outlined functions may
/// need more bytes than outlining saves.
std::vector<std::vector<FunctionAttributes>> Variants(ChosenAttributes chosen) {
  std::vector<std::vector<FunctionAttributes>> variants = {std::move(chosen.functions)};
  if (!chosen.outlines) return variants;
  variants.push_back(variants.front());
  for (FunctionAttributes& function : variants.back()) {
    function.best.no_outline |= function.best.minsize;
  }
  return variants;
}

std::vector<FunctionAttributes> AsGiven(std::vector<FunctionAttributes> functions) {
  for (FunctionAttributes& its : functions) its.best = its.given;
  return functions;
}

std::uint64_t Changed(const std::vector<FunctionAttributes>& functions) {
  return static_cast<std::uint64_t>(std::ranges::count_if(
      functions, [](const FunctionAttributes& its) { return its.best != its.given; }));
}

std::uint64_t WithConvention(const std::vector<FunctionAttributes>& functions) {
  return static_cast<std::uint64_t>(std::ranges::count_if(
      functions, [](const FunctionAttributes& its) { return its.best.preserve_none; }));
}

std::uint64_t WithFramePointer(const std::vector<FunctionAttributes>& functions) {
  return static_cast<std::uint64_t>(std::ranges::count_if(
      functions, [](const FunctionAttributes& its) { return !its.given.no_frame_pointer; }));
}

ForceOptions OptionsOf(const TuneJob& job) {
  return {.opt_program = job.opt_program,
          .temp_root = TempRoot(),
          .memory_bytes = OptMemory(job),
          .no_unwind_tables = job.allowed.unwind_tables};
}

/// A proved module, or what narrow tables made of it.
struct Narrowed {
  Reproduction module;
  std::optional<std::uint64_t> least_saved{};  ///< none: as proved
};

/// Has the plugin narrow tables, and returns the smallest module that the user's check, if any,
/// accepts. Tables that save little are tried, too: code may need more for them than they save.
Narrowed NarrowedFor(const TuneJob& job, const Reproduction& module, WorkerPool& pool,
                     const AttributeSearch& search, const Budget& budget) {
  Narrowed best{module};
  const bool is_known = !search.known.empty();
  const bool wanted = is_known ? search.known_least_saved.has_value() : NeedsCode(job.objective);
  const Result<std::string> flag = PluginFlag();
  if (!wanted || !flag) return best;
  const bool timed = !is_known && !job.max_evaluations;
  if (timed && module.opt_cpu_time > search.time / kFirstNarrowingShare) return best;
  std::vector<std::uint64_t> tries(std::begin(kLeastSaved), std::end(kLeastSaved));
  if (is_known) tries = {*search.known_least_saved};
  ForceOptions options = OptionsOf(job);
  const Clock::time_point begin = Clock::now();
  for (const std::uint64_t least : tries) {
    const bool is_first = least == tries.front();
    if (timed && !is_first && Clock::now() - begin > search.time / kNarrowingShare) break;
    options.plugin = {*flag, least};
    Result<std::string> bitcode =
        NarrowTables(module.bitcode, job.program.string(), options, budget);
    if (!bitcode) break;
    const Result<ProgramInfo> measured =
        pool.Measure(NameOf(job), *bitcode, {.object_size = true}, budget);
    if (!measured || !measured->root.cost.object_size) break;
    if (measured->root.cost.object_size->total() >= best.module.cost.object_size->total()) continue;
    if (!CheckModule(job, *bitcode, measured->code_model, budget)) continue;
    best.module.bitcode = *std::move(bitcode);
    best.module.cost = measured->root.cost;
    best.least_saved = least;
  }
  return best;
}

/// Has `opt` give functions of a module their best attributes. Returns bitcode, or `text`.
Result<std::string> Force(const TuneJob& job, const std::string& bitcode, const Attributed& its,
                          bool text, const Budget& budget) {
  ForceOptions options = OptionsOf(job);
  options.text = text;
  options.plugin = its.plugin;
  return ForceAttributes(bitcode, its.csv, job.program.string(), options, budget);
}

/// Has `opt` narrow tables of a module and give the attributes of one variant. Errors: `kNotFound`
/// if the object file is not smaller than `size`; else as `AttributeForSize`.
Result<Attributed> Give(const TuneJob& job, const std::vector<FunctionAttributes>& functions,
                        std::optional<std::uint64_t> least_saved, const std::string& module,
                        const ObjectSize& size, WorkerPool& pool, const Budget& budget) {
  const Error none{ErrorCode::kNotFound, "no size attributes make it smaller"};
  Attributed result;
  result.functions = Changed(functions);
  if (!job.allowed.frame_pointers) result.frame_pointers = WithFramePointer(functions);
  if (result.functions == 0 && !least_saved) return none;
  Result<std::string> csv = AttributesCsv(functions);
  if (!csv) return csv.error();
  result.csv = *std::move(csv);
  result.conventions = WithConvention(functions);
  if (result.conventions > 0 || least_saved) {
    Result<std::string> flag = PluginFlag();
    if (!flag) return flag.error();
    result.plugin = {*std::move(flag), least_saved};
  }
  result.choices = functions;
  Result<std::string> bitcode = Force(job, module, result, /*text=*/false, budget);
  if (!bitcode) return bitcode.error();
  result.bitcode = *std::move(bitcode);
  Result<ProgramInfo> measured =
      pool.Measure(NameOf(job), result.bitcode,
                   {.object_size = true, .object_file = IsObjectFile(job.output)}, budget);
  if (!measured) return measured.error();
  const std::optional<ObjectSize>& its = measured->root.cost.object_size;
  if (!its || its->total() >= size.total()) return none;
  result.size = *its;
  result.instructions = measured->root.cost.instructions;
  result.ir = measured->root.next.ir;
  result.object = std::move(measured->object);
  const Result<std::string> again = Force(job, module, result, /*text=*/false, budget);
  if (!again) return again.error();
  if (*again != result.bitcode) {
    return Error{ErrorCode::kBadInput, "two processes of opt give functions other attributes"};
  }
  if (IsTextualIr(job.output)) {
    Result<std::string> text = Force(job, module, result, /*text=*/true, budget);
    if (!text) return text.error();
    result.text = *std::move(text);
  }
  if (const Status accepted = CheckModule(job, result.bitcode, measured->code_model, budget);
      !accepted.ok()) {
    return accepted.error();
  }
  return result;
}

/// Returns the smallest of all variants. `narrowed` is what narrow tables make of `module`.
Result<Attributed> GiveBest(const TuneJob& job, const Reproduction& module,
                            const Narrowed& narrowed, const ChosenAttributes& chosen,
                            WorkerPool& pool, const Budget& budget) {
  // One variant may have no time, or a name that a CSV file can't hold: the others count all the
  // same.
  Result<Attributed> best = Error{ErrorCode::kNotFound, ""};
  ObjectSize least = *module.cost.object_size;
  for (const std::vector<FunctionAttributes>& functions : Variants(chosen)) {
    Result<Attributed> next =
        Give(job, functions, narrowed.least_saved, module.bitcode, least, pool, budget);
    if (next && best && job.code_options) {
      const auto outlined = OutlinedSize(best->bitcode, module.code_model, budget);
      if (outlined && *outlined < next->size.total()) continue;
    }
    if (next) least = next->size;
    if (next || !best) best = std::move(next);
  }
  return best;
}

}  // namespace

void ChooseConventions(const TuneJob& job, const Reproduction& module, WorkerPool& pool,
                       Clock::time_point end, std::vector<FunctionAttributes>& functions,
                       const Budget& budget) {
  const auto choose = [&](const WorkShare& share, Clock::duration time) {
    return pool.ChooseConventions(NameOf(job), module.bitcode,
                                  {.share = share,
                                   .functions = functions,
                                   .time = std::chrono::duration_cast<milliseconds>(time)},
                                  budget);
  };
  // If evaluations are the limit, the number of threads must not influence the answer.
  if (Clock::now() < end && job.threads > 1 && !job.max_evaluations) {
    const Clock::duration time = (end - Clock::now()) / 2;
    const std::vector<FunctionAttributes> before = functions;
    std::vector<Result<std::vector<FunctionAttributes>>> parts(job.threads, before);
    OnThreads(job.threads, [&] {
      tbb::parallel_for(std::size_t{0}, parts.size(), [&](std::size_t part) {
        parts[part] = choose({part, parts.size()}, time);
      });
    });
    for (const auto& part : parts) {
      if (!part || part->size() != functions.size()) continue;
      for (std::size_t i = 0; i < functions.size(); ++i) {
        if ((*part)[i].best != before[i].best) functions[i].best = (*part)[i].best;
      }
    }
  }
  // Without time, it forgets earlier choices that are none here.
  auto all = choose({}, std::max(end - Clock::now(), Clock::duration()));
  if (all && all->size() == functions.size()) functions = *std::move(all);
}

Result<Attributed> AttributeForSize(const TuneJob& job, const Reproduction& module,
                                    WorkerPool& pool, const AttributeSearch& search,
                                    const Budget& budget) {
  const Clock::time_point begin = Clock::now();
  const Clock::time_point end = begin + search.time;
  const Narrowed narrowed = NarrowedFor(job, module, pool, search, budget);
  const Clock::duration narrowing = Clock::now() - begin;
  AttributeSearch rest = search;
  if (!job.max_evaluations) {
    rest.time = std::max(milliseconds(1),
                         search.time - std::chrono::duration_cast<milliseconds>(narrowing));
  }
  Result<ChosenAttributes> chosen = Choose(job, narrowed.module, pool, rest, budget);
  if (!chosen) return chosen.error();
  std::vector<FunctionAttributes>& functions = chosen->functions;
  if (!PluginFlag()) {
    DropConventions(functions);
  } else if (!search.known.empty()) {
    // A known answer is to be repeated, and not to become another.
    if (WithConvention(functions) > 0) {
      ChooseConventions(job, narrowed.module, pool, Clock::now(), functions, budget);
    }
  } else if (job.max_evaluations ||
             MayMeasure(Clock::now() - begin - narrowing, end, job.threads)) {
    ChooseConventions(job, narrowed.module, pool, end, functions, budget);
  }
  Result<Attributed> best = GiveBest(job, module, narrowed, *chosen, pool, budget);
  // Attributes alone may be accepted, or take less time.
  if (!best && WithConvention(functions) > 0) {
    DropConventions(functions);
    best = GiveBest(job, module, narrowed, *chosen, pool, budget);
  }
  const ObjectSize& narrow = *narrowed.module.cost.object_size;
  if (narrowed.least_saved && (!best || best->size.total() > narrow.total())) {
    *chosen = {.functions = AsGiven(functions), .outlines = false};
    Result<Attributed> tables = GiveBest(job, module, narrowed, *chosen, pool, budget);
    if (tables) best = std::move(tables);
  }
  if (best) best->table_bytes = module.cost.object_size->total() - narrow.total();
  return best;
}

}  // namespace autotune
