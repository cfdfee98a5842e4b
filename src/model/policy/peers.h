#pragma once

#include <cstdint>
#include <filesystem>
#include <memory>

#include <ATen/core/ivalue.h>  // which module.h forgets, as Clang notices
#include <torch/nn/module.h>

#include "core/result.h"

namespace autotune {

/// The processes of one decentralised training (DD-PPO: Wijmans et al., arXiv 1911.00357). Each has
/// the same network. All make the same calls in the same order, and each call waits for all.
/// Errors: `kWorkerLost` if a process has ended.
class Peers {
 public:
  virtual ~Peers() = default;

  virtual std::uint64_t rank() const = 0;   ///< number of this process, from 0
  virtual std::uint64_t count() const = 0;  ///< number of processes

  /// Replaces each gradient by its mean over the processes. A missing one counts as 0.
  virtual Status Average(const torch::nn::Module& network) = 0;
  /// Returns the highest of the numbers that the processes give.
  virtual Result<std::int64_t> Highest(std::int64_t number) = 0;
};

/// Meets the other processes of this machine at `file`, which the first one makes, and waits for
/// them. They talk over the loopback interface by Gloo. Errors: `kInvalidArgument` if this program
/// was built without Gloo; `kWorkerLost` if the processes can't meet.
Result<std::unique_ptr<Peers>> MeetPeers(const std::filesystem::path& file, std::uint64_t rank,
                                         std::uint64_t count);

}  // namespace autotune
