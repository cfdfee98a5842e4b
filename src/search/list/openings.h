#pragma once

#include <cstddef>
#include <cstdint>
#include <deque>
#include <optional>

#include "core/action_space.h"
#include "core/budget.h"
#include "core/program.h"
#include "search/learned/learned_proposals.h"
#include "search/list/pass_costs.h"
#include "search/method/local.h"

namespace autotune {

/// A whole list that a local search tries as it is.
struct Opening {
  enum class Kind {
    kReference,  ///< list that the worths of learned lists are measured by, -Oz
    kFirst,      ///< list taken if it beats the current one
    kRestart,    ///< list taken in any case
  };
  Kind kind = Kind::kFirst;
  PassSequence list;
  /// Name of a learned list; none for other lists.
  std::optional<LearnedProposals::Name> learned = {};
};

/// Queue of the whole lists that a local search tries. Suggested lists come first, then -Oz and
/// lists learned on other programs, each chosen by the worths of those before it. Restart lists
/// follow. Not thread-safe.
class Openings {
 public:
  /// Maximum number of learned lists evaluated at a time. With fewer, more is known when the next
  /// one is chosen.
  static constexpr std::size_t kLearnedInFlight = 4;

  /// `input` is the objective of the program as it came. All references must outlive this object.
  Openings(const LocalOptions& options, const ActionSpace& actions, const PassCosts& costs,
           const Budget& budget, std::uint64_t input);

  /// Queues `list` after earlier suggestions and before all other lists.
  void Suggest(const PassSequence& list);
  /// Puts an opening that was not finished at the front of the queue.
  void PutBack(Opening opening);
  /// Queues `list`, to restart from, at the end.
  void Restart(PassSequence list);
  /// Queues `list`, to restart from, and drops all other lists.
  void RestartAlone(PassSequence list);

  bool empty() const { return queue_.empty(); }
  const Opening& front() const { return queue_.front(); }
  /// Removes the front. If it is a learned list, `under_way` says whether it is being evaluated.
  void Pop(bool under_way);

  /// Knowledge of a search when it asks for a learned list.
  struct Known {
    const PassSequence& best;
    std::uint64_t value;  ///< objective of `best`
    double spent;         ///< cost so far, in units of `PassCosts`
  };
  /// Queues the best list to try next if the queue is empty. Returns false if there is none, or if
  /// the choice depends on lists under way.
  bool Refill(const Known& known);

  /// Records that a learned list is no longer under way.
  void EndLearned() { --under_way_; }
  /// Records the objective that a learned list has reached.
  void Observe(const LearnedProposals::Name& learned, std::uint64_t value);
  /// Records the objective of the `kReference` list.
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
  std::size_t suggested_ = 0;  ///< suggested lists, at the front of the queue
  std::size_t under_way_ = 0;  ///< learned lists under way
  std::size_t known_ = 0;      ///< learned lists whose result is known
  /// List whose objective, the reference, was given and which is not queued yet; none: tried or
  /// queued already.
  std::optional<PassSequence> reference_;
  std::optional<PassSequence> whole_;  ///< list for whole programs; none once it is queued
  std::optional<PassSequence> lean_;   ///< the same for the one that saves bytes, too
};

}  // namespace autotune
