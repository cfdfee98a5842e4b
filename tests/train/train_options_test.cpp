#include "train/train_options.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace autotune {
namespace {

using namespace std::chrono_literals;
using ::testing::HasSubstr;

std::string Refusal(const std::vector<std::string>& arguments) {
  const Result<TrainCommand> command = ParseTrainCommand(arguments);
  EXPECT_FALSE(command.ok()) << testing::PrintToString(arguments);
  return command ? "" : command.error().message;
}

TEST(TrainOptions, PutsEachOptionInItsPlace) {
  const auto command = ParseTrainCommand(
      {"a.db", "--budget", "30m", "b.db", "-o", "x.pf", "--epochs", "7", "--learning-rate", "2e-4",
       "--decoder-layers", "2", "--nearness", "0.1", "--device", "cpu", "--resume", "-q"});
  ASSERT_TRUE(command.ok()) << command.error().message;
  EXPECT_EQ(command->sets.size(), 2u);
  EXPECT_EQ(command->budget, 30min);
  EXPECT_TRUE(command->quiet);
  const TrainOptions& training = command->training;
  EXPECT_EQ(training.output, "x.pf");
  EXPECT_EQ(training.epochs, 7u);
  EXPECT_EQ(training.learning_rate, 2e-4);
  EXPECT_EQ(training.model.decoder_layers, 2);
  EXPECT_EQ(training.samples.nearness, 0.1);
  EXPECT_EQ(training.device, TrainingDevice::kCpu);
  EXPECT_TRUE(training.resume);
}

TEST(TrainOptions, RefusesWhatMakesNoSense) {
  EXPECT_THAT(Refusal({"-o", "x.pf"}), HasSubstr("no training set"));
  EXPECT_THAT(Refusal({"a.db"}), HasSubstr("needs -o"));
  EXPECT_THAT(Refusal({"a.db", "-o", "x", "--epochs", "-1"}), HasSubstr("--epochs: '-1'"));
  EXPECT_THAT(Refusal({"a.db", "-o", "x", "--epochs", "0"}), HasSubstr("0 is below 1"));
  EXPECT_THAT(Refusal({"a.db", "-o", "x", "--learning-rate", "nan"}), HasSubstr("--learning-rate"));
  EXPECT_THAT(Refusal({"a.db", "-o", "x", "--learning-rate", "1e-3x"}), HasSubstr("1e-3x"));
  EXPECT_THAT(Refusal({"a.db", "-o", "x", "--epoch", "1"}), HasSubstr("--epoch"));
  EXPECT_THAT(Refusal({"a.db", "-o", "x", "--joint"}), HasSubstr("--joint"));
  EXPECT_THAT(Refusal({"a.db", "-o", "x", "--device", "gpu"}), HasSubstr("auto, cpu"));
  EXPECT_THAT(Refusal({"a.db", "-o", "x", "--start", "y", "--encoder-layers", "2"}),
              HasSubstr("--encoder-layers says how"));
}

}  // namespace
}  // namespace autotune
