#include "tune/input/program_checks.h"

#include <fmt/format.h>

#include "core/toolchain.h"
#include "eval/process/subprocess.h"
#include "eval/process/system_memory.h"
#include "eval/proof/module_name.h"
#include "eval/proof/reproduction.h"
#include "tune/output/output_format.h"

namespace autotune {

namespace {

namespace fs = std::filesystem;

/// Returns the command line that removes attributes from all functions. It needs no pipeline of
/// ours, so the stripped file is an honest input of its own.
std::string StripLine(const fs::path& file, std::string_view attributes) {
  const std::string source = ModuleCommand(file);
  return fmt::format("{}{} -passes=forceattrs {}{} -o {}", source.empty() ? "" : source + " | ",
                     kOptProgram, attributes,
                     source.empty() ? " " + ShellQuote(FileArgument(file)) : "",
                     ShellQuote(FileArgument(ModuleStem(file) + ".stripped.bc")));
}

std::string OptnoneWarning(const fs::path& file, const ProgramInfo& program) {
  // Clang makes each optnone function noinline. Where some are not, noinline may be their author's.
  if (program.optnone_functions < program.functions) {
    return fmt::format(
        "{} of {} functions are optnone, which passes skip: compile without it, or remove it by "
        "{} -force-remove-attribute=FUNCTION:optnone and FUNCTION:noinline",
        program.optnone_functions, program.functions, kOptProgram);
  }
  return fmt::format(
      "every function is optnone, which passes skip; strip it first: {}",
      StripLine(file, "-force-remove-attribute=optnone -force-remove-attribute=noinline"));
}

}  // namespace

std::optional<std::string> MemoryWarning(const fs::path& file, std::uint64_t bytes,
                                         std::uint64_t threads, std::uint64_t available) {
  // Measured on bitcode of 1 MB: 150 MB with two threads. Text has four bytes for one of bitcode.
  const std::uint64_t needed =
      kLeastMemory + bytes / (IsTextualIr(file) ? 4 : 1) * (40 + 25 * threads);
  if (needed <= available) return std::nullopt;
  return fmt::format(
      "'{}' needs about {} MiB of memory, and there are {} MiB: passes or proofs may fail for it",
      file.string(), needed >> 20, available >> 20);
}

Result<std::vector<std::string>> InputWarnings(const fs::path& file, const ProgramInfo& program) {
  const std::string name = file.string();
  if (program.functions == 0) {
    return Error{
        ErrorCode::kBadInput,
        fmt::format("'{}' has no function with a body: there is nothing to optimise", name)};
  }
  std::vector<std::string> warnings;
  if (program.optnone_functions > 0) {
    warnings.push_back(OptnoneWarning(file, program));
  } else if (program.noinline_functions == program.functions) {
    warnings.push_back(fmt::format("every function is noinline; to allow inlining: {}",
                                   StripLine(file, "-force-remove-attribute=noinline")));
  }
  if (program.target_triple.empty()) {
    warnings.push_back(fmt::format(
        "'{}' names no target triple: object sizes are those of this machine's target", name));
  }
  if (!program.has_data_layout) {
    warnings.push_back(fmt::format(
        "'{}' has no data layout: passes assume LLVM's default one, which may not be your target's",
        name));
  }
  return warnings;
}

}  // namespace autotune
