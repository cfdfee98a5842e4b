#include "model/plugin.h"

#include <dlfcn.h>
#include <gtest/gtest.h>

#include "model/small_network.h"
#include "model/weights.h"
#include "support/test_directory.h"

namespace autotune {
namespace {

// What the program does: open the module, load weights through its table, ask.
TEST(Plugin, LoadsWeightsAndAnswers) {
  void* const module = dlopen(AUTOTUNE_MODEL_PLUGIN, RTLD_NOW | RTLD_LOCAL);
  ASSERT_NE(module, nullptr) << dlerror();
  const auto entry = reinterpret_cast<ModelPluginEntry*>(dlsym(module, kModelPluginEntry));
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

}  // namespace
}  // namespace autotune
