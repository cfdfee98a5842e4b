// How many steps a learner makes in a second. experiments/table quotes it:
//   environment_bench [--program=FILE] [--benchmark_...]
// Uniform random 45-pass episodes in the `compilergym` space, features after each pass.

#include <cstdint>
#include <iostream>
#include <memory>
#include <string>
#include <vector>

#include <benchmark/benchmark.h>
#include <tbb/task_arena.h>

#include "bench_main.h"
#include "core/file.h"
#include "core/random.h"
#include "eval/client/worker_pool.h"
#include "learn/environment.h"

namespace autotune {
namespace {

constexpr std::uint32_t kEpisodePasses = 45;

std::string g_program = AUTOTUNE_EXAMPLES "/routes.ll";

/// Steps in so many episodes side by side, all computed by one thread: one core in all.
void Steps(benchmark::State& state) {
  const auto slots = static_cast<std::size_t>(state.range(0));
  const auto pool =
      Must(WorkerPool::Start(Must(LoadActionSpace("compilergym")), {.workers = slots}));
  const Evaluation root = Must(pool->Load(g_program, Must(ReadFile(g_program)), {.features = true},
                                          Budget::Unlimited()))
                              .root;
  const EnvironmentProgram program{"bench", root, root.cost.instructions / 2};
  Environment environment(pool->actions(), *pool, slots, kEpisodePasses);
  tbb::task_arena one_thread(1);
  Budget budget({});
  std::uint64_t episode = 0;
  std::uint64_t steps = 0;
  const auto play = [&] {
    std::vector<Random> random;
    bool running = true;
    for (std::size_t slot = 0; slot < slots; ++slot) {
      random.emplace_back(1, episode++ % 64);
      environment.Reset(slot, program);
    }
    while (running) {
      std::vector<PassId> passes;
      for (Random& draw : random) {
        passes.push_back(static_cast<PassId>(draw.Below(pool->actions().size())));
      }
      Must(environment.Step(passes, budget));
      running = false;
      for (std::size_t slot = 0; slot < slots; ++slot) running |= environment.running(slot);
    }
  };
  one_thread.execute(play);  // a new worker touches most of LLVM for the first time
  const std::uint64_t warm = budget.used();
  for (auto _ : state) one_thread.execute(play);
  steps = budget.used() - warm;
  state.counters["instructions"] = static_cast<double>(root.cost.instructions);
  state.counters["steps/s"] =
      benchmark::Counter(static_cast<double>(steps), benchmark::Counter::kIsRate);
}

BENCHMARK(Steps)->Arg(1)->Arg(8)->UseRealTime()->Unit(benchmark::kMillisecond);

}  // namespace
}  // namespace autotune

int main(int argc, char** argv) {
  std::vector<char*> arguments(argv, argv + argc);
  autotune::TakeFlag(arguments, "program", autotune::g_program);
  int count = static_cast<int>(arguments.size());
  benchmark::Initialize(&count, arguments.data());
  if (benchmark::ReportUnrecognizedArguments(count, arguments.data())) return 2;
  benchmark::RunSpecifiedBenchmarks();
  return 0;
}
