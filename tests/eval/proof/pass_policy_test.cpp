#include "eval/proof/pass_policy.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "core/action_space.h"

namespace autotune {
namespace {

using testing::HasSubstr;

TEST(PassPolicy, AllowsWhatASearchMayFind) {
  for (const std::string& name : ActionSpaceNames()) {
    const Result<ActionSpace> space = LoadActionSpace(name);
    ASSERT_TRUE(space.ok());
    for (const Action& action : space->actions()) {
      const Status status = CheckPipeline(action.pipeline);
      EXPECT_TRUE(status.ok()) << status.error().message;
    }
  }
  for (const char* pipeline :
       {"default<Oz>", "", "function(sroa<modify-cfg>,gvn<no-pre;no-load-pre>)",
        "cgscc(devirt<4>(inline<only-mandatory>,function(dce)))", "internalize<preserve-gv=main>",
        "invalidate<all>,require<globals-aa>,repeat<2>(function(print<memoryssa>))"}) {
    EXPECT_TRUE(CheckPipeline(pipeline).ok()) << pipeline;
  }
}

TEST(PassPolicy, LetsTheQuickModeRunItsOwnListsAlone) {
  EXPECT_TRUE(CheckPipeline("default<Oz>,autotune-quick").ok());
  EXPECT_FALSE(CheckPipeline("autotune-quick<lists.txt>").ok());
  EXPECT_FALSE(CheckPipeline("autotune-quick,autotune-quick<3>").ok());
  EXPECT_TRUE(CheckPipeline("default<Oz>,autotune-narrow-tables<1>").ok());
  EXPECT_TRUE(IsGuardedPass("autotune-quick")) << "a plan may not hold it";
}

TEST(PassPolicy, RefusesWhatTouchesFilesUnlessItIsNamed) {
  for (const std::string pass :
       {"dot-cfg",        "dot-cfg-only",          "dot-dom",       "dot-dom-only",
        "dot-post-dom",   "dot-post-dom-only",     "dot-callgraph", "dot-ddg",
        "view-cfg",       "view-cfg-only",         "view-dom",      "view-post-dom",
        "view-callgraph", "insert-gcov-profiling", "instrprof",     "pgo-instr-gen",
        "pgo-instr-use",  "sample-profile",        "memprof-use",   "function-import",
        "autotune-plan",  "autotune-symbols"}) {
    EXPECT_TRUE(IsGuardedPass(pass));
    for (const std::string& pipeline :
         {pass, "function(" + pass + ")", "sroa,function(loop(" + pass + ")),gvn",
          "repeat<2>(" + pass + ")", pass + "<x>", "x<a," + pass + ",b>"}) {
      const Status status = CheckPipeline(pipeline);
      ASSERT_FALSE(status.ok()) << pipeline;
      EXPECT_EQ(status.error().code, ErrorCode::kInvalidArgument);
      EXPECT_THAT(status.error().message, HasSubstr("'" + pass + "'"));
      EXPECT_THAT(status.error().message, HasSubstr("--allow " + pass));
      EXPECT_FALSE(CheckPipeline(pipeline, std::vector<std::string>{"gvn"}).ok());
      EXPECT_TRUE(CheckPipeline(pipeline, std::vector{pass}).ok()) << pipeline;
    }
  }
}

TEST(PassPolicy, RefusesPathsAndOddCharacters) {
  EXPECT_THAT(CheckPipeline("print<a/b>").error().message, HasSubstr("path"));
  EXPECT_FALSE(CheckPipeline("memprof-use<profile-filename=evil>").ok());
  EXPECT_TRUE(CheckPipeline(std::string(100'000, 'x')).ok());
  EXPECT_THAT(CheckPipeline(std::string(100'001, 'x')).error().message, HasSubstr("100001 bytes"));
  for (const char* pipeline : {"gvn\x1b[2J", "gvn sroa", "gvn\n", "gvn\xff"}) {
    EXPECT_FALSE(CheckPipeline(pipeline).ok());
  }
}

}  // namespace
}  // namespace autotune
