#pragma once

#include <cstddef>
#include <cstdint>
#include <utility>
#include <vector>

#include "core/action_space.h"
#include "core/program.h"
#include "core/random.h"
#include "search/learned/edit_prior.h"
#include "search/list/pass_costs.h"

namespace autotune {

/// A list to change, with the search's knowledge of the states along it.
class EditedList {
 public:
  /// Knowledge of a pass in a state. `kUseless` includes a pass that is being tried right now.
  enum class Known { kNothing, kLeads, kUseless };

  explicit EditedList(PassSequence passes) : passes_(std::move(passes)) {}
  virtual ~EditedList() = default;

  const PassSequence& passes() const { return passes_; }
  /// Returns the objective after the first `count` passes.
  virtual std::uint64_t ValueAfter(std::size_t count) const = 0;
  /// Returns the knowledge of `pass` after the first `count` passes.
  virtual Known KnownOf(std::size_t count, PassId pass) const = 0;
  /// Sets the weights of passes to 0 that are known to be useless after the first `count` passes.
  virtual void DropUseless(std::size_t count, std::vector<float>& weights) const;

 private:
  const PassSequence passes_;
};

/// Returns the place of a pass that replaces those from `begin` to `end`, `end` excluded.
EditPlace PlaceOf(const EditedList& list, std::size_t begin, std::size_t end);

/// Draws a place to change in a list, and the pass to put there. The probability is the chance that
/// the change helps (`EditPrior`) over the square root of the cost of trying it. Some draws are
/// even, because the prior knows mostly other programs. Keeps references to all constructor
/// arguments.
class EditDraw {
 public:
  EditDraw(EditPrior& prior, const PassCosts& costs, Random& random);

  /// Draws the position at which a pass is to replace `width` passes, 0 or 1. The list has at least
  /// `width` passes.
  std::size_t Place(const EditedList& list, std::size_t width);

  /// Draws at most `count` alternatives for the passes from `begin` to `end`, none known to be
  /// useless. The first that changes something is meant. A pass already known to change something
  /// is the last.
  PassSequence Candidates(const EditedList& list, std::size_t begin, std::size_t end,
                          std::size_t count);

  /// Draws a pass for a place about which nothing is known yet.
  PassId Pass(const EditPlace& place);

 private:
  std::vector<float> Weights(const EditPlace& place);

  EditPrior& prior_;
  const PassCosts& costs_;
  Random& random_;
  /// By pass: square root of its cost, which divides its chance to help.
  std::vector<double> prices_;
};

}  // namespace autotune
