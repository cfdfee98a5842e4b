#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <optional>

#include "core/action_space.h"
#include "core/evaluator.h"
#include "core/prior.h"
#include "core/program.h"
#include "core/searcher.h"
#include "search/edit_prior.h"

namespace autotune {

struct LocalOptions {
  Objective objective = kDefaultObjective;
  std::uint64_t seed = 0;           ///< any
  std::uint32_t patience = 300;     ///< neighbours without improvement before a restart, 1 ..
  std::uint32_t kick = 4;           ///< random changes of the best list at a restart, 1 .. 100
  std::uint32_t in_flight = 16;     ///< lists evaluated at a time, at most, 1 .. 65536
  bool begins_with_learned = true;  ///< lists; else with what is suggested alone
  bool learned = true;              ///< what other programs taught is used
  bool whole_program = false;       ///< a learned list for such is among the first
  /// Draws the lists that the search restarts from, where there is one and it is ready.
  Prior* model = nullptr;
  /// What the first whole pipeline of the space, -Oz, comes to, where that is known.
  std::optional<std::uint64_t> reference{};
  /// Told, by one thread at a time, of each pass that was put somewhere; may be empty.
  std::function<void(const EditTrial&)> on_trial{};
};

/// Local search with restarts. The first list is the best of the first whole pipeline of the space
/// and of learned lists, each chosen by what the ones before it were worth (`ListModel`), as long
/// as they promise something, and of what goes on from the best of those, chosen likewise. Of a
/// whole program one of the first is a list that was learned on such; it takes as long as several
/// others, so on one thread it waits until as much has been done. A neighbour has one pass
/// inserted, removed, replaced (now and then by two) or swapped with the next one, or a whole
/// pipeline written as single passes (`Unfolder`); the first that is no worse is taken: a better
/// one, or one that is equal, so that the search can drift along a plateau.
/// After `patience` neighbours without an improvement it starts again, in turn from the best list
/// with some random changes and from a list that `model` draws, each pass for the state that the
/// one before it led to, or else the next learned list or sequence of the coreset. Where passes are
/// put and which ones is drawn by what helped on other programs and on this one (`EditPrior`).
///
/// What passes make of an IR is remembered (`StateGraph`), and of a neighbour only what is new is
/// evaluated. Where the search is to be repeatable, neighbour i is made when all up to i -
/// `in_flight` are known and no other, so threads do not change what is found; else by all that is
/// known when a thread has nothing to do (`RingOrder`). Those under way at a restart count as
/// neighbours of the new list: where one of them is no worse than that, the search goes on from
/// there (experiments/search).
/// Ends early where neighbours, time and again, are nothing new.
std::unique_ptr<Searcher> MakeLocalSearcher(const LocalOptions& options, const ActionSpace& actions,
                                            Evaluator& evaluator);

}  // namespace autotune
