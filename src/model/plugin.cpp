#include "model/plugin.h"

#include "model/loaded_model.h"

namespace {

constexpr autotune::ModelPlugin kPlugin = {.load = &autotune::LoadModel};

}  // namespace

extern "C" __attribute__((visibility("default"))) const autotune::ModelPlugin*
autotune_model_plugin() {
  return &kPlugin;
}
