#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <vector>

#include "model/passformer.h"

namespace autotune {

/// Computes gradients on several threads: each has a network of its own that shares the weights,
/// not the gradients, of the first. Products of this size are too small for threads inside each, so
/// torch and its linear algebra are told to stay on the calling thread, in the whole process.
class Replicas {
 public:
  /// Of a network that is loaded: what replaces its weights later must write into them.
  Replicas(std::shared_ptr<Passformer> network, std::size_t count);

  std::size_t size() const { return networks_.size(); }

  /// Decides what dropout the parts of the next `ForEach` draw, on whatever threads.
  void Seed(std::uint64_t seed) { seed_ = seed; }

  /// Calls `work(network, part)` for each part, those of one network one after another, and waits.
  /// Rethrows what it throws.
  void ForEach(std::size_t parts,
               const std::function<void(const Passformer&, std::size_t part)>& work) const;

  /// Adds the gradients of the others to those of the first, in a fixed order, and clears theirs.
  void GatherGradients() const;

  void SetTraining(bool training) const;

 private:
  std::vector<std::shared_ptr<Passformer>> networks_;
  std::uint64_t seed_ = 0;
};

}  // namespace autotune
