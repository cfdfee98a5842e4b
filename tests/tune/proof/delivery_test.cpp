#include "tune/proof/delivery.h"

#include <string>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace autotune {
namespace {

using testing::HasSubstr;

TEST(Delivery, IsReadAsItWasWritten) {
  const Delivery delivery{
      .attributes = "f,minsize\nf,tune-cpu=silvermont\ng,autotune-convention=preserve_nonecc\n",
      .no_unwind_tables = true,
      .conventions = true,
      .least_saved = 16,
      .code_options = {"-disable-lsr", "-tail-merge-size=1"}};
  EXPECT_EQ(*ParseDelivery(DeliveryText(delivery)), delivery);
  const Delivery removing{.attributes = ""};
  EXPECT_EQ(*ParseDelivery(DeliveryText(removing)), removing);
  EXPECT_FALSE(removing.empty()) << "functions lose theirs";
  EXPECT_TRUE(ParseDelivery("")->empty());
}

// A merged database may come from anybody.
TEST(Delivery, HasNothingThatNoRunGives) {
  for (const Delivery& evil :
       {Delivery{.attributes = "f,noreturn\n"}, Delivery{.attributes = "f\n"},
        Delivery{.code_options = {"-load=evil.so"}}, Delivery{.code_options = {"-o"}}}) {
    const Result<Delivery> read = ParseDelivery(DeliveryText(evil));
    ASSERT_FALSE(read.ok()) << DeliveryText(evil);
    EXPECT_EQ(read.error().code, ErrorCode::kBadInput);
  }
  EXPECT_THAT(ParseDelivery(R"({"attributes": 7})").error().message, HasSubstr("damaged"));
  EXPECT_FALSE(ParseDelivery("{").ok());
}

}  // namespace
}  // namespace autotune
