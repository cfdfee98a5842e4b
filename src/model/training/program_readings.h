#pragma once

#include <cstddef>
#include <cstdint>
#include <map>
#include <span>
#include <vector>

#include "core/training_set.h"
#include "model/network/passformer.h"
#include "model/training/replicas.h"

namespace autotune {

/// Reads each of `programs`, indices in the training set that may repeat; with gradients if these
/// are on.
ProgramReading ReadRows(const Passformer& network, const TrainingSet& set,
                        std::span<const std::size_t> programs);

/// Remembers the output of the layers over tokens, for as long as they stay the same. Thread-safe
/// except for `Read`.
class ProgramReadings {
 public:
  /// `programs` may repeat.
  static ProgramReadings Read(const Replicas& replicas, const TrainingSet& set,
                              std::span<const std::size_t> programs);

  /// Returns readings of programs that were read.
  ProgramReading Rows(std::span<const std::size_t> programs) const;

 private:
  std::map<std::size_t, std::int64_t> rows_;  ///< by program
  ProgramReading all_;
};

}  // namespace autotune
