// What the evaluation cache costs. What the figures of experiments/cache are made with:
//   cache_bench [--benchmark_...]
// Files lie in the folder for temporary files (TMPDIR).

#include <ctime>
#include <filesystem>
#include <iostream>
#include <memory>
#include <thread>

#include <benchmark/benchmark.h>

#include "core/random.h"
#include "db/caching_evaluator.h"
#include "db/evaluation_store.h"
#include "support/test_directory.h"

namespace autotune {
namespace {

constexpr ProgramId kProgram{1, 2};
constexpr Hash128 kToolchain{3, 4};
constexpr std::size_t kPasses = 300;  ///< of the action space
constexpr std::size_t kLength = 40;

/// Nothing is left to be asked here.
class NoEvaluator : public Evaluator {
 public:
  Trace Apply(const ProgramState&, std::span<const PassId>, const EvaluationOptions&,
              const Budget&) override {
    std::cerr << "cache_bench: what should be known was asked for\n";
    std::exit(1);
  }
};

std::unique_ptr<EvaluationStore> Open(const std::filesystem::path& file,
                                      EvaluationStoreOptions options = {}) {
  auto store = EvaluationStore::Open(file, kProgram, kToolchain, std::move(options));
  if (store) return *std::move(store);
  std::cerr << "cache_bench: " << store.error().message << '\n';
  std::exit(1);
}

PassSequence List(std::uint64_t number) {
  Random random(1, number);
  PassSequence passes(kLength);
  for (PassId& pass : passes) pass = static_cast<PassId>(random.Below(kPasses));
  return passes;
}

StoredEvaluation Evaluated(const Hash128& list) {
  return {StoredEvaluation::State{
      list, {.instructions = list.low % 100'000, .object_size = {}}, 200'000 + list.low % 100'000}};
}

/// Puts the states along lists number `first` and on until there are `count` of them.
void PutLists(EvaluationStore& store, std::uint64_t first, std::size_t count) {
  for (std::uint64_t number = first; count > 0; ++number) {
    ListKey list(kProgram, kToolchain);
    for (const PassId pass : List(number)) {
      if (count == 0) return;
      list.Append(pass);
      store.Put(list.value(), Evaluated(list.value()));
      --count;
    }
  }
}

void Fill(const std::filesystem::path& file, std::size_t count) {
  const auto store = Open(file, {.max_waiting = count + 1});
  PutLists(*store, 0, count);
  if (!store->Close().ok()) std::exit(1);
}

/// One pass asked for at the end of lists of 40, which a file of so many evaluations knows.
void RunHits(benchmark::State& state, std::size_t memory_entries) {
  const auto count = static_cast<std::size_t>(state.range(0));
  const TestDirectory directory;
  const std::filesystem::path file = directory.path() / "evaluations.db";
  Fill(file, count);
  const auto store = Open(file);
  NoEvaluator nobody;
  CachingEvaluator evaluator(nobody, *store, kProgram, kToolchain,
                             {.memory_entries = memory_entries});
  const Budget budget{{}};
  const auto lists = static_cast<std::uint64_t>(count / kLength);
  const auto ask = [&](std::uint64_t number) {
    PassSequence passes = List(number % lists);
    const PassId last = passes.back();
    passes.pop_back();
    return evaluator.Apply({kProgram, {}, std::move(passes)}, {&last, 1}, {}, budget);
  };
  for (std::uint64_t number = 0; number < lists; ++number) ask(number);
  std::uint64_t number = 0;
  for (auto _ : state) benchmark::DoNotOptimize(ask(number += 7919));
}

void MemoryHit(benchmark::State& state) { RunHits(state, 1 << 20); }
void StoreHit(benchmark::State& state) { RunHits(state, 1); }

/// What is in both of the above and is no hit.
void MakeList(benchmark::State& state) {
  std::uint64_t number = 0;
  for (auto _ : state) benchmark::DoNotOptimize(List(number += 7919));
}

std::chrono::duration<double> CpuTime(clockid_t clock) {
  timespec time{};
  clock_gettime(clock, &time);
  return std::chrono::seconds(time.tv_sec) + std::chrono::nanoseconds(time.tv_nsec);
}

/// CPU time of the writing thread for 4,000 evaluations, which is what it gets in a second, in a
/// file that holds so many already.
void WriteOneSecond(benchmark::State& state) {
  constexpr auto kFlush = std::chrono::milliseconds(100);
  const auto count = static_cast<std::size_t>(state.range(0));
  const TestDirectory directory;
  const std::filesystem::path file = directory.path() / "evaluations.db";
  Fill(file, count);
  const auto store = Open(file, {.flush_interval = kFlush});
  std::uint64_t next = count / kLength + 1;
  const auto writer_time = [] {
    return CpuTime(CLOCK_PROCESS_CPUTIME_ID) - CpuTime(CLOCK_THREAD_CPUTIME_ID);
  };
  for (auto _ : state) {
    const auto before = writer_time();
    PutLists(*store, next, 4000);
    std::this_thread::sleep_for(3 * kFlush);
    state.SetIterationTime((writer_time() - before).count());
    next += 4000 / kLength + 1;
  }
  if (!store->Close().ok()) state.SkipWithError("not all was written");
}

BENCHMARK(MakeList);
BENCHMARK(MemoryHit)->Arg(200'000);
BENCHMARK(StoreHit)->Arg(10'000)->Arg(200'000)->Arg(1'000'000);
BENCHMARK(WriteOneSecond)
    ->Arg(0)
    ->Arg(100'000)
    ->Arg(1'000'000)
    ->Iterations(20)
    ->UseManualTime()
    ->Unit(benchmark::kMillisecond);

}  // namespace
}  // namespace autotune

BENCHMARK_MAIN();
