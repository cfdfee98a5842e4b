#include "search/learned/list_model.h"

#include <algorithm>
#include <cmath>
#include <numeric>
#include <utility>

namespace autotune {
namespace {

/// Variance of observed worths: passes do not always do the same to the same IR. It also keeps the
/// gain finite if lists are alike.
constexpr float kNoise = 1e-3F;
/// Bounds of the worths used. Worths are seldom outside, and such tails would decide on the
/// covariances.
constexpr double kLeast = -0.3;
constexpr double kMost = 0.9;
/// Minimum worth of a program as it came for which it counts as already optimised. The program then
/// has less than 1.4 times the instructions left by -Oz. Among 470 units that no pass had seen, 4
/// meet this bound; all of 380 units after -O2 do.
constexpr double kOptimised = -0.4;

/// Signed root of a worth. Whether a list does something at all tells more than how much it does.
double SignedRoot(double worth) { return std::copysign(std::sqrt(std::abs(worth)), worth); }

}  // namespace

ListModel::ListModel(LearnedTable table, const PassCosts& costs, double tolerance)
    : lists_(std::move(table.lists)),
      costs_(&costs),
      stages_(lists_.size()),
      programs_(table.worths.size()),
      inputs_(std::move(table.inputs)),
      tolerance_(tolerance) {
  for (const std::vector<double>& program : table.worths) {
    for (const double worth : program) {
      guesses_.push_back(static_cast<float>(std::clamp(worth, kLeast, kMost)));
    }
  }
}

void ListModel::SeeInput(double worth) {
  const bool optimised = worth > kOptimised;
  const auto lists = static_cast<std::ptrdiff_t>(lists_.size());
  auto kept = guesses_.begin();
  for (std::size_t program = 0; program < programs_; ++program) {
    if ((inputs_[program] > kOptimised) != optimised) continue;
    kept =
        std::copy_n(guesses_.begin() + static_cast<std::ptrdiff_t>(program) * lists, lists, kept);
  }
  if (kept == guesses_.begin()) return;
  guesses_.erase(kept, guesses_.end());
  programs_ = guesses_.size() / lists_.size();
}

void ListModel::ComputeCovariances() {
  const std::size_t lists = lists_.size();
  std::vector<float> means(lists);
  for (std::size_t program = 0; program < programs_; ++program) {
    for (std::size_t i = 0; i < lists; ++i) {
      means[i] += Guess(program, i) / static_cast<float>(programs_);
    }
  }
  covariances_.resize(lists * lists);
  for (std::size_t program = 0; program < programs_; ++program) {
    for (std::size_t i = 0; i < lists; ++i) {
      const float deviation = (Guess(program, i) - means[i]) / static_cast<float>(programs_);
      for (std::size_t j = 0; j < lists; ++j) {
        Covariance(i, j) += deviation * (Guess(program, j) - means[j]);
      }
    }
  }
}

std::vector<double> ListModel::Weights() const {
  std::vector<double> weights(programs_, 1);
  if (!errors_.empty()) {
    const double least = *std::ranges::min_element(errors_);
    std::ranges::transform(errors_, weights.begin(),
                           [&](double error) { return std::exp((least - error) / tolerance_); });
  }
  const double sum = std::accumulate(weights.begin(), weights.end(), 0.0);
  for (double& weight : weights) weight /= sum;
  return weights;
}

std::optional<std::size_t> ListModel::Next(double promise) {
  const std::vector<double> weights = Weights();
  std::vector<double> gains(lists_.size());
  for (std::size_t program = 0; program < programs_; ++program) {
    double best = best_;
    for (std::size_t i = 0; i < lists_.size(); ++i) {
      if (stages_[i] == Stage::kUnderWay) best = std::max<double>(best, Guess(program, i));
    }
    for (std::size_t i = 0; i < lists_.size(); ++i) {
      gains[i] += weights[program] * std::max(0.0, Guess(program, i) - best);
    }
  }
  std::optional<std::size_t> next;
  double best_rate = 0;
  for (std::size_t i = 0; i < lists_.size(); ++i) {
    if (stages_[i] != Stage::kUntried) continue;
    const double rate = gains[i] / costs_->Expected(lists_[i]);
    if (rate < promise || (next && rate <= best_rate)) continue;
    next = i;
    best_rate = rate;
  }
  if (next) stages_[*next] = Stage::kUnderWay;
  return next;
}

void ListModel::Observe(std::size_t index, double worth) {
  if (covariances_.empty()) ComputeCovariances();
  if (errors_.empty()) errors_.resize(programs_);
  stages_[index] = Stage::kKnown;
  best_ = std::max(best_, worth);
  const auto observed = static_cast<float>(std::clamp(worth, kLeast, kMost));
  const std::size_t lists = lists_.size();
  std::vector<float> gain(lists);
  for (std::size_t i = 0; i < lists; ++i) {
    gain[i] = Covariance(i, index) / (Covariance(index, index) + kNoise);
  }
  for (std::size_t program = 0; program < programs_; ++program) {
    errors_[program] += std::abs(SignedRoot(observed) - SignedRoot(Guess(program, index)));
    const float surprise = observed - Guess(program, index);
    for (std::size_t i = 0; i < lists; ++i) Guess(program, i) += gain[i] * surprise;
  }
  std::vector<float> row(lists);
  for (std::size_t i = 0; i < lists; ++i) row[i] = Covariance(index, i);
  for (std::size_t i = 0; i < lists; ++i) {
    for (std::size_t j = 0; j < lists; ++j) Covariance(i, j) -= gain[i] * row[j];
  }
}

}  // namespace autotune
