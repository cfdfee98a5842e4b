#include "model/training/supervised.h"

#include <algorithm>
#include <optional>
#include <span>
#include <vector>

#include <torch/utils.h>

#include "model/training/program_readings.h"

namespace autotune {

namespace {

constexpr double kValueKnee = 0.05;  // log of the cost: errors above it count in proportion
constexpr std::int64_t kFirst = 5;

/// Returns the score of a batch from the losses of its cells, [B, N] each.
Score ScoreOf(const DecoderOutput& output, const EpisodeBatch& batch,
              const torch::Tensor& divergence, const torch::Tensor& value_loss) {
  const torch::NoGradGuard no_gradients;
  const std::int64_t first = std::min(kFirst, output.logits.size(-1));
  const auto guesses = std::get<1>(output.logits.topk(first, -1));
  const auto hits = guesses.eq(batch.policy.argmax(-1, true));
  const auto sums =
      torch::stack({(divergence * batch.policy_weight).sum(),
                    (hits.select(-1, 0) * batch.policy_weight).sum(),
                    (hits.any(-1) * batch.policy_weight).sum(), batch.policy_weight.sum(),
                    (value_loss * batch.value_weight).sum(),
                    ((output.value - batch.value).abs() * batch.value_weight).sum(),
                    batch.value_weight.sum()})
          .to(torch::kCPU, torch::kDouble);
  const double* sum = sums.data_ptr<double>();
  return {.policy = sum[0],
          .top1 = sum[1],
          .top5 = sum[2],
          .policy_weight = sum[3],
          .value = sum[4],
          .value_error = sum[5],
          .value_weight = sum[6]};
}

class Supervised : public Stage {
 public:
  Supervised(const SupervisedOptions& options, const TrainingSet& set, const SampleSplit& split,
             const Replicas& replicas)
      : options_(options), set_(set), split_(split), replicas_(replicas) {}

  std::string_view name() const override { return "passes"; }

  std::size_t steps_per_epoch() const override {
    return (split_.training.size() + options_.batch - 1) / options_.batch;
  }

  Score Step(std::uint64_t epoch, std::size_t index) override {
    if (epoch_ != epoch) {
      batches_ = ShuffledBatches(set_, split_.training, options_.batch, options_.seed, epoch);
      epoch_ = epoch;
    }
    const std::vector<EpisodeBatch> parts = Cut(batches_[index], options_.parts);
    LossScale scale{.policy = 0, .value = 0};
    for (const EpisodeBatch& part : parts) {
      scale.policy += part.policy_weight.sum().item<double>();
      scale.value += part.value_weight.sum().item<double>();
    }
    replicas_.SetTraining(options_.dropout);
    std::vector<Score> scores(parts.size());
    replicas_.ForEach(parts.size(), [&](const Passformer& network, std::size_t i) {
      Forward(network, parts[i], ReadRows(network, set_, parts[i].programs), scale, scores[i])
          .backward();
    });
    replicas_.GatherGradients();
    return Sum(scores);
  }

  Score Validate() override {
    if (split_.validation.empty()) return {};
    std::vector<std::size_t> programs;
    for (const Sample& sample : split_.validation) programs.push_back(sample.program);
    const ProgramReadings readings = ProgramReadings::Read(replicas_, set_, programs);
    replicas_.SetTraining(false);
    const auto batches = ShuffledBatches(set_, split_.validation, options_.batch, 0, 0);
    std::vector<Score> scores(batches.size());
    replicas_.ForEach(batches.size(), [&](const Passformer& network, std::size_t i) {
      const torch::NoGradGuard no_gradients;
      const EpisodeBatch batch = Make(batches[i]);
      Forward(network, batch, readings.Rows(batch.programs), {}, scores[i]);
    });
    return Sum(scores);
  }

 private:
  EpisodeBatch Make(std::span<const Sample> samples) const {
    return MakeEpisodeBatch(set_, samples, options_.targets);
  }

  std::vector<EpisodeBatch> Cut(std::span<const Sample> batch, std::size_t count) const {
    std::vector<EpisodeBatch> parts;
    const std::size_t size = (batch.size() + count - 1) / count;
    for (std::size_t begin = 0; begin < batch.size(); begin += size) {
      parts.push_back(Make(batch.subspan(begin, std::min(size, batch.size() - begin))));
    }
    return parts;
  }

  static torch::Tensor Forward(const Passformer& network, const EpisodeBatch& on_cpu,
                               const ProgramReading& reading, const LossScale& scale,
                               Score& score) {
    const EpisodeBatch batch = on_cpu.To(network.parameters()[0].device());
    return EpisodeLoss(network.Forward(network.Fuse(reading), batch.passes, batch.features), batch,
                       scale, score);
  }

  static Score Sum(std::span<const Score> scores) {
    Score sum;
    for (const Score& score : scores) sum += score;
    return sum;
  }

  const SupervisedOptions options_;
  const TrainingSet& set_;
  const SampleSplit& split_;
  const Replicas& replicas_;
  std::optional<std::uint64_t> epoch_;  ///< epoch of `batches_`
  std::vector<std::vector<Sample>> batches_;
};

}  // namespace

torch::Tensor EpisodeLoss(const DecoderOutput& output, const EpisodeBatch& batch,
                          const LossScale& scale, Score& score) {
  const auto log_probability = output.logits.log_softmax(-1);
  const auto divergence =
      (torch::xlogy(batch.policy, batch.policy) - batch.policy * log_probability).sum(-1);
  const auto value_loss =
      torch::smooth_l1_loss(output.value, batch.value, at::Reduction::None, kValueKnee);
  score += ScoreOf(output, batch, divergence.detach(), value_loss.detach());
  const auto share = [](const torch::Tensor& loss, const torch::Tensor& weight, double total) {
    return (loss * weight).sum() / std::max(total, 1e-12);
  };
  return share(divergence, batch.policy_weight, scale.policy) +
         share(value_loss, batch.value_weight, scale.value);
}

std::unique_ptr<Stage> MakeSupervised(const SupervisedOptions& options, const TrainingSet& set,
                                      const SampleSplit& split, const Replicas& replicas) {
  return std::make_unique<Supervised>(options, set, split, replicas);
}

}  // namespace autotune
