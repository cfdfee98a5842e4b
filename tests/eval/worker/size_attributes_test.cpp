#include "eval/worker/size_attributes.h"

#include <algorithm>
#include <chrono>
#include <string>
#include <utility>
#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <llvm/IR/Module.h>

#include "eval/worker/module_io.h"
#include "eval/worker/object_size.h"
#include "eval/worker/target.h"

namespace autotune::worker {
namespace {

using testing::UnorderedElementsAre;

/// Of three functions with `minsize`: one that keeps values over calls, which pushes and pops cost
/// unwind instructions, one with a dense switch, and one that nothing makes smaller.
constexpr const char* kThree = R"(
target triple = "x86_64-pc-linux-gnu"
declare i32 @f(i32)
declare void @g(i32, i32, i32, i32, i32, i32, i32)
define void @calls(i32 %x) #0 {
  call void @g(i32 %x, i32 100, i32 100, i32 100, i32 100, i32 100, i32 100)
  call void @g(i32 %x, i32 100, i32 100, i32 100, i32 100, i32 100, i32 100)
  ret void
}
define i32 @jumps(i32 %x) #0 {
  switch i32 %x, label %z [ i32 0, label %a
                            i32 1, label %b
                            i32 2, label %a
                            i32 3, label %b
                            i32 4, label %a ]
a:
  %p = call i32 @f(i32 11)
  ret i32 %p
b:
  %q = call i32 @f(i32 %x)
  ret i32 %q
z:
  ret i32 0
}
define void @empty() #0 {
  ret void
}
attributes #0 = { minsize optsize uwtable }
)";

const CodeModel kPicModel{.relocation = Relocation::kPic};
constexpr auto kNever = Clock::time_point::max();

class SizeAttributesTest : public testing::Test {
 protected:
  static void SetUpTestSuite() { InitializeTargets(); }

  static OwnedModule Parse(const std::string& ir) {
    auto owned = ReadModule(ir, "test");
    EXPECT_TRUE(owned.ok()) << owned.error().message;
    return *std::move(owned);
  }

  static std::vector<FunctionAttributes> Choose(const llvm::Module& module,
                                                const WorkShare& share = {},
                                                Clock::time_point end = kNever,
                                                const AllowedLosses& allowed = {},
                                                std::vector<FunctionAttributes> known = {}) {
    CodeSizes sizes;
    auto chosen = ChooseSizeAttributes(
        module, kPicModel, {.share = share, .allowed = allowed, .known = known}, end, sizes);
    if (chosen) return std::move(chosen->functions);
    ADD_FAILURE() << llvm::toString(chosen.takeError());
    return {};
  }

  static std::uint64_t Bytes(const llvm::Module& module) {
    auto size = MeasureObjectSize(module, kPicModel);
    if (size) return size->total();
    ADD_FAILURE() << llvm::toString(size.takeError());
    return 0;
  }

  static std::vector<std::string> Names(const std::vector<FunctionAttributes>& functions) {
    std::vector<std::string> names;
    for (const FunctionAttributes& its : functions) names.push_back(its.name);
    return names;
  }
};

TEST_F(SizeAttributesTest, WhatIsChosenMakesTheObjectSmaller) {
  const OwnedModule owned = Parse(kThree);
  const std::uint64_t before = Bytes(*owned.module);
  const auto chosen = Choose(*owned.module);
  ASSERT_THAT(Names(chosen), UnorderedElementsAre("calls", "jumps", "empty"));
  EXPECT_EQ(Bytes(*owned.module), before);  // the module stays as it is
  std::size_t changed = 0;
  for (const FunctionAttributes& its : chosen) {
    EXPECT_TRUE(its.given.minsize && its.given.optsize);
    if (its.best == its.given) continue;
    EXPECT_NE(its.name, "empty");
    ++changed;
    llvm::Function& function = *owned.module->getFunction(its.name);
    if (!its.best.minsize) function.removeFnAttr(llvm::Attribute::MinSize);
    if (!its.best.optsize) function.removeFnAttr(llvm::Attribute::OptimizeForSize);
    if (its.best.no_jump_tables) function.addFnAttr("no-jump-tables", "true");
    if (!its.best.tune_cpu.empty()) function.addFnAttr("tune-cpu", its.best.tune_cpu);
  }
  EXPECT_GE(changed, 1u);
  EXPECT_LT(Bytes(*owned.module), before);
}

/// There are such functions, and nobody can name them to `opt`.
TEST_F(SizeAttributesTest, FunctionsWithoutANameKeepTheirs) {
  const OwnedModule owned =
      Parse(std::string(kThree) + "define i32 @0(i32 %x) {\n  ret i32 %x\n}\n");
  const std::vector<FunctionAttributes> functions = Choose(*owned.module);
  ASSERT_EQ(functions.size(), 4u);
  const auto nameless = std::ranges::find(functions, "", &FunctionAttributes::name);
  ASSERT_NE(nameless, functions.end());
  EXPECT_EQ(nameless->best, nameless->given);
  EXPECT_NE(functions.front().best, functions.front().given) << "the others have choices";
}

TEST_F(SizeAttributesTest, SharesAreOfAllFunctions) {
  const OwnedModule owned = Parse(kThree);
  auto names = Names(Choose(*owned.module, {0, 2}));
  std::ranges::copy(Names(Choose(*owned.module, {1, 2})), std::back_inserter(names));
  EXPECT_THAT(names, UnorderedElementsAre("calls", "jumps", "empty"));
}

TEST_F(SizeAttributesTest, FunctionsThatAreNotReachedInTimeKeepTheirs) {
  const OwnedModule owned = Parse(kThree);
  const auto chosen = Choose(*owned.module, {}, Clock::now() - std::chrono::seconds(1));
  EXPECT_EQ(chosen.size(), 3u);
  for (const FunctionAttributes& its : chosen) {
    EXPECT_EQ(its.best, its.given);
    EXPECT_EQ(its.body, 0u) << "it is tried next time";
  }
}

/// The next run has to try them: all are tried with a choice before any is with the next one.
TEST_F(SizeAttributesTest, FunctionsThatAreNotTriedWithEachChoiceAreNotDone) {
  std::string ir = "target triple = \"x86_64-pc-linux-gnu\"\n";
  for (int i = 0; i < 400; ++i) {
    ir += "define i32 @f" + std::to_string(i) + "(i32 %x) minsize optsize {\n  ret i32 %x\n}\n";
  }
  const OwnedModule owned = Parse(ir);
  const auto chosen = Choose(*owned.module, {}, Clock::now() + std::chrono::milliseconds(5));
  ASSERT_EQ(chosen.size(), 400u);
  for (const FunctionAttributes& function : chosen) EXPECT_EQ(function.body, 0u);
  for (const FunctionAttributes& function : Choose(*owned.module)) EXPECT_NE(function.body, 0u);
}

TEST_F(SizeAttributesTest, EarlierChoicesAreTakenForTheSameBodies) {
  const OwnedModule owned = Parse(kThree);
  auto known = Choose(*owned.module);
  ASSERT_EQ(known.size(), 3u);
  for (FunctionAttributes& its : known) {
    its.best = {.optsize = true, .no_frame_pointer = true, .tune_cpu = "silvermont"};
    if (its.name == "jumps") ++its.body;
  }
  for (const FunctionAttributes& its :
       Choose(*owned.module, {}, Clock::now() - std::chrono::seconds(1), {}, known)) {
    if (its.name == "jumps") {
      EXPECT_EQ(its.best, its.given) << "its body has changed";
      continue;
    }
    EXPECT_TRUE(its.best.optsize && !its.best.minsize);
    EXPECT_EQ(its.best.tune_cpu, "silvermont");
    EXPECT_EQ(its.best.no_frame_pointer, its.given.no_frame_pointer) << "it is not allowed";
  }
}

/// Two functions that need a frame: one with a frame pointer.
constexpr const char* kFrames = R"(
target triple = "aarch64-linux-gnu"
declare i32 @f(i32)
define i32 @framed(i32 %x) nounwind minsize optsize uwtable "frame-pointer"="all" {
  %a = call i32 @f(i32 %x)
  %b = call i32 @f(i32 %a)
  %c = add i32 %a, %b
  ret i32 %c
}
define i32 @bare(i32 %x) nounwind minsize optsize uwtable "frame-pointer"="none" {
  %a = call i32 @f(i32 %x)
  %b = call i32 @f(i32 %a)
  %c = sub i32 %a, %b
  ret i32 %c
}
)";

TEST_F(SizeAttributesTest, FramePointersAndUnwindTablesStayUnlessAllowed) {
  const OwnedModule owned = Parse(kFrames);
  for (const bool frames : {false, true}) {
    for (const bool tables : {false, true}) {
      for (const FunctionAttributes& its :
           Choose(*owned.module, {}, kNever, {.frame_pointers = frames, .unwind_tables = tables})) {
        EXPECT_EQ(its.given.no_frame_pointer, its.name == "bare");
        EXPECT_EQ(its.best.no_frame_pointer, frames || its.name == "bare");
        EXPECT_FALSE(its.given.no_unwind_table);
        EXPECT_EQ(its.best.no_unwind_table, tables);
      }
    }
  }
}

TEST_F(SizeAttributesTest, UnwindTablesGoFromFunctionsThatAreNotReachedInTime) {
  const OwnedModule owned = Parse(kFrames);
  for (const FunctionAttributes& its :
       Choose(*owned.module, {}, Clock::now() - std::chrono::seconds(1),
              {.frame_pointers = true, .unwind_tables = true})) {
    EXPECT_EQ(its.best.no_frame_pointer, its.given.no_frame_pointer);
    EXPECT_TRUE(its.best.no_unwind_table);
  }
}

/// A loop that an addition of three operands makes longer. Other CPUs than the generic one have two
/// additions of two.
constexpr const char* kNumber = R"(
target triple = "x86_64-pc-linux-gnu"
define i64 @number(ptr %at, ptr %classes) minsize optsize "tune-cpu"="generic" {
entry:
  %first = load ptr, ptr %at
  br label %head
head:
  %next = phi ptr [ %first, %entry ], [ %after, %digit ]
  %sum = phi i32 [ 0, %entry ], [ %added, %digit ]
  %char = load i8, ptr %next
  %index = zext i8 %char to i64
  %class = getelementptr i16, ptr %classes, i64 %index
  %bits = load i16, ptr %class
  %masked = and i16 %bits, 2048
  %ends = icmp eq i16 %masked, 0
  br i1 %ends, label %end, label %digit
digit:
  %ten = mul nsw i32 %sum, 10
  %after = getelementptr i8, ptr %next, i64 1
  store ptr %after, ptr %at
  %again = load i8, ptr %next
  %wide = zext i8 %again to i32
  %less = add i32 %ten, -48
  %added = add i32 %less, %wide
  br label %head
end:
  %long = sext i32 %sum to i64
  ret i64 %long
}
)";

TEST_F(SizeAttributesTest, TheCostsOfAnotherCpuMayMakeCodeSmaller) {
  const OwnedModule owned = Parse(kNumber);
  const std::uint64_t before = Bytes(*owned.module);
  const auto chosen = Choose(*owned.module);
  ASSERT_EQ(chosen.size(), 1u);
  EXPECT_EQ(chosen[0].given.tune_cpu, "generic");
  EXPECT_NE(chosen[0].best.tune_cpu, "generic");
  owned.module->getFunction("number")->addFnAttr("tune-cpu", chosen[0].best.tune_cpu);
  EXPECT_LT(Bytes(*owned.module), before);
}

TEST_F(SizeAttributesTest, ACpuThatTheAuthorNamesStays) {
  for (const auto& [attribute, stays] :
       {std::pair("tune-cpu", "skylake"), std::pair("target-cpu", "generic")}) {
    const OwnedModule owned = Parse(kNumber);
    owned.module->getFunction("number")->addFnAttr(attribute, "skylake");
    const auto chosen = Choose(*owned.module);
    ASSERT_EQ(chosen.size(), 1u);
    EXPECT_EQ(chosen[0].best.tune_cpu, stays) << attribute;
  }
}

TEST_F(SizeAttributesTest, FunctionsThatPassesLeaveAloneKeepTheirs) {
  const OwnedModule owned = Parse(R"(
target triple = "x86_64-pc-linux-gnu"
define i32 @slow(i32 %x) noinline optnone {
  %y = mul i32 %x, 77
  ret i32 %y
}
)");
  const auto chosen = Choose(*owned.module);
  ASSERT_EQ(chosen.size(), 1u);
  EXPECT_EQ(chosen.front().best, chosen.front().given);
}

TEST_F(SizeAttributesTest, ATargetWithAnOutlinerIsToldApart) {
  for (const auto& [triple, outlines] :
       {std::pair("x86_64-pc-linux-gnu", false), std::pair("aarch64-linux-gnu", true)}) {
    const OwnedModule owned = Parse("target triple = \"" + std::string(triple) + R"("
      define i32 @kept(i32 %x) minsize optsize "nooutline" {
        ret i32 %x
      })");
    CodeSizes sizes;
    auto chosen = ChooseSizeAttributes(*owned.module, kPicModel, {}, kNever, sizes);
    ASSERT_TRUE(static_cast<bool>(chosen)) << llvm::toString(chosen.takeError());
    EXPECT_EQ(chosen->outlines, outlines);
    ASSERT_EQ(chosen->functions.size(), 1u);
    EXPECT_TRUE(chosen->functions.front().best.no_outline);
  }
}

TEST_F(SizeAttributesTest, ATargetWhoseCodeCantBeDividedIsAnError) {
  std::string ir = kThree;
  ir.replace(ir.find("x86_64-pc-linux-gnu"), 19, "arm64-apple-macosx");
  const OwnedModule owned = Parse(ir);
  CodeSizes sizes;
  auto chosen = ChooseSizeAttributes(*owned.module, kPicModel, {}, kNever, sizes);
  ASSERT_FALSE(chosen);
  EXPECT_THAT(llvm::toString(chosen.takeError()), testing::HasSubstr("one by one"));
}

}  // namespace
}  // namespace autotune::worker
