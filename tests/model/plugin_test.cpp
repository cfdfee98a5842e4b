#include "model/plugin.h"

#include <algorithm>
#include <cmath>
#include <vector>

#include <dlfcn.h>
#include <gtest/gtest.h>

#include "model/files/weights.h"
#include "model/small_network.h"
#include "support/test_directory.h"

namespace autotune {
namespace {

ModelPluginEntry* OpenModule() {
  void* const module = dlopen(AUTOTUNE_MODEL_PLUGIN, RTLD_NOW | RTLD_LOCAL);
  EXPECT_NE(module, nullptr) << dlerror();
  return module ? reinterpret_cast<ModelPluginEntry*>(dlsym(module, kModelPluginEntry)) : nullptr;
}

// What the program does: open the module, load weights through its table, ask.
TEST(Plugin, LoadsWeightsAndAnswers) {
  ModelPluginEntry* const entry = OpenModule();
  ASSERT_NE(entry, nullptr);

  const TestDirectory directory;
  const auto path = directory.path() / "weights";
  const ActionSpace space("test", std::vector<Action>(kTestActions, {"a", ""}), {});
  const auto network = MakeNetwork(SmallConfig());
  ASSERT_TRUE(SaveWeights(path, *network, space.fingerprint(), {}).ok());

  const auto model = entry()->load(path, space);
  ASSERT_TRUE(model.ok()) << model.error().message;
  EXPECT_EQ((*model)->info().config.actions, kTestActions);
  const auto prior = (*model)->MakePrior(MakeTokens({20}));
  EXPECT_TRUE(prior->needs().features);
  const TestPath list({1, 2, 3});
  const PriorQuery query = list.query();
  const auto predictions = prior->Predict({&query, 1});
  ASSERT_TRUE(predictions.ok());
  EXPECT_EQ(predictions->size(), 1);
  EXPECT_EQ(predictions->back().logits.size(), kTestActions);
}

// They were written by libtorch 1.13: whichever this was built with has to read them.
TEST(Plugin, ReadsTheWeightsThatComeAlong) {
  ModelPluginEntry* const entry = OpenModule();
  ASSERT_NE(entry, nullptr);
  const Result<ActionSpace> space = LoadActionSpace("full");
  ASSERT_TRUE(space.ok());

  const auto model = entry()->load(AUTOTUNE_WEIGHTS, *space);
  ASSERT_TRUE(model.ok()) << model.error().message;
  const TestPath list({1, 2, 3});
  const PriorQuery query = list.query();
  const auto predictions = (*model)->MakePrior(MakeTokens({20, 128}))->Predict({&query, 1});
  ASSERT_TRUE(predictions.ok()) << predictions.error().message;
  const std::vector<float>& logits = predictions->back().logits;
  ASSERT_EQ(logits.size(), space->size());
  EXPECT_TRUE(std::ranges::all_of(logits, [](float logit) { return std::isfinite(logit); }));
  EXPECT_GT(std::ranges::max(logits) - std::ranges::min(logits), 1);  // it has an opinion
}

}  // namespace
}  // namespace autotune
