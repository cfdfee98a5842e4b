#include "project/user_build.h"

#include <algorithm>
#include <array>

#include <fmt/format.h>

#include "core/own_program.h"
#include "eval/process/subprocess.h"
#include "wrapper/compiler_wrapper.h"

namespace autotune {

namespace {

namespace fs = std::filesystem;

constexpr std::array<std::string_view, 2> kMakes = {"make", "gmake"};

std::string Path(const fs::path& folder, const char* wrapper) {
  return (folder / wrapper).string();
}

}  // namespace

std::vector<std::string> WithOurCompilers(std::vector<std::string> command,
                                          const fs::path& folder) {
  if (std::ranges::find(kMakes, fs::path(command.front()).filename().string()) == kMakes.end()) {
    return command;
  }
  command.insert(command.begin() + 1,
                 {"CC=" + Path(folder, kCWrapper), "CXX=" + Path(folder, kCxxWrapper)});
  return command;
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
  // A compile that ccache answers would be neither recorded nor replaced.
  return RunForeground(words, {{kBuildVariable, job_.state.string()},
                               {kModeVariable, mode == WrapperMode::kApply ? kApplyMode : ""},
                               {kLevelsVariable, job_.all_levels ? kAllLevels : ""},
                               {"CC", Path(folder, kCWrapper)},
                               {"CXX", Path(folder, kCxxWrapper)},
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
  return Run(WithOurCompilers(job_.command, OwnFolder()), mode, "the build");
}

Result<bool> UserBuild::Check() const {
  if (job_.check.empty()) return true;
  const Result<ForegroundEnd> end = Start({"/bin/sh", "-c", job_.check}, WrapperMode::kApply);
  if (!end) return end.error();
  if (end->signal != 0) return Stopped(end->signal);
  return end->Succeeded();
}

}  // namespace autotune
