#pragma once

#include <chrono>
#include <cstdint>
#include <filesystem>
#include <string>
#include <vector>

#include "core/budget.h"
#include "core/code_model.h"
#include "core/result.h"
#include "core/toolchain.h"

namespace autotune {

/// The form in which the user's command gets the program.
enum class CheckAs {
  kBitcode,
  kObject,      ///< made by `llc` with the options' code model
  kExecutable,  ///< the object of `kObject`, linked
};

struct CheckOptions {
  /// Command for `/bin/sh -c`, run in our working directory. Every `{}` becomes the file's absolute
  /// path. The path has only letters, digits and a few marks, so no shell expands it in any quotes.
  std::string command;
  CheckAs as = CheckAs::kBitcode;
  /// Limit of the command, of compiling and of linking, each.
  std::chrono::milliseconds time_limit{60'000};
  CodeModel code_model{.relocation = Relocation::kPic};
  std::vector<std::string> code_options{};  ///< of `llc`, besides those of `code_model`
  std::vector<std::string> link_flags;      ///< `kExecutable`: after the object, e.g. `-lm`
  std::filesystem::path llc_program = kLlcProgram;
  std::filesystem::path linker = kClangProgram;  ///< a compiler driver
  std::filesystem::path valgrind = "valgrind";
  /// If its name is not plain, the files go to /tmp, /var/tmp or /dev/shm.
  std::filesystem::path temp_root = "/tmp";
};

/// Lets the user's command judge a program by its exit code. Thread-safe if the command is.
///
/// `kBadInput` means that the program is rejected. Reasons are an exit code other than 0, a crash,
/// too long a run, or a program that can't be compiled or linked. Every other error means that
/// nothing was judged: `kInvalidArgument` for a command without `{}`, `kNotFound` if a tool is
/// missing, `kIo`, `kCancelled`.
///
/// A command that rejects the original program is itself wrong, so try that program first.
Status RunCheck(const std::string& bitcode, const CheckOptions& options, const Budget& budget);

/// Has the user's command run an executable in valgrind, some fifty times slower. Returns the
/// number of instructions that it executes, however often the command runs it. Shared libraries
/// count, too, and in a forked process what its parent had executed. `options.as` has to be
/// `kExecutable`; the command gets a script. Errors as for `RunCheck`; `kBadInput` says nothing
/// about the program without valgrind, such as if the command runs it nowhere.
Result<std::uint64_t> CountExecuted(const std::string& bitcode, const CheckOptions& options,
                                    const Budget& budget);

}  // namespace autotune
