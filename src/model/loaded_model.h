#pragma once

#include <filesystem>
#include <memory>

#include "core/action_space.h"
#include "core/result.h"
#include "model/model.h"

namespace autotune {

Result<std::unique_ptr<Model>> LoadModel(const std::filesystem::path& weights,
                                         const ActionSpace& actions);

}  // namespace autotune
