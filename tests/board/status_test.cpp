#include "board/status.h"

#include <cstdio>
#include <string>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace autotune {
namespace {

using namespace std::chrono_literals;
using testing::HasSubstr;

/// 12 runs of 60 s, two of them done.
constexpr LeaderboardStatus::Work kWork = {
    .runs = 12, .done = 2, .budget_left = 600s, .looks = 3, .jobs = 1, .methods = 1};

/// What it tells on standard error.
template <typename Body>
std::string Told(const Body& body) {
  testing::internal::CaptureStderr();
  body();
  std::fflush(stderr);
  return testing::internal::GetCapturedStderr();
}

TEST(LeaderboardStatus, BeginsWithWhatThereIsToDo) {
  EXPECT_EQ(Told([] { LeaderboardStatus(kWork, {}); }),
            "autotune: 2 of 12 runs are done, about 10 min left; 3 programs to look at\n");
}

TEST(LeaderboardStatus, TheRestGoesLikeWhatWasRun) {
  EXPECT_THAT(Told([] {
                LeaderboardStatus status(kWork, {});
                status.OnRun(60s, 120s, "a line", "greedy 1.050");
              }),
              HasSubstr("[3/12] a line\n  18 min left; looked at 0/3 programs; ratios: greedy "
                        "1.050\n"));
}

TEST(LeaderboardStatus, RunsThatWontBeMadeAreNotWaitedFor) {
  EXPECT_THAT(Told([] {
                LeaderboardStatus status(kWork, {});
                status.OnDropped(7, 420s);
                status.OnRun(60s, 60s, "a line", "");
              }),
              HasSubstr("[3/5] a line\n  2 min left; "));
}

TEST(LeaderboardStatus, TimeIsTakenByJobsSideBySide) {
  LeaderboardStatus::Work work = kWork;
  work.jobs = 20;
  EXPECT_THAT(Told([&] { LeaderboardStatus(work, {}); }), HasSubstr("about 30 s left"));
}

}  // namespace
}  // namespace autotune
