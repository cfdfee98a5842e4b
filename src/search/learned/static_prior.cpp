#include "search/learned/static_prior.h"

#include <cassert>
#include <charconv>
#include <cmath>
#include <cstddef>
#include <vector>

#include "search/learned/learned_text.h"
#include "search/learned/take_until.h"

namespace autotune {
namespace {

// Weights of Witten-Bell-like smoothing, as numbers of counts.
/// Weight of the uniform distribution, in how often passes occur.
constexpr double kUniformWeight = 50;
constexpr double kOverallWeight = 10;  ///< weight of how often passes occur, in what follows a pass

class StaticPrior : public Prior {
 public:
  StaticPrior(const ActionSpace& actions, std::string_view text) : beginning_(actions.size()) {
    std::vector<std::vector<double>> counts(beginning_ + 1, std::vector<double>(beginning_, 0));
    while (!text.empty()) Count(actions, TakeUntil('\n', text), counts);
    Smooth(counts);
  }

  Observe needs() const override { return {}; }

  Result<std::vector<Prediction>> Predict(std::span<const PriorQuery> queries) override {
    std::vector<Prediction> predictions;
    predictions.reserve(queries.size());
    for (const PriorQuery& query : queries) {
      const PassSequence& applied = query.state.applied;
      predictions.push_back({logits_[applied.empty() ? beginning_ : applied.back()], {}});
    }
    return predictions;
  }

 private:
  void Count(const ActionSpace& actions, std::string_view line,
             std::vector<std::vector<double>>& counts) const {
    if (line.starts_with('#')) return;
    const std::string_view previous = TakeUntil('\t', line);
    const auto pass = actions.Find(TakeUntil('\t', line));
    const auto before = actions.Find(previous);
    if (!pass.ok() || (!before.ok() && previous != "^")) return;
    unsigned count = 0;
    std::from_chars(line.data(), line.data() + line.size(), count);
    assert(count > 0 && "the data file is part of the program");
    counts[before.ok() ? *before : beginning_][*pass] += count;
  }

  void Smooth(const std::vector<std::vector<double>>& counts) {
    const double uniform = 1 / static_cast<double>(beginning_);
    std::vector<double> overall(beginning_, kUniformWeight * uniform);
    double total = kUniformWeight;
    for (const auto& row : counts) {
      for (std::size_t pass = 0; pass < row.size(); ++pass) {
        overall[pass] += row[pass];
        total += row[pass];
      }
    }
    for (const auto& row : counts) {
      std::vector<float>& logits = logits_.emplace_back();
      for (std::size_t pass = 0; pass < row.size(); ++pass) {
        logits.push_back(
            static_cast<float>(std::log(row[pass] + kOverallWeight * overall[pass] / total)));
      }
    }
  }

  const std::size_t beginning_;  ///< row of the beginning of a list; also the number of passes
  std::vector<std::vector<float>> logits_;  ///< by the previous pass
};

}  // namespace

std::unique_ptr<Prior> MakeStaticPrior(const ActionSpace& actions) {
  return MakeStaticPrior(actions, kStaticPriorText);
}

std::unique_ptr<Prior> MakeStaticPrior(const ActionSpace& actions, std::string_view text) {
  return std::make_unique<StaticPrior>(actions, text);
}

}  // namespace autotune
