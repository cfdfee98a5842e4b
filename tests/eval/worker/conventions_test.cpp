#include "eval/worker/conventions.h"

#include <chrono>
#include <string>
#include <vector>

#include <gtest/gtest.h>
#include <llvm/IR/Module.h>

#include "eval/worker/module_io.h"
#include "eval/worker/object_size.h"
#include "eval/worker/target.h"

namespace autotune::worker {
namespace {

/// `@a`, `@b` and `@c` keep values over calls, for which each saves registers. Their caller `@all`
/// has saved them all. `@leaf` saves none.
std::string Module() {
  std::string ir =
      "target triple = \"x86_64-pc-linux-gnu\"\n"
      "declare i32 @g(i32, i32, i32, i32)\n";
  std::string calls;
  for (const std::string name : {"a", "b", "c"}) {
    ir += "define internal i32 @" + name +
          "(i32 %p, i32 %q, i32 %r, i32 %s) noinline minsize {\n"
          "  %x = call i32 @g(i32 %p, i32 %q, i32 %r, i32 %s)\n"
          "  %y = call i32 @g(i32 %q, i32 %r, i32 %s, i32 %p)\n"
          "  %z = call i32 @g(i32 %x, i32 %q, i32 %s, i32 %y)\n"
          "  %t = add i32 %r, %z\n  ret i32 %t\n}\n";
    calls += "  call i32 @" + name + "(i32 1, i32 2, i32 3, i32 4)\n";
  }
  return ir +
         "define internal i32 @leaf(i32 %x) noinline minsize {\n  ret i32 %x\n}\n"
         "define void @all() minsize {\n" +
         calls +
         "  call i32 @leaf(i32 1)\n"
         "  call void asm sideeffect \"\", \"~{rbx},~{rbp},~{r12},~{r13},~{r14},~{r15}\"()\n"
         "  ret void\n}\n";
}

const CodeModel kPicModel{.relocation = Relocation::kPic};
constexpr auto kNever = Clock::time_point::max();
const SizeAttributes kMinSize{.minsize = true};
const SizeAttributes kPreserveNone{.minsize = true, .preserve_none = true};

class ConventionsTest : public testing::Test {
 protected:
  static void SetUpTestSuite() { InitializeTargets(); }

  ConventionsTest() : owned_(*ReadModule(Module(), "test")) {
    for (const llvm::Function& function : *owned_.module) {
      if (!function.isDeclaration())
        functions_.push_back({function.getName().str(), kMinSize, kMinSize});
    }
  }

  void Choose(Clock::time_point end = kNever, const WorkShare& share = {}) {
    CodeSizes sizes;
    if (llvm::Error error =
            ChooseConventions(*owned_.module, kPicModel, share, functions_, end, sizes)) {
      ADD_FAILURE() << llvm::toString(std::move(error));
    }
  }

  std::string Chosen() const {
    std::string names;
    for (const FunctionAttributes& its : functions_) {
      if (its.best.preserve_none) names += its.name + ' ';
    }
    return names;
  }

  std::uint64_t Bytes() const { return MeasureObjectSize(*owned_.module, kPicModel)->total(); }

  OwnedModule owned_;
  std::vector<FunctionAttributes> functions_;
};

TEST_F(ConventionsTest, FunctionsSaveNothingThatTheirCallerHasSaved) {
  const std::uint64_t before = Bytes();
  Choose();
  EXPECT_EQ(Chosen(), "a b c ");
  EXPECT_LT(Bytes(), before) << "the module has what was chosen";
}

TEST_F(ConventionsTest, EachPartTriesItsShareAlone) {
  functions_[0].best = functions_[1].best = kPreserveNone;
  Choose(kNever, {1, 2});
  EXPECT_EQ(Chosen(), "a b c ");
  functions_[2].best = kMinSize;
  functions_[3].best = kPreserveNone;
  Choose(kNever, {0, 2});
  EXPECT_EQ(Chosen(), "a b leaf ");
}

TEST_F(ConventionsTest, EarlierChoicesStayIfThereIsNoTime) {
  functions_[1].best = kPreserveNone;
  Choose(Clock::now());
  EXPECT_EQ(Chosen(), "b ");
}

TEST_F(ConventionsTest, ForgetsChoicesForFunctionsThatMayNotChange) {
  for (FunctionAttributes& its : functions_) its.best = kPreserveNone;
  owned_.module->getFunction("a")->setLinkage(llvm::GlobalValue::ExternalLinkage);
  llvm::Function& b = *owned_.module->getFunction("b");
  b.addFnAttr(llvm::Attribute::OptimizeNone);
  functions_[1].best.minsize = false;
  Choose(Clock::now());
  EXPECT_EQ(Chosen(), "c leaf ");
}

}  // namespace
}  // namespace autotune::worker
