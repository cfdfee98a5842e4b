#pragma once

#include <string>
#include <utility>

#include <fmt/core.h>

#include "core/budget.h"
#include "eval/client/worker_pool.h"
#include "eval/proof/reproduction.h"
#include "tune/job.h"
#include "tune/memory/run_database.h"
#include "tune/observer.h"
#include "tune/result.h"
#include "tune/run_clock.h"
#include "tune/run_policy.h"
#include "tune/seconds.h"

namespace autotune {

/// The parts of one run that its stages share. The run keeps them alive.
struct RunParts {
  const TuneJob& job;
  const RunPolicy policy;
  TuneObserver& observer;
  RunClock& clock;
  RunDatabase& database;
  WorkerPool& pool;               ///< workers that have loaded the program
  const ProgramFile& program;     ///< the file that `opt` reads
  const Clock::duration loading;  ///< time that a worker took to read the program
  /// Facts known so far; each stage adds its findings.
  TuneResult& result;

  const ProgramInfo& info() const { return result.program; }
  /// Returns the program that lists are searched for.
  const ProgramInfo& searched() const { return result.searched(); }
  std::uint64_t Value(const Cost& cost) const { return autotune::Value(cost, job.objective); }

  /// Tells the observer that a step has ended.
  template <typename... Parts>
  void Trace(fmt::format_string<Parts...> format, Parts&&... parts) const {
    observer.Trace(clock.seconds(), fmt::format(format, std::forward<Parts>(parts)...));
  }
};

}  // namespace autotune
