#include "search/method/portfolio.h"

#include <algorithm>
#include <cassert>
#include <cmath>
#include <utility>

namespace autotune {
namespace {

constexpr double kFading = 0.9;  ///< factor of earnings and costs after each turn
/// Factor by which a search may go further in vain than the searches that have ended. Some searches
/// never end, even if a program can't be made smaller.
constexpr double kPatience = 10;

struct Member {
  std::unique_ptr<Searcher> searcher;
  std::unique_ptr<Budget> budget;  ///< part of the whole budget, extended for each turn
  OnBest on_best;
  PassSequence suggested;  ///< last list suggested to it or found by it
  bool ended = false;      ///< true if it ended by itself
  double had = 0;          ///< budget used in all, in evaluations or seconds
  double in_vain = 0;      ///< budget used since the last improvement by any member
  double spent = 0;        ///< recent use of the budget, fading
  double earned = 0;       ///< recent gain, fading: logarithm of old over new cost

  double rate() const { return spent > 0 ? earned / spent : 0; }
};

class Portfolio : public Searcher {
 public:
  Portfolio(const PortfolioOptions& options, std::vector<std::unique_ptr<Searcher>> searchers)
      : options_(options) {
    assert(!searchers.empty() && options.slices > 0);
    for (auto& searcher : searchers) members_.emplace_back().searcher = std::move(searcher);
  }

  void Suggest(const PassSequence& list) override {
    for (Member& member : members_) member.searcher->Suggest(list);
  }

  Result<Best> Run(const Evaluation& root, Budget& budget, const OnBest& on_best) override;

 private:
  void Begin(const Evaluation& root, Budget& budget, const OnBest& on_best);
  void Begin(Member& member, Budget& budget, const OnBest& on_best);
  Member* Next();
  double ShareOf(const Member& member) const;
  bool HasEnded(const Member& member) const {
    return member.ended && member.suggested == best_.passes;
  }
  bool Hopeless() const;
  bool InHeadStart() const {
    return Clock::now() < head_start_end_ ||
           members_.front().budget->used() < head_start_evaluations_;
  }
  Status TakeTurn(Member& member, const Evaluation& root, Budget& budget);
  void Account(Member& member, double used, double gain);

  const PortfolioOptions options_;
  std::vector<Member> members_;
  Best best_;
  Clock::duration slice_{};
  Clock::time_point head_start_end_;
  std::uint64_t head_start_evaluations_ = 0;
};

void Portfolio::Begin(const Evaluation& root, Budget& budget, const OnBest& on_best) {
  best_ = {root.next.applied, root.cost, 0};
  on_best(best_);
  slice_ = options_.shortest_slice;
  if (budget.limits().deadline) {
    const Clock::duration all = *budget.limits().deadline - Clock::now();
    slice_ = std::max<Clock::duration>(slice_, all / options_.slices);
  }
  if (!budget.limits().evaluations) {
    Clock::duration head_start = options_.head_start;
    if (const auto deadline = budget.limits().deadline) {
      const std::chrono::duration<double> part =
          options_.head_start_part * (*deadline - Clock::now());
      head_start = std::max(head_start, std::chrono::duration_cast<Clock::duration>(part));
    }
    head_start_end_ = Clock::now() + head_start;
    head_start_evaluations_ = options_.head_start_evaluations;
  }
  for (Member& member : members_) Begin(member, budget, on_best);
}

void Portfolio::Begin(Member& member, Budget& budget, const OnBest& on_best) {
  member.budget = std::make_unique<Budget>(Budget::Limits{}, &budget);
  // Members run one at a time, and no member reports twice at a time.
  member.on_best = [this, &member, &on_best](const Best& found) {
    if (!IsBetter(found, best_, options_.objective)) return;
    best_ = found;
    for (const Member& other : members_) best_.evaluations += other.budget->used();
    best_.evaluations -= member.budget->used();
    on_best(best_);
  };
}

Result<Best> Portfolio::Run(const Evaluation& root, Budget& budget, const OnBest& on_best) {
  Begin(root, budget, on_best);
  while (!budget.Exhausted() && !Hopeless()) {
    Member* const member = Next();
    if (!member) break;
    const Status status = TakeTurn(*member, root, budget);
    if (!status.ok() && best_.passes.empty()) return status.error();
    if (!status.ok()) break;
  }
  return best_;
}

double Portfolio::ShareOf(const Member& member) const {
  double rates = 0;
  for (const Member& other : members_) rates += other.rate();
  const auto count = static_cast<double>(members_.size());
  const double merit = rates > 0 ? member.rate() / rates : 1 / count;
  return options_.floor + (1 - options_.floor * count) * merit;
}

bool Portfolio::Hopeless() const {
  double ended = 0;
  double going_on = 0;
  for (const Member& member : members_) {
    // A member that had nothing to do at all has not looked for anything.
    if (HasEnded(member) && member.searcher->ends_its_turns()) continue;
    (HasEnded(member) ? ended : going_on) += member.in_vain;
  }
  return ended > 0 && going_on > kPatience * ended;
}

/// Returns the member that has had least of its due; null if all have ended.
Member* Portfolio::Next() {
  Member& first = members_.front();
  if (InHeadStart() && !HasEnded(first)) return &first;
  Member* next = nullptr;
  for (Member& member : members_) {
    if (HasEnded(member)) continue;
    if (!next || member.had / ShareOf(member) < next->had / ShareOf(*next)) next = &member;
  }
  return next;
}

Status Portfolio::TakeTurn(Member& member, const Evaluation& root, Budget& budget) {
  // Turns that end by themselves may end with a worse list than they began with.
  const bool own_turns = member.searcher->ends_its_turns();
  const bool suggests = own_turns || member.suggested != best_.passes;
  // Nothing was found yet: what was suggested to all members before still holds.
  if (suggests && !best_.passes.empty()) member.searcher->Suggest(best_.passes);
  const std::uint64_t value_before = Value(best_.cost, options_.objective);
  const std::uint64_t evaluations_before = member.budget->used();
  const Clock::time_point begin = Clock::now();
  Budget::Limits limits;
  if (budget.limits().evaluations) {
    const std::uint64_t slice = *budget.limits().evaluations / options_.slices;
    limits.evaluations = evaluations_before + std::max(slice, options_.smallest_slice);
  } else if (own_turns) {
    limits.deadline = budget.limits().deadline;
  } else {
    limits.pause = begin + slice_;
    limits.least_before_pause = evaluations_before + options_.least_in_slice;
    // A long first turn saves time: at the end of a turn threads wait for each other.
    if (&member == &members_.front()) {
      limits.least_before_pause = std::max(limits.least_before_pause, head_start_evaluations_);
    }
  }
  member.budget->Extend(limits);
  const Result<Best> found = member.searcher->Run(root, *member.budget, member.on_best);
  member.ended =
      own_turns ? member.budget->used() == evaluations_before : !member.budget->Exhausted();
  member.suggested = best_.passes;
  const double used = budget.limits().evaluations
                          ? static_cast<double>(member.budget->used() - evaluations_before)
                          : std::chrono::duration<double>(Clock::now() - begin).count();
  const auto logarithm = [](std::uint64_t value) {
    return std::log(std::max(static_cast<double>(value), 1.0));
  };
  const double gain = logarithm(value_before) - logarithm(Value(best_.cost, options_.objective));
  if (gain > 0) {
    for (Member& other : members_) other.in_vain = 0;
  } else if (&member == &members_.front()) {
    head_start_end_ = {};
  }
  Account(member, used, gain);
  return found.ok() ? Status() : found.error();
}

void Portfolio::Account(Member& member, double used, double gain) {
  for (Member& other : members_) {
    other.spent *= kFading;
    other.earned *= kFading;
  }
  member.in_vain += used;
  // A head start is no part of anybody's share.
  if (!InHeadStart()) {
    member.had += used;
  } else if (!options_.head_start_counts) {
    return;
  }
  member.spent += used;
  member.earned += gain;
}

}  // namespace

std::unique_ptr<Searcher> MakePortfolio(const PortfolioOptions& options,
                                        std::vector<std::unique_ptr<Searcher>> members) {
  return std::make_unique<Portfolio>(options, std::move(members));
}

}  // namespace autotune
