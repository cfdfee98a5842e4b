#pragma once

#include <cstddef>
#include <cstdint>
#include <utility>
#include <vector>

#include "core/action_space.h"
#include "core/program.h"
#include "core/random.h"
#include "search/edit_prior.h"
#include "search/pass_costs.h"

namespace autotune {

/// A list that is to be changed, and what a search knows of the states along it.
class EditedList {
 public:
  enum class Known { kNothing, kLeads, kUseless };  ///< the last: or somebody is finding out

  explicit EditedList(PassSequence passes) : passes_(std::move(passes)) {}
  virtual ~EditedList() = default;

  const PassSequence& passes() const { return passes_; }
  /// The objective after the first `count` passes.
  virtual std::uint64_t ValueAfter(std::size_t count) const = 0;
  /// What is known of a pass after these.
  virtual Known KnownOf(std::size_t count, PassId pass) const = 0;
  /// Makes the weight of each pass 0 that is known to be useless after these.
  virtual void DropUseless(std::size_t count, std::vector<float>& weights) const;

 private:
  const PassSequence passes_;
};

/// Where a pass would be that takes the place of those from `begin` to `end`.
EditPlace PlaceOf(const EditedList& list, std::size_t begin, std::size_t end);

/// Draws where to change a list and which pass to put there: by how likely that is to help
/// (`EditPrior`) and the square root of what it costs to try, but for some that are drawn evenly,
/// since what the prior knows is mostly of other programs. Borrows all it is given.
class EditDraw {
 public:
  EditDraw(EditPrior& prior, const PassCosts& costs, Random& random);

  /// Where to put a pass for `width` others, 0 or 1; there are as many in the list.
  std::size_t Place(const EditedList& list, std::size_t width);

  /// At most `count` passes, not known to be useless, of which the first that changes something is
  /// meant to take the place of those from `begin` to `end`. One that is known to is the last.
  PassSequence Candidates(const EditedList& list, std::size_t begin, std::size_t end,
                          std::size_t count);

  /// A pass for a place where nothing is known yet.
  PassId Pass(const EditPlace& place);

 private:
  std::vector<float> Weights(const EditPlace& place);

  EditPrior& prior_;
  const PassCosts& costs_;
  Random& random_;
  std::vector<double> prices_;  ///< of each pass: what the chance that it helps is divided by
};

}  // namespace autotune
