#include "eval/proof/check.h"

#include <string_view>

#include "core/toolchain.h"
#include "eval/process/subprocess.h"
#include "eval/process/temp_directory.h"

namespace autotune {
namespace {

namespace fs = std::filesystem;

constexpr std::string_view kPlaceholder = "{}";

/// True if every shell takes this absolute path literally: bare, in either kind of quotes, in a
/// here-document, or handed on to another shell.
bool IsPlain(const fs::path& path) {
  constexpr std::string_view kPlain =
      "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_@%+=:,./-";
  return path.is_absolute() && path.native().find_first_not_of(kPlain) == std::string::npos;
}

/// Makes a scratch directory with a plain path: below `root` if that is plain, else below a system
/// folder for temporary files. Quoting the path is no alternative: the `{}` of a command may
/// already stand in quotes of the user's.
Result<TempDirectory> MakePlainDirectory(const fs::path& root) {
  std::error_code error;
  const fs::path absolute = fs::absolute(root, error);
  if (!error && IsPlain(absolute)) return TempDirectory::Create(absolute);
  std::string why;
  for (const char* folder : {"/tmp", "/var/tmp", "/dev/shm"}) {
    Result<TempDirectory> made = TempDirectory::Create(folder);
    if (made.ok()) return made;
    why = made.error().message;
  }
  return Error{ErrorCode::kIo,
               "the check needs a folder with a plain name for its file: TMPDIR is '" +
                   root.string() + "', and " + why};
}

/// Returns `command` with the file in place of every `{}`.
std::string Substitute(std::string command, const fs::path& file) {
  const std::string& word = file.native();
  for (std::size_t at = command.find(kPlaceholder); at != std::string::npos;
       at = command.find(kPlaceholder, at + word.size())) {
    command.replace(at, kPlaceholder.size(), word);
  }
  return command;
}

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

}  // namespace

Status RunCheck(const std::string& bitcode, const CheckOptions& options, const Budget& budget) {
  if (options.command.find(kPlaceholder) == std::string::npos) {
    return Error{ErrorCode::kInvalidArgument, "the check '" + options.command +
                                                  "' has no {} for the name of the program's file"};
  }
  const Result<TempDirectory> directory = MakePlainDirectory(options.temp_root);
  if (!directory.ok()) return directory.error();
  const fs::path bitcode_file = directory->path() / "program.bc";
  const fs::path object_file = directory->path() / "program.o";
  const fs::path executable_file = directory->path() / "program";

  Status status = directory->Write(bitcode_file.filename(), bitcode);
  fs::path file = bitcode_file;
  if (status.ok() && options.as != CheckAs::kBitcode) {
    file = object_file;
    std::vector<std::string> arguments = {options.llc_program, "-filetype=obj", bitcode_file, "-o",
                                          object_file};
    const std::vector<std::string> flags = LlcFlags(options.code_model);
    arguments.insert(arguments.end(), flags.begin(), flags.end());
    arguments.insert(arguments.end(), options.code_options.begin(), options.code_options.end());
    status =
        Run(arguments, "compiling for the check", InstallAdvice(kLlvmPackage), options, budget);
  }
  if (status.ok() && options.as == CheckAs::kExecutable) {
    file = executable_file;
    std::vector<std::string> arguments = {options.linker, object_file, "-o", executable_file};
    // Debian's clang links position-independent executables; static code does not fit into them.
    if (options.code_model.relocation != Relocation::kPic) arguments.emplace_back("-no-pie");
    arguments.insert(arguments.end(), options.link_flags.begin(), options.link_flags.end());
    status = Run(arguments, "linking for the check", InstallAdvice(kClangPackage), options, budget);
  }
  if (!status.ok()) return status;
  return Run({"/bin/sh", "-c", Substitute(options.command, file)},
             "the check '" + options.command + "'", "the check needs a shell", options, budget);
}

}  // namespace autotune
