#pragma once

#include <atomic>
#include <numeric>
#include <string>
#include <thread>
#include <vector>

#include "core/random.h"
#include "eval/client/worker_pool.h"
#include "support/pool.h"

namespace autotune {

/// What four threads find out about random walks, as one text.
inline std::string Walk(WorkerPool& pool, const ProgramState& root, std::size_t jobs) {
  std::vector<std::string> answers(jobs);
  std::atomic<std::size_t> next = 0;
  std::vector<std::thread> team;
  for (int t = 0; t < 4; ++t) {
    team.emplace_back([&] {
      for (std::size_t job; (job = next++) < jobs;) {
        Random random(99, job);
        ProgramState state = root;
        for (int i = 0; i < 6; ++i) {
          PassSequence passes;
          for (int k = 0; k < 3; ++k) passes.push_back(PassId(random.Below(pool.actions().size())));
          const Trace trace = Apply(pool, state, passes);
          for (const Evaluation& step : trace.steps) answers[job] += ToHex(step.next.ir) + " ";
          answers[job] += Outcome(trace);
          if (trace.steps.empty()) break;
          state = trace.steps.back().next;
        }
      }
    });
  }
  for (std::thread& thread : team) thread.join();
  return std::accumulate(answers.begin(), answers.end(), std::string());
}

inline ActionSpace WalkActions() {
  return Actions({"function(sroa)", "function(simplifycfg)", "function(gvn)", "cgscc(inline)",
                  "function(instcombine<no-verify-fixpoint>)", "function(reg2mem)",
                  "function(loop-mssa(licm))", "globalopt", "function(early-cse<memssa>)"});
}

}  // namespace autotune
