#include "model/training/pretraining.h"

#include <algorithm>
#include <cstddef>
#include <set>
#include <span>
#include <tuple>
#include <vector>

#include <torch/utils.h>

#include "core/random.h"

namespace autotune {

namespace {

/// Windows with some tokens hidden.
struct MaskedWindows {
  torch::Tensor tokens;  ///< uint8 [B, 1, T, kTokenFields]
  torch::Tensor hidden;  ///< int64 [M]: positions of the hidden tokens in [B * T]
  torch::Tensor truth;   ///< int64 [M, kTokenFields]: their true values
};

MaskedWindows Hide(std::span<const TokenWindow* const> windows, double share, Random& random) {
  std::vector<IrTokens> programs;
  for (const TokenWindow* window : windows) programs.push_back({{*window}});
  const Features no_features;
  std::vector<ProgramView> views;
  for (const IrTokens& tokens : programs) views.push_back({tokens, no_features});
  const auto tokens = MakeProgramBatch(views).tokens;
  const auto length = static_cast<std::size_t>(tokens.size(2));
  std::vector<std::int64_t> hidden;
  for (std::size_t row = 0; row < windows.size(); ++row) {
    for (std::size_t i = 0; i < windows[row]->tokens.size(); ++i) {
      if (random.Unit() < share) hidden.push_back(static_cast<std::int64_t>(row * length + i));
    }
  }
  if (hidden.empty()) hidden.push_back(0);
  const auto positions = torch::tensor(hidden);
  auto rows = tokens.view({-1, static_cast<std::int64_t>(kTokenFields)});
  const auto truth = rows.index_select(0, positions).to(torch::kLong);
  rows.index_fill_(0, positions, kMaskToken);
  return {tokens, positions, truth};
}

torch::Tensor HiddenLoss(const Passformer& network, const MaskedWindows& windows, double total,
                         Score& score) {
  const torch::Device device = network.parameters()[0].device();
  const auto hidden = windows.hidden.to(device);
  const auto truth = windows.truth.to(device);
  const auto logits = network.MaskedTokenLogits(windows.tokens.to(device));
  torch::Tensor loss = torch::zeros({}, device);
  for (std::size_t field = 0; field < logits.size(); ++field) {
    const auto said = logits[field].flatten(0, 2).index_select(0, hidden);
    const auto was = truth.select(1, static_cast<std::int64_t>(field));
    loss = loss + torch::nll_loss(said.log_softmax(-1), was, {}, at::Reduction::Sum);
    if (field == static_cast<std::size_t>(TokenField::kOpcode)) {
      const auto hits = std::get<1>(said.detach().topk(5, -1)).eq(was.unsqueeze(-1));
      score.top1 += hits.select(-1, 0).sum().item<double>();
      score.top5 += hits.any(-1).sum().item<double>();
    }
  }
  loss = loss / static_cast<double>(kTokenFields);
  score.policy += loss.item<double>();
  score.policy_weight += static_cast<double>(hidden.size(0));
  return loss / total;
}

class Pretraining : public Stage {
 public:
  Pretraining(const PretrainingOptions& options, const TrainingSet& set, const SampleSplit& split,
              const Replicas& replicas)
      : options_(options),
        replicas_(replicas),
        training_(WithTokens(set, split.training)),
        validation_(WithTokens(set, split.validation)) {}

  std::string_view name() const override { return "tokens"; }

  std::size_t steps_per_epoch() const override {
    return (training_.size() + options_.batch - 1) / options_.batch;
  }

  Score Step(std::uint64_t epoch, std::size_t index) override {
    Random random(options_.seed, epoch * steps_per_epoch() + index);
    const std::vector<MaskedWindows> parts = Draw(training_, options_.batch, random);
    std::int64_t total = 0;
    for (const MaskedWindows& part : parts) total += part.hidden.size(0);
    replicas_.SetTraining(true);
    std::vector<Score> scores(parts.size());
    replicas_.ForEach(parts.size(), [&](const Passformer& network, std::size_t i) {
      HiddenLoss(network, parts[i], static_cast<double>(total), scores[i]).backward();
    });
    replicas_.GatherGradients();
    Score sum;
    for (const Score& score : scores) sum += score;
    return sum;
  }

  Score Validate() override {
    Score sum;
    if (validation_.empty()) return sum;
    replicas_.SetTraining(false);
    const torch::NoGradGuard no_gradients;
    Random random(0);  // the same windows each time
    const std::vector<MaskedWindows> parts = Draw(validation_, kValidationWindows, random);
    std::vector<Score> scores(parts.size());
    replicas_.ForEach(parts.size(), [&](const Passformer& network, std::size_t i) {
      const torch::NoGradGuard no_gradients_here;
      HiddenLoss(network, parts[i], 1, scores[i]);
    });
    for (const Score& score : scores) sum += score;
    return sum;
  }

 private:
  static constexpr std::size_t kValidationWindows = 128;

  static std::vector<const TrainingProgram*> WithTokens(const TrainingSet& set,
                                                        std::span<const Sample> samples) {
    std::set<std::size_t> indices;
    for (const Sample& sample : samples) indices.insert(sample.program);
    std::vector<const TrainingProgram*> programs;
    for (const std::size_t index : indices) {
      if (!set.programs[index].tokens.windows.empty()) programs.push_back(&set.programs[index]);
    }
    return programs;
  }

  /// Draws windows of programs, in parts.
  std::vector<MaskedWindows> Draw(std::span<const TrainingProgram* const> programs,
                                  std::size_t count, Random& random) const {
    // Sorted by length, so that a part has little padding, then by order of drawing.
    std::vector<std::tuple<std::size_t, std::size_t, const TokenWindow*>> drawn;
    for (std::size_t i = 0; i < count; ++i) {
      const auto& some = programs[random.Below(programs.size())]->tokens.windows;
      const TokenWindow& window = some[random.Below(some.size())];
      drawn.emplace_back(window.tokens.size(), i, &window);
    }
    std::ranges::sort(drawn);
    std::vector<const TokenWindow*> windows;
    for (const auto& [length, index, window] : drawn) windows.push_back(window);
    std::vector<MaskedWindows> parts;
    const std::size_t size = (count + options_.parts - 1) / options_.parts;
    for (std::size_t begin = 0; begin < count; begin += size) {
      const auto some = std::span(windows).subspan(begin, std::min(size, count - begin));
      parts.push_back(Hide(some, options_.hidden, random));
    }
    return parts;
  }

  const PretrainingOptions options_;
  const Replicas& replicas_;
  const std::vector<const TrainingProgram*> training_;
  const std::vector<const TrainingProgram*> validation_;
};

}  // namespace

std::unique_ptr<Stage> MakePretraining(const PretrainingOptions& options, const TrainingSet& set,
                                       const SampleSplit& split, const Replicas& replicas) {
  return std::make_unique<Pretraining>(options, set, split, replicas);
}

}  // namespace autotune
