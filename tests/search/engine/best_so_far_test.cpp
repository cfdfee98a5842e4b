#include "search/engine/best_so_far.h"

#include <algorithm>
#include <functional>
#include <future>
#include <thread>
#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace autotune {
namespace {

using ::testing::ElementsAre;

Evaluation Candidate(std::uint64_t instructions, PassSequence passes) {
  Evaluation evaluation;
  evaluation.cost.instructions = instructions;
  evaluation.next.applied = std::move(passes);
  return evaluation;
}

TEST(BestSoFar, ReportsTheRootFirst) {
  std::vector<Best> reported;
  const OnBest on_best = [&](const Best& best) { reported.push_back(best); };
  const BestSoFar best(Candidate(100, {}), Objective::kIrInstructions, on_best);
  ASSERT_EQ(reported.size(), 1u);
  EXPECT_EQ(reported[0].cost.instructions, 100u);
  EXPECT_EQ(reported[0].passes, PassSequence{});
}

TEST(BestSoFar, OrdersByValueThenLengthThenSequence) {
  std::vector<PassSequence> reported;
  const OnBest on_best = [&](const Best& best) { reported.push_back(best.passes); };
  BestSoFar best(Candidate(100, {}), Objective::kIrInstructions, on_best);
  best.Offer(Candidate(100, {1}));  // no better than the root
  best.Offer(Candidate(90, {5, 5, 5}));
  best.Offer(Candidate(90, {5, 5, 6}));
  best.Offer(Candidate(90, {1, 1, 1, 1}));
  best.Offer(Candidate(90, {9, 9}));
  best.Offer(Candidate(90, {9, 9}));
  best.Offer(Candidate(90, {9, 8}));
  best.Offer(Candidate(80, {7, 7, 7, 7, 7}));
  EXPECT_THAT(reported, ElementsAre(PassSequence{}, PassSequence{5, 5, 5}, PassSequence{9, 9},
                                    PassSequence{9, 8}, PassSequence{7, 7, 7, 7, 7}));
}

TEST(BestSoFar, GoesByTheObjective) {
  const auto sized = [](std::uint64_t instructions, std::uint64_t text, PassSequence passes) {
    Evaluation evaluation = Candidate(instructions, std::move(passes));
    evaluation.cost.object_size = ObjectSize{.text = text, .data = 1};
    return evaluation;
  };
  const OnBest ignore = [](const Best&) {};
  BestSoFar best(sized(100, 500, {}), Objective::kObjectSize, ignore);
  best.Offer(sized(50, 501, {1}));
  best.Offer(sized(150, 499, {2}));
  EXPECT_EQ(best.best().passes, PassSequence{2});
}

TEST(BestSoFar, SaysHowManyEvaluationsItTook) {
  const OnBest ignore = [](const Best&) {};
  BestSoFar best(Candidate(100, {}), Objective::kIrInstructions, ignore);
  for (int i = 0; i < 3; ++i) best.CountEvaluation();
  best.Offer(Candidate(90, {1}));
  best.CountEvaluation();
  EXPECT_EQ(best.best().evaluations, 3u);
}

TEST(BestSoFar, ConcludesWithTheErrorOnlyWhereNothingBeatTheRoot) {
  const OnBest ignore = [](const Best&) {};
  const Status lost = Error{ErrorCode::kWorkerLost, "gone"};
  BestSoFar best(Candidate(100, {}), Objective::kIrInstructions, ignore);
  EXPECT_TRUE(best.Conclude({}).ok());
  ASSERT_FALSE(best.Conclude(lost).ok());
  EXPECT_EQ(best.Conclude(lost).error().code, ErrorCode::kWorkerLost);
  best.Offer(Candidate(90, {1}));
  ASSERT_TRUE(best.Conclude(lost).ok());
  EXPECT_EQ(best.Conclude(lost)->passes, PassSequence{1});
}

TEST(BestSoFar, OffersDoNotWaitForAReportAndNoneIsLost) {
  std::promise<void> reporting;
  std::promise<void> offered;
  std::vector<std::uint64_t> reported;
  const OnBest on_best = [&](const Best& best) {
    reported.push_back(best.cost.instructions);
    if (best.cost.instructions != 90) return;
    reporting.set_value();
    offered.get_future().wait();
  };
  BestSoFar best(Candidate(100, {}), Objective::kIrInstructions, on_best);
  std::thread reporter([&] { best.Offer(Candidate(90, {1})); });
  reporting.get_future().wait();
  best.Offer(Candidate(80, {2}));
  best.Offer(Candidate(70, {3}));
  EXPECT_EQ(best.best().cost.instructions, 70u);
  offered.set_value();
  reporter.join();
  EXPECT_THAT(reported, ElementsAre(100, 90, 80, 70));
}

TEST(BestSoFar, ReportsOfManyThreadsNeitherOverlapNorGoBack) {
  constexpr std::uint64_t kThreads = 8;
  constexpr std::uint64_t kOffers = 1000;
  std::vector<std::uint64_t> reported;  // a data race here is what the sanitizer would see
  const OnBest on_best = [&](const Best& best) { reported.push_back(best.cost.instructions); };
  BestSoFar best(Candidate(kThreads * kOffers, {}), Objective::kIrInstructions, on_best);
  std::vector<std::thread> threads;
  for (std::uint64_t t = 0; t < kThreads; ++t) {
    threads.emplace_back([&best, t] {
      for (std::uint64_t i = kOffers; i-- > 0;) {
        best.Offer(Candidate(i * kThreads + t, {static_cast<PassId>(t)}));
      }
    });
  }
  for (std::thread& thread : threads) thread.join();
  EXPECT_EQ(best.best().cost.instructions, 0u);
  EXPECT_EQ(reported.back(), 0u);
  EXPECT_EQ(std::ranges::adjacent_find(reported, std::ranges::less_equal()), reported.end());
}

}  // namespace
}  // namespace autotune
