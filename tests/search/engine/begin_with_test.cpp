#include "search/engine/begin_with.h"

#include <utility>
#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace autotune {
namespace {

using testing::ElementsAre;

/// Finds one list, or fails, after so many evaluations.
class Finds : public Searcher {
 public:
  Finds(PassSequence list, std::uint64_t value, std::uint64_t uses,
        std::vector<PassSequence>* suggested = nullptr)
      : list_(std::move(list)), value_(value), uses_(uses), suggested_(suggested) {}

  void Suggest(const PassSequence& list) override {
    if (suggested_) suggested_->push_back(list);
  }
  Result<Best> Run(const Evaluation&, Budget& budget, const OnBest& on_best) override {
    std::uint64_t used = 0;
    while (used < uses_ && budget.Claim(1) == 1) ++used;
    if (used < uses_) return Error{ErrorCode::kCancelled, "the budget has ended"};
    const Best best{list_, {.instructions = value_, .object_size = {}}, used};
    on_best(best);
    return best;
  }

 private:
  const PassSequence list_;
  const std::uint64_t value_;
  const std::uint64_t uses_;
  std::vector<PassSequence>* const suggested_;
};

Result<Best> Search(std::uint64_t first_uses, std::uint64_t second_value,
                    std::vector<PassSequence>& suggested) {
  Evaluation root;
  root.cost.instructions = 100;
  Budget budget({.deadline = {}, .evaluations = 100});
  const auto searcher = MakeBeginWith(
      Objective::kIrInstructions, std::make_unique<Finds>(PassSequence{1}, 90, first_uses),
      std::make_unique<Finds>(PassSequence{2}, second_value, 10, &suggested));
  return searcher->Run(root, budget, [](const Best&) {});
}

TEST(BeginWith, TheRestGoesOnFromTheFirstList) {
  std::vector<PassSequence> suggested;
  const Result<Best> best = Search(5, 80, suggested);
  ASSERT_TRUE(best.ok());
  EXPECT_THAT(suggested, ElementsAre(PassSequence{1}));
  EXPECT_THAT(best->passes, ElementsAre(2));
  EXPECT_EQ(best->evaluations, 15u) << "those of both";
}

TEST(BeginWith, TheFirstListIsTheAnswerIfNothingIsBetter) {
  std::vector<PassSequence> suggested;
  const Result<Best> best = Search(5, 95, suggested);
  ASSERT_TRUE(best.ok());
  EXPECT_THAT(best->passes, ElementsAre(1));
}

TEST(BeginWith, TheFirstHasAFifthOfTheBudget) {
  std::vector<PassSequence> suggested;
  const Result<Best> best = Search(21, 80, suggested);
  ASSERT_TRUE(best.ok());
  EXPECT_TRUE(suggested.empty());
  EXPECT_THAT(best->passes, ElementsAre(2));
  EXPECT_EQ(best->evaluations, 30u);
}

/// Notes until when it might search.
class NotesItsEnd : public Searcher {
 public:
  explicit NotesItsEnd(Clock::time_point& end) : end_(end) {}
  Result<Best> Run(const Evaluation& root, Budget& budget, const OnBest&) override {
    end_ = budget.end();
    return Best{{}, root.cost, 0};
  }

 private:
  Clock::time_point& end_;
};

TEST(BeginWith, TheFirstHasAFifthOfTheTimeOnlyIfTimeIsTheLimit) {
  Evaluation root;
  root.cost.instructions = 100;
  const Clock::time_point now = Clock::now();
  const Clock::time_point deadline = now + std::chrono::hours(5);
  const auto end_of_first = [&](const Budget::Limits& limits) {
    Clock::time_point end;
    Budget budget(limits);
    const auto searcher =
        MakeBeginWith(Objective::kIrInstructions, std::make_unique<NotesItsEnd>(end),
                      std::make_unique<Finds>(PassSequence{2}, 80, 10));
    EXPECT_TRUE(searcher->Run(root, budget, [](const Best&) {}).ok());
    return end;
  };
  EXPECT_LT(end_of_first({.deadline = deadline}), now + std::chrono::hours(2));
  EXPECT_EQ(end_of_first({.deadline = deadline, .evaluations = 100}), deadline);
}

}  // namespace
}  // namespace autotune
