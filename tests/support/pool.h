#pragma once

#include <cstdlib>
#include <iostream>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include <gtest/gtest.h>

#include "eval/client/worker_pool.h"
#include "support/sanitized.h"

namespace autotune {

/// A pool of the `autotune-worker` that was built along (`AUTOTUNE_WORKER_PROGRAM`). Ends the test
/// program where there is none.
inline std::unique_ptr<WorkerPool> StartPool(ActionSpace actions, WorkerPoolOptions options = {}) {
  options.worker_program = AUTOTUNE_WORKER_PROGRAM;
  auto pool = WorkerPool::Start(std::move(actions), options);
  if (!pool.ok()) {
    std::cerr << pool.error().message << '\n';
    std::abort();
  }
  return *std::move(pool);
}

/// An action space of just these pipeline texts.
inline ActionSpace Actions(const std::vector<std::string>& pipelines) {
  std::vector<Action> actions;
  for (const std::string& pipeline : pipelines) actions.push_back({pipeline, ""});
  return ActionSpace("test", std::move(actions), {});
}

inline PassSequence Ids(const ActionSpace& space, const std::vector<std::string_view>& pipelines) {
  PassSequence ids;
  for (const std::string_view pipeline : pipelines) {
    const auto id = space.Find(pipeline);
    EXPECT_TRUE(id.ok()) << pipeline;
    if (id.ok()) ids.push_back(*id);
  }
  return ids;
}

/// Loads a program that must be loadable; the state all its sequences start from.
inline ProgramState LoadProgram(WorkerPool& pool, const std::string& ir,
                                const Observe& observe = {}) {
  const auto info = pool.Load("test.ll", ir, observe, Budget::Unlimited());
  EXPECT_TRUE(info.ok()) << (info.ok() ? "" : info.error().message);
  return info.ok() ? info->root.next : ProgramState{};
}

/// Without any budget.
inline Trace Apply(Evaluator& evaluator, const ProgramState& from, std::span<const PassId> passes,
                   const EvaluationOptions& options = {}) {
  const Budget unlimited({});
  return evaluator.Apply(from, passes, options, unlimited);
}

/// The error of a trace, or nothing.
inline std::string_view Outcome(const Trace& trace) {
  return trace.status.ok() ? "ok" : Name(trace.status.error().code);
}

inline std::uint64_t Failures(const WorkerPool& pool, ErrorCode code) {
  const WorkerPoolStats stats = pool.stats();
  for (std::size_t i = 0; i < stats.failures.size(); ++i) {
    if (kEvaluationFailures[i] == code) return stats.failures[i];
  }
  return 0;
}

}  // namespace autotune
