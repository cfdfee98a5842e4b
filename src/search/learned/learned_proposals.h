#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <utility>
#include <vector>

#include "core/action_space.h"
#include "core/program.h"
#include "search/learned/list_model.h"
#include "search/list/pass_costs.h"

namespace autotune {

/// Proposes learned lists to try on a program, one after another, going by the results so far. The
/// lists that promise most come first. Then come lists that go on from the best list so far, again
/// as long as that helps. The remaining lists follow, and lists that go on from them if one of them
/// is better by a thousandth. See experiments/learned-lists. Not thread-safe.
class LearnedProposals {
 private:
  struct Learned;

 public:
  /// Name of a proposal; valid until `Next` has been called with nothing under way.
  struct Name {
    Learned* of;
    std::size_t index;
  };
  struct Proposal {
    PassSequence list;
    Name name;
  };

  /// `costs` must outlive this object.
  LearnedProposals(const ActionSpace& actions, const PassCosts& costs);
  LearnedProposals(const LearnedProposals&) = delete;
  LearnedProposals& operator=(const LearnedProposals&) = delete;

  /// Returns the next list to try. Returns nothing if that depends on lists `under_way`, or if no
  /// list promises anything. `best` is the best list known, from any source, and `value` its
  /// objective.
  std::optional<Proposal> Next(bool under_way, const PassSequence& best, std::uint64_t value);

  /// Records the objective that a proposal has reached.
  void Observe(const Name& name, std::uint64_t value);
  /// Records the objective of -Oz, the reference that worths are measured by, and of the program as
  /// it came.
  void SeeReference(std::uint64_t reference, std::uint64_t input);

 private:
  /// Learned lists, with their results on this program.
  struct Learned {
    ListModel model;
    double promise = 0;      ///< minimum promise of a list to be tried; see `ListModel::Next`
    PassSequence base = {};  ///< list that these lists go on from; empty: the root
    /// Objective that worths are measured by; none until it is known.
    std::optional<std::uint64_t> reference = {};
    /// Indices and objectives of lists measured before `reference` was known.
    std::vector<std::pair<std::size_t, std::uint64_t>> unobserved = {};

    double Worth(std::uint64_t value) const;
    void Observe();
  };

  void TurnTo(const PassSequence& best, std::uint64_t value);

  const ActionSpace& actions_;
  const PassCosts& costs_;
  Learned lists_;
  /// Model of the continuations, unused; none until needed (reading takes 1 ms).
  std::optional<ListModel> fresh_;
  std::optional<Learned> continuations_;  ///< continuations of the best list at the time
  Learned* learning_ = &lists_;           ///< lists proposed now; null if none promises anything
};

}  // namespace autotune
