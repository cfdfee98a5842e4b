#include "search/learned/learned_proposals.h"

#include <algorithm>
#include <iterator>

#include "search/learned/coreset.h"

namespace autotune {
namespace {

/// Minimum promise of a list to be tried, a fraction of the program for as much as a mean pass
/// costs. `kPromise` holds at first, `kLeastPromise` after the continuations of the best of those
/// lists, and `kContinuationPromise` for continuations. The tolerances are those of `ListModel`.
constexpr double kPromise = 1e-4;
constexpr double kLeastPromise = 2e-5;
constexpr double kContinuationPromise = 5e-5;
constexpr double kTolerance = 0.6;
constexpr double kContinuationTolerance = 0.1;
/// Part of the best value that continuations have to take off, so that all are tried again; its
/// denominator.
constexpr std::uint64_t kAnotherRound = 1000;

}  // namespace

/// Returns the reduction from the reference to `value`, as a fraction of the reference.
double LearnedProposals::Learned::Worth(std::uint64_t value) const {
  const auto its = static_cast<double>(*reference);
  return (its - static_cast<double>(value)) / its;
}

void LearnedProposals::Learned::Observe() {
  if (!reference) return;
  for (const auto& [list, value] : std::exchange(unobserved, {})) {
    model.Observe(list, Worth(value));
  }
}

LearnedProposals::LearnedProposals(const ActionSpace& actions, const PassCosts& costs)
    : actions_(actions),
      costs_(costs),
      lists_{.model = ListModel(LearnedListsAndWorths(actions), costs, kTolerance),
             .promise = kPromise} {}

std::optional<LearnedProposals::Proposal> LearnedProposals::Next(bool under_way,
                                                                 const PassSequence& best,
                                                                 std::uint64_t value) {
  while (learning_) {
    if (learning_->reference) learning_->model.ObserveBest(learning_->Worth(value));
    if (const auto next = learning_->model.Next(learning_->promise)) {
      Proposal proposal{learning_->base, {learning_, *next}};
      std::ranges::copy(learning_->model.list(*next), std::back_inserter(proposal.list));
      return proposal;
    }
    if (under_way) break;
    TurnTo(best, std::max<std::uint64_t>(value, 1));
  }
  return std::nullopt;
}

/// Turns to the next lists when the current ones promise nothing more.
void LearnedProposals::TurnTo(const PassSequence& best, std::uint64_t value) {
  if (!continuations_ ||
      value < *continuations_->reference - *continuations_->reference / kAnotherRound) {
    if (!fresh_) fresh_.emplace(LearnedContinuations(actions_), costs_, kContinuationTolerance);
    continuations_.emplace(Learned{
        .model = *fresh_, .promise = kContinuationPromise, .base = best, .reference = value});
    learning_ = &*continuations_;
  } else if (lists_.promise > kLeastPromise) {
    lists_.promise = kLeastPromise;
    learning_ = &lists_;
  } else {
    learning_ = nullptr;
  }
}

void LearnedProposals::Observe(const Name& name, std::uint64_t value) {
  name.of->unobserved.emplace_back(name.index, value);
  name.of->Observe();
}

void LearnedProposals::SeeReference(std::uint64_t reference, std::uint64_t input) {
  lists_.reference = std::max<std::uint64_t>(reference, 1);
  lists_.model.SeeInput(lists_.Worth(input));
  lists_.Observe();
}

}  // namespace autotune
