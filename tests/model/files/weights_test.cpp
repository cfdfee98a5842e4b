#include "model/files/weights.h"

#include <filesystem>
#include <fstream>
#include <string>

#include <gtest/gtest.h>
#include <torch/serialize/archive.h>

#include "model/network/features.h"
#include "model/small_network.h"
#include "support/test_directory.h"

namespace autotune {
namespace {

namespace fs = std::filesystem;

ActionSpace TestSpace(const std::string& first = "a") {
  std::vector<Action> actions = {{first, ""}};
  while (actions.size() < kTestActions) actions.push_back({std::to_string(actions.size()), ""});
  return {"test", actions, {}};
}

torch::Tensor Logits(const Passformer& network) {
  torch::manual_seed(7);
  const torch::NoGradGuard no_grad;
  const IrTokens tokens = MakeTokens({50, 128});
  const Features features = MakeFeatures(1);
  const ProgramView program = {tokens, features};
  const auto states = torch::rand({1, 6, static_cast<std::int64_t>(kStateFeatureWidth)});
  return network
      .Forward(network.Encode(MakeProgramBatch({&program, 1})),
               torch::randint(kTestActions, {1, 6}, torch::kLong), states)
      .logits;
}

class WeightsTest : public testing::Test {
 protected:
  fs::path Save(const Passformer& network, const std::string& name = "test.weights") {
    const fs::path path = directory_.path() / name;
    const Status status =
        SaveWeights(path, network, TestSpace().fingerprint(), {{"seed", "1"}, {"data", "toy"}});
    EXPECT_TRUE(status.ok());
    return path;
  }
  /// A file as `SaveWeights` leaves it, but for what `change` does to its metadata.
  fs::path SaveChanged(const std::string& from, const std::string& to) {
    const fs::path path = Save(*MakeNetwork(SmallConfig()));
    torch::serialize::InputArchive in;
    in.load_from(path.string());
    c10::IValue text;
    in.read("autotune", text);
    std::string metadata = text.toStringRef();
    const std::size_t at = metadata.find(from);
    EXPECT_NE(at, std::string::npos) << metadata;
    torch::serialize::OutputArchive out;
    out.write("autotune", c10::IValue(metadata.replace(at, from.size(), to)));
    out.save_to(path.string());
    return path;
  }
  static std::string Refusal(const fs::path& path) {
    const auto weights = LoadWeights(path, TestSpace());
    EXPECT_FALSE(weights.ok());
    const std::string message = weights.ok() ? "" : weights.error().message;
    EXPECT_EQ(message.find('\n'), std::string::npos) << message;
    EXPECT_EQ(message.find(path.string()), 0) << message;
    return message;
  }

  TestDirectory directory_;
};

TEST_F(WeightsTest, LoadedNetworkIsTheSavedOne) {
  const auto network = MakeNetwork(SmallConfig());
  auto once = LoadWeights(Save(*network), TestSpace());
  ASSERT_TRUE(once.ok()) << once.error().message;
  EXPECT_TRUE(torch::allclose(Logits(*once->network), Logits(*network), 0.02, 0.02));
  // Rounded to half precision once, weights stay what they are.
  const auto twice = LoadWeights(Save(*once->network), TestSpace());
  ASSERT_TRUE(twice.ok());
  EXPECT_TRUE(torch::equal(Logits(*once->network), Logits(*twice->network)));
}

TEST_F(WeightsTest, TellsWhatItIs) {
  const auto weights = LoadWeights(Save(*MakeNetwork(SmallConfig())));
  ASSERT_TRUE(weights.ok());
  const ModelInfo& info = weights->info;
  EXPECT_EQ(info.config.actions, kTestActions);
  EXPECT_EQ(info.config.decoder_layers, 2);
  EXPECT_EQ(info.config.max_steps, 8);
  EXPECT_EQ(info.features_version, kFeaturesVersion);
  EXPECT_EQ(info.tokens_version, kIrTokensVersion);
  EXPECT_GT(info.parameters, 10000);
  EXPECT_EQ(info.card.at("data"), "toy");
}

TEST_F(WeightsTest, RefusesOtherActions) {
  const auto weights = LoadWeights(Save(*MakeNetwork(SmallConfig())), TestSpace("b"));
  ASSERT_FALSE(weights.ok());
  EXPECT_NE(weights.error().message.find("was trained for other actions than `test` has now"),
            std::string::npos);
}

TEST_F(WeightsTest, RefusesOtherVersions) {
  EXPECT_NE(Refusal(SaveChanged("\"features_version\":1", "\"features_version\":77"))
                .find("was trained with version 77 of the features, this program has 1"),
            std::string::npos);
  EXPECT_NE(Refusal(SaveChanged("\"tokens_version\":1", "\"tokens_version\":77"))
                .find("was trained with version 77 of the tokens, this program has 1"),
            std::string::npos);
  EXPECT_NE(Refusal(SaveChanged("\"format\":1", "\"format\":77")).find("has version 77"),
            std::string::npos);
}

TEST_F(WeightsTest, RefusesKindsOfOlderVersions) {
  EXPECT_NE(Refusal(SaveChanged("\"tokens\"", "\"features\""))
                .find("encoder is \"features\", and this program has \"tokens\" alone"),
            std::string::npos);
  EXPECT_NE(Refusal(SaveChanged("\"add\"", "\"concat\"")).find("fusion is \"concat\""),
            std::string::npos);
  EXPECT_NE(
      Refusal(SaveChanged("\"reobserve\":true", "\"reobserve\":false")).find("reobserve is false"),
      std::string::npos);
}

TEST_F(WeightsTest, RefusesWhatItCannotBe) {
  EXPECT_NE(Refusal(SaveChanged("\"width\":32", "\"width\":320000")).find("width is out of range"),
            std::string::npos);
  EXPECT_NE(Refusal(SaveChanged("\"heads\":2", "\"heads\":5")).find("heads don't fit the width"),
            std::string::npos);
  Refusal(SaveChanged("\"heads\":2", "\"heads\":1"));  // has no tensors
  EXPECT_THAT(Refusal(SaveChanged("\"encoder_layers\":", "\"encoder_layers\":999")),
              testing::HasSubstr("the file is too small for its network"));
  const auto network = MakeNetwork(SmallConfig());
  const torch::NoGradGuard no_grad;
  network->named_parameters().begin()->value().fill_(NAN);
  EXPECT_THAT(Refusal(Save(*network)), testing::HasSubstr("is not finite"));
}

TEST_F(WeightsTest, RefusesDamagedAndMissingFiles) {
  EXPECT_NE(Refusal(directory_.path() / "missing").find("no such file"), std::string::npos);
  const fs::path text = directory_.path() / "text";
  std::ofstream(text) << "not weights at all";
  Refusal(text);
  const fs::path half = Save(*MakeNetwork(SmallConfig()));
  fs::resize_file(half, fs::file_size(half) / 2);
  Refusal(half);
}

TEST_F(WeightsTest, RefusesNumbersThatWereNotWritten) {
  const fs::path path = Save(*MakeNetwork(SmallConfig()));
  const std::string name = path.filename().string();
  const std::string content = directory_.Read(name);
  for (const std::size_t part : {4, 2}) {  // in tensors
    std::string changed = content;
    changed[content.size() / part] ^= 1;
    directory_.Write(name, changed);
    EXPECT_THAT(Refusal(path), testing::EndsWith("the file is damaged: a checksum is wrong"));
  }
  std::string changed = content;
  changed[content.size() - 3] ^= '\x7f';  // where its directory is
  directory_.Write(name, changed);
  Refusal(path);
}

TEST_F(WeightsTest, SaysWhoseWeightsAPolicysAre) {
  EXPECT_THAT(Refusal(SaveChanged("{", R"({"algorithm":"ppo",)")),
              testing::EndsWith("holds weights of ppo, and a Passformer's are needed here"));
}

TEST_F(WeightsTest, SayWhereTheyCannotBeWritten) {
  const fs::path path = directory_.path() / "missing" / "file";
  const Status status = SaveWeights(path, *MakeNetwork(SmallConfig()), {}, {});
  ASSERT_FALSE(status.ok());
  EXPECT_EQ(status.error().code, ErrorCode::kIo);
}

// Each file of weights in the repository must stay below.
TEST_F(WeightsTest, DefaultNetworkFitsIn16Megabytes) {
  PassformerConfig config;
  config.actions = 200;
  EXPECT_LT(fs::file_size(Save(Passformer(config))), 16U << 20);
}

}  // namespace
}  // namespace autotune
