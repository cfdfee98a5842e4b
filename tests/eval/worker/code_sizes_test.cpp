#include "eval/worker/code_sizes.h"

#include <cstdint>
#include <cstdlib>
#include <string>
#include <vector>

#include <gtest/gtest.h>
#include <llvm/IR/Module.h>

#include "core/action_space.h"
#include "core/random.h"
#include "eval/worker/code_generator.h"
#include "eval/worker/module_io.h"
#include "eval/worker/object_size.h"
#include "eval/worker/pass_runner.h"
#include "eval/worker/target.h"
#include "support/bundled_programs.h"

namespace autotune::worker {
namespace {

constexpr const char* kTriple = "x86_64-pc-linux-gnu";
const CodeModel kPicModel{.relocation = Relocation::kPic};

OwnedModule Parse(const std::string& ir) {
  auto owned = ReadModule(ir, "test");
  EXPECT_TRUE(owned.ok()) << owned.error().message << '\n' << ir;
  return *std::move(owned);
}

ObjectSize Whole(const llvm::Module& module, const CodeModel& model = kPicModel) {
  auto size = MeasureObjectSize(module, model);
  if (size) return *size;
  ADD_FAILURE() << llvm::toString(size.takeError());
  return {};
}

ObjectSize Composed(CodeSizes& sizes, const llvm::Module& module,
                    const CodeModel& model = kPicModel) {
  auto size = sizes.Measure(module, model);
  if (size) return *size;
  ADD_FAILURE() << llvm::toString(size.takeError());
  return {};
}

class CodeSizesTest : public testing::Test {
 protected:
  static void SetUpTestSuite() { InitializeTargets(); }
};

/// Functions of every kind: alone, with an alias, with addresses of blocks, that throw, with
/// constants of their own, in sections of their own, with a jump table, and one not generated.
constexpr const char* kEveryKind = R"(
target triple = "x86_64-pc-linux-gnu"
$shared = comdat any
@table = internal constant [2 x ptr] [ptr blockaddress(@jumps, %a), ptr blockaddress(@jumps, %b)]
@text = private unnamed_addr constant [8 x i8] c"12345678"
@data = global i32 7
@thread = thread_local global i32 3
@name = alias i32 (i32), ptr @aliased
declare i32 @personality(...)
declare void @throws()
define i32 @aliased(i32 %x) {
  %y = add i32 %x, 7
  ret i32 %y
}
define i32 @jumps(i64 %n) {
  %p = getelementptr ptr, ptr @table, i64 %n
  %l = load ptr, ptr %p
  indirectbr ptr %l, [label %a, label %b]
a:
  ret i32 1
b:
  ret i32 2
}
define void @lands() uwtable personality ptr @personality {
  invoke void @throws() to label %b unwind label %pad
b:
  ret void
pad:
  %e = landingpad { ptr, i32 } cleanup
  resume { ptr, i32 } %e
}
define double @constants(double %x) minsize optsize {
  %y = fmul double %x, 0x400921FB54442D18
  ret double %y
}
define internal void @copies(ptr %p) minsize optsize nounwind {
  call void @llvm.memcpy.p0.p0.i64(ptr %p, ptr @text, i64 8, i1 false)
  ret void
}
define i32 @hot(i32 %x) section ".text.hot" {
  %v = load i32, ptr @thread
  %y = mul i32 %x, %v
  ret i32 %y
}
define linkonce_odr i32 @shared(i32 %x) comdat {
  switch i32 %x, label %d [ i32 0, label %a
    i32 1, label %b
    i32 2, label %c
    i32 3, label %a
    i32 4, label %d
    i32 5, label %b ]
a:
  ret i32 10
b:
  ret i32 11
c:
  ret i32 -7
d:
  ret i32 %x
}
define available_externally i32 @elsewhere(i32 %x) {
  ret i32 %x
}
define void @calls(ptr %p) {
  call void @copies(ptr %p)
  store i32 1, ptr @data
  ret void
}
)";

TEST_F(CodeSizesTest, EqualsTheWholeObject) {
  const OwnedModule owned = Parse(kEveryKind);
  for (const CodeModel& model :
       {kPicModel, CodeModel{.relocation = Relocation::kStatic},
        CodeModel{.relocation = Relocation::kPic, .function_sections = true}}) {
    CodeSizes sizes;
    EXPECT_EQ(Composed(sizes, *owned.module, model), Whole(*owned.module, model))
        << Describe(model);
    EXPECT_GT(sizes.generated(), 4u);
  }
}

TEST_F(CodeSizesTest, CountsUnwindEntriesOfFunctionsWithoutCode) {
  const OwnedModule owned = Parse(R"(
target triple = "x86_64-pc-linux-gnu"
define void @never() uwtable { unreachable }
define void @neither() uwtable { unreachable }
define i32 @f(i32 %x) uwtable { ret i32 %x }
)");
  CodeSizes sizes;
  EXPECT_EQ(Composed(sizes, *owned.module), Whole(*owned.module));
}

/// Code generation makes a constant of `sets`, and does without it at last.
TEST_F(CodeSizesTest, CountsAConstantThatNothingRefersTo) {
  const OwnedModule owned = Parse(R"(
target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"
target triple = "x86_64-pc-linux-gnu"
declare void @other() nounwind
declare void @llvm.memset.p0.i64(ptr, i8, i64, i1)
define void @sets(ptr %p) minsize optsize nounwind "tune-cpu"="generic" {
  call void @llvm.memset.p0.i64(ptr align 8 %p, i8 0, i64 24, i1 false)
  call void @other()
  %q = getelementptr i8, ptr %p, i64 32
  call void @llvm.memset.p0.i64(ptr align 8 %q, i8 0, i64 24, i1 false)
  ret void
}
define i32 @doubles(i32 %x) nounwind {
  %y = add i32 %x, %x
  ret i32 %y
}
)");
  CodeSizes sizes;
  const ObjectSize whole = Whole(*owned.module);
  EXPECT_EQ(Composed(sizes, *owned.module), whole);
  EXPECT_EQ(whole.data, 16u) << "there is no such constant";
  EXPECT_EQ(sizes.generated(), 3u) << "two functions, and the rest";
}

TEST_F(CodeSizesTest, GeneratesCodeOnceForEachBody) {
  const OwnedModule owned = Parse(kEveryKind);
  CodeSizes sizes;
  const ObjectSize first = Composed(sizes, *owned.module);
  const std::uint64_t generated = sizes.generated();
  EXPECT_EQ(Composed(sizes, *owned.module), first);
  EXPECT_EQ(sizes.generated(), generated);

  owned.module->getFunction("constants")->removeFnAttr(llvm::Attribute::MinSize);
  EXPECT_EQ(Composed(sizes, *owned.module), Whole(*owned.module));
  EXPECT_EQ(sizes.generated(), generated + 1) << "for an attribute of one function";

  owned.module->getFunction("hot")->eraseFromParent();
  EXPECT_EQ(Composed(sizes, *owned.module), Whole(*owned.module));
  EXPECT_EQ(sizes.generated(), generated + 1) << "for a function that is gone";
}

TEST_F(CodeSizesTest, SeesWhatAFunctionRefersTo) {
  const OwnedModule owned = Parse(kEveryKind);
  CodeSizes sizes;
  Composed(sizes, *owned.module);
  // The value of the string is in the code that copies it.
  llvm::GlobalVariable* const text = owned.module->getGlobalVariable("text", true);
  text->setInitializer(llvm::Constant::getNullValue(text->getValueType()));
  EXPECT_EQ(Composed(sizes, *owned.module), Whole(*owned.module));
  // Of a callee, code depends on the properties.
  owned.module->getFunction("copies")->setLinkage(llvm::GlobalValue::ExternalLinkage);
  owned.module->getFunction("copies")->setDSOLocal(false);
  EXPECT_EQ(Composed(sizes, *owned.module), Whole(*owned.module));
}

/// With `-fcf-protection` an object has a note, however many functions it has.
TEST_F(CodeSizesTest, CountsWhatAnObjectHasOnceOnlyOnce) {
  std::string ir = "target triple = \"x86_64-pc-linux-gnu\"\n";
  for (const char* const name : {"first", "second", "third"}) {
    ir += "define i32 @" + std::string(name) + "(i32 %x) nounwind {\n  ret i32 %x\n}\n";
  }
  ir += "!llvm.module.flags = !{!0}\n!0 = !{i32 8, !\"cf-protection-branch\", i32 1}\n";
  const OwnedModule owned = Parse(ir);
  CodeSizes sizes;
  EXPECT_EQ(Composed(sizes, *owned.module), Whole(*owned.module));
  EXPECT_EQ(sizes.generated(), 4u) << "each function once, and the rest";
}

TEST_F(CodeSizesTest, MeasuresTheWholeWhereItCannotBeDivided) {
  const OwnedModule owned = Parse(R"(target triple = "x86_64-apple-macosx"
      define i32 @f(i32 %x) minsize {
        ret i32 %x
      })");
  CodeSizes sizes;
  EXPECT_EQ(Composed(sizes, *owned.module), Whole(*owned.module));
  EXPECT_EQ(sizes.generated(), 0u);
}

/// Targets with an outliner by default, for functions that have code in common.
TEST_F(CodeSizesTest, IsThatWithoutAnOutliner) {
  for (const char* const triple :
       {"aarch64-linux-gnu", "thumbv7m-none-eabi", "riscv32-unknown-elf"}) {
    std::string ir = "target triple = \"" + std::string(triple) + "\"\n@data = global i32 0\n";
    for (const char* const name : {"first", "second", "third", "fourth"}) {
      ir += "define void @" + std::string(name) + "() minsize optsize nounwind {\n";
      for (int i = 0; i < 20; ++i)
        ir += "store volatile i32 " + std::to_string(i) + ", ptr @data\n";
      ir += "ret void\n}\n";
    }
    const OwnedModule owned = Parse(ir);
    auto plain = EmitObject(*owned.module, kPicModel, Outliner::kNone);
    ASSERT_TRUE(static_cast<bool>(plain)) << llvm::toString(plain.takeError());
    auto size = SizeOfObject({plain->data(), plain->size()}, "plain");
    ASSERT_TRUE(static_cast<bool>(size)) << llvm::toString(size.takeError());
    CodeSizes sizes;
    EXPECT_EQ(Composed(sizes, *owned.module), *size) << triple;
    EXPECT_EQ(sizes.generated(), 5u) << "each function, and the rest; " << triple;
    EXPECT_GT(size->text, Whole(*owned.module).text) << triple;
  }
}

TEST_F(CodeSizesTest, MeasuresTheWholeIfAFunctionNeedsTheModulesAssembly) {
  const OwnedModule owned = Parse(R"(target triple = "x86_64-pc-linux-gnu"
module asm ".macro twice\0A nop\0A nop\0A.endm"
define void @f() {
  call void asm sideeffect "twice", ""()
  ret void
}
define i32 @g(i32 %x) {
  ret i32 %x
})");
  CodeSizes sizes;
  EXPECT_EQ(Composed(sizes, *owned.module), Whole(*owned.module));
  EXPECT_EQ(Composed(sizes, *owned.module), Whole(*owned.module));
}

/// After random passes on real programs: equal but for short jumps, which are at most some bytes.
TEST_F(CodeSizesTest, FollowsTheWholeObjectThroughPasses) {
  const ActionSpace space = *LoadActionSpace("full");
  PassRunner runner(kTriple, PipelineTuning::kOpt);
  Random random(3);
  int compared = 0;
  int equal = 0;
  for (const BundledProgram& program : BundledPrograms()) {
    CodeSizes sizes;
    for (int trial = 0; trial < 4; ++trial) {
      const OwnedModule owned = Parse(program.ir);
      DropNamesAndDebugInfo(*owned.module);
      ASSERT_TRUE(runner.Run(*owned.module, trial % 2 == 0 ? "no-op-module" : "default<Oz>").ok());
      for (int i = 0; i < 10; ++i) {
        const std::string& pass = space.actions()[random.Below(space.size())].pipeline;
        ASSERT_TRUE(runner.Run(*owned.module, pass).ok()) << pass;
        const ObjectSize whole = Whole(*owned.module);
        const ObjectSize composed = Composed(sizes, *owned.module);
        EXPECT_EQ(composed.data, whole.data) << program.name << ' ' << pass;
        EXPECT_NEAR(static_cast<double>(composed.text), static_cast<double>(whole.text),
                    0.01 * static_cast<double>(whole.text))
            << program.name << ' ' << pass;
        ++compared;
        equal += composed == whole;
      }
    }
  }
  EXPECT_EQ(compared, 160);
  EXPECT_GT(equal, 80);
}

}  // namespace
}  // namespace autotune::worker
