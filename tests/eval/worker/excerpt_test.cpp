#include "eval/worker/excerpt.h"

#include <cstdint>
#include <set>
#include <string>

#include <gtest/gtest.h>
#include <llvm/IR/Constants.h>
#include <llvm/IR/Module.h>

#include "eval/worker/module_io.h"
#include "eval/worker/pass_runner.h"
#include "eval/worker/target.h"
#include "support/bundled_programs.h"

namespace autotune::worker {
namespace {

OwnedModule Parse(const std::string& ir) {
  auto owned = ReadModule(ir, "test");
  EXPECT_TRUE(owned.ok()) << owned.error().message << '\n' << ir;
  return *std::move(owned);
}

/// Of 10 instructions, the last of which returns.
std::string Function(const std::string& head, const std::string& callee = "") {
  std::string ir = "define " + head + " {\n";
  for (int i = 0; i < (callee.empty() ? 9 : 8); ++i) {
    ir += " %x" + std::to_string(i) + " = add i32 %i, " + std::to_string(i) + '\n';
  }
  if (!callee.empty()) ir += " %c = call i32 @" + callee + "(i32 %i)\n";
  return ir + " ret i32 %x0\n}\n";
}

std::set<std::string> Bodies(const llvm::Module& module) {
  std::set<std::string> names;
  for (const llvm::Function& function : module) {
    if (!function.isDeclaration()) names.insert(function.getName().str());
  }
  return names;
}

TEST(ExcerptTest, IsValidAndAsLargeAsWantedWhateverIsTaken) {
  InitializeTargets();
  PassRunner runner("x86_64-pc-linux-gnu", PipelineTuning::kOpt);
  for (const BundledProgram& program : BundledPrograms()) {
    std::set<std::string> different;
    for (std::uint64_t seed = 0; seed < 8; ++seed) {
      const OwnedModule owned = Parse(program.ir);
      const std::uint64_t wanted = owned.module->getInstructionCount() / 2;
      const auto excerpt = TakeExcerpt(*owned.module, wanted, seed);
      llvm::Module& module = *excerpt;
      EXPECT_TRUE(Verify(module).ok()) << program.name << seed;
      // Most of words is one function.
      EXPECT_GT(module.getInstructionCount(), 0u) << program.name << seed;
      EXPECT_LE(module.getInstructionCount(), 2 * wanted) << program.name << seed;
      different.insert(TakeSnapshot(module));

      EXPECT_EQ(TakeSnapshot(*TakeExcerpt(*owned.module, wanted, seed)), TakeSnapshot(module));

      EXPECT_TRUE(runner.Run(module, "default<Oz>").ok());
      EXPECT_TRUE(Verify(module).ok()) << program.name << seed;
      EXPECT_GT(module.getInstructionCount(), 0u);
    }
    if (program.name == "calc") {
      EXPECT_GT(different.size(), 4u);
    }
  }
}

TEST(ExcerptTest, VariablesThatTheRestUsesStayNeeded) {
  const OwnedModule owned = Parse(R"(
@shared = internal global i32 0
@own = internal global i32 0
@fixed = internal constant i32 7
define void @kept() {
  store i32 1, ptr @shared
  store i32 1, ptr @own
  ret void
}
define i32 @removed() {
  %x = load i32, ptr @shared
  %y = load i32, ptr @fixed
  %z = add i32 %x, %y
  ret i32 %z
})");
  const std::string before = TakeSnapshot(*owned.module);
  const auto part = TakeFunctions(*owned.module, {owned.module->getFunction("kept")});
  EXPECT_EQ(TakeSnapshot(*owned.module), before);
  const llvm::Module& module = *part;
  EXPECT_TRUE(Verify(module).ok());
  EXPECT_EQ(Bodies(module), (std::set<std::string>{"kept"}));
  EXPECT_FALSE(module.getNamedGlobal("shared")->hasLocalLinkage());
  EXPECT_TRUE(module.getNamedGlobal("own")->hasLocalLinkage());
  EXPECT_TRUE(module.getNamedGlobal("fixed")->hasLocalLinkage());
}

TEST(ExcerptTest, FunctionsComeWithWhatTheyCall) {
  std::string ir;
  for (int i = 0; i < 100; ++i) {
    const std::string n = std::to_string(i);
    ir += Function("internal i32 @callee" + n + "(i32 %i)");
    ir += Function("i32 @caller" + n + "(i32 %i)", "callee" + n);
  }
  for (std::uint64_t seed = 0; seed < 8; ++seed) {
    const OwnedModule owned = Parse(ir);
    const auto excerpt = TakeExcerpt(*owned.module, 200, seed);
    const std::set<std::string> bodies = Bodies(*excerpt);
    EXPECT_EQ(excerpt->getInstructionCount(), 200u);
    for (const std::string& name : bodies) {
      const std::string n = name.substr(6);
      EXPECT_TRUE(bodies.contains("caller" + n) && bodies.contains("callee" + n)) << name;
    }
    // What is called from there alone may go once it is inlined, as in the whole program.
    for (const llvm::Function& function : *excerpt) {
      EXPECT_EQ(function.hasLocalLinkage(), function.getName().starts_with("callee"));
    }
    EXPECT_EQ(excerpt->size(), bodies.size()) << "no declaration is left that nobody needs";
  }
}

TEST(ExcerptTest, WhatIsNeededElsewhereCanBeSeenFromThere) {
  // Each function but the last two fills an excerpt with the one that it calls.
  std::string ir =
      Function("internal i32 @shared(i32 %i)") + Function("linkonce_odr i32 @inlined(i32 %i)") +
      Function("internal i32 @pointed(i32 %i)") + "@table = global [1 x ptr] [ptr @pointed]\n";
  for (const char* callee : {"shared", "inlined", "pointed"}) {
    for (int i = 0; i < 20; ++i) {
      ir += Function(std::string("i32 @") + callee + std::to_string(i) + "(i32 %i)", callee);
    }
  }
  std::set<std::string> seen;
  for (std::uint64_t seed = 0; seed < 20; ++seed) {
    const OwnedModule owned = Parse(ir);
    const auto excerpt = TakeExcerpt(*owned.module, 160, seed);
    ASSERT_TRUE(Verify(*excerpt).ok());
    for (const char* name : {"shared", "inlined", "pointed"}) {
      const llvm::Function* function = excerpt->getFunction(name);
      if (!function || function->isDeclaration()) continue;
      seen.insert(name);
      EXPECT_FALSE(function->isDiscardableIfUnused()) << name;
    }
  }
  EXPECT_EQ(seen.size(), 3u);
}

TEST(ExcerptTest, LeavesOutWhatIsMostOfItIfItCan) {
  std::string large = "define i32 @large(i32 %i) {\n";
  for (int i = 0; i < 1000; ++i) large += " %x" + std::to_string(i) + " = add i32 %i, 1\n";
  large += " ret i32 %x0\n}\n";
  for (int i = 0; i < 50; ++i) {
    large += Function("i32 @small" + std::to_string(i) + "(i32 %i)", "large");
  }
  for (std::uint64_t seed = 0; seed < 8; ++seed) {
    const OwnedModule owned = Parse(large);
    const auto excerpt = TakeExcerpt(*owned.module, 200, seed);
    ASSERT_TRUE(Verify(*excerpt).ok());
    EXPECT_FALSE(Bodies(*excerpt).contains("large"));
    EXPECT_EQ(excerpt->getInstructionCount(), 200u);

    const OwnedModule larger = Parse(large);
    const auto more = TakeExcerpt(*larger.module, 1200, seed);
    EXPECT_TRUE(Bodies(*more).contains("large"));
    EXPECT_LE(more->getInstructionCount(), 1600u);

    const OwnedModule alone = Parse("define void @f() {\n ret void\n}\n");
    const auto only = TakeExcerpt(*alone.module, 1, seed);
    EXPECT_EQ(only->getInstructionCount(), 1u);
  }
}

TEST(ExcerptTest, StaysValidWhereOthersDependOnABody) {
  const std::string ir = R"(
$group = comdat any
@of_large = alias i32 (i32), ptr @large
@resolved = ifunc i32 (i32), ptr @resolver
@label = global ptr blockaddress(@large, %next)
@llvm.used = appending global [1 x ptr] [ptr @large], section "llvm.metadata"
declare i32 @__gxx_personality_v0(...)
define ptr @resolver() {
  ret ptr @small
}
define linkonce_odr i32 @large(i32 %i) comdat($group) personality ptr @__gxx_personality_v0 {
  %a = add i32 %i, 1
  %b = add i32 %i, 2
  %c = add i32 %i, 3
  br label %next
next:
  %d = add i32 %i, 4
  ret i32 %d
}
define i32 @small(i32 %i) {
  %r = call i32 @of_large(i32 %i)
  ret i32 %r
}
)";
  for (std::uint64_t seed = 0; seed < 8; ++seed) {
    const OwnedModule owned = Parse(ir);
    const auto excerpt = TakeExcerpt(*owned.module, 4, seed);
    ASSERT_TRUE(Verify(*excerpt).ok());
    EXPECT_FALSE(Bodies(*excerpt).contains("large"));
    EXPECT_TRUE(ReadModule(TakeSnapshot(*excerpt), "excerpt").ok());
  }
}

/// As computed `goto` has them.
TEST(ExcerptTest, TablesOfLabelsGoWithTheirFunction) {
  const OwnedModule owned = Parse(R"(
@table = internal constant [2 x ptr] [ptr blockaddress(@jumps, %one), ptr blockaddress(@jumps, %two)]
@also = internal alias [2 x ptr], ptr @table
define i32 @jumps(i32 %i) prefix ptr @also {
  %slot = getelementptr [2 x ptr], ptr @also, i32 0, i32 %i
  %label = load ptr, ptr %slot
  indirectbr ptr %label, [label %one, label %two]
one:
  ret i32 1
two:
  ret i32 2
}
define i32 @other(i32 %i) {
  %r = call i32 @jumps(i32 %i)
  %s = ptrtoint ptr @also to i32
  %t = add i32 %r, %s
  ret i32 %t
}
)");
  const llvm::Function* const jumps = owned.module->getFunction("jumps");
  const auto with = TakeFunctions(*owned.module, {jumps});
  ASSERT_TRUE(Verify(*with).ok());
  const llvm::Function* const copy = with->getFunction("jumps");
  const auto* const table = with->getNamedGlobal("table")->getInitializer();
  const auto* const first = llvm::cast<llvm::BlockAddress>(table->getAggregateElement(0u));
  EXPECT_EQ(first->getFunction(), copy);
  EXPECT_EQ(first->getBasicBlock()->getParent(), copy);
  PassRunner runner("x86_64-pc-linux-gnu", PipelineTuning::kOpt);
  EXPECT_TRUE(runner.Run(*with, "default<Oz>").ok());
  EXPECT_TRUE(Verify(*with).ok());

  const auto without = TakeFunctions(*owned.module, {owned.module->getFunction("other")});
  ASSERT_TRUE(Verify(*without).ok());
  EXPECT_TRUE(without->getNamedGlobal("table")->isDeclaration());
  EXPECT_FALSE(without->getFunction("jumps")->hasPrefixData());
  EXPECT_TRUE(ReadModule(TakeSnapshot(*without), "part").ok());
  EXPECT_TRUE(ReadModule(TakeSnapshot(*owned.module), "whole").ok());
}

}  // namespace
}  // namespace autotune::worker
