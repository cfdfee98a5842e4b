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
                                                Clock::time_point end = kNever) {
    CodeSizes sizes;
    auto chosen = ChooseSizeAttributes(module, kPicModel, share, end, sizes);
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
    EXPECT_EQ(its.given, (SizeAttributes{.optsize = true, .minsize = true}));
    if (its.best == its.given) continue;
    EXPECT_NE(its.name, "empty");
    ++changed;
    llvm::Function& function = *owned.module->getFunction(its.name);
    if (!its.best.minsize) function.removeFnAttr(llvm::Attribute::MinSize);
    if (!its.best.optsize) function.removeFnAttr(llvm::Attribute::OptimizeForSize);
    if (its.best.no_jump_tables) function.addFnAttr("no-jump-tables", "true");
  }
  EXPECT_GE(changed, 1u);
  EXPECT_LT(Bytes(*owned.module), before);
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
  for (const FunctionAttributes& its : chosen) EXPECT_EQ(its.best, its.given);
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
  EXPECT_EQ(chosen.front().best, SizeAttributes());
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
