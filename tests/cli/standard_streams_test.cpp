#include <cstdlib>
#include <string>

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <sys/wait.h>

#include "support/test_directory.h"

namespace autotune {
namespace {

using testing::HasSubstr;
using testing::Not;

constexpr const char* kTune = "--max-evals 50 --no-db -o out.bc '" EXAMPLES "/words.ll'";

/// The exit status, as a shell has it, of the program with these words of the shell.
int RunInShell(const TestDirectory& directory, const std::string& words) {
  const std::string folder = "'" + directory.path().string() + "'";
  const std::string command = "cd " + folder + " && XDG_DATA_HOME=" + folder +
                              " XDG_CACHE_HOME=" + folder + " '" AUTOTUNE_PROGRAM "' " + words;
  const int status = std::system(command.c_str());
  return WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
}

TEST(StandardStreams, MayBeClosed) {
  for (const std::string closed :
       {"<&- >output 2>messages", ">&- 2>messages", "2>&- >output", "<&- >&- 2>&-"}) {
    const TestDirectory directory;
    EXPECT_EQ(RunInShell(directory, kTune + (" " + closed)), 0) << closed << "\n"
                                                                << directory.Read("messages");
    EXPECT_NE(directory.Read("out.bc"), "") << closed;
  }
}

TEST(StandardStreams, AreNoReasonToLoseAResultWhereMessagesCanNotBeShown) {
  const TestDirectory directory;
  EXPECT_EQ(RunInShell(directory, std::string("-v ") + kTune + " 2>/dev/full >output"), 0);
  EXPECT_THAT(directory.Read("output"), HasSubstr("wrote out.bc"));
}

TEST(StandardStreams, MakeAnErrorOfLostOutput) {
  const TestDirectory directory;
  const std::string tune = kTune;
  for (const std::string& words :
       {"-q " + tune, "--json - " + tune, std::string("--version"), std::string("actions"),
        std::string("actions full --json"), std::string("query tried --help")}) {
    EXPECT_EQ(RunInShell(directory, words + " >/dev/full 2>messages"), 1) << words;
    EXPECT_THAT(directory.Read("messages"), HasSubstr("No space left on device")) << words;
    EXPECT_THAT(directory.Read("messages"), Not(HasSubstr("terminate"))) << words;
  }
}

}  // namespace
}  // namespace autotune
