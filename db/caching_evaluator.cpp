#include "db/caching_evaluator.h"

#include <algorithm>
#include <iterator>
#include <optional>
#include <utility>

namespace autotune {

CachingEvaluator::CachingEvaluator(Evaluator& inner, EvaluationStore& store,
                                   const ProgramId& program, const Hash128& toolchain,
                                   const CachingOptions& options)
    : inner_(inner),
      store_(store),
      program_(program),
      empty_list_(program, toolchain),
      table_(options.memory_entries) {}

Trace CachingEvaluator::Apply(const ProgramState& from, std::span<const PassId> passes,
                              const EvaluationOptions& options, const Budget& budget) {
  if (from.program != program_ || budget.Interrupted()) {
    return inner_.Apply(from, passes, options, budget);
  }
  // Keys of the list of `from` and of that list with each further pass.
  ListKey list = empty_list_;
  for (const PassId pass : from.applied) list.Append(pass);
  std::vector<Hash128> lists = {list.value()};
  lists.reserve(passes.size() + 1);
  for (const PassId pass : passes) {
    list.Append(pass);
    lists.push_back(list.value());
  }

  Trace trace = Recall(from, passes, lists, options.observe);
  const std::size_t known = trace.steps.size();
  if (!trace.status.ok() || known == passes.size()) return trace;

  // The rest starts at the first state from which on nothing is known. A hint to keep the start
  // applies to that state, since siblings have to start there, too.
  Trace rest = inner_.Apply(known == 0 ? from : trace.steps.back().next, passes.subspan(known),
                            options, budget);
  Remember(rest, std::span(lists).subspan(known + 1), options.observe);
  std::ranges::move(rest.steps, std::back_inserter(trace.steps));
  trace.status = std::move(rest.status);
  trace.rebuilding = rest.rebuilding;
  return trace;
}

/// Returns the known outcomes of the leading passes, a failure included.
Trace CachingEvaluator::Recall(const ProgramState& from, std::span<const PassId> passes,
                               std::span<const Hash128> lists, const Observe& observe) {
  Trace trace;
  if (observe.features || observe.graph) return trace;
  // The file can't continue a list that it did not know when this process made it.
  const auto may_be_stored = [this](const std::optional<EvaluationTable::Entry>& entry) {
    return !entry || !entry->fresh || table_.has_dropped();
  };
  bool ask = may_be_stored(from.applied.empty() ? std::nullopt : table_.Find(lists.front()));
  const ProgramState* state = &from;
  trace.steps.reserve(passes.size());
  for (std::size_t i = 0; i < passes.size(); ++i) {
    const Hash128& list = lists[i + 1];
    auto entry = table_.Find(list);
    if (!entry && std::exchange(ask, false)) {
      AskStore(lists.subspan(i + 1));
      entry = table_.Find(list);
    }
    const Observe wanted = i + 1 == passes.size() ? observe : observe.OnTheWay();
    if (!entry || !entry->evaluation.Answers(wanted)) break;
    hits_.fetch_add(1, std::memory_order_relaxed);
    if (const Error* error = entry->evaluation.error()) {
      trace.status = *error;
      break;
    }
    ask = ask && may_be_stored(entry);
    const StoredEvaluation::State& stored = *entry->evaluation.state();
    Evaluation step{.next = {from.program, stored.ir, {}},
                    .cost = stored.cost,
                    .changed = stored.ir != state->ir,
                    .nanoseconds = stored.nanoseconds,
                    .features = {}};
    step.next.applied.reserve(state->applied.size() + 1);
    step.next.applied = state->applied;
    step.next.applied.push_back(passes[i]);
    if (!wanted.WantsSize(step.cost.instructions)) step.cost.object_size.reset();
    trace.steps.push_back(std::move(step));
    state = &trace.steps.back().next;
  }
  return trace;
}

void CachingEvaluator::AskStore(std::span<const Hash128> lists) {
  std::vector<StoredEvaluation> found = store_.Find(lists);
  for (std::size_t i = 0; i < found.size(); ++i) {
    table_.Insert(lists[i], {std::move(found[i]), /*fresh=*/false});
  }
}

void CachingEvaluator::Remember(const Trace& trace, std::span<const Hash128> lists,
                                const Observe& observe) {
  const auto remember = [&](const Hash128& list, StoredEvaluation evaluation) {
    table_.Insert(list, {evaluation, /*fresh=*/true});
    store_.Put(list, std::move(evaluation));
  };
  for (std::size_t i = 0; i < trace.steps.size(); ++i) {
    const Evaluation& step = trace.steps[i];
    remember(lists[i], {StoredEvaluation::State{step.next.ir, step.cost, step.nanoseconds},
                        step.cost.object_size.has_value()});
  }
  if (!trace.status.ok() && !trace.rebuilding && IsOutcome(trace.status.error().code)) {
    // Generating code may be what failed.
    const bool sized = observe.object_size || observe.size_below != 0;
    remember(lists[trace.steps.size()], {trace.status.error(), sized});
  }
}

}  // namespace autotune
