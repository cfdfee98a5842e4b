#include "eval/process/system_memory.h"

#include <algorithm>
#include <fstream>
#include <sstream>
#include <string>
#include <string_view>

#include <fcntl.h>
#include <unistd.h>

namespace autotune {
namespace {

namespace fs = std::filesystem;

/// Returns the number behind `key` in a file of lines "key number ...".
std::optional<std::uint64_t> NumberOf(const fs::path& file, std::string_view key) {
  std::ifstream stream(file);
  for (std::string line; std::getline(stream, line);) {
    std::istringstream words(line);
    std::string word;
    std::uint64_t number = 0;
    if (words >> word && word == key && words >> number) return number;
  }
  return std::nullopt;
}

/// Returns the only number in a file; nothing if the file is missing or holds a word ("max").
std::optional<std::uint64_t> OnlyNumber(const fs::path& file) {
  std::ifstream stream(file);
  std::uint64_t number = 0;
  if (stream >> number) return number;
  return std::nullopt;
}

/// Files of one version of control groups.
struct GroupFiles {
  const char* limit;
  const char* used;
  const char* droppable;  ///< key in `memory.stat` for used memory that the system can drop
};
constexpr GroupFiles kVersion1 = {"memory.limit_in_bytes", "memory.usage_in_bytes",
                                  "total_inactive_file"};
constexpr GroupFiles kVersion2 = {"memory.max", "memory.current", "inactive_file"};

std::optional<std::uint64_t> Left(const fs::path& group, const GroupFiles& files) {
  const auto limit = OnlyNumber(group / files.limit);
  const auto used = OnlyNumber(group / files.used);
  if (!limit || !used) return std::nullopt;
  const std::uint64_t droppable = NumberOf(group / "memory.stat", files.droppable).value_or(0);
  const std::uint64_t taken = *used - std::min(*used, droppable);
  return *limit - std::min(*limit, taken);
}

/// Lowers `least` to the free memory of the group and all above it, up to the folder in which
/// groups are mounted.
void TakeLeast(const fs::path& mount, const std::string& name, const GroupFiles& files,
               std::optional<std::uint64_t>& least) {
  // A container may see its own group as the root and still be told the name it has outside.
  fs::path group = mount / fs::path(name).relative_path();
  std::error_code ignored;
  if (!fs::is_directory(group, ignored)) group = mount;
  while (true) {
    if (const auto left = Left(group, files)) least = std::min(least.value_or(*left), *left);
    if (group == mount || group == group.parent_path()) return;
    group = group.parent_path();
  }
}

}  // namespace

std::uint64_t OutOfMemoryKills() { return NumberOf("/proc/vmstat", "oom_kill").value_or(0); }

std::optional<std::uint64_t> AvailableMemory(const fs::path& root) {
  std::optional<std::uint64_t> least;
  const fs::path meminfo = root / "proc/meminfo";
  if (const auto available = NumberOf(meminfo, "MemAvailable:")) {
    least = (*available + NumberOf(meminfo, "SwapFree:").value_or(0)) * 1024;
  }
  std::ifstream groups(root / "proc/self/cgroup");
  for (std::string line; std::getline(groups, line);) {  // "number:controllers:/name"
    const std::size_t first = line.find(':');
    const std::size_t second = first == line.npos ? first : line.find(':', first + 1);
    if (second == line.npos) continue;
    const std::string controllers = line.substr(first + 1, second - first - 1);
    const std::string name = line.substr(second + 1);
    const fs::path mounts = root / "sys/fs/cgroup";
    if (controllers.empty()) TakeLeast(mounts, name, kVersion2, least);
    if ((',' + controllers + ',').find(",memory,") != std::string::npos) {
      TakeLeast(mounts / "memory", name, kVersion1, least);
    }
  }
  return least;
}

void VolunteerForOutOfMemoryKill() {
  const int file = ::open("/proc/self/oom_score_adj", O_WRONLY | O_CLOEXEC);
  if (file < 0) return;
  constexpr char kScore[] = "500";
  [[maybe_unused]] const ssize_t written = ::write(file, kScore, sizeof kScore - 1);
  ::close(file);
}

}  // namespace autotune
