#include "db/run_process.h"

#include <array>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <optional>
#include <sstream>
#include <system_error>
#include <vector>

#include <unistd.h>

namespace autotune {
namespace {

std::vector<std::string> Words(std::string_view text) {
  std::istringstream stream{std::string(text)};
  return {std::istream_iterator<std::string>(stream), {}};
}

/// Returns the start time in clock ticks after the boot; nothing if there is no such process, or
/// nobody has asked yet how it ended.
std::optional<std::string> StartTime(const std::string& pid) {
  std::ifstream file("/proc/" + pid + "/stat");
  std::string stat;
  if (!std::getline(file, stat)) return std::nullopt;
  // The second field is the name in parentheses, which may hold anything.
  const std::vector<std::string> fields = Words(stat.substr(stat.rfind(')') + 1));
  constexpr std::size_t kStartTime = 19;  // field 22 of all
  if (fields.size() <= kStartTime || fields.front() == "Z") return std::nullopt;
  return fields[kStartTime];
}

/// Returns the part of the name shared by all processes that see each other: host, boot and
/// namespace.
std::vector<std::string> Place() {
  std::array<char, 256> host{};
  std::string boot;
  std::ifstream("/proc/sys/kernel/random/boot_id") >> boot;
  std::error_code error;
  const std::string ids = std::filesystem::read_symlink("/proc/self/ns/pid", error).string();
  if (::gethostname(host.data(), host.size() - 1) != 0 || boot.empty() || ids.empty()) return {};
  const std::vector<std::string> host_words = Words(host.data());
  if (host_words.size() != 1) return {};
  return {host_words.front(), boot, ids};
}

}  // namespace

std::string ThisProcess() {
  const std::vector<std::string> place = Place();
  const std::string pid = std::to_string(::getpid());
  const std::optional<std::string> start = StartTime(pid);
  if (place.empty() || !start) return "";
  std::string name;
  for (const std::string& part : place) name += part + ' ';
  return name + pid + ' ' + *start;
}

ProcessState StateOf(std::string_view process) {
  const std::vector<std::string> there = Words(process);
  const std::vector<std::string> here = Place();
  if (there.size() != 5 || here.empty() || there[0] != here[0]) return ProcessState::kUnknown;
  if (there[1] != here[1]) return ProcessState::kRebooted;
  if (there[2] != here[2]) return ProcessState::kUnknown;
  const std::string& pid = there[3];
  if (pid.find_first_not_of("0123456789") != pid.npos) return ProcessState::kUnknown;
  return StartTime(pid) == there[4] ? ProcessState::kRuns : ProcessState::kGone;
}

}  // namespace autotune
