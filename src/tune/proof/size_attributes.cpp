#include "tune/proof/size_attributes.h"

#include <algorithm>
#include <chrono>
#include <filesystem>
#include <iterator>
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

/// Chooses for all functions, on the job's threads.
Result<std::vector<FunctionAttributes>> Choose(const TuneJob& job, const Reproduction& module,
                                               WorkerPool& pool, milliseconds time,
                                               const Budget& budget) {
  using Chosen = Result<std::vector<FunctionAttributes>>;
  std::vector<Chosen> parts(job.threads, Chosen(std::vector<FunctionAttributes>()));
  OnThreads(job.threads, [&] {
    tbb::parallel_for(std::size_t{0}, parts.size(), [&](std::size_t part) {
      parts[part] = pool.ChooseAttributes("what opt made of " + job.program.string(),
                                          module.bitcode, {part, parts.size()}, time, budget);
    });
  });
  std::vector<FunctionAttributes> all;
  for (Chosen& part : parts) {
    if (!part) return part.error();
    std::ranges::move(*part, std::back_inserter(all));
  }
  return all;
}

}  // namespace

Result<Attributed> AttributeForSize(const TuneJob& job, const Reproduction& module,
                                    WorkerPool& pool, milliseconds choosing, const Budget& budget) {
  const Error none{ErrorCode::kNotFound, "no size attributes make it smaller"};
  const auto chosen = Choose(job, module, pool, choosing, budget);
  if (!chosen) return chosen.error();
  Attributed result;
  result.functions = static_cast<std::uint64_t>(std::ranges::count_if(
      *chosen, [](const FunctionAttributes& its) { return its.best != its.given; }));
  if (result.functions == 0) return none;
  Result<std::string> csv = AttributesCsv(*chosen);
  if (!csv) return csv.error();
  result.csv = *std::move(csv);
  ForceOptions options;
  options.opt_program = job.opt_program;
  options.temp_root = std::filesystem::temp_directory_path();
  options.memory_bytes = OptMemory(job);
  const auto force = [&] {
    return ForceAttributes(module.bitcode, result.csv, job.program.string(), options, budget);
  };
  Result<std::string> bitcode = force();
  if (!bitcode) return bitcode.error();
  const Result<std::string> again = force();
  if (!again) return again.error();
  if (*again != *bitcode) {
    return Error{ErrorCode::kBadInput, "two processes of opt give functions other attributes"};
  }
  if (IsTextualIr(job.output)) {
    options.text = true;
    Result<std::string> text = force();
    if (!text) return text.error();
    result.text = *std::move(text);
  }
  Result<ProgramInfo> measured =
      pool.Measure("what opt made of " + job.program.string(), *bitcode,
                   {.object_size = true, .object_file = IsObjectFile(job.output)}, budget);
  if (!measured) return measured.error();
  const Cost& cost = measured->root.cost;
  if (!cost.object_size || cost.object_size->total() >= module.cost.object_size->total())
    return none;
  if (const Status accepted = CheckModule(job, *bitcode, measured->code_model, budget);
      !accepted.ok()) {
    return accepted.error();
  }
  result.size = *cost.object_size;
  result.ir = measured->root.next.ir;
  result.bitcode = *std::move(bitcode);
  result.object = std::move(measured->object);
  return result;
}

}  // namespace autotune
