#include "tune/proof/module_facts.h"

#include <filesystem>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "core/file.h"

namespace autotune {
namespace {

using testing::HasSubstr;

class ModuleFactsTest : public testing::Test {
 protected:
  /// Facts of an object file, which is this test's own program.
  Result<ModuleFacts> Find(const std::string& link) {
    job_.link = link;
    return FindFacts(job_,
                     {.bitcode = "", .object = *ReadFile("/proc/self/exe"), .code_options = {}}, {},
                     Budget::Unlimited());
  }

  TuneJob job_;
};

TEST_F(ModuleFactsTest, HaveTheLinkedFile) {
  const Result<ModuleFacts> alone = Find("");
  ASSERT_TRUE(alone.ok());
  EXPECT_TRUE(alone->object.has_value());
  EXPECT_FALSE(alone->linked.has_value());
  EXPECT_FALSE(alone->executed.has_value());
  const Result<ModuleFacts> linked = Find("test '{}' != '{out}' && cp {} {out}");
  ASSERT_TRUE(linked.ok()) << linked.error().message;
  EXPECT_EQ(linked->object, alone->object);
  EXPECT_EQ(linked->linked, alone->object);
}

TEST_F(ModuleFactsTest, NameALinkThatFails) {
  const Result<ModuleFacts> failed = Find("echo 'no such library' >&2; exit 4; {} {out}");
  ASSERT_FALSE(failed.ok());
  EXPECT_EQ(failed.error().code, ErrorCode::kBadInput);
  EXPECT_THAT(failed.error().message, HasSubstr("ended with exit code 4: no such library"));
  const Result<ModuleFacts> nothing = Find("true {} {out}");
  ASSERT_FALSE(nothing.ok());
  EXPECT_THAT(nothing.error().message, HasSubstr("makes no ELF file"));
}

}  // namespace
}  // namespace autotune
