#pragma once

#include <cstddef>
#include <optional>
#include <vector>

#include "core/program.h"
#include "search/coreset.h"
#include "search/pass_costs.h"

namespace autotune {

/// Which learned list to try next on a program, by what the ones before it were worth there.
///
/// The programs that the lists were learned from are the ensemble of an ensemble Kalman filter
/// (Evensen, J. Geophys. Res. 99, 1994): what is observed of a list shifts what each of them says
/// of all lists, by the covariance over all of them. And as in a particle filter, a program counts
/// the less, the worse it foretold what was observed (Papadakis et al., Tellus A 62, 2010, weigh an
/// ensemble likewise): most lists do nothing for most programs, of which a covariance says little.
/// The next list is the one that adds most, on weighted mean over the ensemble, to the best so far
/// and to what those under way may bring, divided by its cost, as that is known by then. Before
/// anything is known that is the order of `autotune-train coreset --cost-weight 1`. Not
/// thread-safe.
class ListModel {
 public:
  /// A program counts e times less for each `tolerance`, > 0, that it was wrong by: the difference
  /// of the square roots of what a list was worth and what the program had said (of less than 0,
  /// minus the root of its size).
  /// `costs` must live longer.
  ListModel(LearnedTable table, const PassCosts& costs, double tolerance);

  const PassSequence& list(std::size_t index) const { return lists_[index]; }

  /// The next list, under way from now on; none if no other promises at least `promise`, a fraction
  /// as in the table, for as much as a mean pass costs, or where nothing was learned.
  std::optional<std::size_t> Next(double promise);

  /// From now on goes by those programs alone that are like this one in one respect: optimised
  /// already, or not. `worth` is what the program as it came takes off what -Oz leaves, as a
  /// fraction of that, so mostly less than 0. To be called once at most, before `Observe`.
  void SeeInput(double worth);

  /// What a list has turned out to be worth: what its best prefix takes off what -Oz leaves, as a
  /// fraction of it, which may be negative.
  void Observe(std::size_t index, double worth);

  /// That something else has come to as much.
  void ObserveBest(double worth) { best_ = std::max(best_, worth); }

 private:
  float& Guess(std::size_t program, std::size_t list) {
    return guesses_[program * lists_.size() + list];
  }
  void ComputeCovariances();
  std::vector<double> Weights() const;  ///< of each program; their sum is 1
  float& Covariance(std::size_t one, std::size_t other) {
    return covariances_[one * lists_.size() + other];
  }

  enum class Stage : unsigned char { kUntried, kUnderWay, kKnown };

  std::vector<PassSequence> lists_;
  const PassCosts* costs_;
  std::vector<Stage> stages_;  ///< of each list
  std::size_t programs_ = 0;
  std::vector<double> inputs_;      ///< of each program
  std::vector<float> guesses_;      ///< by program and list
  std::vector<float> covariances_;  ///< of the lists; empty until there is something to learn
  const double tolerance_;
  std::vector<double> errors_;  ///< of each program in what was observed, in all
  double best_ = 0;
};

}  // namespace autotune
