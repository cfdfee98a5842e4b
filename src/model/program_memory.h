#pragma once

#include <cstddef>
#include <cstdint>
#include <map>
#include <span>
#include <vector>

#include "core/training_set.h"
#include "model/passformer.h"
#include "model/replicas.h"

namespace autotune {

/// The memory of each of `programs`, rows of the training set that may repeat; with gradients where
/// these are on.
Memory EncodeRows(const Passformer& network, const TrainingSet& set,
                  std::span<const std::size_t> programs);

/// Remembers what an encoder that doesn't change makes of programs. Thread-safe but for `Encode`.
class ProgramMemory {
 public:
  /// `programs` may repeat.
  static ProgramMemory Encode(const Replicas& replicas, const TrainingSet& set,
                              std::span<const std::size_t> programs);

  /// Of programs that were encoded.
  Memory Rows(std::span<const std::size_t> programs) const;

 private:
  std::map<std::size_t, std::int64_t> rows_;  ///< by program
  Memory memory_;
};

}  // namespace autotune
