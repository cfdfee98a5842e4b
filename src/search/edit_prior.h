#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "core/action_space.h"

namespace autotune {

/// Where in a list a pass is to be put.
struct EditPlace {
  std::optional<PassId> before{};  ///< the pass it would come after; none: the list begins there
  std::optional<PassId> after{};   ///< the pass that would come next; none: the list ends there
  bool replaces = false;           ///< the pass that stands there now
  std::size_t passes_before = 0;   ///< in the list
  std::size_t passes_after = 0;
  double excess = 0;  ///< logarithm of the cost there over the cost that the list leads to
};

/// What became of a pass that was put somewhere.
struct EditTrial {
  EditPlace place;
  PassId pass = 0;
  enum class Result { kDead, kWorse, kEqual, kBetter } result = Result::kDead;
};

/// How likely a list is to become better by one pass: a logistic regression on what stands before
/// and after it and on where that is, learned from the changes that `local` tried on other programs
/// (`src/search/edit_prior.txt`, made by `experiments/edit-prior`), corrected by how often the pass
/// has helped on the program at hand. Not thread-safe.
class EditPrior {
 public:
  /// Passes that `actions` lacks are left out.
  explicit EditPrior(const ActionSpace& actions);
  /// From the text of a data file: `NUMBER<tab>PASS` names a pass; then
  /// `KIND<tab>A<tab>B<tab>WEIGHT` is added for a pass or a place with that property, see
  /// `edit_prior.cpp`. '#' starts a comment line. Without any line all passes are alike everywhere.
  EditPrior(const ActionSpace& actions, std::string_view text);

  /// Makes of `chances`, for each pass, how likely it is, > 0, that to put it there makes the list
  /// better. What they hold before does not matter.
  void Chances(const EditPlace& place, std::vector<float>& chances);

  /// Tells what came of a pass on the program at hand.
  void Learn(const EditPlace& place, PassId pass, bool better);

 private:
  using Weights = std::vector<float>;  ///< by pass
  struct Bins {
    std::size_t head = 0;
    std::size_t tail = 0;
    std::size_t excess = 0;
  };

  static Bins BinsOf(const EditPlace& place);
  const Weights& Elsewhere(const EditPlace& place);
  Weights* Find(std::string_view kind, std::size_t property);
  Weights Compute(const EditPlace& place, const Bins& bins) const;

  std::size_t passes_;
  Weights pass_;                   ///< wherever it is
  std::vector<Weights> before_;    ///< by the pass before; the last: none
  std::vector<Weights> after_;     ///< likewise
  std::vector<Weights> head_;      ///< by how many passes there are before, in bins
  std::vector<Weights> tail_;      ///< after
  std::vector<Weights> excess_;    ///< likewise
  std::vector<Weights> replaces_;  ///< 0: inserted
  std::unordered_map<std::uint64_t, Weights> known_;  ///< what `Compute` gives, by place
  Weights helped_;                                    ///< of each pass how often it helped here
  Weights expected_;    ///< and how often it should have, going by other programs
  Weights correction_;  ///< what its chance is multiplied by for that
};

}  // namespace autotune
