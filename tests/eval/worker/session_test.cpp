#include "eval/worker/session.h"

#include <algorithm>
#include <fstream>
#include <string>
#include <utility>
#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <llvm/IR/Module.h>
#include <unistd.h>

#include "eval/worker/features.h"
#include "eval/worker/object_size.h"
#include "eval/worker/program_graph.h"
#include "eval/worker/target.h"
#include "eval/worker/tokens.h"
#include "support/bundled_programs.h"
#include "support/sanitized.h"

namespace autotune::worker {
namespace {

using testing::HasSubstr;
using testing::Not;

/// The passes, by their ids.
enum Pass : PassId { kSroa, kSimplifyCfg, kInstCombine, kReg2Mem, kDce, kInvalid, kNonsense };
const std::vector<std::string> kActions = {
    "function(sroa)",    "function(simplifycfg)", "function(instcombine<no-verify-fixpoint>)",
    "function(reg2mem)", "function(dce)",         "function(trigger-verifier-error)",
    "no-such-pass"};
constexpr EvaluationOptions kKeepNothing{.observe = {}, .retain = {false, false}};
constexpr EvaluationOptions kKeepStart{.observe = {}, .retain = {true, false}};
constexpr EvaluationOptions kKeepEnd{.observe = {}, .retain = {false, true}};

class SessionTest : public testing::Test {
 protected:
  SessionTest() : session_([this](const wire::Reply& reply) { replies_.push_back(reply); }) {
    InitializeTargets();
    Ask(wire::Configure{kActions});
    EXPECT_TRUE(replies_.empty());
  }

  std::vector<wire::Reply> Ask(const wire::Request& request) {
    replies_.clear();
    session_.Handle(request);
    return std::exchange(replies_, {});
  }

  wire::Loaded Load(const Observe& observe = {}) {
    const auto replies = Ask(wire::Load{kProgram, "routes.ll", ir_, observe, true});
    EXPECT_EQ(replies.size(), 2u);
    EXPECT_TRUE(std::holds_alternative<wire::ModuleRead>(replies.at(0)));
    const auto* loaded = std::get_if<wire::Loaded>(&replies.back());
    EXPECT_TRUE(loaded);
    return loaded ? *loaded : wire::Loaded{};
  }

  /// The replies, but for those around all that comes before the passes.
  std::vector<wire::Reply> Apply(const PassSequence& from, const PassSequence& passes,
                                 const EvaluationOptions& options = kKeepNothing,
                                 std::optional<wire::Base> base = {}) {
    auto replies = Ask(wire::Apply{kProgram, from, passes, std::move(base), options, {}});
    std::erase_if(replies, [](const wire::Reply& reply) {
      const auto* rebuilding = std::get_if<wire::Rebuilding>(&reply);
      return rebuilding && rebuilding->passes_left == 0;
    });
    return replies;
  }

  static bool IsReady(const wire::Reply& reply) {
    const auto* rebuilding = std::get_if<wire::Rebuilding>(&reply);
    return rebuilding && rebuilding->done;
  }

  static std::vector<wire::Retained> Kept(const std::vector<wire::Reply>& replies) {
    std::vector<wire::Retained> kept;
    for (const wire::Reply& reply : replies) {
      if (const auto* retained = std::get_if<wire::Retained>(&reply)) kept.push_back(*retained);
    }
    return kept;
  }

  /// The only state that was kept, as a base.
  static wire::Base KeptBase(const std::vector<wire::Reply>& replies) {
    const auto kept = Kept(replies);
    EXPECT_EQ(kept.size(), 1u);
    return kept.empty() ? wire::Base{}
                        : wire::Base{kept[0].length, kept[0].measured, kept[0].bitcode};
  }

  /// The last answer, which must be a step.
  wire::Measured Last(const std::vector<wire::Reply>& replies) {
    const auto* step = replies.empty() ? nullptr : std::get_if<wire::Step>(&replies.back());
    EXPECT_TRUE(step);
    return step ? step->measured : wire::Measured{};
  }

  static std::uint64_t ResidentBytes() {
    std::uint64_t total = 0;
    std::uint64_t resident = 0;
    std::ifstream("/proc/self/statm") >> total >> resident;
    return resident * static_cast<std::uint64_t>(::sysconf(_SC_PAGESIZE));
  }

  static std::size_t CountRebuilt(const std::vector<wire::Reply>& replies) {
    std::size_t count = 0;
    for (const wire::Reply& reply : replies) {
      const auto* rebuilding = std::get_if<wire::Rebuilding>(&reply);
      count += rebuilding && rebuilding->passes_left > 0;
    }
    return count;
  }

  static constexpr ProgramId kProgram{1, 2};
  std::string ir_ = ReadBundledProgram("routes").ir;
  std::vector<wire::Reply> replies_;
  Session session_;
};

TEST_F(SessionTest, MeasuresTheRootAsTheFunctionsDo) {
  const wire::Loaded loaded = Load({.features = true, .object_size = true});
  const auto owned = ReadModule(ir_, "routes");
  ASSERT_TRUE(owned.ok());
  EXPECT_EQ(loaded.root.ir, HashModule(*owned->module).whole);
  EXPECT_EQ(loaded.root.cost.instructions, owned->module->getInstructionCount());
  EXPECT_EQ(loaded.root.features, ComputeFeatures(*owned->module));
  EXPECT_EQ(loaded.root.cost.object_size, llvm::cantFail(MeasureObjectSize(*owned->module, {})));
  EXPECT_EQ(HashModule(*ReadSnapshot(loaded.snapshot).module).whole, loaded.root.ir);
}

TEST_F(SessionTest, MeasuresObjectsAsTheCodeModelSays) {
  const CodeModel asked{.relocation = {}, .cpu = "haswell", .function_sections = true};
  Ask(wire::Configure{kActions, asked});
  const wire::Loaded loaded = Load({.object_size = true});
  CodeModel resolved = asked;
  resolved.relocation = Relocation::kPic;  // clang's level
  EXPECT_EQ(loaded.code_model, resolved);
  EXPECT_EQ(loaded.other_cpu_functions, loaded.functions);  // clang names x86-64
  const auto owned = ReadModule(ir_, "routes");
  ASSERT_TRUE(owned.ok());
  EXPECT_EQ(loaded.root.cost.object_size,
            llvm::cantFail(MeasureObjectSize(*owned->module, resolved)));
  EXPECT_NE(loaded.root.cost.object_size, llvm::cantFail(MeasureObjectSize(*owned->module, {})));
}

/// They would slow every pass down, and what a pass makes of a program must not depend on them.
TEST_F(SessionTest, StatesHaveNoNamesAndNoDebugInformation) {
  ir_ = R"(
define i32 @f(i32 %named) !dbg !3 {
  %slot = alloca i32
  store i32 %named, ptr %slot
  br label %block
block:
  %value = load i32, ptr %slot, !dbg !5
  ret i32 %value
}
!llvm.dbg.cu = !{!0}
!llvm.module.flags = !{!2}
!0 = distinct !DICompileUnit(language: DW_LANG_C99, file: !1, emissionKind: FullDebug)
!1 = !DIFile(filename: "a.c", directory: "/")
!2 = !{i32 2, !"Debug Info Version", i32 3}
!3 = distinct !DISubprogram(name: "f", scope: !1, file: !1, type: !4, unit: !0)
!4 = !DISubroutineType(types: !{null})
!5 = !DILocation(line: 1, scope: !3)
)";
  const auto has_either = [](const std::string& bitcode) {
    const auto owned = ReadModule(bitcode, "state");  // unlike ReadSnapshot it keeps names
    EXPECT_TRUE(owned.ok());
    const llvm::Function& f = *owned->module->getFunction("f");
    return f.getSubprogram() != nullptr || f.arg_begin()->hasName() || f.back().hasName();
  };
  EXPECT_TRUE(has_either(Load().snapshot));
  const auto kept = Kept(Apply({}, {kSroa}, kKeepEnd));
  ASSERT_EQ(kept.size(), 1u);
  EXPECT_FALSE(has_either(kept[0].bitcode));
}

TEST_F(SessionTest, MeasuresSizesBelowANumberOfInstructions) {
  Load();
  const auto size = [this](std::uint64_t below) {
    const auto replies =
        Apply({}, {kSroa}, {.observe = {.size_below = below}, .retain = {true, false}});
    const auto* step = std::get_if<wire::Step>(&replies.back());
    EXPECT_TRUE(step);
    return step ? step->measured.cost : Cost{};
  };
  const std::uint64_t instructions = size(0).instructions;
  EXPECT_FALSE(size(instructions).object_size);
  EXPECT_TRUE(size(instructions + 1).object_size);
}

TEST_F(SessionTest, MeasuresStepsAsTheFunctionsDo) {
  Load();
  const auto replies = Apply({}, {kSroa, kSimplifyCfg},
                             {.observe = {.features = true, .object_size = true}, .retain = {}});
  ASSERT_EQ(replies.size(), 2u);
  auto owned = ReadModule(ir_, "routes");
  ASSERT_TRUE(owned.ok());
  PassRunner runner(llvm::Triple(owned->module->getTargetTriple()).str(), PipelineTuning::kOpt);
  for (std::size_t i = 0; i < 2; ++i) {
    ASSERT_TRUE(runner.Run(*owned->module, kActions[i]).ok());
    const auto* step = std::get_if<wire::Step>(&replies[i]);
    ASSERT_TRUE(step);
    EXPECT_TRUE(step->measured.changed);
    EXPECT_EQ(step->measured.ir, HashModule(*owned->module).whole);
    EXPECT_EQ(step->measured.cost.instructions, owned->module->getInstructionCount());
    EXPECT_EQ(step->measured.features, ComputeFeatures(*owned->module));
    EXPECT_EQ(step->measured.cost.object_size,
              llvm::cantFail(MeasureObjectSize(*owned->module, {})));
    EXPECT_GT(step->measured.nanoseconds, 0u);
  }
}

TEST_F(SessionTest, MakesGraphsOfAllStatesIfAskedFor) {
  EXPECT_FALSE(Load().root.graph);
  auto owned = ReadModule(ir_, "routes");
  ASSERT_TRUE(owned.ok());
  EXPECT_EQ(Load({.graph = true}).root.graph, MakeProgramGraph(*owned->module));
  EXPECT_FALSE(Last(Apply({}, {kSroa})).graph);
  // Of the live state, too, which was measured without.
  const EvaluationOptions observing{.observe = {.graph = true}, .retain = {true, false}};
  const auto kept = Kept(Apply({kSroa}, {kSroa}, observing));
  PassRunner runner(llvm::Triple(owned->module->getTargetTriple()).str(), PipelineTuning::kOpt);
  ASSERT_TRUE(runner.Run(*owned->module, kActions[kSroa]).ok());
  const ProgramGraph promoted = MakeProgramGraph(*owned->module);
  ASSERT_EQ(kept.size(), 1u);
  EXPECT_EQ(kept[0].measured.graph, promoted);
  const auto replies = Apply({}, {kSroa, kSimplifyCfg}, observing);
  ASSERT_EQ(replies.size(), 2u);
  EXPECT_EQ(std::get<wire::Step>(replies[0]).measured.graph, promoted);
  ASSERT_TRUE(runner.Run(*owned->module, kActions[kSimplifyCfg]).ok());
  EXPECT_EQ(Last(replies).graph, MakeProgramGraph(*owned->module));
  EXPECT_NE(Last(replies).graph, promoted);
}

TEST_F(SessionTest, ChangedIsWhatTheHashSays) {
  Load();
  const auto replies = Apply({}, {kSroa, kSroa, kReg2Mem});
  ASSERT_EQ(replies.size(), 3u);
  EXPECT_TRUE(std::get<wire::Step>(replies[0]).measured.changed);
  EXPECT_FALSE(std::get<wire::Step>(replies[1]).measured.changed);
  EXPECT_TRUE(std::get<wire::Step>(replies[2]).measured.changed);
}

TEST_F(SessionTest, ExtendingTheLastStateRebuildsNothing) {
  Load();
  const auto whole = Last(Apply({}, {kSroa, kSimplifyCfg, kInstCombine}));
  Apply({}, {kSroa});
  EXPECT_EQ(CountRebuilt(Apply({kSroa}, {kSimplifyCfg})), 0u);
  const auto last = Apply({kSroa, kSimplifyCfg}, {kInstCombine});
  EXPECT_EQ(last.size(), 1u);
  EXPECT_EQ(Last(last).ir, whole.ir);
}

TEST_F(SessionTest, GoesOnFromTheLiveStateWhereThatIsOnTheWay) {
  Load();
  const auto whole = Last(Apply({}, {kSroa, kSimplifyCfg, kInstCombine, kDce}));
  Apply({}, {kSroa, kSimplifyCfg});
  const auto replies = Apply({kSroa, kSimplifyCfg, kInstCombine}, {kDce});
  EXPECT_EQ(CountRebuilt(replies), 1u);
  EXPECT_EQ(Last(replies).ir, whole.ir);
}

TEST_F(SessionTest, WhatTouchedNothingNeedsNoWayBack) {
  Load();
  const auto expected = Last(Apply({}, {kSroa, kInstCombine}));
  const auto replies = Apply({}, {kSroa, kSroa, kSroa});
  ASSERT_EQ(replies.size(), 3u);
  EXPECT_FALSE(std::get<wire::Step>(replies[0]).idle);
  EXPECT_TRUE(std::get<wire::Step>(replies[1]).idle);
  EXPECT_TRUE(std::get<wire::Step>(replies[2]).idle);
  EXPECT_EQ(CountRebuilt(Apply({kSroa, kSroa}, {kSroa})), 0u);
  const auto others = Apply({kSroa}, {kInstCombine});
  EXPECT_EQ(CountRebuilt(others), 0u);
  EXPECT_EQ(Last(others).ir, expected.ir);
  EXPECT_EQ(CountRebuilt(Apply({kSroa}, {kDce})), 1u) << "but what changed something does";
}

TEST_F(SessionTest, AnyOtherStateIsRebuiltWithASignOfLifeForEachPass) {
  Load();
  const auto expected = Last(Apply({}, {kSroa, kSimplifyCfg, kInstCombine}));
  const auto replies = Apply({kSroa, kSimplifyCfg}, {kInstCombine});
  ASSERT_EQ(replies.size(), 3u);
  for (std::uint64_t i = 0; i < 2; ++i) {
    const auto* rebuilding = std::get_if<wire::Rebuilding>(&replies[i]);
    ASSERT_TRUE(rebuilding);
    EXPECT_EQ(rebuilding->passes_left, 2 - i);
  }
  EXPECT_EQ(Last(replies).ir, expected.ir);
}

TEST_F(SessionTest, RetainedStartServesItsChildren) {
  Load();
  Apply({}, {kSroa, kSimplifyCfg});
  const auto replies = Apply({kSroa, kSimplifyCfg}, {kInstCombine}, kKeepStart);
  const wire::Base base = KeptBase(replies);
  EXPECT_EQ(base.length, 2u);
  EXPECT_EQ(CountRebuilt(Apply({kSroa, kSimplifyCfg}, {kReg2Mem}, kKeepNothing, base)), 0u);
  const auto again = Apply({kSroa, kSimplifyCfg}, {kInstCombine}, kKeepNothing, base);
  EXPECT_EQ(CountRebuilt(again), 0u);
  EXPECT_EQ(Last(again).ir, Last(replies).ir);
}

TEST_F(SessionTest, RetainedEndComesBeforeTheLastAnswer) {
  Load();
  const auto replies = Apply({}, {kSroa, kSimplifyCfg}, kKeepEnd);
  ASSERT_EQ(replies.size(), 3u);
  const auto* kept = std::get_if<wire::Retained>(&replies[1]);
  ASSERT_TRUE(kept);
  EXPECT_EQ(kept->length, 2u);
  EXPECT_EQ(kept->measured.ir, Last(replies).ir);
}

TEST_F(SessionTest, RebuildsFromTheBase) {
  Load();
  const wire::Base base = KeptBase(Apply({}, {kSroa, kSimplifyCfg}, kKeepEnd));
  Apply({}, {kDce});
  const auto replies =
      Apply({kSroa, kSimplifyCfg, kReg2Mem, kSroa}, {kInstCombine}, kKeepNothing, base);
  EXPECT_EQ(CountRebuilt(replies), 2u);
  const auto scratch = Last(Apply({}, {kSroa, kSimplifyCfg, kReg2Mem, kSroa, kInstCombine}));
  EXPECT_EQ(Last(replies).ir, scratch.ir);
}

TEST_F(SessionTest, RefusesABaseBeyondTheStart) {
  Load();
  const wire::Base base = KeptBase(Apply({}, {kSroa, kSimplifyCfg}, kKeepEnd));
  const auto replies = Apply({kSroa}, {kDce}, kKeepNothing, base);
  ASSERT_EQ(replies.size(), 1u);
  const auto* failure = std::get_if<wire::Failure>(&replies[0]);
  ASSERT_TRUE(failure);
  EXPECT_EQ(failure->code, ErrorCode::kInvalidArgument);
}

TEST_F(SessionTest, TheRootNeedsNoSnapshot) {
  Load();
  EXPECT_TRUE(Kept(Apply({}, {kSroa}, kKeepStart)).empty());
  EXPECT_EQ(CountRebuilt(Apply({}, {kDce})), 0u);
}

/// A long path is kept in pieces, none of which takes long to rebuild.
TEST_F(SessionTest, KeepsWhatTookLongOnTheWay) {
  Load();
  PassSequence passes;
  for (int i = 0; i < 60; ++i) passes.push_back(i % 2 ? kSroa : kReg2Mem);
  const EvaluationOptions path{.observe = {},
                               .retain = {.start = false, .end = false, .path = true}};
  const auto kept = Kept(Apply({}, passes, path));
  ASSERT_FALSE(kept.empty());
  EXPECT_LT(kept.size(), passes.size());
  for (const wire::Retained& state : kept) {
    const PassSequence to(passes.begin(), passes.begin() + static_cast<int>(state.length));
    EXPECT_EQ(Last(Apply({}, to)).ir, state.measured.ir);
  }
}

TEST_F(SessionTest, MemoryStaysBounded) {
  Load();
  PassSequence from;
  std::uint64_t settled = 0;
  for (int i = 0; i < 60; ++i) {
    const PassId pass = i % 2 ? kSroa : kReg2Mem;
    Apply(from, {pass}, {.observe = {}, .retain = {true, true}});
    from.push_back(pass);
    if (i == 20) settled = ResidentBytes();
  }
  if (!kSanitized) {
    EXPECT_LT(ResidentBytes(), settled + (16 << 20));
  }
}

TEST_F(SessionTest, WhatWasNotObservedBeforeIsMadeUpFor) {
  Load();
  const EvaluationOptions observing{.observe = {.features = true, .object_size = true},
                                    .retain = {false, false}};
  const auto expected = Last(Apply({}, {kSroa, kSroa}, observing));
  ASSERT_FALSE(expected.changed);
  Apply({}, {kSroa});
  const auto live = Last(Apply({kSroa}, {kSroa}, observing));
  EXPECT_EQ(live.features, expected.features);
  EXPECT_EQ(live.cost, expected.cost);
  const wire::Base base = KeptBase(Apply({}, {kSroa}, kKeepEnd));
  Apply({}, {kInstCombine});
  const auto snapshot = Last(Apply({kSroa}, {kSroa}, observing, base));
  EXPECT_EQ(snapshot.features, expected.features);
  EXPECT_EQ(snapshot.cost, expected.cost);
}

TEST_F(SessionTest, FailureEndsTheRequestAndLeavesNoBrokenState) {
  Load();
  const auto before = Last(Apply({}, {kSroa, kDce}));
  const auto replies = Apply({}, {kSroa, kInvalid, kDce});
  ASSERT_EQ(replies.size(), 2u);
  const auto* failure = std::get_if<wire::Failure>(&replies[1]);
  ASSERT_TRUE(failure);
  EXPECT_EQ(failure->code, ErrorCode::kVerifierRejected);
  EXPECT_THAT(failure->message, Not(HasSubstr("\n")));
  EXPECT_EQ(Last(Apply({kSroa}, {kDce})).ir, before.ir);
}

TEST_F(SessionTest, VerifiesImprovementsAloneIfAsked) {
  Ask(wire::Configure{kActions, {}, /*verify_all=*/false});
  const auto root = Load().root.cost.instructions;
  ASSERT_LT(Last(Apply({}, {kSroa})).cost.instructions, root);
  const EvaluationOptions sizing{.observe = {.object_size = true}, .retain = {false, false}};
  const auto failure = [](const std::vector<wire::Reply>& replies) {
    const auto* last = std::get_if<wire::Failure>(&replies.back());
    return last ? std::optional(last->code) : std::nullopt;
  };
  // The pass adds instructions.
  EXPECT_EQ(failure(Apply({kSroa}, {kInvalid})), std::nullopt);
  EXPECT_EQ(failure(Apply({kSroa, kInvalid}, {kDce}, sizing)), ErrorCode::kVerifierRejected);
  EXPECT_EQ(failure(Apply({kSroa}, {kInvalid}, sizing)), ErrorCode::kVerifierRejected);
  EXPECT_EQ(failure(Apply({kSroa}, {kInvalid}, kKeepEnd)), ErrorCode::kVerifierRejected);
  // A pass that changes nothing may be the first to want the code of a state.
  EXPECT_EQ(failure(Apply({kSroa}, {kInvalid})), std::nullopt);
  const EvaluationOptions sizing_any{.observe = {.size_below = ~0ull}, .retain = {false, false}};
  EXPECT_EQ(failure(Apply({kSroa, kInvalid}, {kSroa}, sizing_any)), ErrorCode::kVerifierRejected);
  EXPECT_EQ(failure(Apply({}, {kSroa})), std::nullopt);
  // It has fewer instructions than all verified states of a program that is loaded again.
  const wire::Base base = KeptBase(Apply({}, {kSroa}, kKeepEnd));
  Load();
  EXPECT_EQ(failure(Apply({kSroa}, {kInvalid}, kKeepNothing, base)), ErrorCode::kVerifierRejected);
}

/// A worker that ends before that does so through no fault of the passes asked for.
TEST_F(SessionTest, IsReadyOnceTheStartIsMeasuredAndKept) {
  Load();
  Apply({}, {kReg2Mem});
  for (const PassSequence& from : {PassSequence{}, {kSroa}, {kSroa}}) {
    const auto replies = Ask(wire::Apply{
        kProgram, from, {kDce, kSimplifyCfg}, {}, {.observe = {}, .retain = {true, true}}, {}});
    EXPECT_TRUE(std::holds_alternative<wire::Rebuilding>(replies[0]));
    const auto ready = std::ranges::find_if(replies, IsReady);
    ASSERT_NE(ready, replies.end());
    EXPECT_EQ(std::ranges::count_if(replies, IsReady), 1);
    EXPECT_EQ(Kept({replies.begin(), ready}).size(), from.empty() ? 0u : 1u);
    EXPECT_EQ(CountRebuilt({ready, replies.end()}), 0u);
    EXPECT_TRUE(std::holds_alternative<wire::Step>(ready[1]));
  }
  const auto replies =
      Ask(wire::Apply{kProgram, {kSroa, kDce, kSimplifyCfg}, {kDce}, {}, kKeepNothing, {}});
  EXPECT_EQ(replies.size(), 1u) << "it was there";
}

TEST_F(SessionTest, IsNotReadyWhereRebuildingFails) {
  Load();
  const auto replies = Ask(wire::Apply{kProgram, {kSroa, kInvalid}, {kDce}, {}, kKeepNothing, {}});
  EXPECT_TRUE(std::ranges::none_of(replies, IsReady));
  const auto* failure = std::get_if<wire::Failure>(&replies.back());
  ASSERT_TRUE(failure);
  EXPECT_EQ(failure->code, ErrorCode::kVerifierRejected);
}

TEST_F(SessionTest, OffendersAreNotRun) {
  Load();
  const Hash128 ir = Last(Apply({}, {kSimplifyCfg})).ir;
  const auto replies =
      Ask(wire::Apply{kProgram, {}, {kSimplifyCfg, kSroa, kDce}, {}, kKeepNothing, {{ir, kSroa}}});
  ASSERT_EQ(replies.size(), 4u);
  const auto* failure = std::get_if<wire::Failure>(&replies[3]);
  ASSERT_TRUE(failure);
  EXPECT_EQ(failure->code, ErrorCode::kKnownOffender);
  EXPECT_THAT(failure->message, HasSubstr("function(sroa)"));
  EXPECT_TRUE(Last(Apply({kSimplifyCfg}, {kInstCombine})).changed) << "other passes on this IR";
  EXPECT_TRUE(Last(Apply({}, {kSroa})).changed) << "this pass on other IR";
}

TEST_F(SessionTest, TokensAreOfTheRootWhateverIsLive) {
  Load();
  const auto owned = ReadModule(ir_, "routes");
  ASSERT_TRUE(owned.ok());
  const IrTokens expected = worker::Tokenize(*owned->module);
  const auto step = Last(Apply({}, {kSroa, kDce}));
  for (int i = 0; i < 2; ++i) {
    const auto replies = Ask(wire::Tokenize{kProgram});
    ASSERT_EQ(replies.size(), 1u);
    const auto* reply = std::get_if<wire::Tokens>(&replies[0]);
    ASSERT_TRUE(reply);
    EXPECT_EQ(reply->tokens, expected);
  }
  EXPECT_EQ(Last(Apply({kSroa}, {kDce})).ir, step.ir);
}

TEST_F(SessionTest, UnknownThingsAreErrors) {
  Load();
  const auto code = [](const std::vector<wire::Reply>& replies) {
    const auto* failure = std::get_if<wire::Failure>(&replies.back());
    return failure ? Name(failure->code) : "no failure";
  };
  EXPECT_EQ(code(Apply({}, {kNonsense})), "invalid_argument");
  EXPECT_EQ(code(Apply({}, {60'000})), "invalid_argument");
  EXPECT_EQ(code(Apply({60'000}, {kDce})), "invalid_argument");
  EXPECT_EQ(code(Ask(wire::Apply{{9, 9}, {}, {kDce}, {}, kKeepNothing, {}})), "not_found");
  EXPECT_EQ(code(Ask(wire::Tokenize{{9, 9}})), "not_found");
  EXPECT_EQ(code(Ask(wire::TakeExcerpt{{9, 9}, 100, 0})), "not_found");
  EXPECT_EQ(
      code(Ask(wire::RunPipeline{{9, 9}, "dce", PipelineTuning::kOpt, {}, ModuleFormat::kNone})),
      "not_found");
  EXPECT_EQ(
      code(Ask(wire::RunPipeline{kProgram, "dce,", PipelineTuning::kOpt, {}, ModuleFormat::kNone})),
      "invalid_argument");
}

TEST_F(SessionTest, PipelineLeavesTheProgramAlone) {
  const wire::Loaded loaded = Load();
  const auto oz = Ask(
      wire::RunPipeline{kProgram, "default<Oz>", PipelineTuning::kOpt, {}, ModuleFormat::kNone});
  const auto* done = std::get_if<wire::PipelineDone>(&oz.at(0));
  ASSERT_TRUE(done);
  EXPECT_TRUE(done->measured.changed);
  EXPECT_LT(done->measured.cost.instructions, loaded.root.cost.instructions);
  const auto nothing =
      Ask(wire::RunPipeline{kProgram, "verify", PipelineTuning::kOpt, {}, ModuleFormat::kNone});
  const auto* idle = std::get_if<wire::PipelineDone>(&nothing.at(0));
  ASSERT_TRUE(idle);
  EXPECT_FALSE(idle->measured.changed);
  EXPECT_EQ(idle->measured.ir, loaded.root.ir);
}

/// Code that was generated for the same IR is taken, if it has what is asked for.
TEST_F(SessionTest, PipelinesGiveTheObjectFileThatIsAskedFor) {
  Load();
  const auto object = [&](bool file) {
    const Observe observe{.object_size = true, .object_file = file};
    const auto replies = Ask(wire::RunPipeline{kProgram, "default<Oz>", PipelineTuning::kOpt,
                                               observe, ModuleFormat::kNone});
    const auto* done = std::get_if<wire::PipelineDone>(&replies.at(0));
    EXPECT_TRUE(done && done->measured.cost.object_size);
    return done ? done->measured.object : "";
  };
  EXPECT_EQ(object(false), "");
  const std::string first = object(true);
  EXPECT_THAT(first, testing::StartsWith("\x7f"
                                         "ELF"));
  EXPECT_EQ(object(true), first);
  EXPECT_EQ(object(false), "");
}

TEST_F(SessionTest, ProgramThatIsNotToBeKeptIsForgotten) {
  const auto replies = Ask(wire::Load{kProgram, "routes", ir_, {}, false});
  const auto* loaded = std::get_if<wire::Loaded>(&replies.back());
  ASSERT_TRUE(loaded);
  EXPECT_TRUE(loaded->snapshot.empty());
  EXPECT_TRUE(std::holds_alternative<wire::Failure>(Apply({}, {kDce}).back()));
}

TEST_F(SessionTest, ProgramsDoNotMix) {
  Load();
  const ProgramId other{7, 7};
  Ask(wire::Load{other, "words", ReadBundledProgram("words").ir, {}, true});
  const auto mine = Last(Apply({}, {kSroa}, kKeepEnd));
  const auto theirs = Last(Ask(wire::Apply{other, {}, {kSroa}, {}, kKeepEnd, {}}));
  EXPECT_NE(mine.ir, theirs.ir);
  EXPECT_EQ(Last(Apply({kSroa}, {kSroa})).ir, mine.ir);
  EXPECT_EQ(Last(Ask(wire::Apply{other, {kSroa}, {kSroa}, {}, kKeepNothing, {}})).ir, theirs.ir);
}

TEST_F(SessionTest, SizesOfAVariantAreItsOwn) {
  Load();
  const EvaluationOptions sized{.observe = {.object_size = true}};
  const auto size_of = [&](const ProgramId& program) {
    return Last(Ask(wire::Apply{program, {}, {kSroa}, {}, sized, {}})).cost.object_size;
  };
  const auto given = size_of(kProgram);
  const auto replies =
      Ask(wire::TakeInlined{kProgram, {{"", PassOrder::kOptSize}, {"", PassOrder::kMinSize}}});
  const auto* const made = std::get_if<wire::Excerpt>(&replies.back());
  ASSERT_TRUE(made);
  const ProgramId variant{7, 7}, stranger{8, 8};
  Ask(wire::Load{variant, "variant", made->bitcode, {}, true, kProgram});
  Ask(wire::Load{stranger, "stranger", made->bitcode, {}, true});
  const auto its = size_of(variant);
  ASSERT_TRUE(given && its);
  EXPECT_LT(its->total(), given->total());
  EXPECT_EQ(its, size_of(stranger));
  EXPECT_EQ(given, size_of(kProgram));
}

}  // namespace
}  // namespace autotune::worker
