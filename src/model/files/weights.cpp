#include "model/files/weights.h"

#include <cstdint>
#include <string>
#include <utility>

#include <nlohmann/json.hpp>

#include "model/files/weights_archive.h"
#include "model/network/features.h"
#include "model/torch_error.h"

namespace autotune {
namespace {

constexpr std::uint32_t kFormat = 1;

/// Returns what each config has to say of the network: older versions had other kinds.
nlohmann::json KindOfNetwork() {
  return {{"encoder", "tokens"}, {"fusion", "add"}, {"reobserve", true}};
}

/// Returns the numbers of a config with their names in the file.
template <typename Config>
auto Dimensions(Config& config) {
  using Entry = std::pair<const char*, decltype(&config.width)>;
  return std::array<Entry, 6>{{{"actions", &config.actions},
                               {"width", &config.width},
                               {"heads", &config.heads},
                               {"encoder_layers", &config.encoder_layers},
                               {"decoder_layers", &config.decoder_layers},
                               {"max_steps", &config.max_steps}}};
}

nlohmann::json ToJson(const ModelInfo& info) {
  nlohmann::json config = KindOfNetwork();
  for (const auto& [name, value] : Dimensions(info.config)) config[name] = *value;
  return {{"format", kFormat},
          {"config", config},
          {"actions", ToHex(info.actions)},
          {"tokens_version", info.tokens_version},
          {"features_version", info.features_version},
          {"card", info.card}};
}

PassformerConfig ReadConfig(const nlohmann::json& json) {
  PassformerConfig config;
  for (const auto& [name, value] : Dimensions(config)) {
    json.at(name).get_to(*value);
    if (*value < 1 || *value > kMaxDimension) {
      throw std::invalid_argument(std::string(name) + " is out of range");
    }
  }
  if (config.width % config.heads != 0 || config.width / config.heads % 16 != 0) {
    throw std::invalid_argument("heads don't fit the width");
  }
  const nlohmann::json kind = KindOfNetwork();
  for (const auto& [name, value] : kind.items()) {
    if (json.at(name) == value) continue;
    throw std::invalid_argument(name + " is " + json.at(name).dump() + ", and this program has " +
                                value.dump() + " alone: train the model again");
  }
  return config;
}

/// Refuses a network that the file can't hold, before any memory is taken for it. Half-precision
/// numbers are stored as they are, and each layer has at least the four matrices of attention.
void CheckSize(const PassformerConfig& config, const std::filesystem::path& file) {
  const std::int64_t numbers =
      4 * config.width * config.width * (config.encoder_layers + config.decoder_layers);
  if (2 * numbers > static_cast<std::int64_t>(std::filesystem::file_size(file))) {
    throw std::invalid_argument("the file is too small for its network");
  }
}

ModelInfo ReadInfo(const nlohmann::json& json) {
  ModelInfo info;
  info.config = ReadConfig(json.at("config"));
  const auto actions = FromHex(json.at("actions").get<std::string>());
  if (!actions) throw std::invalid_argument("actions has no hash");
  info.actions = *actions;
  json.at("tokens_version").get_to(info.tokens_version);
  json.at("features_version").get_to(info.features_version);
  json.at("card").get_to(info.card);
  return info;
}

/// Returns the reason why this program can't use a file of its own format; empty if it can.
std::string FindMismatch(const nlohmann::json& json) {
  if (json.contains("algorithm")) {  // a policy's
    return "holds weights of " + json["algorithm"].get<std::string>() +
           ", and a Passformer's are needed here";
  }
  const auto version = [&](const char* key) { return json.at(key).get<std::uint32_t>(); };
  if (version("format") != kFormat) {
    return "has version " + std::to_string(version("format")) +
           " of the format of weights, this program reads " + std::to_string(kFormat);
  }
  if (version("features_version") != kFeaturesVersion) {
    return OtherVersion("features", version("features_version"), kFeaturesVersion);
  }
  if (version("tokens_version") != kIrTokensVersion) {
    return OtherVersion("tokens", version("tokens_version"), kIrTokensVersion);
  }
  return {};
}

}  // namespace

Status SaveWeights(const std::filesystem::path& path, const Passformer& network,
                   const Hash128& actions, const std::map<std::string, std::string>& card) {
  const ModelInfo info = {
      network.config(), actions, kIrTokensVersion, kFeaturesVersion, 0, card, {}};
  return WriteArchive(path, ToJson(info).dump(), network);
}

Result<Weights> LoadWeights(const std::filesystem::path& path) {
  if (!std::filesystem::exists(path)) {
    return Error{ErrorCode::kNotFound, path.string() + ": no such file"};
  }
  return CatchTorch(ErrorCode::kBadInput, path.string(), [&]() -> Result<Weights> {
    CheckArchive(path);
    torch::serialize::InputArchive archive;
    archive.load_from(path.string());
    const auto json = nlohmann::json::parse(ReadMetadata(archive));
    if (const std::string mismatch = FindMismatch(json); !mismatch.empty()) {
      return Error{ErrorCode::kBadInput, path.string() + ": " + mismatch};
    }
    Weights weights;
    weights.info = ReadInfo(json);
    CheckSize(weights.info.config, path);
    weights.network = std::make_shared<Passformer>(weights.info.config);
    weights.info.parameters = ReadParameters(archive, *weights.network);
    weights.network->eval();
    return weights;
  });
}

Result<Weights> LoadWeights(const std::filesystem::path& path, const ActionSpace& actions) {
  auto weights = LoadWeights(path);
  if (weights.ok() && weights->info.actions != actions.fingerprint()) {
    return OtherActions(path, actions.name());
  }
  return weights;
}

}  // namespace autotune
