#include "tune/model_host.h"

#include <chrono>
#include <future>
#include <memory>
#include <utility>
#include <vector>

#include <gtest/gtest.h>

#include "support/fake_prior.h"
#include "support/recording_observer.h"

namespace autotune {
namespace {

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

  std::unique_ptr<Prior> Make(bool waits) {
    return MakeModelPrior(host_, {}, waits, std::make_unique<ConstantPrior>(kStatic), observer_);
  }

  static std::vector<float> Ask(Prior& prior) {
    const ProgramState state;
    const FeaturePath features;
    const PriorQuery query{state, features};
    return prior.Predict({&query, 1})->front().logits;
  }

  void Finish(Read read) {
    read_.set_value(std::move(read));
    (void)host_.Wait();
  }

  RecordingObserver observer_;
  std::promise<Read> read_;
  const ModelHost host_{"weights.pf", [this] { return read_.get_future().get(); }};
};

TEST_F(ModelHostTest, StaticPriorAnswersUntilTheModelIsThere) {
  const auto prior = Make(false);
  EXPECT_FALSE(prior->ready());
  EXPECT_EQ(Ask(*prior), kStatic);
  Finish(std::unique_ptr<Model>(std::make_unique<FakeModel>()));
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
  EXPECT_EQ(answer.wait_for(std::chrono::milliseconds(50)), std::future_status::timeout);
  Finish(std::unique_ptr<Model>(std::make_unique<FakeModel>()));
  EXPECT_EQ(answer.get(), kModels);
}

}  // namespace
}  // namespace autotune
