#include "dataset/download.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "support/http_server.h"
#include "support/test_directory.h"

namespace autotune {
namespace {

namespace fs = std::filesystem;
using testing::ElementsAre;
using testing::HasSubstr;

constexpr char kText[] = "0123456789";
constexpr char kSha256[] = "84d89877f0d4041efb6bf91a16f0248f2fd573e6af05c19f96bedb9f882f7882";

Status FetchUrl(const TestDirectory& directory, const std::string& url, const std::string& sha256) {
  const Budget unlimited({});
  return autotune::Fetch(
      {.url = url, .sha256 = sha256, .file = directory.path() / "to"},
      [](std::uint64_t, std::uint64_t) {}, unlimited);
}

Status Fetch(const TestDirectory& directory, const std::string& sha256) {
  return FetchUrl(directory, "file://" + (directory.path() / "from").string(), sha256);
}

TEST(Fetch, BringsTheFile) {
  const TestDirectory directory;
  directory.Write("from", kText);
  ASSERT_TRUE(Fetch(directory, kSha256).ok());
  EXPECT_EQ(directory.Read("to"), kText);
  EXPECT_FALSE(fs::exists(directory.path() / "to.part"));
}

TEST(Fetch, GoesOnWhereItStopped) {
  const TestDirectory directory;
  directory.Write("from", kText);
  // Letters where the source has digits: what is there is not fetched again.
  directory.Write("to.part", "abcd");
  ASSERT_TRUE(Fetch(directory, "").ok());
  EXPECT_EQ(directory.Read("to"), "abcd456789");
}

TEST(Fetch, TakesAPartThatIsAllOfIt) {
  const TestDirectory directory;
  directory.Write("from", kText);
  directory.Write("to.part", kText);
  ASSERT_TRUE(Fetch(directory, kSha256).ok());
  EXPECT_EQ(directory.Read("to"), kText);
}

TEST(Fetch, RefusesAnotherHash) {
  const TestDirectory directory;
  directory.Write("from", "something else");
  const Status status = Fetch(directory, kSha256);
  ASSERT_FALSE(status.ok());
  EXPECT_EQ(status.error().code, ErrorCode::kBadInput);
  EXPECT_THAT(status.error().message, HasSubstr(kSha256));
  EXPECT_FALSE(fs::exists(directory.path() / "to"));
  // What was wrong is not gone on with.
  EXPECT_FALSE(fs::exists(directory.path() / "to.part"));
}

TEST(Fetch, NamesWhatCanNotBeHad) {
  const TestDirectory directory;
  const Status status = Fetch(directory, "");
  ASSERT_FALSE(status.ok());
  EXPECT_EQ(status.error().code, ErrorCode::kIo);
  EXPECT_THAT(status.error().message, HasSubstr("from"));
}

TEST(Fetch, StopsWhenTold) {
  const TestDirectory directory;
  directory.Write("from", std::string(1 << 20, 'x'));
  Budget cancelled({});
  cancelled.Cancel();
  const Status status = autotune::Fetch(
      {.url = "file://" + (directory.path() / "from").string(),
       .sha256 = "",
       .file = directory.path() / "to"},
      [](std::uint64_t, std::uint64_t) {}, cancelled);
  ASSERT_FALSE(status.ok());
  EXPECT_EQ(status.error().code, ErrorCode::kCancelled);
  EXPECT_FALSE(fs::exists(directory.path() / "to"));
}

TEST(FetchOverHttp, GoesOnAfterTheConnectionWasCut) {
  const TestDirectory directory;
  HttpServer server({.content = kText, .cut_after = 4});
  const Status cut = FetchUrl(directory, server.url(), kSha256);
  ASSERT_FALSE(cut.ok());
  EXPECT_EQ(cut.error().code, ErrorCode::kIo);
  EXPECT_THAT(cut.error().message, HasSubstr(server.url()));
  EXPECT_FALSE(fs::exists(directory.path() / "to"));
  EXPECT_EQ(directory.Read("to.part"), "0123");
  ASSERT_TRUE(FetchUrl(directory, server.url(), kSha256).ok());
  EXPECT_EQ(directory.Read("to"), kText);
  EXPECT_THAT(server.requested(), ElementsAre(0, 4));
}

TEST(FetchOverHttp, BeginsAnewWhereTheServerKnowsNoRanges) {
  const TestDirectory directory;
  HttpServer server({.content = kText, .ranges = false});
  directory.Write("to.part", "0123");
  ASSERT_TRUE(FetchUrl(directory, server.url(), kSha256).ok());
  EXPECT_EQ(directory.Read("to"), kText);
  EXPECT_THAT(server.requested(), ElementsAre(4, 0));
}

TEST(FetchOverHttp, TakesAPartThatIsAllOfIt) {
  const TestDirectory directory;
  HttpServer server({.content = kText});
  directory.Write("to.part", kText);
  ASSERT_TRUE(FetchUrl(directory, server.url(), kSha256).ok());
  EXPECT_EQ(directory.Read("to"), kText);
}

TEST(FetchOverHttp, SaysWhatTheServerDoesNotHave) {
  const TestDirectory directory;
  HttpServer server({.content = kText});
  const Status status = FetchUrl(directory, server.url() + "-gone", kSha256);
  ASSERT_FALSE(status.ok());
  EXPECT_EQ(status.error().code, ErrorCode::kIo);
  EXPECT_THAT(status.error().message, HasSubstr("file-gone"));
}

}  // namespace
}  // namespace autotune
