#include "model/inference/torch_prior.h"

#include <algorithm>
#include <cstddef>
#include <optional>
#include <utility>

#include <c10/core/InferenceMode.h>

#include "model/inference/batched_prior.h"
#include "model/inference/incremental_decoder.h"
#include "model/inference/position_tree.h"
#include "model/one_thread.h"
#include "model/torch_error.h"

namespace autotune {
namespace {

constexpr std::size_t kMaxPositions = 4096;  // of about 7 kB each
constexpr std::size_t kMaxRows = 252;        // maximum for one matrix product

class TorchPrior final : public BatchedPrior {
 public:
  TorchPrior(std::shared_ptr<const Passformer> network, IrTokens tokens)
      : network_(std::move(network)), tokens_(std::move(tokens)), tree_(network_->start()) {
    UseOneThread();
  }

 private:
  using Node = PositionTree::Node;

  void Compute(std::span<Request* const> requests) override {
    const Status status = CatchTorch(ErrorCode::kInvalidArgument, "model", [&]() -> Status {
      const c10::InferenceMode inference;
      Answer(requests);
      return {};
    });
    if (status.ok()) return;
    tree_.Clear();  // some of its positions may not have been read
    for (Request* const request : requests) request->status = status;
  }

  void Answer(std::span<Request* const> requests) {
    std::vector<UnreadPosition> unread;
    std::vector<std::vector<Node*>> answers(requests.size());
    for (std::size_t i = 0; i < requests.size(); ++i) {
      for (const PriorQuery& query : requests[i]->queries) {
        requests[i]->status = Check(query);
        if (!requests[i]->status) break;
        answers[i].push_back(Walk(query, unread));
      }
    }
    // A position comes after its parent, so chunks can be read one after another.
    for (std::size_t begin = 0; begin < unread.size(); begin += kMaxRows) {
      decoder_->Read(std::span(unread).subspan(begin, std::min(kMaxRows, unread.size() - begin)));
    }
    for (std::size_t i = 0; i < requests.size(); ++i) {
      for (const Node* node : answers[i]) requests[i]->answer.push_back(node->position.prediction);
    }
    tree_.Forget(kMaxPositions);
  }

  Status Check(const PriorQuery& query) const {
    const PassSequence& applied = query.state.applied;
    const auto observed = [](const auto& features) { return features != nullptr; };
    if (query.features.size() != applied.size() + 1 ||
        !std::ranges::all_of(query.features, observed)) {
      return Error{ErrorCode::kInvalidArgument, "the model needs the features of each state"};
    }
    const auto known = [&](PassId pass) { return pass < network_->config().actions; };
    if (!std::ranges::all_of(applied, known)) {
      return Error{ErrorCode::kInvalidArgument, "the model doesn't know one of the passes"};
    }
    return {};
  }

  /// Returns the list's last position. Positions on the way that are not read yet are added to
  /// `unread`.
  Node* Walk(const PriorQuery& query, std::vector<UnreadPosition>& unread) {
    const FeaturePath& features = query.features;
    if (!decoder_) Encode(*features.front());
    std::vector<Node*> path = {&tree_.Root()};
    for (const PassId pass : query.state.applied) path.push_back(&tree_.Child(*path.back(), pass));
    for (std::size_t i = 0; i < path.size(); ++i) {
      Position& position = path[i]->position;
      if (!position.keys_values.empty()) continue;
      position.keys_values.resize(decoder_->keys_values_size());
      const Features& before = *features[i == 0 ? 0 : i - 1];
      unread.push_back({&position, {*features.front(), before, *features[i], i}});
    }
    return path.back();
  }

  void Encode(const Features& root) {
    const ProgramView program = {tokens_, root};
    decoder_.emplace(network_, network_->Encode(MakeProgramBatch({&program, 1})));
  }

  const std::shared_ptr<const Passformer> network_;
  const IrTokens tokens_;
  // The following members are used by `Compute` alone.
  std::optional<IncrementalDecoder> decoder_;
  PositionTree tree_;
};

}  // namespace

std::unique_ptr<Prior> MakeTorchPrior(std::shared_ptr<const Passformer> network, IrTokens tokens) {
  return std::make_unique<TorchPrior>(std::move(network), std::move(tokens));
}

}  // namespace autotune
