#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <utility>
#include <vector>

#include "core/action_space.h"
#include "core/program.h"
#include "search/list_model.h"
#include "search/pass_costs.h"

namespace autotune {

/// Which learned lists a search should try on its program, one after another, going by what came of
/// those before: the lists that promise most; then what goes on from the best list by then, again
/// as long as that helps; then the other lists, and what goes on from them if one of them is
/// better. See experiments/learned-lists. Not thread-safe.
class LearnedProposals {
 private:
  struct Learned;

 public:
  /// Names a proposal until `Next` has been called with nothing under way.
  struct Name {
    Learned* of;
    std::size_t index;
  };
  struct Proposal {
    PassSequence list;
    Name name;
  };

  /// `costs` must live longer.
  LearnedProposals(const ActionSpace& actions, const PassCosts& costs);
  LearnedProposals(const LearnedProposals&) = delete;
  LearnedProposals& operator=(const LearnedProposals&) = delete;

  /// Nothing where that depends on what is `under_way`, or where none promises anything. `best` is
  /// the best list that is known, of whatever kind, and `value` what it leads to.
  std::optional<Proposal> Next(bool under_way, const PassSequence& best, std::uint64_t value);

  /// What a proposal has come to.
  void Observe(const Name& name, std::uint64_t value);
  /// What lists are measured by, -Oz, comes to, and the program as it came.
  void SeeReference(std::uint64_t reference, std::uint64_t input);

 private:
  /// Lists, and what is known of them on this program.
  struct Learned {
    ListModel model;
    double promise = 0;                           ///< at least; see `ListModel::Next`
    PassSequence base = {};                       ///< what they go on from
    std::optional<std::uint64_t> reference = {};  ///< the value that they are measured by
    /// Lists that are known, and their values, while the reference is not.
    std::vector<std::pair<std::size_t, std::uint64_t>> unobserved = {};

    double Worth(std::uint64_t value) const;
    void Observe();
  };

  void TurnTo(const PassSequence& best, std::uint64_t value);

  const ActionSpace& actions_;
  const PassCosts& costs_;
  Learned lists_;
  std::optional<ListModel> fresh_;        ///< of continuations; reading it takes a millisecond
  std::optional<Learned> continuations_;  ///< of the best list by then
  Learned* learning_ = &lists_;           ///< null when none of them promises anything
};

}  // namespace autotune
