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

/// Functions that keep values over calls, for which each saves registers of `@all`, which needs
/// none of them. `@leaf` saves none.
constexpr const char* kModule = R"(
target triple = "x86_64-pc-linux-gnu"
declare i32 @g(i32, i32, i32, i32)
define internal i32 @a(i32 %p, i32 %q, i32 %r, i32 %s) noinline minsize {
  %x = call i32 @g(i32 %p, i32 %q, i32 %r, i32 %s)
  %y = call i32 @g(i32 %q, i32 %r, i32 %s, i32 %p)
  %z = call i32 @g(i32 %x, i32 %q, i32 %s, i32 %y)
  %t = add i32 %r, %z
  ret i32 %t
}
define internal i32 @b(i32 %p, i32 %q, i32 %r, i32 %s) noinline minsize {
  %x = call i32 @g(i32 %q, i32 %p, i32 %r, i32 %s)
  %y = call i32 @g(i32 %r, i32 %q, i32 %p, i32 %s)
  %z = call i32 @g(i32 %x, i32 %y, i32 %s, i32 %q)
  %t = add i32 %p, %z
  ret i32 %t
}
define internal i32 @c(i32 %p, i32 %q, i32 %r, i32 %s) noinline minsize {
  %x = call i32 @g(i32 %s, i32 %p, i32 %r, i32 %q)
  %y = call i32 @g(i32 %r, i32 %q, i32 %p, i32 %s)
  %z = call i32 @g(i32 %x, i32 %y, i32 %q, i32 %s)
  %t = add i32 %r, %z
  ret i32 %t
}
define internal i32 @leaf(i32 %x) noinline minsize {
  ret i32 %x
}
define void @all() minsize {
  call i32 @a(i32 1, i32 2, i32 3, i32 4)
  call i32 @b(i32 1, i32 2, i32 3, i32 4)
  call i32 @c(i32 1, i32 2, i32 3, i32 4)
  call i32 @leaf(i32 1)
  ret void
}
)";

const CodeModel kPicModel{.relocation = Relocation::kPic};
constexpr auto kNever = Clock::time_point::max();
const SizeAttributes kMinSize{.minsize = true};
const SizeAttributes kPreserveNone{.minsize = true, .preserve_none = true};

class ConventionsTest : public testing::Test {
 protected:
  static void SetUpTestSuite() { InitializeTargets(); }

  explicit ConventionsTest(const std::string& ir = kModule) : owned_(*ReadModule(ir, "test")) {
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

TEST_F(ConventionsTest, FunctionsSaveNothingThatTheirCallerDoesNotNeed) {
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
