#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <vector>

#include "core/action_space.h"
#include "core/budget.h"
#include "core/evaluator.h"
#include "core/objective.h"
#include "core/program.h"
#include "core/result.h"

namespace autotune {

/// Returns the space of those actions that work on each function alone: `function(...)`.
ActionSpace FunctionActions(const ActionSpace& actions);

struct FunctionSearchOptions {
  Objective objective = kDefaultObjective;
  std::uint64_t seed = 0;         ///< any
  std::uint64_t turn = 60;        ///< evaluations of a turn besides suggestions, at most, 1 ..
  std::size_t turns_at_once = 8;  ///< functions that have a turn between two choices, 1 ..
  bool learned = true;            ///< what other programs taught is used
  /// List that every function begins with; it is the list of those that have no turn.
  PassSequence first{};
};

/// Looks for a list for each function of a program, where each function is a program of its own.
///
/// Each function has a search of its own (`local`), which goes on where its last turn ended. The
/// next turns go to the functions with the largest expected gain for the time of their passes. At
/// first that gain is a fixed part of the function, later a mean of its last gains. Lists that
/// helped one function are suggested to the others.
///
/// Results depend on seed and budget alone if evaluations are the limit, not on threads.
class FunctionSearch {
 public:
  /// Returns function number `index`, measured as a program that the evaluator knows.
  using Load = std::function<Result<Evaluation>(std::size_t index, const Budget&)>;
  /// Called after some turns with the sum of all gains, by the objective, and the passes tried.
  /// Returns false to end the search.
  using OnProgress = std::function<bool(std::uint64_t gain, std::uint64_t evaluations)>;

  /// The list of one function.
  struct Found {
    PassSequence passes;     ///< best list; `first` if the function had no turn
    std::uint64_t gain = 0;  ///< by the objective, against the function as it came
  };

  /// `sizes`: instructions of each function. The references must outlive this object.
  FunctionSearch(const FunctionSearchOptions& options, const ActionSpace& actions,
                 Evaluator& evaluator, const std::vector<std::uint64_t>& sizes, Load load);
  ~FunctionSearch();
  FunctionSearch(const FunctionSearch&) = delete;
  FunctionSearch& operator=(const FunctionSearch&) = delete;

  /// Searches until the budget ends or no function is left that a list could make smaller.
  /// Functions that can't be loaded or evaluated are left as they are. May be called again.
  void Run(Budget& budget, const OnProgress& on_progress);

  /// Returns the lists found so far, one for each function.
  std::vector<Found> found() const;
  /// Returns the sum of all gains.
  std::uint64_t gain() const;

 private:
  class Impl;
  std::unique_ptr<Impl> impl_;
};

}  // namespace autotune
