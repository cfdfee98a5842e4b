#pragma once

#include <chrono>
#include <cstddef>
#include <functional>
#include <string>
#include <vector>

#include "core/budget.h"
#include "core/result.h"
#include "eval/subprocess.h"

namespace autotune {

/// A command to be run, and how long it may take at most.
struct Job {
  std::vector<std::string> arguments;
  std::chrono::milliseconds time_limit{};
};

/// Called where job `index` is over. Calls never overlap.
using OnJob = std::function<void(std::size_t index, const Result<SubprocessResult>& result)>;

/// Runs the jobs in their order, up to `at_once` at a time, each on a thread of its own. Once
/// `budget` is cancelled nothing more starts, what is running is killed, and nothing is reported.
void RunJobs(const std::vector<Job>& jobs, std::size_t at_once, const Budget& budget,
             const OnJob& on_job);

}  // namespace autotune
