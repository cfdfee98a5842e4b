// `--link` and `--count-executed` on an example.

#include <cstdlib>
#include <functional>
#include <string>
#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include "core/toolchain.h"
#include "support/autotune_process.h"
#include "support/examples.h"

namespace autotune {
namespace {

using nlohmann::json;
using testing::HasSubstr;

class LinkRun : public testing::Test {
 protected:
  ProgramRun Run(
      const std::vector<std::string>& options, const std::function<void()>& prepare = [] {}) {
    std::vector<std::string> words = {"--budget", "3s",     "--threads", "1",     "--no-db",
                                      "--json",   "f.json", "-o",        "calc.o"};
    words.insert(words.end(), options.begin(), options.end());
    words.emplace_back(kCalc);
    ProgramRun run = RunAutotune(directory_, words, prepare);
    if (run.status == 0) report_ = json::parse(directory_.Read("f.json"));
    return run;
  }

  const TestDirectory directory_;
  json report_;
};

TEST_F(LinkRun, ComparesWhatIsLinked) {
  const ProgramRun run =
      Run({"--link", std::string(kClangProgram) + " -shared -Wl,--gc-sections {} -o {out} && "
                                                  "cp {out} last.so"});
  ASSERT_EQ(run.status, 0) << run.error_output;
  EXPECT_LT(run.seconds, 4.0);
  EXPECT_THAT(run.output, HasSubstr("\nlinked: "));
  for (const char* parts : {"object_parts", "linked_parts"}) {
    for (const char* which : {"clang_Oz", "best"}) {
      EXPECT_GT(report_[parts][which]["text"], 0) << parts << which;
      EXPECT_GT(report_[parts][which]["unwind"], 0) << parts << which;
    }
  }
  const json& best = report_["object_parts"]["best"];
  EXPECT_EQ(best["text"], report_["object_sections"]["best"]["text"]);
  EXPECT_EQ(best["read_only"].get<int>() + best["data"].get<int>() + best["unwind"].get<int>(),
            report_["object_sections"]["best"]["data"]);
  EXPECT_FALSE(directory_.Read("last.so").empty());
}

TEST_F(LinkRun, CountsWhatTheCheckExecutes) {
  // Stands for valgrind: counts 100 instructions in each process.
  directory_.WriteScript("valgrind", R"(for word; do case $word in
  --version) exit;;
  --callgrind-out-file=*) file=${word#*=}; shift;;
  -*) shift;;
  *) break;;
esac; done
echo 'summary: 100' > "${file%\%p}$$"
exec "$@")");
  const std::string path = directory_.path().string() + ":" + std::getenv("PATH");
  const ProgramRun run = Run(
      {"--check", "{} < /dev/null; {} < /dev/null; true", "--check-as", "exe", "--count-executed"},
      [&path] { setenv("PATH", path.c_str(), 1); });
  ASSERT_EQ(run.status, 0) << run.error_output;
  EXPECT_EQ(report_["executed_instructions"], (json{{"clang_Oz", 200}, {"best", 200}}));
  EXPECT_THAT(run.output,
              HasSubstr("\ninstructions executed in your check: 200 with clang -Oz, 200 "
                        "now: +0.0%\n"));
}

TEST_F(LinkRun, BeginsWithTheUsersMistakes) {
  const ProgramRun run = Run({"--link", "echo 'no such library' >&2; exit 1; {} {out}"});
  EXPECT_EQ(run.status, 1);
  EXPECT_LT(run.seconds, 3.0) << "before the search";
  EXPECT_THAT(run.error_output, HasSubstr("no such library"));
  EXPECT_EQ(directory_.Read("calc.o"), "");
}

TEST_F(LinkRun, LeavesOutWhatTakesTooLong) {
  const ProgramRun run = Run({"--link", "sleep 20; cp {} {out}"});
  ASSERT_EQ(run.status, 0) << run.error_output;
  EXPECT_LT(run.seconds, 4.0);
  EXPECT_THAT(run.error_output, HasSubstr("not compared with -Oz: it takes more than a quarter"));
  EXPECT_EQ(report_["linked_parts"], nullptr);
  EXPECT_GT(report_["object_parts"]["clang_Oz"]["text"], 0);
  EXPECT_FALSE(directory_.Read("calc.o").empty());
}

}  // namespace
}  // namespace autotune
