#include "project/user_build.h"

#include <cstdlib>

#include <fmt/format.h>

#include "core/own_program.h"
#include "eval/process/subprocess.h"
#include "wrapper/compiler_wrapper.h"

namespace autotune {

namespace {

namespace fs = std::filesystem;

std::string Path(const fs::path& folder, const char* wrapper) {
  return (folder / wrapper).string();
}

}  // namespace

std::string WithOurCompilers(std::string_view make_flags, const fs::path& folder) {
  return fmt::format("{} -- CC={} CXX={}", make_flags, Path(folder, kCWrapper),
                     Path(folder, kCxxWrapper));
}

Status UserBuild::CheckWrappers() const {
  const fs::path folder = OwnFolder();
  if (ShellQuote(folder.native()) != folder.native()) {
    return Error{ErrorCode::kInvalidArgument,
                 fmt::format("no makefile can name a compiler in '{}': install autotune in a "
                             "folder without blanks and special characters",
                             folder.string())};
  }
  for (const char* const wrapper : {kCWrapper, kCxxWrapper}) {
    std::error_code error;
    if (!fs::exists(folder / wrapper, error)) {
      return Error{ErrorCode::kNotFound, fmt::format("there is no '{}'", Path(folder, wrapper))};
    }
  }
  return {};
}

Result<ForegroundEnd> UserBuild::Start(const std::vector<std::string>& words,
                                       WrapperMode mode) const {
  const fs::path folder = OwnFolder();
  const char* const make_flags = std::getenv("MAKEFLAGS");
  // A compile that ccache answers would be neither recorded nor replaced.
  return RunForeground(words,
                       {{kBuildVariable, job_.state.string()},
                        {kModeVariable, mode == WrapperMode::kApply ? kApplyMode : ""},
                        {kLevelsVariable, job_.all_levels ? kAllLevels : ""},
                        {"CC", Path(folder, kCWrapper)},
                        {"CXX", Path(folder, kCxxWrapper)},
                        {"MAKEFLAGS", WithOurCompilers(make_flags ? make_flags : "", folder)},
                        {"CCACHE_DISABLE", "1"}});
}

Error UserBuild::Stopped(int signal) const {
  signal_ = signal;
  return {ErrorCode::kCancelled, fmt::format("stopped by signal {}", signal)};
}

Status UserBuild::Run(const std::vector<std::string>& words, WrapperMode mode,
                      const char* what) const {
  const Result<ForegroundEnd> end = Start(words, mode);
  if (!end) return end.error();
  if (end->signal != 0) return Stopped(end->signal);
  if (end->Succeeded()) return {};
  return Error{ErrorCode::kBadInput,
               fmt::format("{} failed with exit status {}", what, end->ExitStatus())};
}

Status UserBuild::Build(WrapperMode mode) const {
  if (!job_.clean.empty()) {
    const Status cleaned = Run({"/bin/sh", "-c", job_.clean}, mode, "the --clean command");
    if (!cleaned) return cleaned;
  }
  return Run(job_.command, mode, "the build");
}

Result<bool> UserBuild::Check() const {
  if (job_.check.empty()) return true;
  const Result<ForegroundEnd> end = Start({"/bin/sh", "-c", job_.check}, WrapperMode::kApply);
  if (!end) return end.error();
  if (end->signal != 0) return Stopped(end->signal);
  return end->Succeeded();
}

}  // namespace autotune
