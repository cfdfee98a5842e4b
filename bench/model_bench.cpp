// What the model costs a guided search: one step of 64 beams, one list of 40 passes with all its
// states, one program of 1,024 tokens. One core; untrained weights cost the same.

#include <array>
#include <cstddef>
#include <memory>
#include <vector>

#include <benchmark/benchmark.h>
#include <c10/core/InferenceMode.h>

#include "core/random.h"
#include "model/inference/torch_prior.h"
#include "model/network/passformer.h"
#include "model/one_thread.h"

namespace autotune {
namespace {

constexpr std::int64_t kActions = 160;

Features MakeFeatures(Random& random) {
  Features features;
  for (auto& count : features.autophase) count = static_cast<std::uint32_t>(random.Below(1000));
  for (auto& count : features.inst_count) count = static_cast<std::uint32_t>(random.Below(1000));
  features.inst_count[0] = 5000;
  return features;
}

IrTokens MakeTokens(Random& random) {
  IrTokens tokens;
  for (std::size_t i = 0; i < kMaxWindows; ++i) {
    TokenWindow& window = tokens.windows.emplace_back();
    window.instructions = 5000 / kMaxWindows;
    for (std::size_t j = 0; j < kWindowTokens; ++j) {
      IrToken& token = window.tokens.emplace_back();
      for (std::size_t k = 0; k < kTokenFields; ++k) {
        token[k] = static_cast<std::uint8_t>(2 + random.Below(kTokenVocabulary[k] - 2));
      }
    }
  }
  return tokens;
}

/// Lists that grow by one pass a step, as those of a beam search do.
class Beams {
 public:
  Beams(std::size_t count, Random& random) : states_(count), paths_(count), random_(random) {
    const auto root = std::make_shared<Features>(MakeFeatures(random));
    for (FeaturePath& path : paths_) path.push_back(root);
  }

  /// All by the same pass.
  void GrowAlike() {
    const auto pass = static_cast<PassId>(random_.Below(kActions));
    const auto features = std::make_shared<Features>(MakeFeatures(random_));
    for (ProgramState& state : states_) state.applied.push_back(pass);
    for (FeaturePath& path : paths_) path.push_back(features);
  }
  void Grow() {
    for (std::size_t i = 0; i < states_.size(); ++i) {
      states_[i].applied.push_back(static_cast<PassId>(random_.Below(kActions)));
      paths_[i].push_back(std::make_shared<Features>(MakeFeatures(random_)));
    }
  }
  std::vector<PriorQuery> Ask() const {
    std::vector<PriorQuery> queries;
    for (std::size_t i = 0; i < states_.size(); ++i) queries.push_back({states_[i], paths_[i]});
    return queries;
  }

 private:
  std::vector<ProgramState> states_;
  std::vector<FeaturePath> paths_;
  Random& random_;
};

std::shared_ptr<Passformer> MakeNetwork() {
  auto network = std::make_shared<Passformer>(PassformerConfig{.actions = kActions});
  network->eval();
  return network;
}

/// The first number of passes is common to all beams, the second is each beam's own, so that
/// 0 of the first is the worst that searches ask: as many searches as there are beams.
void OneStep(benchmark::State& state) {
  Random random(1);
  const auto prior = MakeTorchPrior(MakeNetwork(), MakeTokens(random));
  Beams beams(64, random);
  for (std::int64_t i = 0; i < state.range(0); ++i) beams.GrowAlike();
  for (std::int64_t i = 0; i < state.range(1); ++i) beams.Grow();
  benchmark::DoNotOptimize(prior->Predict(beams.Ask()).ok());
  for (auto _ : state) {
    state.PauseTiming();
    Beams next = beams;
    next.Grow();
    const auto queries = next.Ask();
    state.ResumeTiming();
    benchmark::DoNotOptimize(prior->Predict(queries).ok());
  }
}
BENCHMARK(OneStep)->Args({0, 2})->Args({14, 6})->Args({0, 20})->Args({30, 10})->Args({0, 40})->Unit(
    benchmark::kMillisecond);

void Encoder(benchmark::State& state) {
  Random random(3);
  const auto network = MakeNetwork();
  const IrTokens tokens = MakeTokens(random);
  const Features features = MakeFeatures(random);
  const ProgramView program = {tokens, features};
  UseOneThread();
  for (auto _ : state) {
    const c10::InferenceMode inference;
    benchmark::DoNotOptimize(network->Encode(MakeProgramBatch({&program, 1})).slots.data_ptr());
  }
}
BENCHMARK(Encoder)->Unit(benchmark::kMillisecond);

}  // namespace
}  // namespace autotune

BENCHMARK_MAIN();
