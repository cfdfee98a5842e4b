#include "search/list/minimize.h"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <iterator>
#include <limits>
#include <optional>
#include <span>
#include <utility>
#include <vector>

#include <tbb/blocked_range.h>
#include <tbb/parallel_for.h>

namespace autotune {
namespace {

/// Passes asked for in one call. After each call the state may turn out to be the earlier one.
constexpr std::size_t kChunk = 4;

/// Passes `begin` to `end - 1` of a list.
struct Piece {
  std::size_t begin;
  std::size_t end;
};

/// Returns the number of evaluations made. A pass that failed was asked for too.
std::uint64_t Made(const Trace& trace) {
  const bool failed = !trace.status.ok() && IsEvaluationFailure(trace.status.error().code);
  return trace.steps.size() + (failed ? 1 : 0);
}

/// Returns what the value at the end of a list needs: code is generated for that state alone.
Observe ObserveEnd(Objective objective) {
  Observe observe = ObserveFor(objective);
  if (observe.object_size) {
    observe.object_size = false;
    observe.size_below = std::numeric_limits<std::uint64_t>::max();
  }
  return observe;
}

class Minimizer {
 public:
  Minimizer(const MinimizeOptions& options, Evaluator& evaluator, const Evaluation& root,
            Budget& budget)
      : objective_(options.objective),
        observe_(ObserveEnd(objective_)),
        evaluator_(evaluator),
        root_(root),
        budget_(budget) {}

  Best Run(const Best& best) {
    limit_ = Value(best.cost);
    if (!Take(best.passes)) return best;
    DropIdle();
    for (std::size_t size = (passes_.size() + 1) / 2; size > 0; size /= 2) {
      while (DropPieces(size)) {
      }
    }
    return {passes_, states_.back().cost, best.evaluations};
  }

 private:
  std::uint64_t Value(const Cost& cost) const { return autotune::Value(cost, objective_); }

  /// Applies a list from the root. Makes it the current list if that is no loss.
  bool Take(const PassSequence& passes);

  // These remove what they can, and return true if they removed anything.
  bool DropIdle();
  bool DropPieces(std::size_t size);
  bool Drop(const PassSequence& list, std::vector<bool>& dropped, std::span<const Piece> pieces);

  /// Returns the objective of the current list without a piece, or nothing if that fails. The
  /// result is a prediction: it stops if the state has the IR that it has with the piece.
  std::optional<std::uint64_t> ValueWithout(const Piece& piece, std::uint64_t& evaluations) const;
  std::optional<std::uint64_t> ValueBefore(std::size_t pass, std::uint64_t& evaluations) const;
  std::vector<std::optional<std::uint64_t>> ValuesWithout(const std::vector<Piece>& pieces);

  const Objective objective_;
  const Observe observe_;
  Evaluator& evaluator_;
  const Evaluation& root_;
  Budget& budget_;

  PassSequence passes_;
  std::vector<Evaluation> states_;  ///< states before each of the passes, and at the end
  std::uint64_t limit_ = 0;         ///< objective at the end
};

bool Minimizer::Take(const PassSequence& passes) {
  const std::uint64_t claimed = budget_.Claim(passes.size());
  if (claimed < passes.size()) {
    budget_.Return(claimed);
    return false;
  }
  Trace trace =
      evaluator_.Apply(root_.next, passes, {observe_, {.start = false, .end = false}}, budget_);
  budget_.Return(claimed - Made(trace));
  const Cost& cost = trace.steps.empty() ? root_.cost : trace.steps.back().cost;
  if (!trace.status.ok() || Value(cost) > limit_) return false;
  passes_ = passes;
  states_ = {root_};
  std::ranges::move(trace.steps, std::back_inserter(states_));
  limit_ = Value(states_.back().cost);
  return true;
}

bool Minimizer::DropIdle() {
  std::vector<Piece> idle;
  for (std::size_t i = 0; i < passes_.size(); ++i) {
    if (!states_[i + 1].changed) idle.push_back({i, i + 1});
  }
  const PassSequence list = passes_;
  std::vector<bool> dropped(list.size());
  return Drop(list, dropped, idle);
}

bool Minimizer::DropPieces(std::size_t size) {
  std::vector<Piece> pieces;
  for (std::size_t begin = 0; begin < passes_.size(); begin += size) {
    pieces.push_back({begin, std::min(begin + size, passes_.size())});
  }
  const std::vector<std::optional<std::uint64_t>> values = ValuesWithout(pieces);
  std::vector<Piece> useless;
  std::optional<std::size_t> harmful;
  for (std::size_t i = 0; i < pieces.size(); ++i) {
    if (!values[i] || *values[i] > limit_) continue;
    useless.push_back(pieces[i]);
    if (*values[i] < limit_ && (!harmful || *values[i] < *values[*harmful])) harmful = i;
  }
  const PassSequence list = passes_;
  std::vector<bool> dropped(list.size());
  // A harmful piece is tried alone first: together with others it might go without the gain.
  if (harmful && Drop(list, dropped, {&pieces[*harmful], 1})) return true;
  return Drop(list, dropped, useless);
}

/// Removes these pieces from `list`, besides those that `dropped` names. If they can't all go,
/// removes as many as halving finds. Returns true if it removed any.
bool Minimizer::Drop(const PassSequence& list, std::vector<bool>& dropped,
                     std::span<const Piece> pieces) {
  if (pieces.empty()) return false;
  std::vector<bool> more = dropped;
  for (const Piece& piece : pieces) {
    std::fill(more.begin() + static_cast<std::ptrdiff_t>(piece.begin),
              more.begin() + static_cast<std::ptrdiff_t>(piece.end), true);
  }
  PassSequence shorter;
  for (std::size_t i = 0; i < list.size(); ++i) {
    if (!more[i]) shorter.push_back(list[i]);
  }
  if (Take(shorter)) {
    dropped = std::move(more);
    return true;
  }
  if (pieces.size() == 1) return false;
  const std::size_t half = pieces.size() / 2;
  const bool first = Drop(list, dropped, pieces.first(half));
  const bool second = Drop(list, dropped, pieces.subspan(half));
  return first || second;
}

std::vector<std::optional<std::uint64_t>> Minimizer::ValuesWithout(
    const std::vector<Piece>& pieces) {
  std::vector<std::optional<std::uint64_t>> values(pieces.size());
  std::vector<std::uint64_t> claimed(pieces.size());
  std::vector<std::uint64_t> made(pieces.size());
  std::size_t affordable = 0;
  for (; affordable < pieces.size(); ++affordable) {
    const std::uint64_t rest = passes_.size() - pieces[affordable].end;
    const std::uint64_t needed = std::max<std::uint64_t>(rest, 1);  // `ValueBefore` makes one
    claimed[affordable] = budget_.Claim(needed);
    if (claimed[affordable] < needed) break;
  }
  // Tasks are ranges because neighbouring pieces share most of the states that lead to them.
  tbb::parallel_for(tbb::blocked_range<std::size_t>(0, affordable),
                    [&](const tbb::blocked_range<std::size_t>& range) {
                      for (std::size_t i = range.begin(); i < range.end(); ++i) {
                        values[i] = ValueWithout(pieces[i], made[i]);
                      }
                    });
  for (std::size_t i = 0; i < pieces.size(); ++i) budget_.Return(claimed[i] - made[i]);
  return values;
}

/// Measures a state on the way through the current list as the last of a list, which the pass
/// before it makes again. On the way, nobody has looked at its bytes.
std::optional<std::uint64_t> Minimizer::ValueBefore(std::size_t pass,
                                                    std::uint64_t& evaluations) const {
  if (pass == 0) {
    const Cost& root = states_.front().cost;
    return HasValue(root, objective_) ? std::optional(Value(root)) : std::nullopt;
  }
  const Trace trace = evaluator_.Apply(states_[pass - 1].next, {&passes_[pass - 1], 1},
                                       {observe_, {.start = false, .end = false}}, budget_);
  evaluations += Made(trace);
  if (!trace.status.ok() || !HasValue(trace.steps.back().cost, objective_)) return std::nullopt;
  return Value(trace.steps.back().cost);
}

std::optional<std::uint64_t> Minimizer::ValueWithout(const Piece& piece,
                                                     std::uint64_t& evaluations) const {
  if (piece.end == passes_.size()) return ValueBefore(piece.begin, evaluations);
  Evaluation reached = states_[piece.begin];
  EvaluationOptions options{observe_, {.start = true, .end = false}};
  for (std::size_t next = piece.end; next < passes_.size();) {
    if (reached.next.ir == states_[next].next.ir) return limit_;
    const std::size_t count = std::min(kChunk, passes_.size() - next);
    options.more = next + count < passes_.size();
    options.observe = options.more ? observe_.OnTheWay() : observe_;
    Trace trace =
        evaluator_.Apply(reached.next, std::span(passes_).subspan(next, count), options, budget_);
    evaluations += Made(trace);
    if (!trace.status.ok()) return std::nullopt;
    reached = std::move(trace.steps.back());
    options.retain.start = false;
    next += count;
  }
  return HasValue(reached.cost, objective_) ? std::optional(Value(reached.cost)) : std::nullopt;
}

}  // namespace

Best Minimize(const MinimizeOptions& options, Evaluator& evaluator, const Evaluation& root,
              const Best& best, Budget& budget) {
  return Minimizer(options, evaluator, root, budget).Run(best);
}

}  // namespace autotune
