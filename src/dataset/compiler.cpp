#include "dataset/compiler.h"

#include <algorithm>

#include <fmt/format.h>

#include "core/toolchain.h"
#include "eval/process/subprocess.h"
#include "eval/process/temp_directory.h"

namespace autotune {

namespace {

namespace fs = std::filesystem;
using namespace std::chrono_literals;

constexpr auto kCompileTimeLimit = 300s;

/// Flags for old code that earlier compilers accepted and clang 19 refuses.
constexpr const char* kLenient[] = {"-w",
                                    "-Qunused-arguments",
                                    "-Wno-implicit-function-declaration",
                                    "-Wno-implicit-int",
                                    "-Wno-int-conversion",
                                    "-Wno-incompatible-function-pointer-types",
                                    "-Wno-return-type"};

/// Returns the most telling line of a tool's complaints.
std::string FirstComplaint(const std::string& text) {
  for (const std::string_view mark : {"error: ", "error:", ""}) {
    const std::size_t found = text.find(mark);
    if (found == text.npos) continue;
    const std::size_t begin = text.rfind('\n', found) + 1;  // npos + 1 is 0
    return text.substr(begin, text.find('\n', found) - begin);
  }
  return {};
}

Status Run(const std::vector<std::string>& arguments, std::string_view tool, const Budget& budget) {
  const Result<SubprocessResult> run =
      RunSubprocess(arguments, {.time_limit = kCompileTimeLimit}, budget);
  if (!run) return run.error();
  if (run->Succeeded()) return {};
  if (run->timed_out || run->signal != 0) {
    return Error{ErrorCode::kBadInput, fmt::format("{} {}", tool, HowItEnded(*run))};
  }
  return Error{ErrorCode::kBadInput, FirstComplaint(run->error_output)};
}

}  // namespace

std::string_view Name(Flavour flavour) {
  switch (flavour) {
    case Flavour::kO0: return "O0";
    case Flavour::kO2: return "O2";
    case Flavour::kOz: return "Oz";
  }
  return "";
}

std::vector<std::string> Flags(Flavour flavour) {
  switch (flavour) {
    // -O0 itself would mark every function `optnone`.
    case Flavour::kO0: return {"-O1", "-Xclang", "-disable-llvm-passes"};
    case Flavour::kO2: return {"-O2"};
    case Flavour::kOz: return {"-Oz", "-Xclang", "-disable-llvm-passes"};
  }
  return {};
}

Result<std::string> VersionOf(std::string_view program, std::string_view packages,
                              const Budget& budget) {
  // csmith leaves a file in its working folder.
  const Result<SubprocessResult> run = RunSubprocess(
      {"env", "-C", TempRoot().string(), std::string(program), "--version"}, {}, budget);
  if (run && run->Succeeded()) return run->output.substr(0, run->output.find('\n'));
  if (run || run.error().code == ErrorCode::kNotFound) {
    return Error{
        ErrorCode::kNotFound,
        fmt::format("{} does not run; it comes with 'apt-get install {}'", program, packages)};
  }
  return run.error();
}

Status Compile(const Compilation& compilation, Flavour flavour, const fs::path& output,
               const Budget& budget) {
  std::vector<std::string> arguments = {"env", "-C", compilation.folder.string(), "LC_ALL=C",
                                        // for __DATE__ and __TIME__
                                        "SOURCE_DATE_EPOCH=0", compilation.compiler};
  arguments.insert(arguments.end(), compilation.flags.begin(), compilation.flags.end());
  const std::vector<std::string> flags = Flags(flavour);
  arguments.insert(arguments.end(), flags.begin(), flags.end());
  arguments.insert(arguments.end(), std::begin(kLenient), std::end(kLenient));
  // Even after `--`, clang takes a word that begins with `@` for a file with more flags.
  const bool response_file = compilation.source.starts_with('@');
  arguments.insert(arguments.end(), {"-emit-llvm", "-c", "-o", output.string(), "--",
                                     (response_file ? "./" : "") + compilation.source});
  return Run(arguments, compilation.compiler, budget);
}

Status Link(const std::vector<fs::path>& modules, const fs::path& output, const Budget& budget) {
  std::vector<std::string> arguments = {std::string(kLinkProgram), "-o", output.string()};
  for (const fs::path& module : modules) arguments.push_back(module.string());
  return Run(arguments, kLinkProgram, budget);
}

Status StripDebug(const fs::path& module, const fs::path& output, const Budget& budget) {
  return Run({std::string(kOptProgram), "-strip-debug", "-o", output.string(), module.string()},
             kOptProgram, budget);
}

std::string JoinFlags(const std::vector<std::string>& flags) {
  std::string text;
  for (const std::string& flag : flags) {
    text += (text.empty() ? "" : " ") + ShellQuote(flag);
  }
  return text;
}

}  // namespace autotune
