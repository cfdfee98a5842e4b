#include "eval/worker/use_order.h"

#include <gtest/gtest.h>
#include <llvm/IR/Module.h>

#include "eval/worker/ir_hash.h"
#include "eval/worker/module_io.h"

namespace autotune::worker {
namespace {

OwnedModule Parse(std::string_view ir) { return *ReadModule(std::string(ir), "test"); }

TEST(UseOrderTest, SeesTheOrderOfTheUsesOfEveryKindOfValue) {
  const OwnedModule owned = Parse(
      "@g = global i32 0\n"
      "declare void @h(i32, ptr)\n"
      "define void @f(i32 %x) {\n"
      "  %y = add i32 %x, 1\n"
      "  call void @h(i32 %x, ptr @g)\n"
      "  call void @h(i32 %y, ptr @g)\n"
      "  %c = icmp eq i32 %y, 0\n"
      "  br i1 %c, label %a, label %b\n"
      "a:\n  br label %b\n"
      "b:\n  ret void\n}");
  llvm::Module& module = *owned.module;
  const std::uint64_t before = HashUseOrder(module);
  const Hash128 ir = HashModule(module).whole;
  EXPECT_EQ(HashUseOrder(module), before);
  llvm::Function& function = *module.getFunction("f");
  llvm::Value* const values[] = {module.getNamedValue("g"), module.getFunction("h"),
                                 function.getArg(0), &function.front().front(), &function.back()};
  for (llvm::Value* value : values) {
    ASSERT_TRUE(value->hasNUsesOrMore(2));
    value->reverseUseList();
    EXPECT_NE(HashUseOrder(module), before);
    EXPECT_EQ(HashModule(module).whole, ir);
    value->reverseUseList();
    EXPECT_EQ(HashUseOrder(module), before);
  }
}

/// Code generation may go by the order of uses, so a text has to have it, too.
TEST(UseOrderTest, IsTheSameInATextualModule) {
  const OwnedModule owned = Parse(
      "define i32 @f(i32 %x) {\n  %y = add i32 %x, 1\n  %z = mul i32 %x, %y\n  ret i32 %z\n}\n");
  llvm::Module& module = *owned.module;
  const auto users = [](const llvm::Module& its) {
    std::string opcodes;
    for (const llvm::User* const user : its.getFunction("f")->getArg(0)->users()) {
      opcodes += llvm::cast<llvm::Instruction>(user)->getOpcodeName();
    }
    return opcodes;
  };
  const std::string before = users(module);
  module.getFunction("f")->getArg(0)->reverseUseList();
  EXPECT_NE(users(module), before);
  const OwnedModule read = Parse(WriteModule(module, ModuleFormat::kText));
  EXPECT_EQ(users(*read.module), users(module));
}

}  // namespace
}  // namespace autotune::worker
