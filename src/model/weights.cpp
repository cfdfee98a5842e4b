#include "model/weights.h"

#include <cstdint>
#include <string>
#include <utility>

#include <nlohmann/json.hpp>
#include <torch/serialize/archive.h>

#include "model/features.h"
#include "model/torch_error.h"

namespace autotune {
namespace {

constexpr std::uint32_t kFormat = 1;
constexpr char kMetadata[] = "autotune";
constexpr std::int64_t kMaxDimension = 1 << 14;  // a damaged file must not ask for all memory

constexpr std::pair<EncoderKind, const char*> kEncoders[] = {{EncoderKind::kNone, "none"},
                                                             {EncoderKind::kFeatures, "features"},
                                                             {EncoderKind::kTokens, "tokens"}};
constexpr std::pair<Fusion, const char*> kFusions[] = {{Fusion::kAdd, "add"},
                                                       {Fusion::kConcat, "concat"}};

template <typename T, std::size_t n>
std::string NameOf(const std::pair<T, const char*> (&names)[n], T value) {
  for (const auto& [known, name] : names) {
    if (known == value) return name;
  }
  return {};
}

template <typename T, std::size_t n>
T ValueOf(const std::pair<T, const char*> (&names)[n], const std::string& name) {
  for (const auto& [value, known] : names) {
    if (known == name) return value;
  }
  throw std::invalid_argument("unknown kind `" + name + "`");
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
  nlohmann::json config;
  for (const auto& [name, value] : Dimensions(info.config)) config[name] = *value;
  config["encoder"] = NameOf(kEncoders, info.config.encoder);
  config["fusion"] = NameOf(kFusions, info.config.fusion);
  config["reobserve"] = info.config.reobserve;
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
  config.encoder = ValueOf(kEncoders, json.at("encoder").get<std::string>());
  config.fusion = ValueOf(kFusions, json.at("fusion").get<std::string>());
  json.at("reobserve").get_to(config.reobserve);
  return config;
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

std::string OtherVersion(const std::string& what, std::uint32_t found, std::uint32_t known) {
  return "was trained with version " + std::to_string(found) + " of the " + what +
         ", this program has " + std::to_string(known) + ": train the model again";
}

/// Returns the reason why this program can't use a file of its own format; empty if it can.
std::string FindMismatch(const nlohmann::json& json) {
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

void ReadTensors(torch::serialize::InputArchive& archive, Weights& weights) {
  for (const auto& entry : weights.network->named_parameters()) {
    torch::Tensor stored;
    archive.read(entry.key(), stored);
    if (stored.sizes() != entry.value().sizes()) {
      throw std::invalid_argument(entry.key() + " has another shape than the config says");
    }
    entry.value().copy_(stored);
    weights.info.parameters += stored.numel();
  }
}

}  // namespace

Status SaveWeights(const std::filesystem::path& path, const Passformer& network,
                   const Hash128& actions, const std::map<std::string, std::string>& card) {
  const ModelInfo info = {network.config(), actions, kIrTokensVersion, kFeaturesVersion, 0, card};
  std::filesystem::path unfinished = path;
  unfinished += ".tmp";
  return CatchTorch(ErrorCode::kIo, path.string(), [&]() -> Status {
    const torch::NoGradGuard no_grad;
    torch::serialize::OutputArchive archive;
    archive.write(kMetadata, c10::IValue(ToJson(info).dump()));
    for (const auto& entry : network.named_parameters()) {
      archive.write(entry.key(), entry.value().detach().to(torch::kCPU, torch::kHalf));
    }
    archive.save_to(unfinished.string());
    std::filesystem::rename(unfinished, path);
    return {};
  });
}

Result<Weights> LoadWeights(const std::filesystem::path& path) {
  if (!std::filesystem::exists(path)) {
    return Error{ErrorCode::kNotFound, path.string() + ": no such file"};
  }
  return CatchTorch(ErrorCode::kBadInput, path.string(), [&]() -> Result<Weights> {
    const torch::NoGradGuard no_grad;
    torch::serialize::InputArchive archive;
    archive.load_from(path.string());
    c10::IValue text;
    archive.read(kMetadata, text);
    const auto json = nlohmann::json::parse(text.toStringRef());
    if (const std::string mismatch = FindMismatch(json); !mismatch.empty()) {
      return Error{ErrorCode::kBadInput, path.string() + ": " + mismatch};
    }
    Weights weights;
    weights.info = ReadInfo(json);
    weights.network = std::make_shared<Passformer>(weights.info.config);
    ReadTensors(archive, weights);
    weights.network->eval();
    return weights;
  });
}

Result<Weights> LoadWeights(const std::filesystem::path& path, const ActionSpace& actions) {
  auto weights = LoadWeights(path);
  if (weights.ok() && weights->info.actions != actions.fingerprint()) {
    return Error{ErrorCode::kInvalidArgument,
                 path.string() + ": was trained for other actions than `" + actions.name() +
                     "` has now: use weights made for it, or train some"};
  }
  return weights;
}

}  // namespace autotune
