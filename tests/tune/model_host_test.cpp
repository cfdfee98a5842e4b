#include "tune/model_host.h"

#include <chrono>
#include <future>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include <gtest/gtest.h>

#include "support/fake_prior.h"
#include "support/recording_observer.h"

namespace autotune {
namespace {

using namespace std::chrono_literals;

const std::vector<float> kModels = {0, 1};
const std::vector<float> kStatic = {1, 0};

class FakeModel : public Model {
 public:
  const ModelInfo& info() const override { return info_; }
  std::unique_ptr<Prior> MakePrior(const IrTokens&) const override {
    return std::make_unique<ConstantPrior>(kModels);
  }

 private:
  const ModelInfo info_;
};

/// A model that is being read until the test says what came of it.
class ModelHostTest : public testing::Test {
 protected:
  using Read = Result<std::unique_ptr<Model>>;

  std::unique_ptr<Prior> Make(bool waits, const Budget& time = Budget::Unlimited()) {
    return MakeModelPrior(host_, {}, waits, time, std::make_unique<ConstantPrior>(kStatic),
                          observer_);
  }
  /// Without a fallback.
  std::unique_ptr<Prior> MakeRequired(const Budget& time) {
    return MakeModelPrior(host_, {}, true, time, nullptr, observer_);
  }

  static Result<std::vector<Prediction>> Predict(Prior& prior) {
    const ProgramState state;
    const FeaturePath features;
    const PriorQuery query{state, features};
    return prior.Predict({&query, 1});
  }
  static std::vector<float> Ask(Prior& prior) { return Predict(prior)->front().logits; }

  void Finish(Read read) {
    read_.set_value(std::move(read));
    (void)host_.Wait(Budget::Unlimited());
  }
  void Finish() { Finish(std::unique_ptr<Model>(std::make_unique<FakeModel>())); }

  RecordingObserver observer_;
  std::promise<Read> read_;
  const ModelHost host_{"weights.pf", [this] { return read_.get_future().get(); }};
};

TEST_F(ModelHostTest, StaticPriorAnswersUntilTheModelIsThere) {
  const auto prior = Make(false);
  EXPECT_FALSE(prior->ready());
  EXPECT_EQ(Ask(*prior), kStatic);
  Finish();
  EXPECT_TRUE(prior->ready());
  EXPECT_EQ(Ask(*prior), kModels);
}

TEST_F(ModelHostTest, StaticPriorGoesOnWhereThereIsNoModel) {
  const auto prior = Make(false);
  EXPECT_EQ(Ask(*prior), kStatic);
  Finish(Error{ErrorCode::kBadInput, "damaged"});
  EXPECT_EQ(Ask(*prior), kStatic);
  EXPECT_EQ(Ask(*prior), kStatic);
  EXPECT_EQ(observer_.warnings, std::vector<std::string>{"searching without the model: damaged"});
}

TEST_F(ModelHostTest, ModelIsWaitedForWhereTheAnswerMustAlwaysBeTheSame) {
  const auto prior = Make(true);
  EXPECT_TRUE(prior->ready());
  auto answer = std::async(std::launch::async, [&] { return Ask(*prior); });
  EXPECT_EQ(answer.wait_for(50ms), std::future_status::timeout);
  Finish();
  EXPECT_EQ(answer.get(), kModels);
}

/// A cold disk may take longer than the whole run.
TEST_F(ModelHostTest, StaticPriorAnswersInPlaceOfAModelThatIsLate) {
  const Budget time({.deadline = Clock::now() + 50ms});
  const auto prior = Make(true, time);
  EXPECT_EQ(Ask(*prior), kStatic);
  EXPECT_GE(Clock::now(), time.end());
  EXPECT_FALSE(prior->ready());
  const std::vector<std::string> warnings = {
      "searching without the model: it was not read in time"};
  EXPECT_EQ(observer_.warnings, warnings);
  Finish();
  EXPECT_EQ(Ask(*prior), kStatic) << "equal queries get equal answers";
  EXPECT_FALSE(prior->ready());
  EXPECT_EQ(observer_.warnings, warnings);
}

TEST_F(ModelHostTest, ARequiredModelThatIsLateIsAnError) {
  const Budget time({.deadline = Clock::now() + 50ms});
  const auto prior = MakeRequired(time);
  const auto answer = Predict(*prior);
  Finish();
  ASSERT_FALSE(answer.ok());
  EXPECT_EQ(answer.error().code, ErrorCode::kCancelled);
}

TEST_F(ModelHostTest, ARequestToStopEndsTheWait) {
  Budget stopped({});
  const Budget time({.deadline = Clock::now() + 1h}, &stopped);
  const auto prior = Make(true, time);
  auto answer = std::async(std::launch::async, [&] { return Predict(*prior); });
  EXPECT_EQ(answer.wait_for(50ms), std::future_status::timeout);
  stopped.Cancel();
  EXPECT_EQ(answer.wait_for(10s), std::future_status::ready);
  Finish();
  const auto cancelled = answer.get();
  ASSERT_FALSE(cancelled.ok());
  EXPECT_EQ(cancelled.error().code, ErrorCode::kCancelled);
  EXPECT_TRUE(observer_.warnings.empty()) << "the user knows";
}

}  // namespace
}  // namespace autotune
