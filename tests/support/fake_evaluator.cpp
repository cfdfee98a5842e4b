#include "support/fake_evaluator.h"

#include <algorithm>
#include <memory>
#include <string>
#include <thread>
#include <utility>

#include <gtest/gtest.h>

#include "core/feature_names.h"

namespace autotune {
namespace {

const ProgramId kFakeProgram = HashBytes("fake program");

std::uint64_t Sum(std::int64_t sum, const std::vector<std::int64_t>& of_facts, Facts facts) {
  for (std::size_t fact = 0; fact < of_facts.size(); ++fact) {
    if (facts >> fact & 1) sum += of_facts[fact];
  }
  return static_cast<std::uint64_t>(sum);
}

}  // namespace

FakeProblem Staircase(std::size_t steps, std::size_t idle) {
  FakeProblem problem{.root_instructions = static_cast<std::int64_t>(100 + 10 * steps),
                      .instructions = std::vector<std::int64_t>(steps, -10),
                      .object_bytes = {},
                      .passes = std::vector<FakePass>(steps + idle)};
  for (std::size_t i = 0; i < steps; ++i) {
    const Facts own = Facts{1} << i;
    problem.passes[i] = {.needs = own - 1, .sets = own};
  }
  return problem;
}

ActionSpace FakeActionSpace(const FakeProblem& problem) {
  std::vector<Action> actions;
  for (std::size_t i = 0; i < problem.passes.size(); ++i) {
    actions.push_back({"pass" + std::to_string(i), ""});
  }
  return ActionSpace("fake", std::move(actions), {});
}

Evaluation FakeEvaluator::Replay(PassSequence passes) const {
  Facts facts = 0;
  for (const PassId pass : passes) facts = Next(facts, pass);
  Evaluation evaluation;
  evaluation.next = {kFakeProgram, {.high = 0, .low = facts}, std::move(passes)};
  evaluation.cost.instructions = Sum(problem_.root_instructions, problem_.instructions, facts);
  evaluation.cost.object_size =
      ObjectSize{.text = Sum(problem_.root_instructions, problem_.object_bytes, facts)};
  auto& counts = evaluation.features.emplace().autophase;
  counts[0] = static_cast<std::uint32_t>(facts);
  counts[FindAutophase("TotalInsts")] = static_cast<std::uint32_t>(evaluation.cost.instructions);
  evaluation.graph = std::make_shared<ProgramGraph>(
      ProgramGraph{std::vector<GraphNode>(static_cast<std::size_t>(facts % 100) + 1), {}});
  return evaluation;
}

Trace FakeEvaluator::Apply(const ProgramState& from, std::span<const PassId> passes,
                           const EvaluationOptions& options, const Budget& budget) {
  Evaluation current = Replay(from.applied);
  EXPECT_EQ(from.program, current.next.program);
  EXPECT_EQ(from.ir, current.next.ir) << "a state that its own sequence does not lead to";

  Trace trace;
  if (rebuild_failure_ && !from.applied.empty()) {
    trace.status = Error{*rebuild_failure_, "injected while rebuilding"};
    trace.rebuilding = true;
    passes = {};
  }
  for (const PassId pass : passes) {
    if (!Wait(budget)) {
      trace.status = Error{ErrorCode::kCancelled, "interrupted"};
      break;
    }
    if (const auto code = failure_ ? failure_(current.next, pass) : std::nullopt) {
      trace.status = Error{*code, "injected"};
      break;
    }
    PassSequence applied = current.next.applied;
    applied.push_back(pass);
    Evaluation step = Replay(std::move(applied));
    step.changed = step.next.ir != current.next.ir;
    const bool last = trace.steps.size() + 1 == passes.size();
    const Observe wanted = last ? options.observe : options.observe.OnTheWay();
    if (!wanted.WantsSize(step.cost.instructions)) step.cost.object_size.reset();
    if (!options.observe.features) step.features.reset();
    if (!options.observe.graph) step.graph.reset();
    current = step;
    trace.steps.push_back(std::move(step));
  }

  FakeCall call{from.applied, {passes.begin(), passes.end()}, options, trace.steps.size(), {}};
  if (!trace.status.ok()) call.error = trace.status.error().code;
  const MutexLock lock(mutex_);
  calls_.push_back(std::move(call));
  return trace;
}

std::vector<FakeCall> FakeEvaluator::calls() const {
  const MutexLock lock(mutex_);
  return calls_;
}

Facts FakeEvaluator::Next(Facts facts, PassId pass) const {
  const FakePass& p = problem_.passes.at(pass);
  return (facts & p.needs) == p.needs && (facts & p.blocked_by) == 0 ? facts | p.sets : facts;
}

bool FakeEvaluator::Wait(const Budget& budget) const {
  const auto until = Clock::now() + latency_;
  while (!budget.Interrupted()) {
    const auto left = until - Clock::now();
    if (left <= Clock::duration::zero()) return true;
    std::this_thread::sleep_for(std::min<Clock::duration>(left, std::chrono::milliseconds(1)));
  }
  return false;
}

}  // namespace autotune
