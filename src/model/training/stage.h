#pragma once

#include <cstddef>
#include <cstdint>
#include <string_view>

#include "model/files/score.h"

namespace autotune {

/// A task that a network is trained for. A step depends only on its number and its epoch, so
/// training can be resumed anywhere.
class Stage {
 public:
  virtual ~Stage() = default;
  virtual std::string_view name() const = 0;
  virtual std::size_t steps_per_epoch() const = 0;

  /// Leaves the gradient of the mean loss over the targets of one step in the network. The network
  /// must have no gradients before.
  virtual Score Step(std::uint64_t epoch, std::size_t index) = 0;

  /// Returns the score on the validation samples; 0 if there are none.
  virtual Score Validate() = 0;
};

}  // namespace autotune
