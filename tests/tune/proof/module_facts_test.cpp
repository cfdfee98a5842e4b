#include "tune/proof/module_facts.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "core/file.h"

namespace autotune {
namespace {

using testing::HasSubstr;

/// An object file: this test's own program.
class LinkedPartsTest : public testing::Test {
 protected:
  Result<ObjectParts> Link(const std::string& link) const {
    return PartsOfLinked(link, own_, budget_);
  }

  const std::string own_ = *ReadFile("/proc/self/exe");
  Budget budget_{{}};
};

TEST_F(LinkedPartsTest, AreOfTheLinkedFile) {
  const Result<ObjectParts> alone = PartsOfObject(own_, budget_);
  ASSERT_TRUE(alone.ok()) << alone.error().message;
  EXPECT_GT(alone->text, 0u);
  EXPECT_GT(alone->unwind, 0u);
  const Result<ObjectParts> linked = Link("test '{}' != '{out}' && cp {} {out}");
  ASSERT_TRUE(linked.ok()) << linked.error().message;
  EXPECT_EQ(*linked, *alone);
}

TEST_F(LinkedPartsTest, NameALinkThatFails) {
  const Result<ObjectParts> failed = Link("echo 'no such library' >&2; exit 4; {} {out}");
  ASSERT_FALSE(failed.ok());
  EXPECT_EQ(failed.error().code, ErrorCode::kBadInput);
  EXPECT_THAT(failed.error().message, HasSubstr("ended with exit code 4: no such library"));
  const Result<ObjectParts> nothing = Link("true {} {out}");
  ASSERT_FALSE(nothing.ok());
  EXPECT_EQ(nothing.error().code, ErrorCode::kBadInput);
  EXPECT_THAT(nothing.error().message, HasSubstr("makes no ELF file"));
}

TEST_F(LinkedPartsTest, NeedAnObjectFile) {
  const Result<ObjectParts> none = PartsOfObject("no object", budget_);
  ASSERT_FALSE(none.ok());
  EXPECT_EQ(none.error().code, ErrorCode::kBadInput);
}

// A link without time is not a wrong one.
TEST_F(LinkedPartsTest, AreCancelledWithTheBudget) {
  budget_.Cancel();
  const Result<ObjectParts> cancelled = Link("cp {} {out}");
  ASSERT_FALSE(cancelled.ok());
  EXPECT_EQ(cancelled.error().code, ErrorCode::kCancelled);
}

}  // namespace
}  // namespace autotune
