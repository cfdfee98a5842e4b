#pragma once

#include "tune/result.h"

namespace autotune {

/// A run on a program of 400 instructions: Oz makes 200 of it, clang's Oz 190, the search 160.
inline TuneResult SampleResult() {
  const auto cost = [](std::uint64_t instructions) {
    return Cost{instructions, ObjectSize{instructions * 4, 100}};
  };
  TuneResult outcome;
  outcome.job.program = "bench.bc";
  outcome.job.method = "greedy";
  outcome.job.threads = 4;
  outcome.llvm_version = "19.1.7";
  outcome.actions = 139;
  outcome.program.target_triple = "x86_64-pc-linux-gnu";
  outcome.program.root.cost = cost(400);
  outcome.program.code_model = {.relocation = Relocation::kStatic, .cpu = "cortex-m4"};
  outcome.baselines.levels = {{Level::kO0, {cost(400), {}, ""}},
                              {Level::kO1, {cost(300), {}, "default<O1>"}},
                              {Level::kO2, {cost(300), {}, "default<O2>"}},
                              {Level::kO3, {cost(320), {}, "default<O3>"}},
                              {Level::kOs, {cost(220), {}, "default<Os>"}},
                              {Level::kOz, {cost(200), {}, "default<Oz>"}},
                              {Level::kClangOz, {cost(190), {}, "function(sroa)"}}};
  outcome.evaluations = 1234;
  outcome.search_seconds = 2;
  outcome.wall_seconds = 3;
  outcome.curve = {{0.5, 0, 400}, {1.0, 600, 160}};
  outcome.result.passes = {"function(sroa)", "function(adce)"};
  outcome.result.reproduction.pipeline = "function(sroa),function(adce)";
  outcome.result.reproduction.cost = cost(160);
  outcome.result.reproduction.processes = kFullReproduction;
  outcome.result.reproduction.verified = true;
  return outcome;
}

}  // namespace autotune
