#pragma once

#include <cstddef>
#include <cstdint>
#include <string_view>

#include "model/score.h"

namespace autotune {

/// Something a network is trained for. What a step does depends on its number and its epoch alone,
/// so that training can be taken up anywhere.
class Stage {
 public:
  virtual ~Stage() = default;
  virtual std::string_view name() const = 0;
  virtual std::size_t steps_per_epoch() const = 0;

  /// Leaves the gradient of the mean loss over the targets of one step in the network, which must
  /// have none.
  virtual Score Step(std::uint64_t epoch, std::size_t index) = 0;

  /// Over the validation samples; over none the score is 0.
  virtual Score Validate() = 0;
};

}  // namespace autotune
