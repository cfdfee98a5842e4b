#pragma once

#include <filesystem>
#include <memory>

#include "core/action_space.h"
#include "core/result.h"
#include "model/model.h"
#include "model/policy/policy.h"
#include "model/training/training.h"

// The entrance to everything made of torch. The program opens `autotune-model.so`, which lies
// beside it, only if a model is wanted: loading torch takes half a second and 160 MB. Both are
// built together, by one compiler.

namespace autotune {

struct ModelPlugin {
  Result<std::unique_ptr<Model>> (*load)(const std::filesystem::path& weights,
                                         const ActionSpace& actions);
  Result<TrainOutcome> (*train)(const TrainOptions& options, const TrainingSet& set,
                                const Budget& budget, const OnTrainProgress& on_progress);
  Result<JudgedOutcome> (*train_policy)(const PolicyOptions& options, const PolicyTasks& tasks,
                                        Budget& budget, const OnJudgedProgress& on_progress);
};

inline constexpr char kModelPluginFile[] = "autotune-model.so";
inline constexpr char kModelPluginEntry[] = "autotune_model_plugin";
/// The type of the symbol `kModelPluginEntry`.
using ModelPluginEntry = const ModelPlugin*();

}  // namespace autotune
