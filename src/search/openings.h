#pragma once

#include <cstddef>
#include <cstdint>
#include <deque>
#include <optional>

#include "core/action_space.h"
#include "core/budget.h"
#include "core/program.h"
#include "search/learned_proposals.h"
#include "search/local.h"
#include "search/pass_costs.h"

namespace autotune {

/// A whole list that a local search tries as it is.
struct Opening {
  enum class Kind {
    kReference,  ///< what the worth of learned lists is measured by
    kFirst,
    kRestart,
  };
  Kind kind = Kind::kFirst;
  PassSequence list;
  std::optional<LearnedProposals::Name> learned = {};  ///< where it is one, or goes on by one
};

/// The whole lists that a local search tries, in turn: those that were suggested, -Oz, lists that
/// were learned on other programs, each chosen by what the ones before it were worth here, and
/// whatever it restarts from. Not thread-safe.
class Openings {
 public:
  /// Learned lists evaluated at a time, at most: the fewer, the more is known when the next is
  /// chosen.
  static constexpr std::size_t kLearnedInFlight = 4;

  /// `input` is the value of the program as it came; the others must live longer.
  Openings(const LocalOptions& options, const ActionSpace& actions, const PassCosts& costs,
           const Budget& budget, std::uint64_t input);

  /// It comes before all that are not suggested.
  void Suggest(const PassSequence& list);
  /// It comes before all others.
  void PutBack(Opening opening);
  void Restart(PassSequence list);
  /// Drops all others.
  void RestartAlone(PassSequence list);

  bool empty() const { return queue_.empty(); }
  const Opening& front() const { return queue_.front(); }
  /// Takes the front off; if it is a learned list, that is `under_way` from now on or not.
  void Pop(bool under_way);

  /// What a search knows when it asks for a learned list.
  struct Known {
    const PassSequence& best;
    std::uint64_t value;  ///< of `best`
    double spent;         ///< by `PassCosts`
  };
  /// Where it is empty: puts in what is best tried next. False where there is nothing, or where
  /// that depends on what is under way.
  bool Refill(const Known& known);

  /// A learned list that was under way no longer is.
  void EndLearned() { --under_way_; }
  /// What one of them has come to, and what `kReference` has.
  void Observe(const LearnedProposals::Name& learned, std::uint64_t value);
  void SeeReference(std::uint64_t value) { learned_.SeeReference(value, input_); }

 private:
  void TakeReference(std::uint64_t best);
  bool IsTimeForWhole(double spent) const;

  const LocalOptions& options_;
  const PassCosts& costs_;
  const Budget& budget_;
  const std::uint64_t input_;
  LearnedProposals learned_;
  std::deque<Opening> queue_;
  std::size_t suggested_ = 0;  ///< of these come first
  std::size_t under_way_ = 0;  ///< learned ones
  std::size_t known_ = 0;      ///< likewise
  /// The list that the reference is of, where it need not be tried for that.
  std::optional<PassSequence> reference_;
  std::optional<PassSequence> whole_;  ///< a list for whole programs, until it is tried
};

}  // namespace autotune
