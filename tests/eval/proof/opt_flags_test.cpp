#include "eval/proof/opt_flags.h"

#include <string>
#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "core/own_program.h"
#include "eval/proof/baselines.h"

namespace autotune {
namespace {

using testing::HasSubstr;

bool Allows(const std::string& flag) { return CheckOptFlags(std::vector{flag}).ok(); }

TEST(OptFlags, AllowWhatTheProgramWrites) {
  for (const char* triple : {"x86_64-pc-linux-gnu", "aarch64-linux-gnu", ""}) {
    for (const Level level : kLevels) EXPECT_TRUE(CheckOptFlags(OptFlags(level, triple)).ok());
  }
  for (const char* flag :
       {"-relocation-model=pic", "-relocation-model=static", "-relocation-model=ropi-rwpi",
        "-mcpu=x86-64", "-mcpu=x86-64-v3", "-mcpu=cortex-a53", "-code-model=small",
        "-function-sections", "-data-sections"}) {
    EXPECT_TRUE(Allows(flag)) << flag;
  }
}

TEST(OptFlags, AllowTheInstalledPluginAlone) {
  const std::string own = (OwnFolder() / "libautotune-plan.so").string();
  EXPECT_TRUE(Allows("-load-pass-plugin=" + own));
  EXPECT_FALSE(Allows("-load-pass-plugin=libautotune-plan.so"));
  EXPECT_FALSE(Allows("-load-pass-plugin=/tmp/libautotune-plan.so"));
  EXPECT_FALSE(Allows("-load-pass-plugin=" + own + "/../evil.so"));
}

TEST(OptFlags, AllowNamesOfSymbolsToKeep) {
  const std::string flag = "-internalize-public-api-list=";
  for (const char* names : {"main", "main,_ZN1a1bEv.llvm.1,$s4main", "?raw"}) {
    EXPECT_TRUE(Allows(flag + names)) << names;
  }
  for (const char* names : {"", ",", "main,", "a b", "*", "[a]", "a\\", "a;b", "/etc/passwd"}) {
    EXPECT_FALSE(Allows(flag + names)) << names;
  }
  EXPECT_FALSE(Allows("-internalize-public-api-file=main"));
}

TEST(OptFlags, AllowChoicesOfTheInliner) {
  const std::string flag = "-force-attribute=";
  for (const char* choice :
       {"main:noinline", "_ZN1a1bEv.llvm.1:alwaysinline", "optsize", "minsize"}) {
    EXPECT_TRUE(Allows(flag + choice)) << choice;
  }
  for (const char* choice :
       {"", "noinline", ":noinline", "f:", "f:optnone", "optnone", "f:minsize", "f:noinline,g:cold",
        "f g:noinline", "f:g:noinline", "/etc/passwd:noinline"}) {
    EXPECT_FALSE(Allows(flag + choice)) << choice;
  }
}

TEST(OptFlags, RefuseAllElseByName) {
  const std::string long_name(65, 'a');
  for (const std::string flag : {"-load=evil.so",
                                 "-load",
                                 "--load=evil.so",
                                 "-load-pass-plugin=evil.so",
                                 "-load-pass-plugin",
                                 "evil.so",
                                 "@flags",
                                 "-o",
                                 "-o=x",
                                 "-S",
                                 "-passes=dot-cfg",
                                 "-stats",
                                 "-info-output-file=x",
                                 "-pass-remarks-output=x",
                                 "-mcpu",
                                 "-mcpu=",
                                 "-mcpu=-load",
                                 "-mcpu=../evil",
                                 "-mcpu=a b",
                                 "-mcpu=a;b",
                                 "-mcpu=$(x)",
                                 "-mcpu=a\x1b[2J",
                                 "-mattr=+avx2",
                                 "-relocation-model=evil",
                                 "-relocation-model=pic,-load=x",
                                 "-relocation-model=",
                                 "-code-model=evil",
                                 "-function-sections=x",
                                 "-time-trace",
                                 "",
                                 "--relocation-model=pic",
                                 "-cpu=x"}) {
    EXPECT_FALSE(Allows(flag)) << flag;
  }
  EXPECT_FALSE(Allows("-mcpu=" + long_name));
  const std::vector<std::string> flags = {"-mcpu=x86-64", "-load=evil.so"};
  const Status status = CheckOptFlags(flags);
  ASSERT_FALSE(status.ok());
  EXPECT_EQ(status.error().code, ErrorCode::kBadInput);
  EXPECT_THAT(status.error().message, HasSubstr("'-load=evil.so'"));
}

}  // namespace
}  // namespace autotune
