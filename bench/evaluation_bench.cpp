// How fast programs are evaluated. What the figures of experiments/engine are made with:
//   evaluation_bench [--program=FILE] [--large=FILE] [--benchmark_...]
// Uniform random 45-pass episodes from the unmodified program in the `compilergym` space,
// instruction count and both feature vectors after each pass.

#include <atomic>
#include <csignal>
#include <filesystem>
#include <fstream>
#include <iostream>
#include <span>
#include <sstream>
#include <string>
#include <thread>
#include <vector>

#include <benchmark/benchmark.h>
#include <unistd.h>

#include "bench_main.h"
#include "core/random.h"
#include "core/toolchain.h"
#include "eval/client/worker_pool.h"
#include "eval/process/subprocess.h"

namespace autotune {
namespace {

constexpr std::size_t kEpisodePasses = 45;
constexpr std::uint64_t kSeed = 1;

std::string g_program = AUTOTUNE_EXAMPLES "/routes.ll";  // small
std::string g_large;  // 50,000 instructions or so; none by default

std::string ReadFile(const std::string& path) {
  std::ifstream file(path, std::ios::binary);
  std::stringstream bytes;
  bytes << file.rdbuf();
  return std::move(bytes).str();
}

struct Bench {
  Bench(std::size_t workers, const std::string& program)
      : pool(Must(WorkerPool::Start(Must(LoadActionSpace("compilergym")), Options(workers)))),
        root(Must(pool->Load(program, ReadFile(program), {.features = true}, Budget::Unlimited()))
                 .root) {}

  static WorkerPoolOptions Options(std::size_t workers) {
    WorkerPoolOptions options;
    options.workers = workers;
    return options;
  }

  PassSequence Episode(std::uint64_t index) const {
    Random random(kSeed, index);
    PassSequence passes(kEpisodePasses);
    for (PassId& pass : passes) pass = static_cast<PassId>(random.Below(pool->actions().size()));
    return passes;
  }

  /// Runs one episode, `chunk` passes a call. A pass that fails is left out, as a search would do.
  std::size_t RunEpisode(std::uint64_t index, std::size_t chunk, Retain retain) {
    const PassSequence passes = Episode(index);
    ProgramState state = root.next;
    std::size_t done = 0;
    for (std::size_t i = 0; i < passes.size();) {
      const auto rest = std::span(passes).subspan(i, std::min(chunk, passes.size() - i));
      const Trace trace =
          pool->Apply(state, rest, {.observe = {.features = true}, .retain = retain}, budget);
      if (!trace.steps.empty()) state = trace.steps.back().next;
      done += trace.steps.size();
      i += trace.steps.size() + (trace.status.ok() ? 0 : 1);
    }
    return done;
  }

  /// Each of `episodes` as often as there are `workers`, shared out among as many threads.
  std::size_t RunEpisodes(std::size_t workers, std::uint64_t episodes, std::size_t chunk,
                          Retain retain) {
    std::atomic<std::uint64_t> next = 0;
    std::atomic<std::size_t> passes = 0;
    std::vector<std::jthread> threads;
    for (std::size_t worker = 0; worker < workers; ++worker) {
      threads.emplace_back([&] {
        for (std::uint64_t e = next++; e < episodes * workers; e = next++) {
          passes += RunEpisode(e % episodes, chunk, retain);
        }
      });
    }
    threads.clear();
    return passes;
  }

  Budget budget{{}};
  std::unique_ptr<WorkerPool> pool;
  Evaluation root;
};

void ReportRate(benchmark::State& state, std::size_t passes, std::size_t workers) {
  state.counters["passes/s/worker"] = benchmark::Counter(
      static_cast<double>(passes) / static_cast<double>(workers), benchmark::Counter::kIsRate);
  state.counters["s/pass"] = benchmark::Counter(
      static_cast<double>(passes), benchmark::Counter::kIsRate | benchmark::Counter::kInvert);
}

/// A search's way: many passes a call.
void RandomEpisodes(benchmark::State& state) {
  const auto workers = static_cast<std::size_t>(state.range(0));
  Bench bench(workers, g_program);
  // A new worker touches most of LLVM for the first time.
  bench.RunEpisodes(workers, 40, kEpisodePasses, {.start = false});
  std::size_t passes = 0;
  for (auto _ : state) {
    passes += bench.RunEpisodes(workers, 40, kEpisodePasses, {.start = false});
  }
  ReportRate(state, passes, workers);
}

/// A step-wise learner's way: one pass a call.
void RandomEpisodesStepwise(benchmark::State& state) {
  Bench bench(1, g_program);
  std::size_t passes = 0;
  for (auto _ : state) passes += bench.RunEpisodes(1, 40, 1, {.start = false});
  ReportRate(state, passes, 1);
}

/// The scripts' way: one `opt` process a pass, bitcode in files between them.
void OptProcessPerPass(benchmark::State& state) {
  const Bench bench(1, g_program);
  const auto folder =
      std::filesystem::temp_directory_path() / ("evaluation_bench-" + std::to_string(::getpid()));
  std::filesystem::create_directory(folder);
  const std::string module = folder / "module.bc";
  std::size_t passes = 0;
  std::uint64_t episode = 0;
  for (auto _ : state) {
    std::string input = g_program;
    for (const PassId pass : bench.Episode(episode++)) {
      const std::string action = "-passes=" + std::string(bench.pool->actions().Pipeline(pass));
      const auto run = Must(
          RunSubprocess({std::string(kOptProgram), action, input, "-o", module}, {}, bench.budget));
      if (!run.Succeeded()) continue;
      input = module;
      ++passes;
    }
  }
  ReportRate(state, passes, 1);
  std::filesystem::remove_all(folder);
}

/// From the death of a worker to the next answer, the program loaded again included.
void WorkerRestart(benchmark::State& state) {
  Bench bench(1, g_program);
  const PassSequence passes = {Must(bench.pool->actions().Find("function(dce)"))};
  for (auto _ : state) {
    for (const int pid : bench.pool->worker_pids()) ::kill(pid, SIGKILL);
    if (!bench.pool->Apply(bench.root.next, passes, {}, bench.budget).status.ok()) {
      state.SkipWithError("no answer");
    }
  }
}

/// Bytes of a state of which no function's code is known, as the sum over its functions. The pass
/// takes hardly any time.
void BytesByFunction(benchmark::State& state) {
  for (auto _ : state) {
    state.PauseTiming();
    Bench bench(1, g_program);  // what a worker remembers would count
    const PassSequence passes = {Must(bench.pool->actions().Find("strip-dead-prototypes"))};
    state.ResumeTiming();
    const Trace trace = bench.pool->Apply(bench.root.next, passes,
                                          {.observe = {.object_size = true}}, bench.budget);
    if (!trace.status.ok()) state.SkipWithError("no bytes");
  }
}

/// Bytes of the same module as one object.
void BytesOfWholeObject(benchmark::State& state) {
  for (auto _ : state) {
    state.PauseTiming();
    Bench bench(1, g_program);
    const std::string bytes = ReadFile(g_program);
    state.ResumeTiming();
    Must(bench.pool->Measure(g_program, bytes, {.object_size = true}, bench.budget));
  }
}

void Help(benchmark::State& state) {
  const auto program = std::filesystem::read_symlink("/proc/self/exe").parent_path() / "autotune";
  const Budget budget{{}};
  for (auto _ : state) {
    if (!Must(RunSubprocess({program, "--help"}, {}, budget)).Succeeded()) {
      state.SkipWithError("autotune --help failed");
    }
  }
}

/// KiB of memory the worker had resident at most.
double PeakKib(int pid) {
  std::ifstream status("/proc/" + std::to_string(pid) + "/status");
  double kib = 0;
  for (std::string key; status >> key && !(key == "VmHWM:" && status >> kib);) {
  }
  return kib;
}

void RunLargeModule(benchmark::State& state, Retain retain) {
  Bench bench(1, g_large);
  std::size_t passes = 0;
  std::uint64_t episode = 0;
  for (auto _ : state) passes += bench.RunEpisode(episode++, 1, retain);
  ReportRate(state, passes, 1);
  state.counters["peak_MiB"] = PeakKib(bench.pool->worker_pids().front()) / 1024;
  state.counters["instructions"] = static_cast<double>(bench.root.cost.instructions);
}

void LargeModuleStep(benchmark::State& state) { RunLargeModule(state, {.start = false}); }

/// Every state retained, by the pool: what that costs.
void LargeModuleSnapshots(benchmark::State& state) { RunLargeModule(state, {.start = true}); }

}  // namespace
}  // namespace autotune

int main(int argc, char** argv) {
  using namespace autotune;
  std::vector<char*> arguments(argv, argv + argc);
  TakeFlag(arguments, "program", g_program);
  TakeFlag(arguments, "large", g_large);
  int count = static_cast<int>(arguments.size());
  benchmark::Initialize(&count, arguments.data());
  if (benchmark::ReportUnrecognizedArguments(count, arguments.data())) return 2;

  const auto cores = static_cast<int>(std::thread::hardware_concurrency());
  auto* episodes = benchmark::RegisterBenchmark("RandomEpisodes", RandomEpisodes);
  episodes->ArgName("workers")->Arg(1)->UseRealTime()->Unit(benchmark::kMillisecond);
  if (cores > 1) episodes->Arg(cores);
  const std::vector<std::pair<const char*, void (*)(benchmark::State&)>> others = {
      {"RandomEpisodesStepwise", RandomEpisodesStepwise},
      {"OptProcessPerPass", OptProcessPerPass},
      {"WorkerRestart", WorkerRestart},
      {"BytesByFunction", BytesByFunction},
      {"BytesOfWholeObject", BytesOfWholeObject},
      {"Help", Help}};
  for (const auto& [name, function] : others) {
    benchmark::RegisterBenchmark(name, function)->UseRealTime()->Unit(benchmark::kMillisecond);
  }
  if (!g_large.empty()) {
    for (const auto& [name, function] :
         {std::pair{"LargeModuleStep", &LargeModuleStep},
          std::pair{"LargeModuleSnapshots", &LargeModuleSnapshots}}) {
      benchmark::RegisterBenchmark(name, function)
          ->UseRealTime()
          ->Unit(benchmark::kMillisecond)
          ->Iterations(4);
    }
  }
  benchmark::RunSpecifiedBenchmarks();
  return 0;
}
