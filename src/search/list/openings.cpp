#include "search/list/openings.h"

#include <chrono>
#include <utility>
#include <vector>

#include <tbb/task_arena.h>

#include "search/list/seeds.h"

namespace autotune {
namespace {

/// Number of measured learned lists after which the list of the reference is tried, too, if none of
/// them is better.
constexpr std::size_t kBeforeReference = 2;
/// Time before the lean list is tried, in times of its own. On large programs in a minute, other
/// learned lists do more.
constexpr double kBeforeLean = 10;
/// Time that there has to be for each instruction of a program as it came, so that the list for
/// whole programs may be the first one.
constexpr std::chrono::microseconds kWholeTime{90};

}  // namespace

Openings::Openings(const LocalOptions& options, const ActionSpace& actions, const PassCosts& costs,
                   const Budget& budget, std::uint64_t input)
    : options_(options), costs_(costs), budget_(budget), input_(input), learned_(actions, costs) {
  if (!options.begins_with_learned) return;
  const auto pipelines = WholePipelines(actions);
  if (!pipelines.empty() && options.reference && options.learned) {
    SeeReference(*options.reference);
    reference_ = pipelines.front();
  } else if (!pipelines.empty()) {
    queue_.push_back({Opening::Kind::kReference, pipelines.front()});
  }
  if (!options.whole_program || !options.learned) return;
  std::vector<PassSequence> lists = WholeProgramLists(actions);
  if (!lists.empty()) whole_ = std::move(lists.front());
  PassSequence lean = WholeProgramLeanList(actions);
  if (!lean.empty()) lean_ = std::move(lean);
}

void Openings::Suggest(const PassSequence& list) {
  queue_.insert(queue_.begin() + static_cast<std::ptrdiff_t>(suggested_++),
                {Opening::Kind::kFirst, list});
}

void Openings::PutBack(Opening opening) {
  queue_.push_front(std::move(opening));
  ++suggested_;
}

void Openings::Restart(PassSequence list) {
  queue_.push_back({Opening::Kind::kRestart, std::move(list)});
}

void Openings::RestartAlone(PassSequence list) {
  queue_.assign(1, {Opening::Kind::kRestart, std::move(list)});
  suggested_ = 0;
}

void Openings::Pop(bool under_way) {
  if (under_way && queue_.front().learned) ++under_way_;
  queue_.pop_front();
  if (suggested_ > 0) --suggested_;
}

bool Openings::Refill(const Known& known) {
  if (!options_.begins_with_learned || !options_.learned) return false;
  if (reference_ && known_ >= kBeforeReference) TakeReference(known.value);
  if (!queue_.empty()) return true;
  if (whole_ && IsTimeForWhole(known.spent)) {
    queue_.push_back({Opening::Kind::kFirst, *std::exchange(whole_, std::nullopt)});
    return true;
  }
  if (lean_ && known.spent >= kBeforeLean * costs_.Expected(*lean_)) {
    queue_.push_back({Opening::Kind::kFirst, *std::exchange(lean_, std::nullopt)});
    return true;
  }
  if (under_way_ == kLearnedInFlight) return false;
  auto next = learned_.Next(under_way_ > 0, known.best, known.value);
  if (next) {
    queue_.push_back({Opening::Kind::kFirst, std::move(next->list), next->name});
  } else if (reference_ && under_way_ == 0) {
    TakeReference(known.value);
  }
  return !queue_.empty();
}

/// Queues the list of the reference, unless a better one is known.
void Openings::TakeReference(std::uint64_t best) {
  if (best > *options_.reference) queue_.push_back({Opening::Kind::kFirst, *reference_});
  reference_.reset();
}

/// True if the list for whole programs may be tried. It takes as long as several learned
/// lists, which other threads try meanwhile. A single thread would have nothing to show until then,
/// unless -Oz is known.
bool Openings::IsTimeForWhole(double spent) const {
  if (!budget_.repeatable()) {
    if (tbb::this_task_arena::max_concurrency() > 1) return true;
    const Clock::duration needed = kWholeTime * static_cast<std::int64_t>(input_);
    if (options_.reference && budget_.end() - Clock::now() > needed) return true;
  }
  return spent >= costs_.Expected(*whole_);
}

void Openings::Observe(const LearnedProposals::Name& learned, std::uint64_t value) {
  learned_.Observe(learned, value);
  ++known_;
}

}  // namespace autotune
