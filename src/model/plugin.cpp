#include "model/plugin.h"

#include "model/loaded_model.h"
#include "model/training/training.h"

namespace {

constexpr autotune::ModelPlugin kPlugin = {.load = &autotune::LoadModel,
                                           .train = &autotune::Train,
                                           .train_policy = &autotune::TrainPolicy};

}  // namespace

extern "C" __attribute__((visibility("default"))) const autotune::ModelPlugin*
autotune_model_plugin() {
  return &kPlugin;
}
