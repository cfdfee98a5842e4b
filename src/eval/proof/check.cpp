#include "eval/proof/check.h"

#include <cassert>
#include <fstream>
#include <sstream>
#include <string_view>

#include "core/toolchain.h"
#include "eval/process/subprocess.h"
#include "eval/process/temp_directory.h"

namespace autotune {
namespace {

namespace fs = std::filesystem;

constexpr std::string_view kPlaceholder = "{}";

std::string InstallAdvice(std::string_view package) {
  return "it comes with 'apt-get install " + std::string(package) + "'";
}

/// Runs one step of the check; `step` and `advice` are for messages.
Status Run(const std::vector<std::string>& arguments, const std::string& step,
           const std::string& advice, const CheckOptions& options, const Budget& budget) {
  const Result<SubprocessResult> result =
      RunSubprocess(arguments, {.time_limit = options.time_limit}, budget);
  if (!result.ok()) {
    Error error = result.error();
    if (error.code == ErrorCode::kNotFound) error.message += "; " + advice;
    return error;
  }
  if (result->Succeeded()) return {};
  return Error{ErrorCode::kBadInput, step + " " + HowItEnded(*result)};
}

/// Says what is wrong with a command that gets no file.
Status CheckCommand(const CheckOptions& options) {
  if (options.command.find(kPlaceholder) != std::string::npos) return {};
  return Error{ErrorCode::kInvalidArgument,
               "the check '" + options.command + "' has no {} for the name of the program's file"};
}

/// Makes the file that the command gets from a module, in `directory`.
Result<fs::path> MakeFile(const std::string& bitcode, const CheckOptions& options,
                          const TempDirectory& directory, const Budget& budget) {
  const fs::path bitcode_file = directory.path() / "program.bc";
  const fs::path object_file = directory.path() / "program.o";
  const fs::path executable_file = directory.path() / "program";
  if (Status status = directory.Write(bitcode_file.filename(), bitcode); !status.ok()) {
    return status.error();
  }
  if (options.as == CheckAs::kBitcode) return bitcode_file;
  std::vector<std::string> arguments = {options.llc_program, "-filetype=obj", bitcode_file, "-o",
                                        object_file};
  const std::vector<std::string> flags = LlcFlags(options.code_model);
  arguments.insert(arguments.end(), flags.begin(), flags.end());
  arguments.insert(arguments.end(), options.code_options.begin(), options.code_options.end());
  Status status =
      Run(arguments, "compiling for the check", InstallAdvice(kLlvmPackage), options, budget);
  if (!status.ok()) return status.error();
  if (options.as == CheckAs::kObject) return object_file;
  arguments = {options.linker, object_file, "-o", executable_file};
  // Debian's clang links position-independent executables; static code does not fit into them.
  if (options.code_model.relocation != Relocation::kPic) arguments.emplace_back("-no-pie");
  arguments.insert(arguments.end(), options.link_flags.begin(), options.link_flags.end());
  status = Run(arguments, "linking for the check", InstallAdvice(kClangPackage), options, budget);
  if (!status.ok()) return status.error();
  return executable_file;
}

Status RunCommand(const fs::path& file, const std::string& step, const CheckOptions& options,
                  const Budget& budget) {
  return Run({"/bin/sh", "-c", PutFile(options.command, kPlaceholder, file)}, step,
             "the check needs a shell", options, budget);
}

/// Adds up what callgrind counted in all processes, a file each.
std::uint64_t SumOfCounts(const fs::path& directory) {
  constexpr std::string_view kSum = "summary: ";
  std::uint64_t sum = 0;
  std::error_code error;
  for (const fs::directory_entry& entry : fs::directory_iterator(directory, error)) {
    std::ifstream file(entry.path());
    for (std::string line; std::getline(file, line);) {
      std::uint64_t count = 0;
      if (!line.starts_with(kSum)) continue;
      if (std::istringstream(line.substr(kSum.size())) >> count) sum += count;
    }
  }
  return sum;
}

}  // namespace

Status RunCheck(const std::string& bitcode, const CheckOptions& options, const Budget& budget) {
  if (Status command = CheckCommand(options); !command.ok()) return command;
  const Result<TempDirectory> directory = TempDirectory::CreatePlain(options.temp_root);
  if (!directory.ok()) return directory.error();
  const Result<fs::path> file = MakeFile(bitcode, options, *directory, budget);
  if (!file.ok()) return file.error();
  return RunCommand(*file, "the check '" + options.command + "'", options, budget);
}

Result<std::uint64_t> CountExecuted(const std::string& bitcode, const CheckOptions& options,
                                    const Budget& budget) {
  assert(options.as == CheckAs::kExecutable && "nothing else is executed");
  if (Status command = CheckCommand(options); !command.ok()) return command.error();
  const Result<SubprocessResult> there = RunSubprocess({options.valgrind, "--version"}, {}, budget);
  if (!there.ok()) {
    Error error = there.error();
    if (error.code == ErrorCode::kNotFound) error.message += "; " + InstallAdvice("valgrind");
    return error;
  }
  const Result<TempDirectory> directory = TempDirectory::CreatePlain(options.temp_root);
  if (!directory.ok()) return directory.error();
  const Result<fs::path> program = MakeFile(bitcode, options, *directory, budget);
  if (!program.ok()) return program.error();
  const fs::path counts = directory->path() / "counts";
  const fs::path counting = directory->path() / "counting";
  std::error_code error;
  fs::create_directory(counts, error);
  const std::string script =
      "#!/bin/sh\nexec " + ShellQuote(options.valgrind.native()) +
      " -q --tool=callgrind --callgrind-out-file=" + (counts / "%p").native() + " " +
      program->native() + " \"$@\"\n";
  if (Status written = directory->Write("counting", script); !written.ok()) return written.error();
  fs::permissions(counting, fs::perms::owner_all, error);
  const std::string step = "in valgrind, the check '" + options.command + "'";
  if (Status run = RunCommand(counting, step, options, budget); !run.ok()) return run.error();
  const std::uint64_t executed = SumOfCounts(counts);
  if (executed > 0) return executed;
  return Error{ErrorCode::kBadInput, step + " ran no program to its end"};
}

}  // namespace autotune
