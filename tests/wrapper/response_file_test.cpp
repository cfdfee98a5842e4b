#include "wrapper/response_file.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "support/test_directory.h"

namespace autotune {
namespace {

using testing::ElementsAre;

TEST(ExpandResponseFiles, ReadsThemAsClangDoes) {
  const TestDirectory directory;
  const auto expand = [&](const std::string& text) {
    return ExpandResponseFiles({"-a", "@" + directory.Write("words", text).string(), "-z"});
  };
  EXPECT_THAT(expand("-b\t 'c d'\n\"e\\\"f\" g\\ h 'i\\j' '' k''l\r\n"),
              ElementsAre("-a", "-b", "c d", "e\"f", "g h", "ij", "kl", "-z"));
  EXPECT_THAT(expand(""), ElementsAre("-a", "-z"));
  // What can't be told stays as it is.
  EXPECT_THAT(expand("-b 'c"), testing::SizeIs(3));
  EXPECT_THAT(expand("@other"), testing::SizeIs(3));
  EXPECT_THAT(expand("\xef\xbb\xbf-b"), testing::SizeIs(3));
  EXPECT_THAT(expand(std::string("-\0b\0", 4)), testing::SizeIs(3));
  EXPECT_THAT(expand(std::string(200'000, 'x')), testing::SizeIs(3));
  EXPECT_THAT(ExpandResponseFiles({"@missing", "x"}), ElementsAre("@missing", "x"));
}

}  // namespace
}  // namespace autotune
