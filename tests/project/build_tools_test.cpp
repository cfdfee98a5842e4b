#include <cstdlib>
#include <string>
#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "project/built_project.h"
#include "support/llvm_tools.h"

namespace autotune {
namespace {

using testing::HasSubstr;

constexpr char kMesonBuild[] =
    "project('examples', 'c', default_options: ['optimization=s'])\n"
    "executable('words', 'words.c')\n"
    "executable('routes', 'routes.c')\n"
    "executable('calc', 'calc.c')\n";

/// Builds by tools that stand between the user and the compiler.
class BuildTools : public BuiltProject {
 protected:
  static std::string Wrapper() { return AUTOTUNE_CC; }

  void NeedTool(const std::string& tool) {
    const std::string look = "command -v " + tool + " > /dev/null";
    if (std::system(look.c_str()) != 0) GTEST_SKIP() << "there is no " << tool;
  }
};

TEST_F(BuildTools, MesonConfiguredWithTheWrapper) {
  NeedTool("meson");
  if (IsSkipped()) return;
  directory_.Write("meson.build", kMesonBuild);
  Shell("CC='" + Wrapper() + "' meson setup out");
  const ProgramRun run = Build({"--budget", "9s"}, {"ninja", "-C", "out"});
  ASSERT_EQ(run.status, 0) << run.error_output;
  EXPECT_EQ(folder_.Units().size(), 3u);
  EXPECT_GT(Tuned(), 0u) << run.output;
  EXPECT_THAT(run.output, HasSubstr("linked"));
  Shell("cp out/words out/routes out/calc .");
  const std::string tuned = Behaviour();
  Shell("make -B");
  EXPECT_EQ(Behaviour(), tuned);
}

/// ccache may run the wrapper, and the wrapper ccache.
TEST_F(BuildTools, CcacheInFrontAndBehind) {
  NeedTool("ccache");
  if (IsSkipped()) return;
  const std::string cache = "CCACHE_DIR=\"$PWD/cache\" AUTOTUNE_BUILD=\"$PWD/units\" ";
  const std::string commands[] = {
      cache + "make -B CC='ccache " + Wrapper() + "'",
      cache + "AUTOTUNE_CC='ccache " + Clang() + "' make -B CC='" + Wrapper() + "'"};
  Shell("make -B CC='" + Clang() + "' && cp calc.o plain.o");
  for (const std::string& command : commands) {
    Shell("rm -rf units cache");
    // The second time, ccache may have the object.
    for (int i = 0; i < 2; ++i) {
      Shell(command);
      Shell("cmp calc.o plain.o");
      Behaviour();
    }
    EXPECT_EQ(UnitFolder(directory_.path() / "units").Units().size(), 3u) << command;
  }
  // Behind the wrapper, the cache of another folder's build stands in nobody's way.
  Shell("rm -rf units && " + commands[1]);
  EXPECT_EQ(UnitFolder(directory_.path() / "units").Units().size(), 3u);
  const ProgramRun run = Build({"--budget", "9s"}, {"make", "-B", "CC=ccache " + Wrapper()});
  ASSERT_EQ(run.status, 0) << run.error_output;
  EXPECT_GT(Tuned(), 0u) << run.output;
}

}  // namespace
}  // namespace autotune
