#include "tune/input/whole_program.h"

#include <algorithm>
#include <sstream>
#include <utility>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "eval/process/subprocess.h"
#include "eval/proof/module_name.h"
#include "eval/proof/opt_flags.h"
#include "tune/plan/plan_file.h"
#include "tune/proof/prove.h"

namespace autotune {

namespace {

constexpr std::string_view kMain = "main";

/// What the plugin says about the symbols of a program.
struct Symbols {
  std::vector<std::string> missing;  ///< asked for, and not there
  std::vector<std::string> needed;   ///< called by name
};

Result<Symbols> ReadSymbols(const TuneJob& job, const ProgramFile& program, const Budget& budget) {
  const Result<std::string> plugin = PluginFlag();
  if (!plugin) return plugin.error();
  const Result<SubprocessResult> run = RunSubprocess(
      {job.opt_program, *plugin, "-disable-output",
       fmt::format("-passes=autotune-symbols<{};{}>", kMain, fmt::join(job.keep, ";")),
       FileArgument(program.path)},
      {.time_limit = ReproductionOptions().time_limit, .memory_bytes = OptMemory(job)}, budget);
  if (!run) return run.error();
  if (!run->Succeeded()) {
    return Error{
        ErrorCode::kFatalError,
        fmt::format("'{}' can't list the symbols of '{}'{}", job.opt_program, program.name,
                    run->error_output.empty()
                        ? ""
                        : ": " + run->error_output.substr(0, run->error_output.find('\n')))};
  }
  if (!run->output.ends_with("end\n")) {
    return Error{ErrorCode::kBadInput,
                 fmt::format("'{}' has too many symbols that are called by name", program.name)};
  }
  Symbols symbols;
  std::istringstream words(run->output);
  for (std::string kind, name; words >> kind >> name;) {
    (kind == "missing" ? symbols.missing : symbols.needed).push_back(name);
  }
  return symbols;
}

/// Returns the symbols that stay visible.
Result<std::vector<std::string>> ChooseKept(const TuneJob& job, const Symbols& symbols) {
  const auto is_missing = [&symbols](std::string_view name) {
    return std::ranges::find(symbols.missing, name) != symbols.missing.end();
  };
  const std::string program = job.program.string();
  const auto missing = std::ranges::find_if(job.keep, is_missing);
  if (missing != job.keep.end()) {
    return Error{ErrorCode::kInvalidArgument,
                 fmt::format("--keep: '{}' defines no visible symbol '{}'", program, *missing)};
  }
  if (is_missing(kMain) && job.keep.empty()) {
    return Error{ErrorCode::kInvalidArgument,
                 fmt::format("--whole-program: '{}' defines no main; name with --keep what is "
                             "called from outside",
                             program)};
  }
  std::vector<std::string> kept;
  const auto add = [&kept](const std::string& name) {
    if (std::ranges::find(kept, name) == kept.end()) kept.push_back(name);
  };
  if (!is_missing(kMain)) add(std::string(kMain));
  std::ranges::for_each(job.keep, add);
  std::ranges::for_each(symbols.needed, add);
  return kept;
}

}  // namespace

Result<WholeProgram> MakeWhole(const TuneJob& job, const InputCopy& input, WorkerPool& pool,
                               const Budget& budget) {
  const Result<ProgramInfo> given =
      pool.Measure(job.program.string(), input.bytes(), Observe{}, budget);
  if (!given) return given.error();
  const Result<Symbols> symbols = ReadSymbols(job, input.program(), budget);
  if (!symbols) return symbols.error();
  Result<std::vector<std::string>> kept = ChooseKept(job, *symbols);
  if (!kept) return kept.error();
  const Reproduction step = MakingWhole(fmt::format("{}", fmt::join(*kept, ",")));
  TuneJob sizeless = job;
  sizeless.objective = kDefaultObjective;
  Result<Reproduction> made =
      Prover(sizeless, input.program(), pool)
          .RunOnce({.elements = {step.pipeline}, .cost = {}, .opt_flags = step.opt_flags}, budget);
  if (!made) return made.error();
  return WholeProgram{.kept = *std::move(kept),
                      .given_ir = given->root.next.ir,
                      .given_instructions = given->root.cost.instructions,
                      .given_functions = given->functions,
                      .made = *std::move(made)};
}

Reproduction MakingWhole(const std::string& kept) {
  return {.pipeline = "internalize,globaldce",
          .opt_flags = {"-internalize-public-api-list=" + kept}};
}

std::filesystem::path WholeFile(const std::filesystem::path& program) {
  return ModuleStem(program) + ".whole.bc";
}

std::string WholeProgramArguments(std::string_view kept) {
  std::string names;
  std::istringstream list{std::string(kept)};
  for (std::string name; std::getline(list, name, ',');) {
    // Other symbols are found again.
    if (name != kMain && IsSymbolName(name)) names += (names.empty() ? "" : ",") + name;
  }
  return "--whole-program" + (names.empty() ? "" : " --keep " + ShellQuote(names));
}

}  // namespace autotune
