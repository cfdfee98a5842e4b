#pragma once

#include <chrono>
#include <filesystem>
#include <string>
#include <vector>

#include "core/budget.h"
#include "core/code_model.h"
#include "core/result.h"
#include "core/toolchain.h"

namespace autotune {

/// What the user's command is given.
enum class CheckAs {
  kBitcode,
  kObject,      ///< made by `llc` as the options' code model says
  kExecutable,  ///< that object, linked
};

struct CheckOptions {
  /// For `/bin/sh -c`, in our working directory. Every `{}` is the file: an absolute path of
  /// letters and digits and a few marks, which no shell expands, whatever quotes stand around it.
  std::string command;
  CheckAs as = CheckAs::kBitcode;
  std::chrono::milliseconds time_limit{
      60'000};  ///< of the command, of compiling and of linking, each
  CodeModel code_model{.relocation = Relocation::kPic};
  std::vector<std::string> link_flags;  ///< `kExecutable`: after the object, e.g. `-lm`
  std::filesystem::path llc_program = kLlcProgram;
  std::filesystem::path linker = kClangProgram;  ///< a compiler driver
  /// If its name is not plain, the files go to /tmp, /var/tmp or /dev/shm.
  std::filesystem::path temp_root = "/tmp";
};

/// Lets the user's command judge a program by its exit code. `kBadInput` is its No: another exit
/// code than 0, a crash, too long a run, or a program that can't even be compiled or linked. Every
/// other error means that nothing was judged: `kInvalidArgument` for a command without `{}`,
/// `kNotFound` where a tool is missing, `kIo`, `kCancelled`. A command that rejects the program as
/// it came is mistaken itself: try that one first. Thread-safe as far as the command is.
Status RunCheck(const std::string& bitcode, const CheckOptions& options, const Budget& budget);

}  // namespace autotune
