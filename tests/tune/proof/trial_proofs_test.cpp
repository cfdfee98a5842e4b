#include "tune/proof/trial_proofs.h"

#include <algorithm>
#include <atomic>
#include <chrono>
#include <future>
#include <thread>
#include <utility>
#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace autotune {
namespace {

using namespace std::chrono_literals;
using testing::ElementsAre;
using testing::SizeIs;

TEST(FindCulprit, IsThePassThatALotOfListsFailOf) {
  for (std::size_t length = 1; length < 40; ++length) {
    for (std::size_t culprit = 0; culprit < length; ++culprit) {
      int asked = 0;
      const auto found = FindCulprit(length, [&](std::size_t prefix) -> std::optional<bool> {
        EXPECT_GT(prefix, 0u);
        EXPECT_LT(prefix, length);
        ++asked;
        return prefix <= culprit;
      });
      EXPECT_EQ(found, culprit);
      EXPECT_LE(asked, 6);
    }
  }
}

TEST(FindCulprit, NeedNotBeKnown) {
  EXPECT_EQ(FindCulprit(8, [](std::size_t) { return std::nullopt; }), std::nullopt);
  EXPECT_EQ(FindCulprit(0, [](std::size_t) { return false; }), std::nullopt);
}

constexpr PassId kBad = 7;

Best Found(PassSequence passes) {
  const std::uint64_t instructions = 100 - passes.size();
  return {.passes = std::move(passes), .cost = {instructions, {}}, .evaluations = 1};
}

/// Of a prefix that is worse than what is claimed of it, a proof would try to repair that.
TEST(FindCulprit, ClaimsOfAPrefixNothingThatItCouldFallShortOf) {
  const Best failed{
      .passes = {1, 2, kBad}, .cost = {97, ObjectSize{.text = 900, .data = 70}}, .evaluations = 1};
  int asked = 0;
  const auto culprit = FindCulprit(failed, [&](const Best& prefix) -> Result<Proven> {
    ++asked;
    EXPECT_GT(prefix.cost.instructions, 1'000'000u);
    EXPECT_TRUE(prefix.cost.object_size);
    EXPECT_GT(Value(prefix.cost, Objective::kObjectSize), 1'000'000u);
    if (std::ranges::count(prefix.passes, kBad) > 0) {
      return Error{ErrorCode::kVerifierRejected, "invalid"};
    }
    return Proven();
  });
  EXPECT_EQ(culprit, kBad);
  EXPECT_EQ(asked, 2);
}

class TrialProofsTest : public testing::Test {
 protected:
  TrialSettings Settings(Clock::duration search) {
    TrialSettings settings;
    settings.begin = Clock::now();
    settings.end = settings.begin + search;
    settings.longest_proof = 1s;
    settings.longest_first_proof = 2s;
    settings.proof_time = [](const Best&, Prover::Care) { return 1s; };
    settings.prove = [this](const Best& best, Prover::Care, const Budget&) -> Result<Proven> {
      ++proofs_;
      if (std::ranges::count(best.passes, kBad) > 0) {
        return Error{ErrorCode::kVerifierRejected, "invalid"};
      }
      Proven proven;
      proven.reproduction.cost = Found(best.passes).cost;
      return proven;
    };
    settings.allows = [](const Cost&) { return true; };
    settings.on_culprit = [this](PassId pass, const Error& error) {
      EXPECT_EQ(error.message, "invalid");
      culprit_.set_value(pass);
    };
    return settings;
  }

  bool WaitForProofs(int count) const {
    const Clock::time_point end = Clock::now() + 20s;
    while (proofs_ < count && Clock::now() < end) std::this_thread::sleep_for(1ms);
    return proofs_ >= count;
  }

  std::atomic<int> proofs_ = 0;
  std::promise<PassId> culprit_;
};

TEST_F(TrialProofsTest, WhatHoldsIsHeldAndNotProvedAgain) {
  TrialProofs trials(Settings(400ms));
  trials.OnBest(Found({1, 2}));
  ASSERT_TRUE(WaitForProofs(1));
  std::this_thread::sleep_for(400ms);
  trials.Stop();
  ASSERT_TRUE(trials.held());
  EXPECT_EQ(trials.held()->reproduction.cost.instructions, 98u);
  EXPECT_EQ(proofs_, 1);
}

TEST_F(TrialProofsTest, WhatMayNotBeTheResultReplacesNothing) {
  TrialSettings settings = Settings(400ms);
  settings.allows = [](const Cost& cost) { return cost.instructions >= 98; };
  TrialProofs trials(std::move(settings));
  trials.OnBest(Found({1, 2}));
  ASSERT_TRUE(WaitForProofs(1));
  trials.OnBest(Found({1, 2, 3}));
  ASSERT_TRUE(WaitForProofs(2));
  std::this_thread::sleep_for(100ms);
  trials.Stop();
  ASSERT_TRUE(trials.held());
  EXPECT_EQ(trials.held()->reproduction.cost.instructions, 98u);
}

TEST_F(TrialProofsTest, NamesThePassThatAListFailsOf) {
  TrialProofs trials(Settings(1s));
  trials.OnBest(Found({1, 2, 3, kBad, 4}));
  auto culprit = culprit_.get_future();
  ASSERT_EQ(culprit.wait_for(20s), std::future_status::ready);
  EXPECT_EQ(culprit.get(), kBad);
  trials.Stop();
  ASSERT_TRUE(trials.held()) << "what comes before it holds";
  EXPECT_EQ(trials.held()->reproduction.cost.instructions, 97u);
}

/// The search takes a moment to take back what has the pass.
TEST_F(TrialProofsTest, TriesNothingThatHasAPassThatWasNamed) {
  TrialProofs trials(Settings(80ms));
  trials.OnBest(Found({1, 2, 3, kBad, 4}));
  ASSERT_EQ(culprit_.get_future().wait_for(20s), std::future_status::ready);
  trials.OnBest(Found({1, 2, 3, kBad, 4, 5}));
  const int proofs = proofs_;
  std::this_thread::sleep_for(200ms);
  EXPECT_EQ(proofs_, proofs);
  trials.OnBest(Found({1, 2, 3}));
  EXPECT_TRUE(WaitForProofs(proofs + 1));
  trials.Stop();
  ASSERT_TRUE(trials.held());
  EXPECT_EQ(trials.held()->reproduction.cost.instructions, 97u);
}

TEST_F(TrialProofsTest, LeavesLongProofsForTheEnd) {
  TrialSettings settings = Settings(80ms);
  settings.proof_time = [](const Best&, Prover::Care care) {
    return care == Prover::Care::kQuick ? 2001ms : 1001ms;
  };
  TrialProofs trials(std::move(settings));
  trials.OnBest(Found({1}));
  std::this_thread::sleep_for(200ms);
  trials.Stop();
  EXPECT_EQ(proofs_, 0);
}

/// At the end of the search, a busy machine may leave no time for any proof.
TEST_F(TrialProofsTest, HasOneQuickProofIfProofsAreLong) {
  TrialSettings settings = Settings(400ms);
  const Clock::time_point quarter = settings.begin + 100ms;
  settings.proof_time = [](const Best&, Prover::Care care) {
    return care == Prover::Care::kQuick ? 2s : 3s;
  };
  settings.prove = [&, prove = settings.prove](const Best& best, Prover::Care care,
                                               const Budget& budget) {
    EXPECT_EQ(care, Prover::Care::kQuick);
    EXPECT_GE(Clock::now(), quarter);
    return prove(best, care, budget);
  };
  TrialProofs trials(std::move(settings));
  trials.OnBest(Found({1}));
  ASSERT_TRUE(WaitForProofs(1));
  trials.OnBest(Found({1, 2}));
  std::this_thread::sleep_for(400ms);
  trials.Stop();
  EXPECT_EQ(proofs_, 1);
  EXPECT_TRUE(trials.held());
}

TEST_F(TrialProofsTest, StopDropsWhatIsUnderWay) {
  TrialSettings settings = Settings(80ms);
  std::promise<void> begun;
  settings.prove = [&](const Best&, Prover::Care, const Budget& budget) -> Result<Proven> {
    begun.set_value();
    while (!budget.cancelled()) std::this_thread::sleep_for(1ms);
    return Error{ErrorCode::kCancelled, "stopped"};
  };
  TrialProofs trials(std::move(settings));
  trials.OnBest(Found({1}));
  ASSERT_EQ(begun.get_future().wait_for(20s), std::future_status::ready);
  trials.Stop();
  EXPECT_FALSE(trials.held());
}

}  // namespace
}  // namespace autotune
