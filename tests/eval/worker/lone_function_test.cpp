#include "eval/worker/lone_function.h"

#include <map>
#include <string>
#include <utility>
#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <llvm/IR/Module.h>

#include "core/action_space.h"
#include "core/random.h"
#include "eval/worker/module_io.h"
#include "eval/worker/pass_runner.h"
#include "eval/worker/target.h"
#include "plugin/body_hash.h"
#include "support/bundled_programs.h"

namespace autotune::worker {
namespace {

constexpr const char* kTriple = "x86_64-pc-linux-gnu";

OwnedModule Parse(const std::string& ir) {
  auto owned = ReadModule(ir, "test");
  EXPECT_TRUE(owned.ok()) << owned.error().message << '\n' << ir;
  return *std::move(owned);
}

/// Instructions and hash of each body.
std::map<std::string, std::pair<unsigned, std::uint64_t>> Bodies(const llvm::Module& module) {
  std::map<std::string, std::pair<unsigned, std::uint64_t>> bodies;
  for (const llvm::Function& function : module) {
    if (function.isDeclaration()) continue;
    bodies[function.getName().str()] = {function.getInstructionCount(), HashBody(function)};
  }
  return bodies;
}

class LoneFunction : public testing::Test {
 protected:
  static void SetUpTestSuite() { InitializeTargets(); }
};

/// Passes that work on one function, of the default space.
std::vector<std::string> FunctionPasses() {
  std::vector<std::string> passes;
  const ActionSpace all = *LoadActionSpace("full");
  for (const Action& action : all.actions()) {
    if (action.pipeline.starts_with("function(")) passes.push_back(action.pipeline);
  }
  return passes;
}

TEST_F(LoneFunction, BecomesWhatItBecomesInItsModule) {
  const std::vector<std::string> passes = FunctionPasses();
  PassRunner runner(kTriple, PipelineTuning::kOpt);
  Random random(7);
  int compared = 0;
  for (const BundledProgram& program : BundledPrograms()) {
    for (const char* const before : {"no-op-module", "default<Oz>"}) {
      const OwnedModule start = Parse(program.ir);
      DropNamesAndDebugInfo(*start.module);
      ASSERT_TRUE(runner.Run(*start.module, before).ok());
      const std::string snapshot = TakeSnapshot(*start.module);
      for (int trial = 0; trial < 30; ++trial) {
        std::vector<std::string> list;
        for (int i = 0; i < 6; ++i) list.push_back(passes[random.Below(passes.size())]);
        const OwnedModule whole = ReadSnapshot(snapshot);
        for (const std::string& pass : list) ASSERT_TRUE(runner.Run(*whole.module, pass).ok());
        const auto expected = Bodies(*whole.module);
        for (const llvm::Function& function : *start.module) {
          if (!CanBeAlone(function)) continue;
          const OwnedModule alone = ReadSnapshot(TakeSnapshot(*TakeAlone(function)));
          ASSERT_TRUE(Verify(*alone.module).ok());
          for (const std::string& pass : list) ASSERT_TRUE(runner.Run(*alone.module, pass).ok());
          const std::string name = function.getName().str();
          std::string text;
          for (const std::string& pass : list) text += pass + ',';
          EXPECT_EQ(Bodies(*alone.module).at(name), expected.at(name))
              << program.name << ' ' << name << " after " << before << ',' << text;
          ++compared;
        }
      }
    }
  }
  EXPECT_GE(compared, 2000);
}

TEST_F(LoneFunction, TakesAnInternalFunctionForNoLibraryFunction) {
  const OwnedModule owned = Parse(R"(
    @text = private constant [3 x i8] c"hi\00"
    define internal i32 @puts(ptr %s) { ret i32 0 }
    declare i64 @strlen(ptr)
    define i64 @f() {
      %a = call i32 @puts(ptr @text)
      %b = call i64 @strlen(ptr @text)
      ret i64 %b
    })");
  const auto alone = TakeAlone(*owned.module->getFunction("f"));
  ASSERT_TRUE(Verify(*alone).ok());
  EXPECT_FALSE(alone->getFunction("puts")->isDeclaration());
  EXPECT_TRUE(alone->getFunction("puts")->hasLocalLinkage());
  EXPECT_TRUE(alone->getFunction("strlen")->isDeclaration());
  EXPECT_TRUE(alone->getGlobalVariable("text", true)->hasInitializer());
  // With its initial value, the length is known.
  PassRunner runner(kTriple, PipelineTuning::kOpt);
  ASSERT_TRUE(runner.Run(*alone, "function(instcombine<no-verify-fixpoint>,dce)").ok());
  EXPECT_EQ(alone->getFunction("f")->getInstructionCount(), 2u);
}

TEST_F(LoneFunction, BringsWhatItRefersToAndNothingElse) {
  const OwnedModule owned = Parse(R"(
    $odr = comdat any
    @a = global ptr @b
    @b = internal global [2 x ptr] [ptr @a, ptr @g]
    @unused = global i32 0
    @alias = alias void (), ptr @g
    define void @g() { ret void }
    define linkonce_odr void @odr() comdat personality ptr @personality {
      %a = load ptr, ptr @a
      call void @alias()
      ret void
    }
    declare i32 @personality(...)
    define void @other() { ret void }
    !llvm.module.flags = !{!0}
    !0 = !{i32 8, !"PIC Level", i32 2})");
  const auto alone = TakeAlone(*owned.module->getFunction("odr"));
  ASSERT_TRUE(Verify(*alone).ok());
  EXPECT_TRUE(alone->getGlobalVariable("a")->hasInitializer());
  EXPECT_TRUE(alone->getGlobalVariable("b", true)->hasInitializer());
  EXPECT_FALSE(alone->getNamedValue("unused"));
  EXPECT_FALSE(alone->getFunction("other"));
  EXPECT_TRUE(alone->getFunction("alias"));
  EXPECT_TRUE(alone->getFunction("odr")->hasComdat());
  EXPECT_TRUE(alone->getFunction("odr")->hasPersonalityFn());
  EXPECT_EQ(alone->getPICLevel(), llvm::PICLevel::BigPIC);
}

TEST_F(LoneFunction, IsNoneThatPassesSkipOrOthersLookInto) {
  const OwnedModule owned = Parse(R"(
    @labels = global ptr blockaddress(@jumped, %there)
    define void @plain() { ret void }
    define void @skipped() noinline optnone { ret void }
    define void @jumped() {
      br label %there
    there:
      ret void
    }
    define void @0() { ret void }
    declare void @declared())");
  std::vector<std::string> can;
  for (const llvm::Function& function : *owned.module) {
    if (CanBeAlone(function)) can.push_back(function.getName().str());
  }
  EXPECT_THAT(can, testing::ElementsAre("plain"));
}

TEST(BodyHash, KnowsABodyAgainAndNoOther) {
  const auto hash = [](const std::string& body) {
    const OwnedModule owned =
        Parse("declare void @g()\ndeclare void @h()\ndefine i32 @f(i32 %a, i32 %b) {" + body + "}");
    return HashBody(*owned.module->getFunction("f"));
  };
  const std::uint64_t sum = hash("%s = add i32 %a, %b\n call void @g()\n ret i32 %s");
  EXPECT_EQ(hash("%x = add i32 %a, %b\n call void @g()\n ret i32 %x"), sum);
  EXPECT_NE(hash("%s = sub i32 %a, %b\n call void @g()\n ret i32 %s"), sum);
  EXPECT_NE(hash("%s = add i32 %a, %a\n call void @g()\n ret i32 %s"), sum);
  EXPECT_NE(hash("%s = add i32 %a, 7\n call void @g()\n ret i32 %s"), sum);
  EXPECT_NE(hash("%s = add i32 %a, %b\n call void @h()\n ret i32 %s"), sum);
  EXPECT_NE(hash("%s = add i32 %a, 8\n ret i32 %s"), hash("%s = add i32 %a, 9\n ret i32 %s"));
}

}  // namespace
}  // namespace autotune::worker
