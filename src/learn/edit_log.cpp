#include "learn/edit_log.h"

#include <iterator>

#include <fmt/format.h>

namespace autotune {

Status EditLog::Open(const std::filesystem::path& file) {
  const MutexLock lock(mutex_);
  path_ = file;
  file_.open(file, std::ios::app);
  if (file_) return {};
  return Error{ErrorCode::kBadInput, fmt::format("can't write '{}'", file.string())};
}

void EditLog::Append(const std::string& family, const ActionSpace& actions,
                     const std::vector<EditTrial>& trials) {
  const auto name = [&](const std::optional<PassId>& pass, const char* none) {
    return pass ? actions.actions()[*pass].pipeline : std::string(none);
  };
  std::string text;
  for (const auto& [place, pass, result] : trials) {
    fmt::format_to(std::back_inserter(text), "{}\t{}\t{}\t{}\t{}\t{}\t{}\t{:.6f}\t{}\n", family,
                   name(place.before, "^"), name(pass, ""), name(place.after, "$"),
                   place.replaces ? 1 : 0, place.passes_before, place.passes_after, place.excess,
                   static_cast<int>(result));
  }
  const MutexLock lock(mutex_);
  file_ << text << std::flush;
}

Status EditLog::Close() {
  const MutexLock lock(mutex_);
  file_.close();
  if (file_) return {};
  return Error{ErrorCode::kBadInput, fmt::format("can't write '{}'", path_.string())};
}

}  // namespace autotune
