#include "search/engine/size_guard.h"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <tuple>

namespace autotune {

namespace {

bool HasPass(const PassSequence& list, PassId pass) {
  return std::ranges::find(list, pass) != list.end();
}

}  // namespace

Trace SizeGuard::Apply(const ProgramState& from, std::span<const PassId> passes,
                       const EvaluationOptions& options, const Budget& budget) {
  const Watch watch = Get();
  EvaluationOptions watching = options;
  watching.observe.size_below = std::max(options.observe.size_below, MeasuredBelow(watch, options));
  Trace trace = inner_.Apply(from, passes, watching, budget);
  for (std::size_t i = 0; i < trace.steps.size(); ++i) {
    Evaluation& step = trace.steps[i];
    // A worker may know a size that nobody asked for.
    const Observe wanted = i + 1 == passes.size() ? watching.observe : watching.observe.OnTheWay();
    const bool chance = !adapts_ && !wanted.WantsSize(step.cost.instructions);
    if (chance) step.cost.object_size.reset();
    if (step.cost.object_size) {
      Judge(step);
    } else {
      // Nobody has looked at a state on the way: it is no improvement.
      const double worth = watch.worth * static_cast<double>(step.cost.instructions);
      const auto rounded = static_cast<std::uint64_t>(std::llround(worth));
      step.cost.instructions = rounded < watch.least ? watch.least + 1 : rounded;
    }
  }
  return trace;
}

/// Returns the number of instructions below which the last state is measured.
std::uint64_t SizeGuard::MeasuredBelow(const Watch& watch, const EvaluationOptions& options) const {
  if (!options.more) return watch.watched;
  if (!options.may_end) return 0;
  return fewest() ? watch.watched : watch.watched - watch.watched / kLargeStep;
}

std::uint64_t SizeGuard::Watched(std::uint64_t instructions) const {
  const bool slackens = fewest() && limit_.instructions <= kMostForSlack;
  const double slack = slackens ? kSlack * static_cast<double>(instructions) : 0;
  return instructions + static_cast<std::uint64_t>(slack) + 1;
}

std::uint64_t SizeGuard::Worth(const Cost& cost) const {
  if (!fewest()) return cost.instructions;
  const double share = static_cast<double>(cost.object_size->total()) /
                       static_cast<double>(std::max<std::uint64_t>(limit_.bytes, 1));
  return static_cast<std::uint64_t>(
      std::max(1LL, std::llround(share * static_cast<double>(limit_.instructions))));
}

std::uint64_t SizeGuard::Value(const Cost& cost) const {
  return fewest() ? cost.object_size->total() : cost.instructions;
}

/// As for searches: what is best must not depend on which thread came first. If time decides
/// anyway, a list that is only shorter is no news.
bool SizeGuard::IsBetter(const Allowed& one, const Allowed& other) const {
  const std::uint64_t value = Value(one.cost);
  const std::uint64_t than = Value(other.cost);
  if (adapts_ || value != than) return value < than;
  const auto order = [](const Allowed& list) {
    return std::tuple<std::size_t, const PassSequence&>(list.passes.size(), list.passes);
  };
  return order(one) < order(other);
}

SizeGuard::Watch SizeGuard::WatchFrom(const Allowed& best) const {
  // One above the limit must not draw the search away from the limit's module.
  const bool below = best.cost.object_size && best.cost.object_size->total() <= limit_.bytes;
  if (!fewest() || !adapts_ || !below) return first_;
  const std::uint64_t worth = Worth(best.cost);
  const auto instructions = static_cast<double>(std::max<std::uint64_t>(best.cost.instructions, 1));
  return {Watched(best.cost.instructions), static_cast<double>(worth) / instructions, worth};
}

SizeGuard::Watch SizeGuard::Get() {
  const MutexLock lock(mutex_);
  return watch_;
}

void SizeGuard::Judge(Evaluation& step) {
  if (!fewest()) return JudgeByLimit(step);
  Take({step.next.applied, step.cost});
  step.cost.instructions = Worth(step.cost);
}

void SizeGuard::JudgeByLimit(Evaluation& step) {
  Cost& cost = step.cost;
  const std::uint64_t bytes = cost.object_size->total();
  const std::uint64_t most = limit_.bytes + limit_.spare;
  if (bytes > most) {
    const auto limit = static_cast<double>(std::max<std::uint64_t>(most, 1));
    const double excess = static_cast<double>(bytes) / limit - 1;
    const auto more = std::llround(kPenalty * excess * static_cast<double>(cost.instructions));
    cost.instructions += std::max<std::uint64_t>(1, static_cast<std::uint64_t>(more));
    if (enforced_) cost.instructions = std::max(cost.instructions, limit_.instructions + 1);
  } else if (!enforced_) {
    Take({step.next.applied, cost});
  }
  if (!adapts_ || enforced_) return;
  const MutexLock lock(mutex_);
  watch_.watched = std::min(watch_.watched, cost.instructions);
  watch_.least = watch_.watched;
}

void SizeGuard::Take(const Allowed& list) {
  const MutexLock lock(mutex_);
  if (limit_.spare > 0 && list.cost.object_size->total() <= limit_.bytes) Add(list, sure_);
  if (!Add(list, allowed_)) return;
  if (fewest()) watch_ = WatchFrom(list);
  on_allowed_(list);
}

/// Adds a list that is better than those before it.
bool SizeGuard::Add(const Allowed& list, std::vector<Allowed>& ladder) {
  if (!IsBetter(list, ladder.back())) return false;
  // A list with a forgotten pass may have been under way.
  if (std::ranges::any_of(forgotten_, [&](PassId pass) { return HasPass(list.passes, pass); })) {
    return false;
  }
  ladder.push_back(list);
  return true;
}

std::optional<SizeGuard::Allowed> SizeGuard::Sure() {
  const MutexLock lock(mutex_);
  return sure_.size() > 1 ? std::optional(sure_.back()) : std::nullopt;
}

void SizeGuard::Forget(PassId pass) {
  const MutexLock lock(mutex_);
  forgotten_.push_back(pass);
  const auto has = [pass](const Allowed& list) { return HasPass(list.passes, pass); };
  const bool had = std::erase_if(allowed_, has) > 0;
  std::erase_if(sure_, has);
  watch_ = WatchFrom(allowed_.back());  // the best state may have had it
  if (had) on_allowed_(allowed_.back());
}

void SizeGuard::Enforce(std::uint64_t instructions, std::uint64_t bytes) {
  const MutexLock lock(mutex_);
  enforced_ = true;
  limit_.bytes = bytes;
  limit_.spare = 0;
  watch_ = {.watched = instructions + 1, .worth = 1, .least = instructions + 1};
}

}  // namespace autotune
