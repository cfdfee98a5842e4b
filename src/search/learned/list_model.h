#pragma once

#include <cstddef>
#include <optional>
#include <vector>

#include "core/program.h"
#include "search/learned/coreset.h"
#include "search/list/pass_costs.h"

namespace autotune {

/// Chooses the learned list to try next on a program, by the worths of the lists already tried
/// there.
///
/// The programs that the lists were learned from are the ensemble of an ensemble Kalman filter
/// (Evensen, J. Geophys. Res. 99, 1994). The observed worth of a list shifts the guesses of each
/// program for all lists, by the covariance over all programs. Most lists do nothing for most
/// programs, and a covariance says little of that. So a program also has a weight, as in a particle
/// filter: the worse its guess was, the less it counts (Papadakis et al., Tellus A 62, 2010).
///
/// The next list is the one with the highest gain for its cost. The gain is the weighted mean over
/// the ensemble of what the list adds to the best so far and to the lists under way. Before any
/// observation the order is that of `autotune-train coreset --cost-weight 1`. Not thread-safe.
class ListModel {
 public:
  /// `tolerance`, > 0, is the error for which a program's weight falls by the factor e. The error
  /// of a guess is the difference of the signed square roots of the observed and the guessed worth.
  /// `costs` must outlive this object.
  ListModel(LearnedTable table, const PassCosts& costs, double tolerance);

  const PassSequence& list(std::size_t index) const { return lists_[index]; }

  /// Returns the next list to try, which counts as under way from now on. Returns nothing if
  /// nothing was learned or no untried list promises enough. `promise` is the minimum gain, a
  /// fraction as in the table, for the cost of a mean pass.
  std::optional<std::size_t> Next(double promise);

  /// Keeps only those programs of the ensemble that resemble this one in one respect: already
  /// optimised or not. `worth` is the fraction of the instructions left by -Oz that the program as
  /// it came saves, so mostly less than 0. Call it at most once, before `Observe`.
  void SeeInput(double worth);

  /// Records the worth of a list: the fraction of the instructions left by -Oz that its best prefix
  /// removes. The worth may be negative.
  void Observe(std::size_t index, double worth);

  /// Records that some other list has reached `worth`.
  void ObserveBest(double worth) { best_ = std::max(best_, worth); }

 private:
  float& Guess(std::size_t program, std::size_t list) {
    return guesses_[program * lists_.size() + list];
  }
  void ComputeCovariances();
  std::vector<double> Weights() const;  ///< by program; their sum is 1
  float& Covariance(std::size_t one, std::size_t other) {
    return covariances_[one * lists_.size() + other];
  }

  enum class Stage : unsigned char { kUntried, kUnderWay, kKnown };

  std::vector<PassSequence> lists_;
  const PassCosts* costs_;
  std::vector<Stage> stages_;  ///< by list
  std::size_t programs_ = 0;
  std::vector<double> inputs_;      ///< by program: worth of the program as it came
  std::vector<float> guesses_;      ///< worths, by program and list; shifted by each observation
  std::vector<float> covariances_;  ///< by list and list; empty until the first observation
  const double tolerance_;
  /// By program: sum of its errors; empty until the first observation.
  std::vector<double> errors_;
  double best_ = 0;  ///< highest worth reached so far
};

}  // namespace autotune
