#include "eval/client/worker_pool.h"

#include <algorithm>
#include <filesystem>
#include <map>
#include <mutex>
#include <thread>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "core/random.h"
#include "support/bundled_programs.h"
#include "support/pool.h"

namespace autotune {
namespace {

using namespace std::chrono_literals;
using testing::HasSubstr;
using testing::IsEmpty;
using testing::Not;
using testing::StartsWith;

/// What a step must give again, whoever computes it. Time is not part of it.
struct Measured {
  Hash128 ir;
  Cost cost;
  bool changed;
  std::optional<Features> features;

  bool operator==(const Measured&) const = default;
};

std::vector<Measured> Measurements(const std::vector<Evaluation>& steps) {
  std::vector<Measured> result;
  for (const Evaluation& step : steps) {
    result.push_back({step.next.ir, step.cost, step.changed, step.features});
  }
  return result;
}

/// A sequence of passes that all programs of the examples survive in little time.
PassSequence RandomSequence(const ActionSpace& space, std::size_t length, std::uint64_t stream) {
  static constexpr std::string_view kHarmless[] = {"function(sroa)",
                                                   "function(early-cse<memssa>)",
                                                   "function(simplifycfg)",
                                                   "function(instcombine<no-verify-fixpoint>)",
                                                   "function(gvn)",
                                                   "function(jump-threading)",
                                                   "function(loop-mssa(licm))",
                                                   "function(loop(loop-rotate))",
                                                   "function(loop(indvars))",
                                                   "function(reassociate)",
                                                   "function(mergereturn)",
                                                   "function(reg2mem)",
                                                   "function(dse)",
                                                   "cgscc(inline)",
                                                   "globalopt",
                                                   "deadargelim",
                                                   "mergefunc",
                                                   "iroutliner",
                                                   "ipsccp"};
  Random random(20240607, stream);
  PassSequence sequence;
  while (sequence.size() < length) {
    sequence.push_back(*space.Find(kHarmless[random.Below(std::size(kHarmless))]));
  }
  return sequence;
}

ActionSpace FullSpace() { return *LoadActionSpace("full"); }

TEST(WorkerPoolTest, SaysWhatAProgramIsLike) {
  const auto pool = StartPool(FullSpace());
  const auto info = pool->Load("test.ll", R"(
target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"
target triple = "x86_64-pc-linux-gnu"
declare void @elsewhere()
define void @a() noinline optnone { ret void }
define void @b() noinline { ret void }
define void @c() minsize { ret void }
define i32 @d(i32 %x) optsize { %y = add i32 %x, 1
  ret i32 %y }
)",
                               {.features = true, .object_size = true}, Budget::Unlimited());
  ASSERT_TRUE(info.ok()) << info.error().message;
  EXPECT_EQ(info->target_triple, "x86_64-pc-linux-gnu");
  EXPECT_TRUE(info->has_data_layout);
  EXPECT_EQ(info->functions, 4u);
  EXPECT_EQ(info->optnone_functions, 1u);
  EXPECT_EQ(info->noinline_functions, 2u);
  EXPECT_EQ(info->size_attribute_functions, 2u);
  EXPECT_EQ(info->root.cost.instructions, 5u);
  EXPECT_TRUE(info->root.next.applied.empty());
  EXPECT_FALSE(info->root.changed);
  ASSERT_TRUE(info->root.features);
  EXPECT_EQ(info->root.features->inst_count[0], 5u);
  ASSERT_TRUE(info->root.cost.object_size);
  EXPECT_GT(info->root.cost.object_size->text, 4u);
  EXPECT_THAT(pool->llvm_version(), testing::MatchesRegex("[0-9]+\\.[0-9]+\\.[0-9]+.*"));
}

TEST(WorkerPoolTest, InfersTheDataLayoutFromTheTripleAsOptDoes) {
  const auto pool = StartPool(FullSpace());
  const auto with_triple =
      pool->Load("a.ll", "target triple = \"x86_64-pc-linux-gnu\"\n", {}, Budget::Unlimited());
  ASSERT_TRUE(with_triple.ok());
  EXPECT_TRUE(with_triple->has_data_layout);
  const auto without = pool->Load("b.ll", "; nothing\n", {}, Budget::Unlimited());
  ASSERT_TRUE(without.ok());
  EXPECT_FALSE(without->has_data_layout);
  EXPECT_EQ(without->target_triple, "");
  EXPECT_NE(with_triple->root.next.program, without->root.next.program);
}

TEST(WorkerPoolTest, LoadsOnceAndMeasuresWhatWasNotAskedForBefore) {
  const auto pool = StartPool(FullSpace());
  const std::string ir = ReadBundledProgram("calc").ir;
  ASSERT_FALSE(pool->Load("calc", ir, {}, Budget::Unlimited())->root.features);
  const auto features = pool->Load("calc", ir, {.features = true}, Budget::Unlimited());
  ASSERT_TRUE(features.ok());
  ASSERT_TRUE(features->root.features);
  const auto graph = pool->Load("calc", ir, {.graph = true}, Budget::Unlimited());
  ASSERT_TRUE(graph.ok());
  ASSERT_TRUE(graph->root.graph);
  EXPECT_TRUE(IsWellFormed(*graph->root.graph));
  const auto size = pool->Load("calc", ir, {.object_size = true}, Budget::Unlimited());
  ASSERT_TRUE(size.ok());
  EXPECT_TRUE(size->root.cost.object_size);
}

TEST(WorkerPoolTest, RefusesWhatIsNoModuleInOneLine) {
  const auto pool = StartPool(FullSpace());
  const std::string inputs[] = {
      "BC\xC0\xDE", "hello", "define void @f() { ret i32 0 }",
      "define i32 @f() {\n  %x = add i32 %x, 1\n  ret i32 %x\n}",
      "define void @f() {\n  call void asm \"\", \"=&%^\"()\n  ret void\n}"};
  for (const std::string& bytes : inputs) {
    const auto loaded = pool->Load("the-file", bytes, {}, Budget::Unlimited());
    const auto measured = pool->Measure("the-file", bytes, {}, Budget::Unlimited());
    ASSERT_FALSE(loaded.ok()) << bytes;
    ASSERT_FALSE(measured.ok()) << bytes;
    EXPECT_EQ(loaded.error().code, ErrorCode::kBadInput) << bytes;
    EXPECT_EQ(measured.error().code, ErrorCode::kBadInput) << bytes;
    EXPECT_THAT(loaded.error().message, HasSubstr("'the-file'"));
    EXPECT_THAT(loaded.error().message, Not(HasSubstr("\n")));
  }
}

TEST(WorkerPoolTest, ObjectSizeThatCannotBeHadIsLeftOut) {
  const auto pool = StartPool(FullSpace());
  const auto info = pool->Load("asm.ll", R"(
target triple = "x86_64-pc-linux-gnu"
define void @f() {
  call void asm sideeffect "bogus_instruction", ""()
  ret void
})",
                               {.features = true, .object_size = true}, Budget::Unlimited());
  ASSERT_TRUE(info.ok()) << info.error().message;
  EXPECT_FALSE(info->root.cost.object_size);
  EXPECT_TRUE(info->root.features);
  EXPECT_EQ(info->root.cost.instructions, 2u);
  ASSERT_FALSE(info->sizing.ok());
  EXPECT_THAT(info->sizing.error().message, HasSubstr("invalid instruction mnemonic"));
}

TEST(WorkerPoolTest, RefusesACodeModelThatTheTargetLacks) {
  const auto pool = StartPool(FullSpace(), {.code_model = {.cpu = "cortex-m4"}});
  const auto load = [&](const std::string& triple) {
    return pool->Load(triple, "target triple = \"" + triple + "\"\n", {}, Budget::Unlimited());
  };
  const auto known = load("thumbv7m-none-eabi");
  ASSERT_TRUE(known.ok()) << known.error().message;
  EXPECT_EQ(known->code_model, (CodeModel{.relocation = Relocation::kStatic, .cpu = "cortex-m4"}));
  const auto unknown = load("msp430-none-elf");
  ASSERT_FALSE(unknown.ok());
  EXPECT_EQ(unknown.error().code, ErrorCode::kInvalidArgument);
}

TEST(WorkerPoolTest, AsksForWhatExists) {
  const auto pool = StartPool(FullSpace());
  const ProgramState unknown{HashBytes("never loaded"), {}, {}};
  EXPECT_EQ(Outcome(Apply(*pool, unknown, PassSequence{0})), "not_found");
  const ProgramState root = LoadProgram(*pool, "define void @f() { ret void }");
  EXPECT_EQ(Outcome(Apply(*pool, root, PassSequence{PassId(pool->actions().size())})),
            "invalid_argument");
  EXPECT_EQ(Outcome(Apply(*pool, root, PassSequence{0})), "ok");
}

TEST(WorkerPoolTest, TokensAreTheSameFromEveryWorker) {
  const auto pool = StartPool(FullSpace(), {.workers = 2});
  const ProgramState root = LoadProgram(*pool, ReadBundledProgram("calc").ir);
  const Budget unlimited({});
  const auto first = pool->Tokenize(root.program, unlimited);
  ASSERT_TRUE(first.ok()) << first.error().message;
  EXPECT_TRUE(IsWellFormed(*first));
  EXPECT_FALSE(first->windows.empty());
  // The next call goes to the other worker: here the root is not live any more.
  const Trace trace = Apply(*pool, root, Ids(pool->actions(), {"function(sroa)"}));
  ASSERT_TRUE(trace.status.ok());
  for (int i = 0; i < 2; ++i) EXPECT_EQ(*pool->Tokenize(root.program, unlimited), *first);
  EXPECT_EQ(Outcome(Apply(*pool, trace.steps[0].next, PassSequence{0})), "ok");

  const auto unknown = pool->Tokenize(HashBytes("never loaded"), unlimited);
  ASSERT_FALSE(unknown.ok());
  EXPECT_EQ(unknown.error().code, ErrorCode::kNotFound);
}

TEST(WorkerPoolTest, AnExcerptIsAProgram) {
  const auto pool = StartPool(FullSpace(), {.workers = 2});
  const ProgramState root = LoadProgram(*pool, ReadBundledProgram("calc").ir);
  const Budget unlimited({});
  const auto take = [&](std::uint64_t seed) {
    const auto excerpt = pool->LoadExcerpt(root.program, 400, seed, {}, unlimited);
    EXPECT_TRUE(excerpt.ok()) << excerpt.error().message;
    return excerpt.ok() ? excerpt->root : Evaluation();
  };
  const Evaluation excerpt = take(0);
  EXPECT_GT(excerpt.cost.instructions, 0u);
  EXPECT_LE(excerpt.cost.instructions, 500u);
  const Trace trace =
      Apply(*pool, excerpt.next, Ids(pool->actions(), {"function(sroa)", "globaldce"}));
  ASSERT_TRUE(trace.status.ok()) << trace.status.error().message;
  EXPECT_LT(trace.steps[0].cost.instructions, excerpt.cost.instructions);
  EXPECT_EQ(take(0).next.program, excerpt.next.program);
  EXPECT_NE(take(1).next.ir, excerpt.next.ir);
  EXPECT_EQ(Outcome(Apply(*pool, root, PassSequence{0})), "ok") << "the program is still there";

  const auto unknown = pool->LoadExcerpt(HashBytes("never loaded"), 400, 0, {}, unlimited);
  ASSERT_FALSE(unknown.ok());
  EXPECT_EQ(unknown.error().code, ErrorCode::kNotFound);
}

TEST(WorkerPoolTest, ChoicesOfTheInlinerMakeAnotherProgram) {
  const auto pool = StartPool(FullSpace(), {.workers = 2});
  const ProgramState root = LoadProgram(*pool, ReadBundledProgram("calc").ir);
  const Budget unlimited({});
  InlineRequest request;
  request.pipeline = "always-inline,default<Oz>";
  request.aim.objective = Objective::kIrInstructions;
  request.time = std::chrono::seconds(60);
  const auto alone = pool->TryInlining(root.program, request, unlimited);
  ASSERT_TRUE(alone.ok()) << alone.error().message;
  ASSERT_FALSE(alone->choices.empty());
  request.together = alone->choices;
  request.before = alone->cost;
  const auto together = pool->TryInlining(root.program, request, unlimited);
  ASSERT_TRUE(together.ok()) << together.error().message;
  ASSERT_FALSE(together->choices.empty());

  const auto inlined = pool->LoadInlined(root.program, together->choices, {}, unlimited);
  ASSERT_TRUE(inlined.ok()) << inlined.error().message;
  EXPECT_NE(inlined->root.next.program, root.program);
  const PassSequence oz = Ids(pool->actions(), {"default<Oz>"});
  const Trace before = Apply(*pool, root, oz);
  const Trace after = Apply(*pool, inlined->root.next, oz);
  ASSERT_TRUE(before.status.ok() && after.status.ok());
  EXPECT_LT(after.steps[0].cost.instructions, before.steps[0].cost.instructions);
  const auto made =
      pool->RunPipeline(inlined->root.next.program, {.text = request.pipeline}, unlimited);
  ASSERT_TRUE(made.ok()) << made.error().message;
  EXPECT_EQ(together->cost, made->evaluation.cost);
  EXPECT_EQ(together->ir, made->evaluation.next.ir);
  EXPECT_GT(together->nanoseconds, 0u);

  const std::vector<InlineChoice> missing = {{"no_such_function", PassOrder::kAlwaysInline}};
  EXPECT_EQ(pool->LoadInlined(root.program, missing, {}, unlimited).error().code,
            ErrorCode::kInvalidArgument);
  const ProgramId never = HashBytes("never loaded");
  EXPECT_EQ(pool->TryInlining(never, request, unlimited).error().code, ErrorCode::kNotFound);
  EXPECT_EQ(pool->LoadInlined(never, together->choices, {}, unlimited).error().code,
            ErrorCode::kNotFound);
}

TEST(WorkerPoolTest, InlinesWhatAuthorsWantInlined) {
  const auto pool = StartPool(FullSpace());
  const Budget unlimited({});
  const auto root = pool->Load("f.ll",
                               "define internal i32 @f(i32 %x) alwaysinline { ret i32 %x }\n"
                               "define internal i32 @g(i32 %x) alwaysinline { ret i32 %x }\n"
                               "define i32 @h() {\n  %a = call i32 @f(i32 1)\n  ret i32 %a }\n",
                               {}, unlimited);
  ASSERT_TRUE(root.ok()) << root.error().message;
  EXPECT_EQ(root->always_inline_functions, 1u) << "nothing calls g";
  const std::vector<InlineChoice> as_written = {{"", PassOrder::kAsWritten}};
  const auto made = pool->LoadInlined(root->root.next.program, as_written, {}, unlimited);
  ASSERT_TRUE(made.ok()) << made.error().message;
  EXPECT_EQ(made->always_inline_functions, 0u);
  EXPECT_LT(made->root.cost.instructions, root->root.cost.instructions);
}

TEST(WorkerPoolTest, NoPassesAreNoWork) {
  const auto pool = StartPool(FullSpace());
  const ProgramState root = LoadProgram(*pool, "define void @f() { ret void }");
  const Trace one = Apply(*pool, root, PassSequence{0, 1, 2}, {.retain = {false, false}});
  ASSERT_TRUE(one.status.ok());
  const Trace none = Apply(*pool, one.steps[1].next, {});  // its state is not at hand
  EXPECT_TRUE(none.status.ok());
  EXPECT_TRUE(none.steps.empty());
  EXPECT_EQ(Outcome(Apply(*pool, root, PassSequence{0})), "ok") << "answers stay in step";
}

TEST(WorkerPoolTest, MissingWorkerProgramIsSaid) {
  const auto pool = WorkerPool::Start(FullSpace(), {.worker_program = "/nowhere/autotune-worker"});
  ASSERT_FALSE(pool.ok());
  EXPECT_EQ(pool.error().code, ErrorCode::kNotFound);
  EXPECT_THAT(pool.error().message, HasSubstr("/nowhere/autotune-worker"));
}

TEST(WorkerPoolTest, ProgramThatIsNoWorkerIsSaid) {
  const auto pool = WorkerPool::Start(FullSpace(), {.worker_program = "/bin/true"});
  ASSERT_FALSE(pool.ok());
  EXPECT_EQ(pool.error().code, ErrorCode::kWorkerLost);
  EXPECT_THAT(pool.error().message, HasSubstr("/bin/true"));
}

TEST(WorkerPoolTest, RefusesOptionsWithoutSense) {
  for (const WorkerPoolOptions& options :
       {WorkerPoolOptions{.workers = 0}, WorkerPoolOptions{.pass_time_limit = 0ms}}) {
    const auto pool = WorkerPool::Start(FullSpace(), options);
    ASSERT_FALSE(pool.ok());
    EXPECT_EQ(pool.error().code, ErrorCode::kInvalidArgument);
  }
}

TEST(WorkerPoolTest, SameSequenceGivesTheSameAnswerTwiceAndInAnotherPool) {
  const auto first = StartPool(FullSpace());
  const auto second = StartPool(FullSpace(), {.snapshot_bytes = 0});
  const EvaluationOptions options{.observe = {.features = true, .object_size = false}};
  for (const BundledProgram& program : BundledPrograms()) {
    const ProgramState root = LoadProgram(*first, program.ir);
    ASSERT_EQ(LoadProgram(*second, program.ir).ir, root.ir);
    for (std::uint64_t i = 0; i < 5; ++i) {
      const PassSequence sequence = RandomSequence(first->actions(), 12, i);
      const Trace a = Apply(*first, root, sequence, options);
      ASSERT_TRUE(a.status.ok()) << program.name << ": " << a.status.error().message;
      const Trace b = Apply(*first, root, sequence, options);
      const Trace c = Apply(*second, root, sequence, options);
      EXPECT_EQ(Measurements(a.steps), Measurements(b.steps)) << program.name;
      EXPECT_EQ(Measurements(a.steps), Measurements(c.steps)) << program.name;
    }
  }
}

/// The states between, taken as they come, by any path, are those of one run from the start.
TEST(WorkerPoolTest, StepByStepEqualsOneRunWhateverIsRetained) {
  const BundledProgram program = ReadBundledProgram("lzpack");
  const auto whole = StartPool(FullSpace());
  const auto parts = StartPool(FullSpace(), {.workers = 2, .snapshot_bytes = 200'000});
  const ProgramState root = LoadProgram(*whole, program.ir);
  LoadProgram(*parts, program.ir);
  Random random(7);
  for (std::uint64_t i = 0; i < 12; ++i) {
    const PassSequence sequence = RandomSequence(whole->actions(), 12, 100 + i);
    const PassSequence aside = RandomSequence(whole->actions(), 12, 200 + i);
    const Trace expected = Apply(*whole, root, sequence);
    ASSERT_TRUE(expected.status.ok()) << expected.status.error().message;
    std::vector<Evaluation> steps;
    ProgramState state = root;
    while (steps.size() < sequence.size()) {
      const std::size_t chunk =
          std::min<std::size_t>(1 + random.Below(4), sequence.size() - steps.size());
      const Retain retain{random.Below(2) == 0, random.Below(2) == 0, random.Below(2) == 0};
      const Trace part = Apply(*parts, state, std::span(sequence).subspan(steps.size(), chunk),
                               {.observe = {}, .retain = retain});
      ASSERT_TRUE(part.status.ok()) << part.status.error().message;
      // A sibling or two in between.
      for (std::uint64_t k = random.Below(3); k > 0; --k) {
        const Retain other{random.Below(2) == 0, random.Below(2) == 0, random.Below(2) == 0};
        ASSERT_TRUE(
            Apply(*parts, state, std::span(aside).subspan(k, 2), {.retain = other}).status.ok());
      }
      steps.insert(steps.end(), part.steps.begin(), part.steps.end());
      state = steps.back().next;
    }
    EXPECT_EQ(Measurements(steps), Measurements(expected.steps)) << "sequence " << i;
    EXPECT_EQ(state.applied, sequence);
  }
}

TEST(WorkerPoolTest, SiblingsDoNotDisturbEachOther) {
  const auto pool = StartPool(FullSpace());
  const ProgramState root = LoadProgram(*pool, ReadBundledProgram("words").ir);
  const PassSequence prefix = RandomSequence(pool->actions(), 4, 1);
  const Trace base = Apply(*pool, root, prefix, {.retain = {false, true}});
  ASSERT_TRUE(base.status.ok());
  const ProgramState& parent = base.steps.back().next;
  std::vector<PassSequence> children;
  for (std::uint64_t i = 0; i < 10; ++i) {
    children.push_back(RandomSequence(pool->actions(), 2, 10 + i));
  }
  std::vector<std::vector<Measured>> first;
  for (const PassSequence& child : children) {
    const Trace trace = Apply(*pool, parent, child);
    ASSERT_TRUE(trace.status.ok());
    first.push_back(Measurements(trace.steps));
  }
  for (std::size_t i = children.size(); i-- > 0;) {  // in the other order
    EXPECT_EQ(Measurements(Apply(*pool, parent, children[i]).steps), first[i]) << "child " << i;
  }
}

TEST(WorkerPoolTest, ManyThreadsGetTheAnswersOfOne) {
  const std::vector<BundledProgram> programs = BundledPrograms();
  constexpr std::size_t kJobs = 24;
  const auto run = [&](std::size_t workers, std::size_t threads) {
    const auto pool = StartPool(FullSpace(), {.workers = workers, .snapshot_bytes = 200'000});
    std::vector<ProgramState> roots;
    for (const BundledProgram& program : programs) roots.push_back(LoadProgram(*pool, program.ir));
    std::vector<std::vector<Measured>> results(kJobs);
    std::atomic<std::size_t> next = 0;
    std::vector<std::thread> team;
    for (std::size_t t = 0; t < threads; ++t) {
      team.emplace_back([&] {
        for (std::size_t job; (job = next++) < kJobs;) {
          ProgramState state = roots[job % roots.size()];
          const PassSequence sequence = RandomSequence(pool->actions(), 10, 300 + job / 2);
          for (std::size_t at = 0; at < sequence.size(); at += 2) {
            const Trace trace = Apply(*pool, state, std::span(sequence).subspan(at, 2));
            ASSERT_TRUE(trace.status.ok()) << trace.status.error().message;
            for (const Measured& step : Measurements(trace.steps)) results[job].push_back(step);
            state = trace.steps.back().next;
          }
        }
      });
    }
    for (std::thread& thread : team) thread.join();
    EXPECT_LE(pool->worker_pids().size(), workers);
    EXPECT_EQ(pool->stats().restarts, 0u);
    EXPECT_EQ(pool->stats().passes, kJobs * 10);
    return results;
  };
  const auto alone = run(1, 1);
  EXPECT_EQ(run(3, 3), alone);
  EXPECT_EQ(run(2, 5), alone) << "more threads than workers";
}

TEST(WorkerPoolTest, ObservationsAskedForLaterAreMadeUpFor) {
  const auto pool = StartPool(FullSpace());
  const std::string ir = ReadBundledProgram("routes").ir;
  const ProgramState root = LoadProgram(*pool, ir);
  const PassSequence sequence =
      Ids(pool->actions(), {"function(sroa)", "function(simplifycfg)", "function(sroa)"});
  const EvaluationOptions all{.observe = {.features = true, .object_size = true}};
  const auto fresh = StartPool(FullSpace());
  LoadProgram(*fresh, ir);
  const Trace expected = Apply(*fresh, root, sequence, all);
  ASSERT_TRUE(expected.status.ok());

  const Trace without = Apply(*pool, root, std::span(sequence).first(2));
  ASSERT_TRUE(without.status.ok());
  EXPECT_FALSE(without.steps.back().features);
  EXPECT_FALSE(without.steps.back().cost.object_size);
  // The last pass changes nothing: what it reports is the state that was measured without.
  const Trace with = Apply(*pool, without.steps.back().next, std::span(sequence).last(1), all);
  ASSERT_TRUE(with.status.ok());
  EXPECT_EQ(Measurements(with.steps)[0], Measurements(expected.steps)[2]);
  EXPECT_TRUE(with.steps[0].features);
  EXPECT_TRUE(with.steps[0].cost.object_size);
}

TEST(WorkerPoolTest, RunsAWholePipelineAndSpellsItOut) {
  const auto pool = StartPool(FullSpace());
  const ProgramState root = LoadProgram(*pool, ReadBundledProgram("calc").ir);
  Budget budget({});
  const auto oz = pool->RunPipeline(
      root.program, {.text = "default<Oz>", .observe = {.features = true, .object_size = true}},
      budget);
  ASSERT_TRUE(oz.ok()) << oz.error().message;
  EXPECT_TRUE(oz->evaluation.changed);
  EXPECT_TRUE(oz->evaluation.features);
  EXPECT_TRUE(oz->evaluation.cost.object_size);
  EXPECT_THAT(oz->expanded, HasSubstr("simplifycfg"));
  // LLVM spells out less than there is (no inlining thresholds, for one): similar, not equal.
  const auto spelt = pool->RunPipeline(root.program, {.text = oz->expanded}, budget);
  EXPECT_TRUE(spelt.ok()) << spelt.error().message;
  const auto as_action = Apply(*pool, root, Ids(pool->actions(), {"default<Oz>"}));
  ASSERT_TRUE(as_action.status.ok());
  EXPECT_EQ(as_action.steps[0].next.ir, oz->evaluation.next.ir);

  const auto nonsense = pool->RunPipeline(root.program, {.text = "no-such-pass"}, budget);
  ASSERT_FALSE(nonsense.ok());
  EXPECT_EQ(nonsense.error().code, ErrorCode::kInvalidArgument);
  EXPECT_THAT(nonsense.error().message, HasSubstr("no-such-pass"));
}

TEST(WorkerPoolTest, APipelineGivesItsModuleInTheFormatAskedFor) {
  const auto pool = StartPool(FullSpace());
  const ProgramState root = LoadProgram(*pool, ReadBundledProgram("calc").ir);
  const Budget budget({});
  for (const ModuleFormat format : {ModuleFormat::kBitcode, ModuleFormat::kText}) {
    const auto oz =
        pool->RunPipeline(root.program, {.text = "default<Oz>", .module = format}, budget);
    ASSERT_TRUE(oz.ok()) << oz.error().message;
    EXPECT_EQ(oz->module.starts_with("BC"), format == ModuleFormat::kBitcode);
    const auto measured = pool->Measure("module", oz->module, {}, budget);
    ASSERT_TRUE(measured.ok()) << measured.error().message;
    EXPECT_EQ(measured->root.next.ir, oz->evaluation.next.ir);
  }
  EXPECT_TRUE(pool->RunPipeline(root.program, {.text = "default<Oz>"}, budget)->module.empty());
}

TEST(WorkerPoolTest, MeasuresAnObjectFileThatItReturnsIfAsked) {
  const auto pool = StartPool(FullSpace());
  const std::string& ir = ReadBundledProgram("calc").ir;
  const Budget budget({});
  const auto size = pool->Measure("calc", ir, {.object_size = true}, budget);
  const auto file = pool->Measure("calc", ir, {.object_size = true, .object_file = true}, budget);
  ASSERT_TRUE(size.ok() && file.ok());
  EXPECT_THAT(size->object, IsEmpty());
  EXPECT_THAT(file->object, StartsWith("\x7f"
                                       "ELF"));
  EXPECT_EQ(file->root.cost, size->root.cost);
}

/// Every call into LLVM ends with the budget: these took minutes, and no signal ended them.
TEST(WorkerPoolTest, NoCallOutlivesItsBudget) {
  const auto pool = StartPool(FullSpace());
  const std::string endless = R"(define i32 @f(i32 %x) {
  %wide = zext i32 %x to i1048576
  %divided = udiv i1048576 %wide, 12345678901234567890123
  %y = trunc i1048576 %divided to i32
  ret i32 %y
})";
  const auto start = Clock::now();
  const Budget budget({.deadline = start + 300ms});
  const auto measured = pool->Measure("endless.ll", endless, {.object_size = true}, budget);
  ASSERT_FALSE(measured.ok());
  EXPECT_EQ(measured.error().code, ErrorCode::kCancelled);
  EXPECT_LT(Clock::now() - start, 2s);
  const auto loaded = pool->Load("small.ll", ReadBundledProgram("calc").ir, {}, budget);
  ASSERT_FALSE(loaded.ok()) << "the budget has ended";
  EXPECT_EQ(loaded.error().code, ErrorCode::kCancelled);
}

TEST(WorkerPoolTest, APipelineFailsWhereItsObjectSizeDoes) {
  const auto pool = StartPool(FullSpace());
  const ProgramState root = LoadProgram(*pool, R"(define void @f() {
  call void asm sideeffect "bogus_instruction", ""()
  ret void
})",
                                        {.object_size = true});
  const Budget budget({});
  const auto run = [&](const Observe& observe) {
    return pool->RunPipeline(root.program, {.text = "default<Oz>", .observe = observe}, budget);
  };
  EXPECT_TRUE(run({}).ok());
  const auto sized = run({.object_size = true});
  ASSERT_FALSE(sized.ok());
  EXPECT_EQ(sized.error().code, ErrorCode::kFatalError);
}

TEST(WorkerPoolTest, BudgetThatIsOverStopsBeforeAnythingStarts) {
  const auto pool = StartPool(FullSpace());
  const ProgramState root = LoadProgram(*pool, "define void @f() { ret void }");
  const std::vector<int> before = pool->worker_pids();
  Budget over({.deadline = Clock::now(), .evaluations = {}});
  const Trace trace = pool->Apply(root, PassSequence{0}, {}, over);
  EXPECT_EQ(Outcome(trace), "cancelled");
  EXPECT_TRUE(trace.steps.empty());
  EXPECT_EQ(pool->worker_pids(), before) << "no worker has to go for that";
  EXPECT_EQ(pool->stats().restarts, 0u);
}

TEST(WorkerPoolTest, CancellingEndsTheWaitForAWorker) {
  const auto pool = StartPool(FullSpace());
  const ProgramState root = LoadProgram(*pool, ReadBundledProgram("calc").ir);
  PassSequence long_work;
  for (int i = 0; i < 200; ++i) {
    const PassSequence part = RandomSequence(pool->actions(), 10, 1);
    long_work.insert(long_work.end(), part.begin(), part.end());
  }
  Budget budget({});
  std::vector<std::string_view> outcomes(2);
  std::vector<std::thread> team;
  for (std::string_view& outcome : outcomes) {
    team.emplace_back([&] { outcome = Outcome(pool->Apply(root, long_work, {}, budget)); });
  }
  std::this_thread::sleep_for(100ms);  // one works, one waits
  const auto cancelled = Clock::now();
  budget.Cancel();
  for (std::thread& thread : team) thread.join();
  EXPECT_LT(Clock::now() - cancelled, 1s);
  EXPECT_THAT(outcomes, testing::Each("cancelled"));
  EXPECT_EQ(Outcome(Apply(*pool, root, PassSequence{0})), "ok");
}

}  // namespace
}  // namespace autotune
