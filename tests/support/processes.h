#pragma once

#include <algorithm>
#include <chrono>
#include <filesystem>
#include <fstream>
#include <optional>
#include <sstream>
#include <string>
#include <thread>
#include <vector>

#include <gtest/gtest.h>
#include <sys/types.h>

#include "eval/client/worker_pool.h"

namespace autotune {

/// The parent and the state (`R`, `S`, `T`, `Z`, ...) of a process.
struct ProcessInfo {
  pid_t parent;
  char state;
};

/// Nothing where there is no such process.
inline std::optional<ProcessInfo> Inspect(pid_t pid) {
  std::ifstream file("/proc/" + std::to_string(pid) + "/stat");
  std::string line;
  if (!std::getline(file, line)) return std::nullopt;
  std::istringstream rest(line.substr(line.rfind(')') + 1));
  ProcessInfo info{};
  rest >> info.state >> info.parent;
  return info;
}

/// A process that ended counts as gone even if nobody has waited for it yet.
inline bool IsGone(pid_t pid) {
  const auto info = Inspect(pid);
  return !info || info->state == 'Z' || info->state == 'X';
}

inline bool GoneWithin(std::chrono::milliseconds limit, const std::vector<int>& pids) {
  const auto end = Clock::now() + limit;
  while (!std::ranges::all_of(pids, IsGone)) {
    if (Clock::now() > end) return false;
    std::this_thread::sleep_for(std::chrono::milliseconds(2));
  }
  return true;
}

/// The children of a process that run a program of this name.
inline std::vector<pid_t> ChildrenOf(pid_t parent, const std::string& name) {
  std::vector<pid_t> children;
  for (const auto& entry : std::filesystem::directory_iterator("/proc")) {
    const std::string number = entry.path().filename();
    if (!std::ranges::all_of(number, [](char c) { return c >= '0' && c <= '9'; })) continue;
    const pid_t pid = std::stoi(number);
    const auto info = Inspect(pid);
    std::string found;
    std::getline(std::ifstream(entry.path() / "comm"), found);
    if (info && info->parent == parent && found == name) children.push_back(pid);
  }
  return children;
}

/// The common parent of a pool's workers, of which there has to be one.
inline pid_t ZygoteOf(const WorkerPool& pool) {
  const std::vector<int> workers = pool.worker_pids();
  const auto info = workers.empty() ? std::nullopt : Inspect(workers.front());
  EXPECT_TRUE(info);
  return info ? info->parent : -1;
}

}  // namespace autotune
