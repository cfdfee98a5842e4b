#pragma once

#include <cmath>
#include <cstdint>
#include <string>
#include <vector>

#include "core/random.h"
#include "db/level_table.h"
#include "db/results_db.h"

namespace autotune {

/// How many runs to invent; all of one setting.
struct SyntheticRuns {
  std::vector<std::string> methods = {"beam", "evolution", "greedy", "random"};
  std::uint64_t programs = 12;
  std::uint64_t seeds = 3;
  std::string label = "synthetic";
};

namespace synthetic {

inline constexpr std::uint64_t kImprovements = 30;
inline constexpr std::uint64_t kPassesOfList = 20;
inline constexpr std::uint64_t kPasses = 60;
inline constexpr Hash128 kToolchain{11, 11};

inline Cost CostOf(double instructions, double bytes_each) {
  const auto text = static_cast<std::uint64_t>(instructions * bytes_each);
  return {static_cast<std::uint64_t>(instructions), ObjectSize{text, text / 10}};
}

inline RunDescription Describe(const SyntheticRuns& asked, std::uint64_t program,
                               std::size_t method, std::uint64_t seed) {
  RunDescription run;
  run.program = {.id = {program, 5},
                 .name = "program-" + std::to_string(program) + ".bc",
                 .path = "/program-" + std::to_string(program) + ".bc",
                 .target = "x86_64-pc-linux-gnu",
                 .ir = {program, 6},
                 .functions = 10,
                 .cost = CostOf(2000.0 * std::pow(1.3, static_cast<double>(program % 20)), 4)};
  run.toolchain = kToolchain;
  run.llvm_version = "19.1.7";
  run.autotune_version = "0";
  run.asked_code_model = "default";
  run.code_model = "pic";
  run.method = asked.methods[method];
  run.action_space = "full";
  run.seed = seed;
  run.budget_seconds = 60;
  run.threads = 4;
  run.cpu = "an invented processor";
  run.cores = 4;
  run.label = asked.label;
  return run;
}

inline void Store(ResultsDb& results, const RunDescription& run, std::size_t method,
                  Random& random) {
  const Result<RunId> id = results.StartRun(run);
  if (!id) std::abort();
  const auto o0 = static_cast<double>(run.program.cost.instructions);
  const double oz = o0 * 0.55;
  // Falls from O0 to some percent around Oz.
  const double last = oz * (1.01 - 0.03 * static_cast<double>(method) - 0.06 * random.Unit());
  std::vector<Improvement> curve = {{0.01, 0, {}, run.program.cost}};
  for (std::uint64_t i = 1; i <= kImprovements; ++i) {
    const double share = static_cast<double>(i) / kImprovements;
    const double value = last + (o0 - last) * std::pow(0.02, share * 1.5) * (1 - share);
    curve.push_back({0.02 * std::pow(2500.0, share), i * 100, {}, CostOf(value, 4)});
  }
  std::vector<std::string> passes;
  for (std::uint64_t i = 0; i < kPassesOfList; ++i) {
    const std::uint64_t pass = random.Below(random.Below(kPasses) + 1);
    passes.push_back("function(invented-pass-" + std::to_string(pass) + ")");
  }
  RunResult result;
  result.wall_seconds = 60 + random.Unit();
  result.search_seconds = 58;
  result.evaluations = 30'000 + random.Below(5'000);
  result.passes_applied = result.evaluations;
  result.uses = {{passes[0], 10, 5, 0.1, {{"crash", 1 + random.Below(3)}}}};
  result.list = VerifiedList{.passes = passes,
                             .effects = {},
                             .level = {},
                             .pipeline = passes[0],
                             .opt_flags = {},
                             .ir = {1, 2},
                             .cost = CostOf(last, 4.1 + 0.2 * random.Unit())};
  if (!results.AddProgress(*id, 100, curve).ok() || !results.FinishRun(*id, result).ok()) {
    std::abort();
  }
}

}  // namespace synthetic

/// Fills the database with invented runs, the same ones each time. Aborts where that fails.
inline void FillWithSyntheticRuns(Database& database, const SyntheticRuns& asked) {
  ResultsDb results(database);
  Random random(1);
  for (std::uint64_t program = 1; program <= asked.programs; ++program) {
    const Cost o0 = synthetic::Describe(asked, program, 0, 0).program.cost;
    const Cost oz = synthetic::CostOf(static_cast<double>(o0.instructions) * 0.55, 4.2);
    if (!KeepBaselines(database, {program, 5}, synthetic::kToolchain,
                       {{"O0", {"", {1, 1}, o0}}, {"Oz", {"default<Oz>", {2, 2}, oz}}})
             .ok()) {
      std::abort();
    }
    for (std::size_t method = 0; method < asked.methods.size(); ++method) {
      for (std::uint64_t seed = 0; seed < asked.seeds; ++seed) {
        synthetic::Store(results, synthetic::Describe(asked, program, method, seed), method,
                         random);
      }
    }
  }
}

}  // namespace autotune
