#include "report/gnuplot.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace autotune {
namespace {

using testing::HasSubstr;
using testing::Not;

/// 40 of 200 saved in the second half of ten seconds.
StudiedRun PlottedRun(const std::string& method, const std::string& name) {
  StudiedRun run;
  run.method = method;
  run.program = name;
  run.name = name;
  run.o0 = 400;
  run.oz = 200;
  run.best = 160;
  run.wall_seconds = 10;
  run.curve = {{0.001, 200}, {5, 160}};
  return run;
}

Study StudyOf(std::vector<StudiedRun> runs) {
  Study study;
  study.setting.budget_seconds = 10;
  study.runs = std::move(runs);
  return study;
}

TEST(AnytimeScript, HasTheBandsAndTheirMedians) {
  const std::string script =
      AnytimeScript(StudyOf({PlottedRun("beam", "p"), PlottedRun("random", "p")}));
  EXPECT_THAT(script, HasSubstr("$method1 << END\n0.01 1 1 1\n"));
  EXPECT_THAT(script, HasSubstr("10 1.25 1.25 1.25\nEND\n"));
  EXPECT_THAT(script,
              HasSubstr("using 1:3 with lines lw 2 dt 1 lc rgb '#d55e00' title \"random\""));
}

TEST(ProgramsScript, HasARowForAProgramAndAColumnForAMethod) {
  const std::string script = ProgramsScript(
      StudyOf({PlottedRun("beam", "p"), PlottedRun("random", "p"), PlottedRun("random", "q")}));
  EXPECT_THAT(script, HasSubstr("$saved << END\n\"p\" 20 20\n\"q\" ? 20\nEND\n"));
}

TEST(ProgramsScript, NamesAreNoCommands) {
  const std::string script =
      ProgramsScript(StudyOf({PlottedRun("`reboot`\"; !reboot", "a\\b\n\xff.bc")}));
  EXPECT_THAT(script, HasSubstr("title \"?reboot??; !reboot\""));
  EXPECT_THAT(script, HasSubstr("\"a?b?\xef\xbf\xbd.bc\" 20\n"));
  EXPECT_THAT(script, Not(HasSubstr("`")));
}

TEST(GnuplotScripts, AreEmptyWhereThereIsNothingToDraw) {
  StudiedRun run = PlottedRun("beam", "p");
  run.status = RunStatus::kFailed;
  run.best.reset();
  EXPECT_EQ(AnytimeScript(StudyOf({run})), "");
  EXPECT_EQ(ProgramsScript(StudyOf({run})), "");
}

}  // namespace
}  // namespace autotune
