#include "term/console.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "term/terminal.h"

namespace autotune {
namespace {

using testing::HasSubstr;
using testing::Not;

TEST(OneLine, KeepsAShortMessage) {
  for (const std::string message :
       {"there is no file 'a  b.bc'", "can't read 'it's': the user's own", "'größe' is 'x'", ""}) {
    EXPECT_EQ(OneLine(message), message);
  }
}

TEST(OneLine, IsOneLineThatATerminalMayShow) {
  EXPECT_EQ(OneLine("a\n  b\r\nc\n"), "a   b c");
  EXPECT_EQ(OneLine("'\x1b]0;evil\a' \x9b"
                    "31m"),
            "'?]0;evil?' ?31m");
}

TEST(OneLine, CutsEachName) {
  const std::string name(5'000, 'x');
  const std::string cut = std::string(200, 'x') + "...";
  EXPECT_EQ(OneLine("there is no file '" + name + "', but '" + name + "'"),
            "there is no file '" + cut + "', but '" + cut + "'");
  EXPECT_EQ(OneLine("--" + name + " is not known"), "--" + cut.substr(2) + " is not known");
  std::string words;
  while (words.size() < 5'000) words += "it's a 'b' ";
  EXPECT_LT(OneLine("can't read '" + words + "': no such file").size(), 1'010u);
  EXPECT_THAT(OneLine("can't read '" + words + "': no such file"), HasSubstr(": no such file"));
}

TEST(OneLine, IsNeverLong) {
  std::string message;
  for (int i = 0; i < 1'000; ++i) message += "ä' '" + std::to_string(i);
  const std::string line = OneLine(message + " the end");
  EXPECT_LE(line.size(), 1'000u);
  EXPECT_THAT(line, testing::EndsWith("the end"));
  EXPECT_THAT(line, Not(HasSubstr("?")));  // no character is cut in two
}

TEST(ForTerminal, KeepsLinesAndOurColoursAlone) {
  Terminal terminal;
  terminal.color = true;
  const std::string ours = "a\n\t" + terminal.Bold("b") + terminal.Green("c") + "\n";
  EXPECT_EQ(ForTerminal(ours), ours);
  EXPECT_EQ(ForTerminal("\x1b[2J\x1b]52;c;x\a\r\x1b[31m\x9b\x7f"), "?[2J?]52;c;x???[31m??");
}

TEST(PrintTo, MakesArgumentsPrintable) {
  testing::internal::CaptureStdout();
  const std::string path = "a\x1b[1m\nb";
  PrintText("{} {:>4} {} {}\n", path, 7, Composed{"x\ny"}, "\x1b[0m");
  EXPECT_EQ(testing::internal::GetCapturedStdout(), "a?[1m b    7 x\ny ?[0m\n");
}

TEST(PrintExact, ChangesNothingOfWhatNoTerminalShows) {
  testing::internal::CaptureStdout();
  PrintExact("\x1b[2J\xff\n");
  EXPECT_EQ(testing::internal::GetCapturedStdout(), "\x1b[2J\xff\n");
}

TEST(RedrawLine, ShowsNoCodesOfTheLine) {
  testing::internal::CaptureStderr();
  RedrawLine(stderr, "a\x1b[2J\nbcdef", 9);
  EXPECT_EQ(testing::internal::GetCapturedStderr(), "\ra?[2J bc\x1b[K");
}

}  // namespace
}  // namespace autotune
