#include "tune/input/given_pipeline.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "support/test_directory.h"

namespace autotune {
namespace {

using testing::HasSubstr;

Result<std::string> Given(std::string passes, std::string file = "") {
  PipelineChoice choice;
  choice.passes = std::move(passes);
  choice.passes_file = std::move(file);
  const Result<GivenPipeline> pipeline = ReadPipeline(choice, "");
  if (!pipeline) return pipeline.error();
  return pipeline->text;
}

TEST(GivenPipeline, ComesFromTheLineOrFromAFile) {
  const TestDirectory directory;
  EXPECT_EQ(*Given(" sroa, gvn "), "sroa,gvn");
  EXPECT_EQ(*Given("", directory.Write("passes", "function(sroa),\n  function(gvn)\n")),
            "function(sroa),function(gvn)");
}

TEST(GivenPipeline, IsRefusedWhereItCanNotBeMeant) {
  const TestDirectory directory;
  EXPECT_THAT(Given("").error().message, HasSubstr("--passes-file"));
  EXPECT_THAT(Given("sroa", "file").error().message, HasSubstr("--passes-file"));
  EXPECT_THAT(Given("  ").error().message, HasSubstr("empty"));
  EXPECT_THAT(Given("function(sroa").error().message, HasSubstr("parentheses"));
  EXPECT_THAT(Given("sroa)(").error().message, HasSubstr("parentheses"));
  EXPECT_THAT(Given("", directory.path() / "none").error().message, HasSubstr("there is no file"));
  EXPECT_THAT(Given("", directory.Write("empty", "")).error().message, HasSubstr("empty"));
}

}  // namespace
}  // namespace autotune
