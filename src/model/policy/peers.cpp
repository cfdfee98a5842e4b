#include "model/policy/peers.h"

#ifdef AUTOTUNE_HAS_GLOO

#include <chrono>
#include <exception>
#include <string>
#include <utility>
#include <vector>

#include <torch/csrc/distributed/c10d/FileStore.hpp>
#include <torch/csrc/distributed/c10d/ProcessGroupGloo.hpp>
#include <torch/utils.h>

namespace autotune {

namespace {

/// A process that has ended is noticed at once. A process may judge or load for long.
constexpr std::chrono::hours kPatience{24};
constexpr char kLoopback[] = "127.0.0.1";

template <typename Work>
Status Lost(Work work) {
  try {
    work();
  } catch (const std::exception&) {
    return Error{ErrorCode::kWorkerLost, "another process of the training has ended"};
  }
  return {};
}

class GlooPeers final : public Peers {
 public:
  GlooPeers(c10::intrusive_ptr<c10d::ProcessGroupGloo> group, std::uint64_t rank,
            std::uint64_t count)
      : group_(std::move(group)), rank_(rank), count_(count) {}

  std::uint64_t rank() const override { return rank_; }
  std::uint64_t count() const override { return count_; }

  Status Average(const torch::nn::Module& network) override {
    const torch::NoGradGuard no_gradients;
    std::vector<torch::Tensor> flat;
    for (const torch::Tensor& weights : network.parameters()) {
      if (!weights.grad().defined()) weights.mutable_grad() = torch::zeros_like(weights);
      flat.push_back(weights.grad().reshape({-1}));
    }
    torch::Tensor all = torch::cat(flat) / static_cast<double>(count_);
    if (Status status = Reduce(all, c10d::ReduceOp::SUM); !status.ok()) return status;
    std::int64_t begin = 0;
    for (const torch::Tensor& weights : network.parameters()) {
      weights.mutable_grad().copy_(all.narrow(0, begin, weights.numel()).view_as(weights));
      begin += weights.numel();
    }
    return {};
  }

  Result<std::int64_t> Highest(std::int64_t number) override {
    torch::Tensor highest = torch::tensor({number}, torch::kLong);
    if (Status status = Reduce(highest, c10d::ReduceOp::MAX); !status.ok()) return status.error();
    return highest.item<std::int64_t>();
  }

 private:
  Status Reduce(torch::Tensor& numbers, c10d::ReduceOp operation) {
    return Lost([&] {
      std::vector<torch::Tensor> tensors = {numbers};
      c10d::AllreduceOptions options;
      options.reduceOp = operation;
      group_->allreduce(tensors, options)->wait();
    });
  }

  const c10::intrusive_ptr<c10d::ProcessGroupGloo> group_;
  const std::uint64_t rank_;
  const std::uint64_t count_;
};

}  // namespace

Result<std::unique_ptr<Peers>> MeetPeers(const std::filesystem::path& file, std::uint64_t rank,
                                         std::uint64_t count) {
  c10::intrusive_ptr<c10d::ProcessGroupGloo> group;
  const Status met = Lost([&] {
    const auto store = c10::make_intrusive<c10d::FileStore>(file.string(), static_cast<int>(count));
    store->setTimeout(kPatience);
    const auto options = c10d::ProcessGroupGloo::Options::create(kPatience);
    options->devices = {c10d::ProcessGroupGloo::createDeviceForHostname(kLoopback)};
    group = c10::make_intrusive<c10d::ProcessGroupGloo>(store, static_cast<int>(rank),
                                                        static_cast<int>(count), options);
  });
  if (!met.ok()) return met.error();
  return std::unique_ptr<Peers>(std::make_unique<GlooPeers>(std::move(group), rank, count));
}

}  // namespace autotune

#else

namespace autotune {

Result<std::unique_ptr<Peers>> MeetPeers(const std::filesystem::path&, std::uint64_t,
                                         std::uint64_t) {
  return Error{ErrorCode::kInvalidArgument,
               "this program was built without Gloo (libgloo-dev): it trains in one process"};
}

}  // namespace autotune

#endif
