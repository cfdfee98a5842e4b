#include "ui/summary.h"

#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "core/toolchain.h"
#include "support/llvm_tools.h"
#include "support/sample_result.h"

namespace autotune {
namespace {

using testing::EndsWith;
using testing::HasSubstr;
using testing::Not;

TEST(Summary, ComparesWithOzAndWithTheBestLevel) {
  const std::string text = Summary(SampleResult(), Terminal());
  EXPECT_THAT(text, HasSubstr("O0                   400  +100.0%         1,700"));
  EXPECT_THAT(text, HasSubstr("clang -Oz            190    -5.0%"));
  EXPECT_THAT(text, HasSubstr("    text+data    vs Oz       text     data\n"));
  EXPECT_THAT(text, HasSubstr("autotune             160   -20.0%           740   -17.8%        640"
                              "      100\n"));
  EXPECT_THAT(text, HasSubstr("15.8% below the best standard level, clang -Oz, 20.0% below Oz"));
  EXPECT_THAT(text, HasSubstr("1,234 passes tried in 2.0 s (617/s)"));
  EXPECT_THAT(text, HasSubstr("\ntext+data measured as: static, cortex-m4\n"));
  EXPECT_THAT(text, Not(HasSubstr("failed")));
}

TEST(Summary, ShowsPartsAndWhatTheUsersCommandsFound) {
  TuneResult outcome = SampleResult();
  EXPECT_THAT(Summary(outcome, Terminal()), Not(HasSubstr("read-only")));
  outcome.facts.emplace().object = ObjectParts{640, 40, 10, 50, 0};
  EXPECT_THAT(Summary(outcome, Terminal()),
              HasSubstr("\nobject         text+data       text  read-only     data   unwind\n"
                        "autotune             740        640         40       10       50\n"));
  outcome.oz_facts.emplace().object = ObjectParts{760, 40, 10, 50, 200};
  outcome.oz_facts->linked = ObjectParts{1'900, 60, 10, 30, 0};
  outcome.oz_facts->executed = 5'000;
  outcome.facts->object->shared = 180;
  outcome.facts->linked = ObjectParts{1'800, 60, 10, 30, 0};
  outcome.facts->executed = 5'100;
  const std::string text = Summary(outcome, Terminal());
  EXPECT_THAT(text, HasSubstr("\nclang -Oz            860        760 "));
  EXPECT_THAT(text, HasSubstr("\nwithout what other objects may hold, too: 660 with clang -Oz, 560 "
                              "now: -15.2%\n"));
  EXPECT_THAT(text, HasSubstr("\nlinked: 2,000 with clang -Oz, 1,900 now: -5.0%\n"));
  EXPECT_THAT(text, HasSubstr("\ninstructions executed in your check: 5,000 with clang -Oz, 5,100 "
                              "now: +2.0%\n"));
}

TEST(FrontTable, MarksWhatWasPicked) {
  Front front{.results = {SampleResult(), SampleResult()}, .picked = 1};
  front.results[0].result.reproduction.processes = 0;
  front.results[1].result.level = Level::kOz;
  front.results[1].result.reproduction.cost = {200, ObjectSize{600, 100}};
  const std::string text = FrontTable(front, Terminal());
  EXPECT_THAT(text, HasSubstr("bytes: 2 results\n"));
  EXPECT_THAT(text, HasSubstr("\n                     160   -20.0%           740   -17.8%  "
                              "2 passes, NOT proved\n"));
  EXPECT_THAT(text, HasSubstr("\npicked               200    +0.0%           700   -22.2%  Oz\n"));
}

TEST(Summary, ShowsNoControlCharactersAndQuotesTheLine) {
  TuneResult outcome = SampleResult();
  outcome.job.program = "a\x1b[2J\n'$(x).bc";
  outcome.job.opt_program = "./o\x1bpt";
  outcome.program.target_triple = "x86\x1b[31m";
  outcome.result.reproduction.pipeline = "gvn'; touch evil; '";
  for (const std::string& text :
       {Summary(outcome, Terminal()), ShortSummary(outcome, Terminal())}) {
    EXPECT_THAT(text, Not(HasSubstr("\x1b")));
    EXPECT_THAT(text, HasSubstr("-passes='gvn'\\''; touch evil; '\\''' "
                                "$'a\\033[2J\\012\\047$(x).bc' "));
    EXPECT_THAT(text, HasSubstr("a?[2J '$(x).bc"));
  }
}

TEST(Summary, ShowsTheBestLevelEvenIfItIsAnUnusualOne) {
  TuneResult outcome = SampleResult();
  EXPECT_THAT(Summary(outcome, Terminal()), Not(HasSubstr("\nOs ")));
  outcome.baselines.levels.at(Level::kOs).cost.instructions = 180;
  EXPECT_THAT(Summary(outcome, Terminal()), HasSubstr("\nOs "));
  EXPECT_THAT(Summary(outcome, Terminal()), HasSubstr("11.1% below the best standard level, Os"));
}

TEST(Summary, SaysIfTheBestLevelNeedsTooManyBytes) {
  TuneResult outcome = SampleResult();
  outcome.byte_limit = 880;
  EXPECT_THAT(Summary(outcome, Terminal()), HasSubstr("below the best standard level, clang -Oz"));
  outcome.baselines.levels.at(Level::kClangOz).cost.object_size = ObjectSize{900, 100};
  outcome.byte_limit = 900;
  EXPECT_THAT(Summary(outcome, Terminal()),
              HasSubstr("20.0% below the best standard level that keeps to the limit, Oz\n"));
  outcome.byte_limit = 800;
  EXPECT_THAT(Summary(outcome, Terminal()), HasSubstr("below the best standard level, clang -Oz"))
      << "no level keeps to it";
}

TEST(Summary, SaysIfBytesWereNotCompared) {
  TuneResult outcome = SampleResult();
  outcome.job.guard_bytes = true;
  EXPECT_THAT(Summary(outcome, Terminal()), HasSubstr("\nbytes were not compared"));
  outcome.byte_limit = 1000;
  EXPECT_THAT(Summary(outcome, Terminal()), Not(HasSubstr("not compared")));
  outcome.job.guard_bytes = false;
  EXPECT_THAT(Summary(outcome, Terminal()), Not(HasSubstr("bytes had no limit")));
  outcome.byte_limit.reset();
  EXPECT_THAT(Summary(outcome, Terminal()), HasSubstr("\nbytes had no limit"));
}

TEST(Summary, SaysWhenNothingWasFound) {
  TuneResult outcome = SampleResult();
  outcome.result.level = Level::kClangOz;
  outcome.result.reproduction.cost = outcome.baseline(Level::kClangOz).cost;
  EXPECT_FALSE(outcome.better_than_levels());
  EXPECT_THAT(Summary(outcome, Terminal()), HasSubstr("the result is clang -Oz"));
}

TEST(Summary, SaysWhenSomethingWasFoundAndNotProved) {
  TuneResult outcome = SampleResult();
  outcome.result.level = Level::kClangOz;
  outcome.unproven = Candidate{.elements = {"adce"}, .cost = {1'150, {}}};
  EXPECT_THAT(Summary(outcome, Terminal()),
              HasSubstr("1,150 was found, but there was no time to prove it: the result is clang"));
}

TEST(Summary, SaysHowManyProcessesAgreed) {
  TuneResult outcome = SampleResult();
  EXPECT_THAT(Summary(outcome, Terminal()),
              HasSubstr("reproduced by 3 fresh processes of " + Opt(":")));
  outcome.result.reproduction.processes = 1;  // and the one that verifies
  EXPECT_THAT(Summary(outcome, Terminal()),
              HasSubstr("reproduced by 2 fresh processes of " + Opt(":")));
  outcome.result.reproduction.verified = false;
  EXPECT_THAT(Summary(outcome, Terminal()),
              HasSubstr("reproduced by 1 fresh process of " + Opt(":")));
}

TEST(Summary, AdmitsALargerObjectFile) {
  TuneResult outcome = SampleResult();
  EXPECT_EQ(GrowthWarning(outcome), "");
  outcome.result.reproduction.cost.object_size = ObjectSize{890, 100};
  EXPECT_THAT(GrowthWarning(outcome), HasSubstr("the object file GREW to 10.0% above that of Oz"));
  EXPECT_THAT(GrowthWarning(outcome), HasSubstr("leave out --objective, or"));
  outcome.job.guard_bytes = true;
  EXPECT_THAT(GrowthWarning(outcome), HasSubstr("give a longer --budget, or"));
}

TEST(Summary, CountsTheFunctionsWithPassesOfAPlan) {
  TuneResult outcome = SampleResult();
  PlannedResult& planned = outcome.planned.emplace();
  planned.functions = 3;
  planned.proven.reproduction.cost = {150, {}};
  planned.plan.phases = {{.functions = {{"a", 0, {"sroa"}}, {"b", 0, {}}, {"c", 0, {}}}},
                         {.functions = {{"a", 0, {"gvn"}}}}};
  EXPECT_THAT(PlanSummary(outcome, "a.json", Terminal()),
              HasSubstr("a list of its own for 1 function:"));
}

TEST(Summary, CountsFailuresByKindOnOneLine) {
  TuneResult outcome = SampleResult();
  outcome.stats.failures = {2, 1, 0, 3, 0, 0};
  EXPECT_THAT(Summary(outcome, Terminal()),
              HasSubstr("failed and survived: 2 crash, 1 timeout, 3 verifier\n"));
}

TEST(Summary, NamesThePassesThatProofsFailOf) {
  TuneResult outcome = SampleResult();
  outcome.rejected = {{"function(adce)", "opt crashed"}};
  EXPECT_THAT(Summary(outcome, Terminal()),
              HasSubstr("left out, for proofs fail of it: function(adce)\n"));
}

TEST(Summary, DoesWithoutObjectSizesAndWithoutOz) {
  TuneResult outcome = SampleResult();
  for (auto& [level, baseline] : outcome.baselines.levels) baseline.cost.object_size.reset();
  outcome.baselines.levels.erase(Level::kOz);
  outcome.result.reproduction.cost.object_size.reset();
  EXPECT_THAT(Summary(outcome, Terminal()), HasSubstr("autotune             160"));
  EXPECT_THAT(Summary(outcome, Terminal()), Not(HasSubstr("measured as")));
}

TEST(Summary, ColoursOnlyWhereAsked) {
  Terminal terminal;
  EXPECT_THAT(Summary(SampleResult(), terminal), Not(HasSubstr("\x1b")));
  terminal.color = true;
  EXPECT_THAT(Summary(SampleResult(), terminal), HasSubstr("\x1b["));
}

TEST(Summary, SaysWhatAWholeProgramIs) {
  TuneResult outcome = SampleResult();
  EXPECT_THAT(Summary(outcome, Terminal()), Not(HasSubstr("whole program")));
  outcome.job.whole_program = true;
  WholeProgram& whole = outcome.whole_program.emplace();
  whole.kept = {"main", "malloc"};
  whole.given_instructions = 61'231;
  whole.given_functions = 90;
  whole.functions = 80;
  whole.made = MakingWhole("main,malloc");
  whole.made.cost.instructions = 50'020;
  const std::string line =
      "whole program: kept main, malloc; 61,231 -> 50,020 instructions before any level, "
      "90 -> 80 functions\n";
  const std::string commands =
      Opt(" -internalize-public-api-list=main,malloc -passes='internalize,globaldce' bench.bc -o "
          "bench.whole.bc\n") +
      Opt(" -passes='function(sroa),function(adce)' bench.whole.bc -o bench.best.bc\n");
  EXPECT_THAT(Summary(outcome, Terminal()), HasSubstr("LLVM 19.1.7\n" + line + "\n"));
  EXPECT_THAT(Summary(outcome, Terminal()),
              EndsWith(commands + "\nno module was written: run these lines, or give -o FILE\n"));
  EXPECT_THAT(ShortSummary(outcome, Terminal()), HasSubstr(line + "\n" + commands));
  whole.kept.resize(20, "f");
  EXPECT_THAT(Summary(outcome, Terminal()),
              HasSubstr("kept main, malloc, f, f, f, f, f, f and 12 more symbols; "));
}

TEST(Summary, SaysThatTheLineHasToBeRunUnlessAnOutputIsNamed) {
  TuneResult outcome = SampleResult();
  EXPECT_THAT(Summary(outcome, Terminal()),
              EndsWith(" -o bench.best.bc\n\n"
                       "no module was written: run this line, or give -o FILE\n"));
  outcome.job.output = "out.bc";
  EXPECT_THAT(Summary(outcome, Terminal()), Not(HasSubstr("no module was written")));
}

TEST(Summary, EndsWithTheLineThatMakesTheObjectFileAsMeasured) {
  TuneResult outcome = SampleResult();
  EXPECT_THAT(Summary(outcome, Terminal()), Not(HasSubstr("llc")));
  outcome.job.output = "the out.bc";
  const std::string line = fmt::format(
      "{} -filetype=obj -relocation-model=static -mcpu=cortex-m4 'the out.bc' -o "
      "'the out.o'\n",
      kLlcProgram);
  EXPECT_THAT(Summary(outcome, Terminal()), EndsWith("module again):\n\n" + line));
  outcome.result.reproduction.cost.object_size.reset();
  EXPECT_THAT(Summary(outcome, Terminal()), EndsWith(" -o 'the out.bc'\n"));
}

TEST(ResultLine, CanBePasted) {
  TuneResult outcome = SampleResult();
  EXPECT_EQ(ResultLine(outcome),
            Opt(" -passes='function(sroa),function(adce)' bench.bc -o bench.best.bc"));
  outcome.job.program = "it's here.bc";
  outcome.job.output = "out.ll";
  EXPECT_EQ(ResultLine(outcome), Opt(" -passes='function(sroa),function(adce)' 'it'\\''s here.bc' "
                                     "-o out.ll -S -preserve-ll-uselistorder"));
}

}  // namespace
}  // namespace autotune
