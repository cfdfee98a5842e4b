#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "core/action_space.h"

namespace autotune {

/// Place in a list at which a pass is to be put.
struct EditPlace {
  std::optional<PassId> before{};  ///< pass before the place; none at the beginning of the list
  std::optional<PassId> after{};   ///< pass after the place; none at the end of the list
  bool replaces = false;           ///< true if the new pass takes the place of one
  std::size_t passes_before = 0;   ///< passes of the list before the place
  std::size_t passes_after = 0;    ///< passes of the list after the place
  double excess = 0;  ///< logarithm of the cost at the place over the cost at the end of the list
};

/// Outcome of putting a pass in a place.
struct EditTrial {
  EditPlace place;
  PassId pass = 0;
  enum class Result { kDead, kWorse, kEqual, kBetter } result = Result::kDead;
};

/// Predicts how likely a pass is to improve a list. The model is a logistic regression on the
/// passes before and after the place and on its position. It is learned from the changes that
/// `local` tried on other programs (`src/search/learned/edit_prior.txt`, made by
/// `experiments/edit-prior`). The prediction is corrected by how often the pass has helped on the
/// program at hand. Not thread-safe.
class EditPrior {
 public:
  /// Reads the weights built into the program. Passes that `actions` lacks are left out.
  explicit EditPrior(const ActionSpace& actions);
  /// Reads the text of a data file. A line `NUMBER<tab>PASS` names a pass. A later line
  /// `KIND<tab>A<tab>B<tab>WEIGHT` adds a weight to a pass or a place with that property, see
  /// `edit_prior.cpp`. '#' starts a comment line. An empty text makes all passes alike everywhere.
  EditPrior(const ActionSpace& actions, std::string_view text);

  /// Sets `chances`, by pass, to the probability, > 0, that the pass improves the list if put
  /// there. Earlier contents of `chances` do not matter.
  void Chances(const EditPlace& place, std::vector<float>& chances);

  /// Records whether a pass made a list better on the program at hand.
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
  Weights pass_;                                      ///< weights independent of the place
  std::vector<Weights> before_;                       ///< by the pass before; the last entry: none
  std::vector<Weights> after_;                        ///< by the pass after; the last entry: none
  std::vector<Weights> head_;                         ///< by bin of `EditPlace::passes_before`
  std::vector<Weights> tail_;                         ///< by bin of `EditPlace::passes_after`
  std::vector<Weights> excess_;                       ///< by bin of `EditPlace::excess`
  std::vector<Weights> replaces_;                     ///< 0: inserted, 1: replaces a pass
  std::unordered_map<std::uint64_t, Weights> known_;  ///< results of `Compute`, by place
  Weights helped_;      ///< times that each pass helped on this program
  Weights expected_;    ///< times that it should have helped, going by other programs
  Weights correction_;  ///< factor of its chance: helped over expected, smoothed
};

}  // namespace autotune
