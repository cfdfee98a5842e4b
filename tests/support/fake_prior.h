#pragma once

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <span>
#include <utility>
#include <vector>

#include <gtest/gtest.h>

#include "core/hash.h"
#include "core/prior.h"
#include "core/random.h"

namespace autotune {

/// `Prior` whose logits are a hash of the state's list and observations. Checks the queries it
/// gets.
class FakePrior : public Prior {
 public:
  explicit FakePrior(std::size_t actions) : actions_(actions) {}

  // To be set before the first query.
  void set_needs(Observe needs) { needs_ = needs; }
  void set_reachable(float reachable) { reachable_ = reachable; }
  /// All queries after so many fail.
  void set_answers(std::uint64_t answers) { answers_ = answers; }

  Observe needs() const override { return needs_; }

  Result<std::vector<Prediction>> Predict(std::span<const PriorQuery> queries) override {
    std::vector<Prediction> predictions;
    for (const auto& [state, features, graph, lists] : queries) {
      if (asked_++ >= answers_) return Error{ErrorCode::kInvalidArgument, "no answer"};
      EXPECT_EQ(features.size(), needs_.features ? state.applied.size() + 1 : 0);
      EXPECT_EQ(graph != nullptr, needs_.graph);
      std::uint64_t seed = HashBytes(std::as_bytes(std::span(state.applied))).low;
      for (const auto& observed : features) seed = seed * 31 + observed->autophase[0];
      if (graph) seed = seed * 31 + graph->nodes.size();
      Random random(seed);
      Prediction& prediction = predictions.emplace_back();
      for (std::size_t i = 0; i < actions_; ++i) {
        prediction.logits.push_back(static_cast<float>(4 * random.Unit()));
      }
      prediction.reachable = reachable_;
    }
    return predictions;
  }

 private:
  const std::size_t actions_;
  Observe needs_;
  std::optional<float> reachable_;
  std::uint64_t answers_ = -1ULL;
  std::atomic<std::uint64_t> asked_{0};
};

/// `Prior` that gives the same logits everywhere.
class ConstantPrior : public Prior {
 public:
  explicit ConstantPrior(std::vector<float> logits) : logits_(std::move(logits)) {}

  Observe needs() const override { return {}; }
  Result<std::vector<Prediction>> Predict(std::span<const PriorQuery> queries) override {
    return std::vector<Prediction>(queries.size(), {logits_, {}});
  }

 private:
  const std::vector<float> logits_;
};

}  // namespace autotune
