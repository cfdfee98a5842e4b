#include "tune/proof/size_attributes.h"

#include <algorithm>
#include <chrono>
#include <filesystem>
#include <iterator>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include <tbb/parallel_for.h>

#include "eval/proof/force_attributes.h"
#include "tune/output/output_format.h"
#include "tune/proof/prove.h"
#include "tune/threads.h"

namespace autotune {

namespace {

using std::chrono::milliseconds;

std::string NameOf(const TuneJob& job) { return "what opt made of " + job.program.string(); }

/// Chooses for all functions, on the job's threads.
Result<ChosenAttributes> Choose(const TuneJob& job, const Reproduction& module, WorkerPool& pool,
                                milliseconds time, const Budget& budget) {
  std::vector<Result<ChosenAttributes>> parts(job.threads, ChosenAttributes());
  OnThreads(job.threads, [&] {
    tbb::parallel_for(std::size_t{0}, parts.size(), [&](std::size_t part) {
      parts[part] =
          pool.ChooseAttributes(NameOf(job), module.bitcode, {part, parts.size()}, time, budget);
    });
  });
  ChosenAttributes all;
  for (Result<ChosenAttributes>& part : parts) {
    if (!part) return part.error();
    all.outlines = part->outlines;
    std::ranges::move(part->functions, std::back_inserter(all.functions));
  }
  return all;
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

std::uint64_t Changed(const std::vector<FunctionAttributes>& functions) {
  return static_cast<std::uint64_t>(std::ranges::count_if(
      functions, [](const FunctionAttributes& its) { return its.best != its.given; }));
}

/// Has `opt` give functions their best attributes.
class Forcing {
 public:
  Forcing(const TuneJob& job, const Reproduction& module, const Budget& budget)
      : job_(job), module_(module), budget_(budget) {
    options_.opt_program = job.opt_program;
    options_.temp_root = std::filesystem::temp_directory_path();
    options_.memory_bytes = OptMemory(job);
  }

  Result<std::string> Bitcode(const std::string& csv) const { return Run(csv, options_); }

  Result<std::string> Text(const std::string& csv) const {
    ForceOptions options = options_;
    options.text = true;
    return Run(csv, options);
  }

 private:
  Result<std::string> Run(const std::string& csv, const ForceOptions& options) const {
    return ForceAttributes(module_.bitcode, csv, job_.program.string(), options, budget_);
  }

  const TuneJob& job_;
  const Reproduction& module_;
  const Budget& budget_;
  ForceOptions options_;
};

/// A module with other attributes, and the code model of its size.
struct Tried {
  Attributed attributed;
  CodeModel code_model;
};

Result<Tried> Try(const TuneJob& job, const std::vector<FunctionAttributes>& functions,
                  const Forcing& forcing, WorkerPool& pool, const Budget& budget) {
  Result<std::string> csv = AttributesCsv(functions);
  if (!csv) return csv.error();
  Result<std::string> bitcode = forcing.Bitcode(*csv);
  if (!bitcode) return bitcode.error();
  Result<ProgramInfo> measured =
      pool.Measure(NameOf(job), *bitcode,
                   {.object_size = true, .object_file = IsObjectFile(job.output)}, budget);
  if (!measured) return measured.error();
  const Cost& cost = measured->root.cost;
  if (!cost.object_size) return Error{ErrorCode::kFatalError, "no code can be generated"};
  return Tried{.attributed = {.csv = *std::move(csv),
                              .functions = Changed(functions),
                              .size = *cost.object_size,
                              .ir = measured->root.next.ir,
                              .bitcode = *std::move(bitcode),
                              .object = std::move(measured->object)},
               .code_model = measured->code_model};
}

}  // namespace

Result<Attributed> AttributeForSize(const TuneJob& job, const Reproduction& module,
                                    WorkerPool& pool, milliseconds choosing, const Budget& budget) {
  Result<ChosenAttributes> chosen = Choose(job, module, pool, choosing, budget);
  if (!chosen) return chosen.error();
  const Forcing forcing(job, module, budget);
  Attributed result;
  result.size = *module.cost.object_size;
  std::optional<CodeModel> code_model;
  for (const std::vector<FunctionAttributes>& functions : Variants(*std::move(chosen))) {
    if (Changed(functions) == 0) continue;
    Result<Tried> tried = Try(job, functions, forcing, pool, budget);
    // The first module is the result if there is no time or no way to try the second.
    if (!tried && code_model) break;
    if (!tried) return tried.error();
    if (tried->attributed.size.total() >= result.size.total()) continue;
    result = std::move(tried->attributed);
    code_model = tried->code_model;
  }
  if (!code_model) return Error{ErrorCode::kNotFound, "no size attributes make it smaller"};
  const Result<std::string> again = forcing.Bitcode(result.csv);
  if (!again) return again.error();
  if (*again != result.bitcode) {
    return Error{ErrorCode::kBadInput, "two processes of opt give functions other attributes"};
  }
  if (IsTextualIr(job.output)) {
    Result<std::string> text = forcing.Text(result.csv);
    if (!text) return text.error();
    result.text = *std::move(text);
  }
  if (const Status accepted = CheckModule(job, result.bitcode, *code_model, budget);
      !accepted.ok()) {
    return accepted.error();
  }
  return result;
}

}  // namespace autotune
