#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <optional>

#include "core/action_space.h"
#include "core/evaluator.h"
#include "core/program.h"
#include "core/searcher.h"
#include "search/learned/edit_prior.h"

namespace autotune {

struct LocalOptions {
  Objective objective = kDefaultObjective;
  std::uint64_t seed = 0;           ///< any
  std::uint32_t patience = 300;     ///< neighbours without improvement before a restart, 1 ..
  std::uint32_t kick = 4;           ///< random changes of the best list at a restart, 1 .. 100
  std::uint32_t in_flight = 16;     ///< lists evaluated at a time, at most, 1 .. 65536
  bool begins_with_learned = true;  ///< false: begins with suggested lists alone
  bool learned = true;              ///< lists and priors learned on other programs are used
  bool whole_program = false;       ///< lists learned on whole programs are among the first
  /// Value after the first whole pipeline of the space, -Oz, if it is known.
  std::optional<std::uint64_t> reference{};
  /// Called with each pass put in a place, by one thread at a time; may be empty.
  std::function<void(const EditTrial&)> on_trial{};
};

/// Makes a local search with restarts.
///
/// The search begins with the best of several whole lists. These are the first whole pipeline of
/// the space, lists learned on other programs, and lists that go on from the best of these.
/// `ListModel` chooses each list by the worths of the ones before it, as long as they promise
/// something. A whole program also gets a list that was learned on whole programs. That list takes
/// as long as several others. If -Oz is not known, or time is short, it waits on one thread until
/// as much has been done.
///
/// A neighbour has one pass inserted, removed, replaced (now and then by two) or swapped with the
/// next one. The first neighbour that is no worse is taken; an equal one lets the search drift
/// along a plateau. Places and passes are drawn by what helped on other programs and on this one
/// (`EditPrior`).
///
/// The search restarts after `patience` neighbours without an improvement. Restarts alternate
/// between the best list with some random changes and the next learned list or sequence of the
/// coreset.
///
/// `StateGraph` remembers what passes make of an IR, so only the new part of a neighbour is
/// evaluated. In a repeatable search, neighbour i is made when exactly the neighbours up to i -
/// `in_flight` are known. The number of threads thus does not change what is found. Otherwise a
/// neighbour is made from all that is known when a thread falls idle (`JobOrder`).
///
/// Neighbours under way at a restart count as neighbours of the new list (experiments/search). The
/// search ends early if no neighbour is new many times in a row.
std::unique_ptr<Searcher> MakeLocalSearcher(const LocalOptions& options, const ActionSpace& actions,
                                            Evaluator& evaluator);

}  // namespace autotune
