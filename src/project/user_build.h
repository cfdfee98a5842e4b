#pragma once

#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

#include "core/result.h"
#include "project/build_job.h"
#include "wrapper/foreground.h"
#include "wrapper/unit_folder.h"

namespace autotune {

enum class WrapperMode { kRecord, kApply };

/// Returns what `make` reads from the environment variable MAKEFLAGS, with our compilers. They
/// count more than an assignment in a makefile, and words on the command line of `make` count more
/// still.
std::string WithOurCompilers(std::string_view make_flags, const std::filesystem::path& folder);

/// Runs a user's commands in the foreground, with the wrappers as their compilers. Not thread-safe.
class UserBuild {
 public:
  /// Both must outlive this object. `signal` becomes the signal that ends a command early.
  UserBuild(const BuildJob& job, int& signal) : job_(job), signal_(signal) {}

  /// Checks that a makefile can name the wrappers. Errors: `kNotFound`; `kInvalidArgument` for a
  /// folder that a shell would take apart.
  Status CheckWrappers() const;

  /// Cleans, if the job says how, and builds. Errors: `kBadInput` if a command fails; `kCancelled`
  /// if a signal came.
  Status Build(WrapperMode mode) const;

  /// Runs the job's check. True if it passes or there is none. Errors: `kCancelled`.
  Result<bool> Check() const;

 private:
  Status Run(const std::vector<std::string>& words, WrapperMode mode, const char* what) const;
  Result<ForegroundEnd> Start(const std::vector<std::string>& words, WrapperMode mode) const;

  Error Stopped(int signal) const;

  const BuildJob& job_;
  int& signal_;
};

}  // namespace autotune
