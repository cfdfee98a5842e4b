#include "model/policy/policy_network.h"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <functional>
#include <iterator>
#include <numeric>
#include <stdexcept>
#include <utility>

#include <c10/core/InferenceMode.h>
#include <nlohmann/json.hpp>
#include <torch/nn/init.h>
#include <torch/utils.h>

#include "model/dream/dream_network.h"
#include "model/dream/dream_prior.h"
#include "model/files/weights_archive.h"
#include "model/one_thread.h"
#include "model/policy/observation_rows.h"
#include "model/torch_error.h"

namespace autotune {

namespace {

/// Largest number of parameters in a file, far above those of any training.
constexpr std::int64_t kMaxNumbers = 1 << 25;
constexpr std::int64_t kMaxLayers = 64;

constexpr double kHeadGain = 0.01;

/// Returns the numbers of a config with their names in the file.
template <typename Config>
auto Dimensions(Config& config) {
  using Entry = std::pair<const char*, decltype(&config.width)>;
  std::vector<Entry> all = {{"actions", &config.actions},
                            {"outputs", &config.outputs},
                            {"width", &config.width},
                            {"layers", &config.layers},
                            {"length", &config.length}};
  if (config.algorithm == PolicyAlgorithm::kCompilerDream) {
    all.insert(
        all.end(),
        {{"memory", &config.memory}, {"latents", &config.latents}, {"classes", &config.classes}});
  }
  return all;
}

/// Returns the number of parameters of a network, about. Each factor is at most kMaxDimension, so
/// nothing overflows.
std::int64_t Numbers(const PolicyConfig& config) {
  if (config.algorithm == PolicyAlgorithm::kCompilerDream) return DreamParameters(config);
  return config.width * (static_cast<std::int64_t>(InputWidth(config)) + config.outputs) +
         config.width * config.width * config.layers;
}

PolicyConfig ReadConfig(const nlohmann::json& json) {
  PolicyConfig config;
  const auto name = json.at("algorithm").get<std::string>();
  const auto known = FindPolicyAlgorithm(name);
  if (!known) throw std::invalid_argument("unknown algorithm `" + name + "`");
  config.algorithm = *known;
  for (const auto& [key, value] : Dimensions(config)) {
    json.at("config").at(key).get_to(*value);
    if (*value < 1 || *value > kMaxDimension) {
      throw std::invalid_argument(std::string(key) + " is out of range");
    }
  }
  if (config.layers > kMaxLayers || Numbers(config) > kMaxNumbers)
    throw std::invalid_argument("the network is too large");
  return config;
}

/// Refuses a policy whose answers are not about these actions.
void CheckShape(const PolicyConfig& config, const ActionSpace& actions) {
  const auto size = static_cast<std::int64_t>(actions.size());
  const bool ranks = RowOf(config.algorithm).ranks_lists;
  if (config.actions != size || (!ranks && config.outputs != size)) {
    throw std::invalid_argument("the network answers about other actions");
  }
}

/// Gives Q values the mean 0 and the variance 1, so that they can stand for logits: their own scale
/// is that of the rewards, and they differ by little.
void Standardise(std::vector<float>& values) {
  const auto count = static_cast<float>(values.size());
  const float mean = std::accumulate(values.begin(), values.end(), 0.0F) / count;
  float squares = 0;
  for (float& value : values) {
    value -= mean;
    squares += value * value;
  }
  const float spread = std::sqrt(squares / count);
  for (float& value : values) value /= std::max(spread, 1e-6F);
}

/// A prior that knows no more of a program than the features of its states.
class PolicyPrior final : public Prior {
 public:
  explicit PolicyPrior(std::shared_ptr<const ActorCritic> network) : network_(std::move(network)) {}

  Observe needs() const override {
    return {.features = true, .graph = RowOf(network_->config().algorithm).sees_graph};
  }

  Result<std::vector<Prediction>> Predict(std::span<const PriorQuery> queries) override {
    return CatchTorch(
        ErrorCode::kInvalidArgument, "model", [&]() -> Result<std::vector<Prediction>> {
          std::vector<Observation> states;
          for (const PriorQuery& query : queries) {
            if (query.features.empty() || !query.features.back()) {
              return Error{ErrorCode::kInvalidArgument,
                           "the model needs the features of each state"};
            }
            if (needs().graph && !query.graph) {
              return Error{ErrorCode::kInvalidArgument, "the model needs the graph of each state"};
            }
            states.push_back(View(query));
          }
          return Ask(states);
        });
  }

 private:
  /// A list that is longer than an episode has no step left.
  Observation View(const PriorQuery& query) const {
    const PolicyConfig& config = network_->config();
    Observation state{
        .root = query.features.front(),
        .now = query.features.back(),
        .histogram = std::vector<std::uint16_t>(static_cast<std::size_t>(config.actions)),
        .graph = query.graph};
    for (const PassId pass : query.state.applied) ++state.histogram.at(pass);
    const auto length = static_cast<std::size_t>(config.length);
    const std::size_t applied = std::min(query.state.applied.size(), length);
    state.steps_left = static_cast<std::uint32_t>(length - applied);
    return state;
  }

  std::vector<Prediction> Ask(const std::vector<Observation>& states) const {
    const bool ranks = RowOf(network_->config().algorithm).ranks_lists;
    std::vector<const Observation*> views;
    for (const Observation& state : states) views.push_back(&state);
    std::vector<Prediction> predictions;
    for (PolicyAnswer& answer : Answer(*network_, views)) {
      Prediction& prediction = predictions.emplace_back();
      if (ranks) {
        prediction.logits.resize(static_cast<std::size_t>(network_->config().actions));
        prediction.lists = std::move(answer.logits);
      } else {
        prediction.logits = std::move(answer.logits);
        if (network_->config().algorithm == PolicyAlgorithm::kDqn) Standardise(prediction.logits);
      }
    }
    return predictions;
  }

  const std::shared_ptr<const ActorCritic> network_;
};

class PolicyModel final : public Model {
 public:
  using MakeItsPrior = std::function<std::unique_ptr<Prior>()>;

  PolicyModel(ModelInfo info, MakeItsPrior make) : info_(std::move(info)), make_(std::move(make)) {}

  const ModelInfo& info() const override { return info_; }
  std::unique_ptr<Prior> MakePrior(const IrTokens&) const override { return make_(); }

 private:
  const ModelInfo info_;
  const MakeItsPrior make_;
};

/// Returns the version of what the network reads.
std::uint32_t ObservationVersion(PolicyAlgorithm algorithm) {
  return RowOf(algorithm).sees_graph ? kProgramGraphVersion : kObservationVersion;
}

}  // namespace

PolicyNetwork::PolicyNetwork(const PolicyConfig& config)
    : ActorCritic(config), policy_(config.width, config.outputs), value_(config.width, 1) {
  auto width = static_cast<std::int64_t>(InputWidth(config));
  for (std::int64_t i = 0; i < config.layers; ++i) {
    layers_.push_back(
        register_module("layer" + std::to_string(i), torch::nn::Linear(width, config.width)));
    torch::nn::init::orthogonal_(layers_.back()->weight, std::sqrt(2.0));
    torch::nn::init::zeros_(layers_.back()->bias);
    width = config.width;
  }
  register_module("policy", policy_);
  register_module("value", value_);
  InitializeHeads(policy_, value_);
}

void InitializeHeads(const torch::nn::Linear& policy, const torch::nn::Linear& value) {
  for (const torch::nn::Linear& head : {policy, value}) {
    torch::nn::init::orthogonal_(head->weight, kHeadGain);
    torch::nn::init::zeros_(head->bias);
  }
}

PolicyOutput PolicyNetwork::Forward(const torch::Tensor& inputs) const {
  torch::Tensor hidden = inputs;
  for (const torch::nn::Linear& layer : layers_) {
    hidden = torch::tanh(torch::linear(hidden, layer->weight, layer->bias));
  }
  return {torch::linear(hidden, policy_->weight, policy_->bias),
          torch::linear(hidden, value_->weight, value_->bias).squeeze(-1)};
}

PolicyOutput PolicyNetwork::Read(std::span<const Observation* const> states) const {
  return Forward(InputsOf(config(), states));
}

torch::Tensor InputsOf(const PolicyConfig& config, std::span<const Observation* const> states) {
  const std::size_t width = InputWidth(config);
  torch::Tensor inputs =
      torch::empty({static_cast<std::int64_t>(states.size()), static_cast<std::int64_t>(width)});
  float* row = inputs.data_ptr<float>();
  for (const Observation* state : states) {
    WriteObservationRow(config, *state, {row, width});
    row += width;
  }
  return inputs;
}

torch::Tensor BarsOf(const PolicyConfig& config, std::span<const Observation* const> states) {
  const auto rows = static_cast<std::int64_t>(states.size());
  torch::Tensor bars = torch::zeros({rows, config.actions}, torch::kBool);
  bool* row = bars.data_ptr<bool>();
  for (const Observation* state : states) {
    for (const PassId pass : state->without_effect) row[pass] = true;
    row += config.actions;
  }
  return bars;
}

std::vector<PolicyAnswer> Answer(const ActorCritic& network,
                                 std::span<const Observation* const> states) {
  const c10::InferenceMode inference;
  const PolicyOutput output = network.Read(states);
  const torch::Tensor logits = output.logits.contiguous();
  const torch::Tensor values = output.value.contiguous();
  const auto outputs = static_cast<std::size_t>(network.config().outputs);
  std::vector<PolicyAnswer> answers(states.size());
  for (std::size_t i = 0; i < states.size(); ++i) {
    const float* row = logits.data_ptr<float>() + i * outputs;
    answers[i] = {{row, row + outputs}, values.data_ptr<float>()[i]};
  }
  return answers;
}

Status SavePolicy(const std::filesystem::path& path, const PolicyConfig& shape,
                  const torch::nn::Module& network, const Hash128& actions,
                  const std::map<std::string, std::string>& card) {
  nlohmann::json config;
  for (const auto& [name, value] : Dimensions(shape)) config[name] = *value;
  const nlohmann::json json = {{"actions", ToHex(actions)},
                               {"algorithm", Name(shape.algorithm)},
                               {"card", card},
                               {"config", config},
                               {"observation_version", ObservationVersion(shape.algorithm)}};
  return WriteArchive(path, json.dump(), network);
}

Result<bool> HoldsPolicy(const std::filesystem::path& path) {
  return CatchTorch(ErrorCode::kBadInput, path.string(), [&]() -> Result<bool> {
    torch::serialize::InputArchive archive;
    archive.load_from(path.string());
    return nlohmann::json::parse(ReadMetadata(archive)).contains("algorithm");
  });
}

Result<std::unique_ptr<Model>> LoadPolicy(const std::filesystem::path& path,
                                          const ActionSpace& actions) {
  UseOneThread();
  return CatchTorch(ErrorCode::kBadInput, path.string(), [&]() -> Result<std::unique_ptr<Model>> {
    CheckArchive(path);
    torch::serialize::InputArchive archive;
    archive.load_from(path.string());
    const auto json = nlohmann::json::parse(ReadMetadata(archive));
    ModelInfo info;
    info.policy = ReadConfig(json);
    const auto version = json.at("observation_version").get<std::uint32_t>();
    if (const std::uint32_t known = ObservationVersion(info.policy->algorithm); version != known) {
      return Error{ErrorCode::kBadInput,
                   path.string() + ": " + OtherVersion("observations", version, known)};
    }
    json.at("card").get_to(info.card);
    const auto fingerprint = FromHex(json.at("actions").get<std::string>());
    if (!fingerprint) throw std::invalid_argument("actions has no hash");
    info.actions = *fingerprint;
    if (info.actions != actions.fingerprint()) return OtherActions(path, actions.name());
    CheckShape(*info.policy, actions);
    PolicyModel::MakeItsPrior make;
    if (info.policy->algorithm == PolicyAlgorithm::kCompilerDream) {
      const auto network = std::make_shared<DreamNetwork>(*info.policy);
      info.parameters = ReadParameters(archive, *network);
      make = [network] { return MakeDreamPrior(network); };
    } else {
      const std::shared_ptr<ActorCritic> network = MakeActorCritic(*info.policy);
      info.parameters = ReadParameters(archive, *network);
      make = [network] { return std::make_unique<PolicyPrior>(network); };
    }
    return std::unique_ptr<Model>(std::make_unique<PolicyModel>(std::move(info), std::move(make)));
  });
}

}  // namespace autotune
