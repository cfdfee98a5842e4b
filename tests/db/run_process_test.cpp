#include "db/run_process.h"

#include <csignal>
#include <string>

#include <gtest/gtest.h>

#include "support/child_process.h"

namespace autotune {
namespace {

/// The name of this process with other words for some of its five.
std::string With(int word, const std::string& text) {
  std::string name = ThisProcess();
  std::size_t begin = 0;
  for (int i = 0; i < word; ++i) begin = name.find(' ', begin) + 1;
  return name.replace(begin, name.find(' ', begin) - begin, text);
}

TEST(RunProcess, RunsUntilItIsGone) {
  EXPECT_EQ(StateOf(ThisProcess()), ProcessState::kRuns);
  int ends[2];
  ASSERT_EQ(pipe(ends), 0);
  const pid_t child = Spawn([&] {
    const std::string name = ThisProcess();
    return write(ends[1], name.data(), name.size()) < 0 ? 1 : pause();
  });
  std::string name(1000, '\0');
  name.resize(static_cast<std::size_t>(read(ends[0], name.data(), name.size())));
  EXPECT_EQ(StateOf(name), ProcessState::kRuns);
  kill(child, SIGKILL);
  siginfo_t ignored;
  waitid(P_PID, static_cast<id_t>(child), &ignored, WEXITED | WNOWAIT);
  EXPECT_EQ(StateOf(name), ProcessState::kGone) << "though nobody has waited for it";
  ExitCode(child);
  EXPECT_EQ(StateOf(name), ProcessState::kGone);
  close(ends[0]);
  close(ends[1]);
}

TEST(RunProcess, AnotherOneWithItsIdIsAnother) {
  EXPECT_EQ(StateOf(With(4, "1")), ProcessState::kGone);
}

TEST(RunProcess, NothingIsKnownOfOtherPlaces) {
  EXPECT_EQ(StateOf(With(0, "elsewhere")), ProcessState::kUnknown);
  EXPECT_EQ(StateOf(With(1, "another-boot")), ProcessState::kRebooted);
  EXPECT_EQ(StateOf(With(2, "pid:[1]")), ProcessState::kUnknown);
  EXPECT_EQ(StateOf(With(3, "../1")), ProcessState::kUnknown);
  EXPECT_EQ(StateOf(""), ProcessState::kUnknown);
  EXPECT_EQ(StateOf("nonsense"), ProcessState::kUnknown);
}

}  // namespace
}  // namespace autotune
