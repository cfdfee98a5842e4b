#include "model/loaded_model.h"

#include <utility>

#include "model/files/weights.h"
#include "model/inference/torch_prior.h"
#include "model/one_thread.h"
#include "model/policy/policy_network.h"

namespace autotune {
namespace {

class LoadedModel final : public Model {
 public:
  explicit LoadedModel(Weights weights) : weights_(std::move(weights)) {}

  const ModelInfo& info() const override { return weights_.info; }
  std::unique_ptr<Prior> MakePrior(const IrTokens& tokens) const override {
    return MakeTorchPrior(weights_.network, tokens);
  }

 private:
  const Weights weights_;
};

}  // namespace

Result<std::unique_ptr<Model>> LoadModel(const std::filesystem::path& weights,
                                         const ActionSpace& actions) {
  UseOneThread();
  if (const Result<bool> policy = HoldsPolicy(weights); policy && *policy) {
    return LoadPolicy(weights, actions);
  }
  auto loaded = LoadWeights(weights, actions);
  if (!loaded.ok()) return loaded.error();
  return std::unique_ptr<Model>(std::make_unique<LoadedModel>(*std::move(loaded)));
}

}  // namespace autotune
