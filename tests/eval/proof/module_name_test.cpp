#include "eval/proof/module_name.h"

#include <gtest/gtest.h>

#include "core/toolchain.h"
#include "support/test_directory.h"

namespace autotune {
namespace {

TEST(ModuleName, SaysHowStockToolsTakeTheModuleOut) {
  const TestDirectory directory;
  const std::string library = directory.Write("it's.a", "").string();
  const std::string objcopy = std::string(kObjcopyProgram) + " --dump-section=.llvmbc=- ";
  EXPECT_EQ(ModuleCommand("a.bc"), "");
  EXPECT_EQ(ModuleCommand("a.o:.llvmbc"), objcopy + "a.o /dev/null");
  EXPECT_EQ(ModuleCommand("-a.o:.llvmbc"), objcopy + "./-a.o /dev/null");
  const std::string member =
      std::string(kArProgram) + " p '" + directory.path().string() + "/it'\\''s.a' foo.o";
  EXPECT_EQ(ModuleCommand(library + ":foo.o"), member);
  EXPECT_EQ(ModuleCommand(library + ":foo.o:.llvmbc"), member + " | " + objcopy + "- /dev/null");
}

TEST(ModuleName, AFileOfThatNameWins) {
  const TestDirectory directory;
  const std::string library = directory.Write("lib.a", "").string();
  const std::string file = directory.Write("lib.a:foo.o", "").string();
  EXPECT_EQ(ModuleCommand(file), "");
  const ModuleName section = ParseModuleName(file + ":.llvm.lto");
  EXPECT_EQ(section.file, file);
  EXPECT_EQ(section.member, "");
  EXPECT_EQ(section.section, ".llvm.lto");
  const ModuleName member = ParseModuleName(library + ":sub/bar.o");
  EXPECT_EQ(member.file, library);
  EXPECT_EQ(member.member, "sub/bar.o");
  EXPECT_EQ(ParseModuleName("none.a:foo.o").file, "none.a:foo.o");
}

TEST(ModuleName, HasAStemForFilesMadeOfIt) {
  const TestDirectory directory;
  const std::string library = directory.Write("lib.a", "").string();
  EXPECT_EQ(ModuleStem("in/foo.o:.llvmbc"), "foo");
  EXPECT_EQ(ModuleStem(library + ":bar.o:.llvmbc"), "bar");
}

}  // namespace
}  // namespace autotune
