#include "model/inference/batched_prior.h"

#include <algorithm>
#include <atomic>
#include <chrono>
#include <latch>
#include <thread>
#include <vector>

#include <gtest/gtest.h>

namespace autotune {
namespace {

/// Answers with the length of the list; refuses empty ones. The first batch waits until it is let
/// go.
class CountingPrior : public BatchedPrior {
 public:
  std::latch started{1};
  std::latch go{1};
  std::vector<std::size_t> batches;  ///< how many requests each had

 private:
  void Compute(std::span<Request* const> requests) override {
    EXPECT_FALSE(running_.exchange(true)) << "two batches at once";
    if (batches.empty()) {
      started.count_down();
      go.wait();
    }
    batches.push_back(requests.size());
    for (Request* const request : requests) {
      for (const PriorQuery& query : request->queries) {
        const auto length = static_cast<float>(query.state.applied.size());
        request->answer.push_back({{length}, {}});
        if (length == 0) request->status = Error{ErrorCode::kInvalidArgument, "empty"};
      }
    }
    running_ = false;
  }

  std::atomic<bool> running_{false};
};

Result<std::vector<Prediction>> Ask(Prior& prior, std::size_t length) {
  const ProgramState state = {{}, {}, PassSequence(length)};
  const FeaturePath features;
  const PriorQuery query = {state, features};
  return prior.Predict({&query, 1});
}

TEST(BatchedPrior, GathersWhatIsAskedDuringABatch) {
  CountingPrior prior;
  constexpr std::size_t kThreads = 8;
  std::vector<float> answers(kThreads + 1);
  std::vector<std::jthread> threads;
  std::latch asking{kThreads + 1};
  const auto ask = [&](std::size_t length) {
    asking.count_down();
    answers[length - 1] = Ask(prior, length)->at(0).logits[0];
  };
  threads.emplace_back(ask, 1);
  prior.started.wait();
  for (std::size_t i = 2; i <= kThreads + 1; ++i) threads.emplace_back(ask, i);
  asking.wait();
  std::this_thread::sleep_for(std::chrono::milliseconds(100));  // so that some do wait
  prior.go.count_down();
  threads.clear();
  for (std::size_t i = 0; i <= kThreads; ++i) EXPECT_EQ(answers[i], i + 1);
  EXPECT_LT(prior.batches.size(), kThreads) << "none was gathered";
}

TEST(BatchedPrior, AnErrorIsOfWhoAsked) {
  CountingPrior prior;
  prior.go.count_down();
  EXPECT_EQ(Ask(prior, 0).error().message, "empty");
  EXPECT_TRUE(Ask(prior, 1).ok());
}

}  // namespace
}  // namespace autotune
