#include "search/engine/job_loop.h"

#include <algorithm>
#include <atomic>
#include <chrono>
#include <cstddef>
#include <functional>
#include <numeric>
#include <thread>
#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <tbb/global_control.h>
#include <tbb/task_arena.h>

namespace autotune {
namespace {

using namespace std::chrono_literals;

/// As many threads however few cores there are.
void OnThreads(int threads, const std::function<void()>& work) {
  const tbb::global_control control(tbb::global_control::max_allowed_parallelism,
                                    static_cast<std::size_t>(threads));
  tbb::task_arena(threads).execute(work);
}

/// False where that takes longer than it can.
bool Waited(const std::function<bool()>& condition) {
  const auto end = std::chrono::steady_clock::now() + 30s;
  while (!condition()) {
    if (std::chrono::steady_clock::now() > end) return false;
    std::this_thread::sleep_for(100us);
  }
  return true;
}

struct Job {
  std::size_t number = 0;
};

class JobLoopTest : public testing::TestWithParam<JobOrder> {
 protected:
  /// Makes and merges so many jobs.
  JobLoop<Job>::Stages Counting(std::size_t count, std::function<void(Job&)> evaluate) {
    return {.done = [] { return false; },
            .make =
                [this, count](Job& job) {
                  if (made_ == count) return false;
                  job.number = made_++;
                  return true;
                },
            .evaluate = std::move(evaluate),
            .merge =
                [this](Job& job) {
                  merged_.push_back(job.number);
                  ++count_;
                }};
  }

  std::size_t made_ = 0;
  std::vector<std::size_t> merged_;
  std::atomic<std::size_t> count_ = 0;  ///< of these
};

TEST_P(JobLoopTest, MergesEachJobOnceAndRunsNoMoreAtATimeThanAllowed) {
  std::atomic<int> running = 0;
  std::atomic<int> most = 0;
  OnThreads(8, [&] {
    JobLoop<Job>(3, GetParam()).Run(Counting(100, [&](Job&) {
      const int now = ++running;
      int before = most;
      while (now > before && !most.compare_exchange_weak(before, now)) {
      }
      std::this_thread::sleep_for(200us);
      --running;
    }));
  });
  EXPECT_LE(most, 3);
  std::vector<std::size_t> all(100);
  std::iota(all.begin(), all.end(), std::size_t{0});
  EXPECT_THAT(merged_, testing::UnorderedElementsAreArray(all));
}

TEST_P(JobLoopTest, WhatCannotBeMadeYetIsMadeAfterTheNextMerge) {
  // All but the first depend on the one before.
  auto stages = Counting(20, [](Job&) { std::this_thread::sleep_for(200us); });
  stages.make = [this](Job& job) {
    if (made_ == 20 || made_ > count_) return false;
    job.number = made_++;
    return true;
  };
  OnThreads(4, [&] { JobLoop<Job>(4, GetParam()).Run(stages); });
  EXPECT_EQ(merged_.size(), 20u);
}

TEST_P(JobLoopTest, WhenItIsDoneNothingMoreIsMade) {
  auto stages = Counting(1000, [](Job&) {});
  stages.done = [this] { return made_ >= 10; };
  OnThreads(4, [&] { JobLoop<Job>(4, GetParam()).Run(stages); });
  EXPECT_LT(made_, 15u);
  EXPECT_EQ(merged_.size(), made_);
}

INSTANTIATE_TEST_SUITE_P(Orders, JobLoopTest,
                         testing::Values(JobOrder::kRepeatable, JobOrder::kAsFinished));

TEST_F(JobLoopTest, RepeatableKnowsAllButTheLastFewOnAnyNumberOfThreads) {
  for (const int threads : {1, 2, 5}) {
    made_ = 0;
    merged_.clear();
    auto stages = Counting(50, [](Job& job) {
      if (job.number % 7 == 0) std::this_thread::sleep_for(1ms);
    });
    const auto make = stages.make;
    stages.make = [&](Job& job) {
      EXPECT_EQ(merged_.size(), made_ < 3 ? 0 : made_ < 50 ? made_ - 2 : merged_.size());
      return make(job);
    };
    OnThreads(threads, [&] { JobLoop<Job>(3, JobOrder::kRepeatable).Run(stages); });
    EXPECT_TRUE(std::ranges::is_sorted(merged_));
  }
}

TEST_F(JobLoopTest, AsFinishedNobodyWaitsForTheSlowest) {
  bool waited = false;
  OnThreads(2, [&] {
    JobLoop<Job>(2, JobOrder::kAsFinished).Run(Counting(40, [&](Job& job) {
      if (job.number == 0) waited = Waited([this] { return count_ >= 39; });
    }));
  });
  EXPECT_TRUE(waited);
  EXPECT_EQ(merged_.back(), 0u);
}

}  // namespace
}  // namespace autotune
