#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <vector>

#include "core/action_space.h"
#include "core/program.h"
#include "core/random.h"
#include "search/learned/edit_prior.h"
#include "search/list/edit_draw.h"
#include "search/list/pass_costs.h"
#include "search/list/population.h"
#include "search/list/transitions.h"

namespace autotune {

enum class Mutation {
  kInsert,
  kReplace,
  kDelete,
  kMove,
  kAppend,
  kSplice,
  kGraft,
  kCross,
  kSeveral
};
inline constexpr std::size_t kMutations = 9;

/// A list made from another one by a mutation.
struct Variant {
  PassSequence passes;
  std::size_t edit_end = 0;  ///< end of the edit: the passes from here on are those of a known list
  /// Number of passes before `edit_end` that are alternatives; only the first that changes
  /// something is meant.
  std::size_t candidates = 0;
};

/// Makes lists from lists, and learns which kinds of mutation pay on this program. New passes are
/// put in places in which they helped on other programs (`EditDraw`). Not thread-safe.
class Mutator {
 public:
  /// `root` is the empty list; `donors` are lists that pieces are taken from. Edits are preferred
  /// after which little has to be run again, by `costs`. `costs` must outlive this object.
  Mutator(Individual root, std::vector<PassSequence> donors, EditPrior prior,
          const PassCosts& costs);

  /// Draws the kind of mutation to try next: mostly one that has paid lately, but now and then any.
  Mutation DrawKind(Random& random) const;
  /// Returns a variant of `parent`, or nothing if `parent` has no room for this kind of mutation.
  std::optional<Variant> Mutate(Mutation kind, const Individual& parent,
                                const Population& population, const Transitions& transitions,
                                Random& random);

  /// Records the gain of a mutation and its cost in units of `PassCosts`. A `gain` of 1 is a better
  /// list; a lower gain is a shorter list that is as good.
  void Learn(Mutation kind, double gain, double cost);

 private:
  std::size_t DrawPosition(const PassSequence& list, std::size_t count, Random& random) const;
  std::optional<Variant> TryPasses(const EditedList& list, std::size_t width, Random& random);
  Variant Append(const EditedList& list, Random& random);
  Variant ChangeSeveral(const EditedList& list, Random& random);

  /// Costs and gains of a kind of mutation; old ones count less.
  struct Record {
    double gains = 0;
    double cost = 0;

    void Add(double gain, double spent, double memory);
  };

  const Individual root_;
  const std::vector<PassSequence> donors_;
  const PassCosts& costs_;
  EditPrior prior_;
  std::array<Record, kMutations> kinds_{};
};

}  // namespace autotune
