#include "model/training/replicas.h"

#include <exception>
#include <thread>
#include <utility>

#include <ATen/Parallel.h>
#include <torch/utils.h>

#include "core/random.h"
#include "model/network/layers.h"
#include "model/one_thread.h"

namespace autotune {

namespace {

void ShareWeights(const Passformer& from, const Passformer& to) {
  const auto weights = from.parameters();
  const auto replaced = to.parameters();
  for (std::size_t i = 0; i < weights.size(); ++i) replaced[i].set_data(weights[i].detach());
}

}  // namespace

Replicas::Replicas(std::shared_ptr<Passformer> network, std::size_t count)
    : networks_{std::move(network)} {
  UseOneThread();
  const torch::Device device = networks_[0]->parameters()[0].device();
  while (networks_.size() < count) {
    auto replica = std::make_shared<Passformer>(networks_[0]->config());
    replica->to(device);
    ShareWeights(*networks_[0], *replica);
    networks_.push_back(std::move(replica));
  }
}

void Replicas::ForEach(std::size_t parts,
                       const std::function<void(const Passformer&, std::size_t)>& work) const {
  const torch::Device device = networks_[0]->parameters()[0].device();
  std::vector<std::exception_ptr> errors(networks_.size());
  const auto run = [&](std::size_t index) {
    try {
      for (std::size_t part = index; part < parts; part += networks_.size()) {
        SeedDropout(Random(seed_, part).Next(), device);
        work(*networks_[index], part);
      }
    } catch (...) {
      errors[index] = std::current_exception();
    }
  };
  {
    std::vector<std::jthread> threads;
    for (std::size_t i = 1; i < std::min(networks_.size(), parts); ++i) {
      threads.emplace_back([&run, i] {
        at::set_num_threads(1);
        run(i);
      });
    }
    run(0);
  }
  for (const std::exception_ptr& error : errors) {
    if (error) std::rethrow_exception(error);
  }
}

void Replicas::GatherGradients() const {
  const torch::NoGradGuard no_gradients;
  const auto first = networks_[0]->parameters();
  for (std::size_t i = 1; i < networks_.size(); ++i) {
    const auto others = networks_[i]->parameters();
    for (std::size_t j = 0; j < first.size(); ++j) {
      torch::Tensor& gradient = others[j].mutable_grad();
      if (!gradient.defined()) continue;
      torch::Tensor& sum = first[j].mutable_grad();
      if (sum.defined()) {
        sum += gradient;
      } else {
        sum = gradient;
      }
      gradient.reset();
    }
  }
}

void Replicas::SetTraining(bool training) const {
  for (const auto& network : networks_) network->train(training);
}

}  // namespace autotune
