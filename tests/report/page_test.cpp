#include "report/page.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace autotune {
namespace {

using testing::HasSubstr;
using testing::Not;

Study Sample(const std::string& name) {
  StudiedRun run;
  run.method = "greedy";
  run.program = "1";
  run.name = name;
  run.started_at = "2026-01-31T12:00:00Z";
  run.machine = "a processor, 8 cores";
  run.o0 = 400;
  run.oz = 200;
  run.best = 160;
  run.wall_seconds = 10;
  Study study;
  study.setting.objective = "ir-instructions";
  study.setting.budget_seconds = 10;
  study.setting.threads = 1;
  study.runs = {run};
  return study;
}

TEST(ReportPage, HoldsTheTableAndTheCharts) {
  const std::string page = RenderPage("title", std::vector{Sample("p.bc")});
  EXPECT_THAT(page, HasSubstr("<th>greedy<td>1.250<td>1.200"
                              "<td>1<td>0<td>1<td>0<td>0<td>10.0 s<td>0<td>0"));
  EXPECT_THAT(page, HasSubstr("data-chart=\"anytime\""));
  EXPECT_THAT(page, HasSubstr("data-chart=\"programs\""));
  EXPECT_THAT(page, Not(HasSubstr("data-chart=\"sizes\"")));   // not measured
  EXPECT_THAT(page, Not(HasSubstr("data-chart=\"passes\"")));  // no list
}

TEST(ReportPage, NothingInTheDataCanEndItsElement) {
  const std::string evil = "</script><script>alert('&\"{{title}}')</script><!--";
  Study study = Sample(evil);
  study.runs[0].method = evil;
  study.setting.label = evil;
  const std::string page = RenderPage(evil, std::vector{study});
  EXPECT_THAT(page, Not(HasSubstr("<script>alert")));
  EXPECT_THAT(page, HasSubstr("\\u003c/script>"));
  EXPECT_THAT(page, HasSubstr("<title>&lt;/script&gt;"));
}

TEST(ReportPage, HasTheBestLevelAmongTheMethods) {
  Study study = Sample("p.bc");
  study.runs[0].is_level = true;
  study.runs[0].best_level = 160;
  EXPECT_THAT(RenderPage("t", std::vector{study}),
              HasSubstr("<th>best level<td>1.250<td>1.200"
                        "<td>1<td>0<td>0<td>0<td>0<td>–<td>0<td>0"));
}

TEST(ReportPage, BytesThatAreNoTextDoNotStopIt) {
  EXPECT_THAT(RenderPage("t", std::vector{Sample("\xff\xfe.bc")}), HasSubstr(".bc"));
}

TEST(ReportPage, SaysWhoBeatsWhomAndWhereNothingCanBeCompared) {
  Study study = Sample("p.bc");
  study.runs.push_back(study.runs[0]);
  study.runs[1].method = "random";
  study.runs[1].best = 170;
  const char* const warning = "there is nothing to compare";
  const std::string page = RenderPage("t", std::vector{study});
  EXPECT_THAT(page, Not(HasSubstr(warning)));
  EXPECT_THAT(page, HasSubstr("1 of 1 program, 1 pair of program and seed"));
  EXPECT_THAT(page, HasSubstr("<tr><th>greedy<td>–<td>100</tr>\n<tr><th>random<td>0<td>–</tr>"));
  EXPECT_THAT(page, HasSubstr("<tr><th>greedy<td>–<td>1.0625</tr>"));
  study.runs[1].program = "2";
  const std::string apart = RenderPage("t", std::vector{study});
  EXPECT_THAT(apart, HasSubstr(warning));
  EXPECT_THAT(apart, Not(HasSubstr("Who beats whom")));
  EXPECT_THAT(apart, Not(HasSubstr("One method against another")));
}

TEST(ReportPage, LeavesOutWhatNobodyCouldRead) {
  Study study = Sample("p.bc");
  for (int i = 0; i < 49; ++i) {
    study.runs.push_back(study.runs[0]);
    study.runs.back().program = "another " + std::to_string(i);
  }
  const std::string page = RenderPage("t", std::vector<Study>(23, study));
  EXPECT_THAT(page, HasSubstr("the largest program first, 10 smaller ones left out"));
  EXPECT_THAT(page, HasSubstr("3 more settings are not shown"));
}

}  // namespace
}  // namespace autotune
