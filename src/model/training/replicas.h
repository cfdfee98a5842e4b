#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <vector>

#include "model/network/passformer.h"

namespace autotune {

/// Computes gradients on several threads. Each has its own network, which shares the weights of the
/// first, but not its gradients. Products of this size are too small for threads of their own.
/// Torch and its linear algebra are therefore kept on the calling thread, in the whole process.
class Replicas {
 public:
  /// Replicates a loaded network. From then on, weights must be written in place, not replaced.
  Replicas(std::shared_ptr<Passformer> network, std::size_t count);

  std::size_t size() const { return networks_.size(); }

  /// Seeds the dropout of the parts of the next `ForEach`, on any threads.
  void Seed(std::uint64_t seed) { seed_ = seed; }

  /// Calls `work(network, part)` for each part and waits. Parts of one network run one after
  /// another. Rethrows exceptions of `work`.
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
