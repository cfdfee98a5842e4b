#include "core/result.h"

#include <memory>
#include <set>
#include <string>
#include <string_view>
#include <utility>

#include <gtest/gtest.h>

namespace autotune {
namespace {

TEST(Result, HoldsAValue) {
  Result<std::string> result = std::string("text");
  ASSERT_TRUE(result.ok());
  EXPECT_TRUE(static_cast<bool>(result));
  EXPECT_EQ(*result, "text");
  EXPECT_EQ(result->size(), 4u);
  result.value() += "!";
  EXPECT_EQ(std::move(result).value(), "text!");
}

TEST(Result, HoldsAnError) {
  const Result<std::string> result = Error{ErrorCode::kIo, "disk full"};
  ASSERT_FALSE(result.ok());
  EXPECT_FALSE(static_cast<bool>(result));
  EXPECT_EQ(result.error().code, ErrorCode::kIo);
  EXPECT_EQ(result.error().message, "disk full");
}

TEST(Result, MovesWhatCannotBeCopied) {
  Result<std::unique_ptr<int>> result = std::make_unique<int>(7);
  const std::unique_ptr<int> taken = *std::move(result);
  EXPECT_EQ(*taken, 7);
}

TEST(Status, IsSuccessUnlessMadeFromAnError) {
  EXPECT_TRUE(Status().ok());
  const Status status = Error{ErrorCode::kBadInput, "not bitcode"};
  ASSERT_FALSE(status.ok());
  EXPECT_EQ(status.error().code, ErrorCode::kBadInput);
}

TEST(ErrorCode, EvaluationFailuresAreTheFirstBlock) {
  for (int code = 0; code <= static_cast<int>(ErrorCode::kCancelled); ++code) {
    EXPECT_EQ(IsEvaluationFailure(static_cast<ErrorCode>(code)),
              code < static_cast<int>(ErrorCode::kInvalidArgument))
        << Name(static_cast<ErrorCode>(code));
  }
}

TEST(ErrorCode, NamesAreDistinctSnakeCase) {
  std::set<std::string_view> names;
  for (int code = 0; code <= static_cast<int>(ErrorCode::kCancelled); ++code) {
    const std::string_view name = Name(static_cast<ErrorCode>(code));
    EXPECT_TRUE(names.insert(name).second) << name;
    EXPECT_EQ(name.find_first_not_of("abcdefghijklmnopqrstuvwxyz_"), std::string_view::npos)
        << name;
  }
}

}  // namespace
}  // namespace autotune
