#include "board/signature.h"

#include <algorithm>
#include <chrono>
#include <iterator>
#include <memory>
#include <utility>

#include <fmt/format.h>

#include "core/action_space.h"
#include "eval/client/worker_pool.h"
#include "search/registry.h"
#include "tune/threads.h"

namespace autotune {

namespace {

/// A pass takes milliseconds here: even on a busy machine none comes near this.
constexpr std::chrono::minutes kPassTimeLimit{2};

bool Wanted(const BenchOptions& options, const std::string& method) {
  return options.methods.empty() || std::ranges::count(options.methods, method) > 0;
}

std::uint64_t TimedOut(const WorkerPool& pool) {
  const auto* const kind = std::ranges::find(kEvaluationFailures, ErrorCode::kPassTimedOut);
  return pool.stats().failures[static_cast<std::size_t>(kind - std::begin(kEvaluationFailures))];
}

/// One search from nothing. Methods that ask for the time, or for what a pass costs, do so only
/// where evaluations are not the limit (`Budget::repeatable`).
Result<BenchResult> Search(const BenchProgram& program, const std::string& method,
                           const Evaluation& root, WorkerPool& pool, std::uint64_t evaluations,
                           Budget& whole) {
  Budget budget({.evaluations = evaluations}, &whole);
  const auto searcher =
      FindMethod(method).make({.objective = kBenchObjective}, pool.actions(), pool);
  const Result<Best> best = searcher->Run(root, budget, [](const Best&) {});
  if (whole.Interrupted()) return Error{ErrorCode::kCancelled, "stopped before all were searched"};
  if (!best) {
    return Error{best.error().code,
                 fmt::format("{} on {}: {}", method, program.name, best.error().message)};
  }
  if (TimedOut(pool) > 0) {
    return Error{ErrorCode::kPassTimedOut,
                 fmt::format("{} on {}: a pass took longer than {} s, so this answer is no measure",
                             method, program.name, std::chrono::seconds(kPassTimeLimit).count())};
  }
  return BenchResult{.program = std::string(program.name),
                     .method = method,
                     .start = Value(root.cost, kBenchObjective),
                     .cost = Value(best->cost, kBenchObjective),
                     .evaluations = budget.used(),
                     .passes = best->passes.size(),
                     .list = pool.actions().Pipeline(best->passes)};
}

}  // namespace

std::vector<std::string> BenchMethods() {
  using enum Method::Model;
  std::vector<std::string> names;
  for (const Method& method : Methods()) {
    if (method.work != Method::Work::kSearch) continue;
    if (method.model == kUnused || method.model == kOptional) names.emplace_back(method.name);
  }
  return names;
}

Result<Bench> RunBench(const BenchOptions& options, Budget& budget,
                       const std::function<void(const Bench&)>& on_result) {
  Result<ActionSpace> actions = LoadActionSpace(kDefaultActionSpace);
  if (!actions) return actions.error();
  const Result<std::unique_ptr<WorkerPool>> pool =
      WorkerPool::Start(*std::move(actions), {.workers = options.threads,
                                              .worker_program = options.worker_program,
                                              .pass_time_limit = kPassTimeLimit});
  if (!pool) return pool.error();
  Bench bench{
      (*pool)->llvm_version(), (*pool)->actions().name(), (*pool)->actions().fingerprint(), {}};
  Threads threads(options.threads);
  for (const BenchProgram& program : BenchPrograms()) {
    const Result<ProgramInfo> info = (*pool)->Load(
        std::string(program.name), std::string(program.ir), {.features = true}, budget);
    if (!info) return info.error();
    for (const std::string& method : BenchMethods()) {
      if (!Wanted(options, method)) continue;
      Result<BenchResult> result = threads.Run(
          [&] { return Search(program, method, info->root, **pool, options.evaluations, budget); });
      if (!result) return result.error();
      bench.results.push_back(*std::move(result));
      on_result(bench);
    }
  }
  return bench;
}

std::string ShortHash(std::string_view text) {
  return fmt::format("{:016x}", HashBytes(text).high);
}

std::string Signature(const Bench& bench) {
  std::string text = fmt::format("LLVM {}\nactions {}\nobjective {}\n", bench.llvm_version,
                                 ToHex(bench.fingerprint), Name(kBenchObjective));
  for (const BenchResult& result : bench.results) {
    text += fmt::format("{} {} {} {} {}\n", result.program, result.method, result.cost,
                        result.evaluations, result.list);
  }
  return ShortHash(text);
}

}  // namespace autotune
