#include <filesystem>
#include <memory>
#include <optional>
#include <string>
#include <string_view>

#include <fmt/format.h>

#include "core/action_space.h"
#include "core/quantity.h"
#include "term/console.h"
#include "term/option_parser.h"
#include "train/commands.h"
#include "tune/model_host.h"

namespace autotune {

namespace {

constexpr const char* kHelp =
    "usage: autotune-train model info [WEIGHTS]\n"
    "\n"
    "Says what a model is like and where it comes from: its shape, the action space it was "
    "trained\n"
    "for, and its card (data, command, time, scores). Without WEIGHTS: the model that came along.\n"
    "\n"
    "  autotune-train model info\n"
    "  autotune-train model info better.pf\n";

/// The space with this fingerprint, by name.
std::string SpaceName(const Hash128& fingerprint) {
  for (const std::string& name : ActionSpaceNames()) {
    const Result<ActionSpace> space = LoadActionSpace(name);
    if (space && space->fingerprint() == fingerprint) return name;
  }
  return "one that this autotune doesn't know";
}

void PrintLine(std::string_view name, std::string_view text) {
  PrintText("{:<16} {}\n", name, text);
}

void PrintShape(const PolicyConfig& config, std::string_view space) {
  PrintLine("action space", fmt::format("{} ({} passes)", space, config.actions));
  PrintLine("policy", fmt::format("{}: {} layers, width {}, {} outputs, episodes of {} passes",
                                  Name(config.algorithm), config.layers, config.width,
                                  config.outputs, config.length));
  if (config.algorithm == PolicyAlgorithm::kCompilerDream) {
    PrintLine("state", fmt::format("{} numbers, {} categoricals of {} classes", config.memory,
                                   config.latents, config.classes));
  }
}

void PrintShape(const PassformerConfig& config, std::string_view space) {
  PrintLine("action space", fmt::format("{} ({} passes)", space, config.actions));
  PrintLine("encoder",
            fmt::format("tokens and features of the program, {} layers", config.encoder_layers));
  PrintLine("decoder", fmt::format("{} layers, width {}, {} heads", config.decoder_layers,
                                   config.width, config.heads));
}

void Print(const std::filesystem::path& file, const ModelInfo& info) {
  PrintLine("weights", fmt::format("{} ({} bytes)", file.string(),
                                   FormatCount(std::filesystem::file_size(file))));
  PrintLine("parameters", FormatCount(static_cast<std::uint64_t>(info.parameters)));
  if (info.policy) {
    PrintShape(*info.policy, SpaceName(info.actions));
  } else {
    PrintShape(info.config, SpaceName(info.actions));
    PrintLine("versions",
              fmt::format("tokens {}, features {}", info.tokens_version, info.features_version));
  }
  for (const auto& [key, value] : info.card) PrintLine(key, value);
}

/// Tried with each space there is: weights are read for one.
Result<std::unique_ptr<Model>> Read(const std::filesystem::path& file) {
  const Result<const ModelPlugin*> plugin = OpenModelPlugin();
  if (!plugin) return plugin.error();
  std::optional<Error> first;
  for (const std::string& name : ActionSpaceNames()) {
    const Result<ActionSpace> space = LoadActionSpace(name);
    if (!space) return space.error();
    Result<std::unique_ptr<Model>> model = (*plugin)->load(file, *space);
    if (model) return model;
    if (!first) first = model.error();
  }
  return *first;
}

int Run(const ParsedArguments& given) {
  const std::vector<std::string>& operands = given.operands;
  if (operands.empty() || operands.size() > 2 || operands.front() != "info") {
    return Fail({ErrorCode::kInvalidArgument, "usage: autotune-train model info [WEIGHTS]"});
  }
  const std::filesystem::path file =
      operands.size() == 2 ? operands.back() : DefaultModelPath().string();
  std::error_code ignored;
  if (!std::filesystem::is_regular_file(file, ignored)) {
    return Fail({ErrorCode::kInvalidArgument, "there is no '" + file.string() + "'"});
  }
  const Result<std::unique_ptr<Model>> model = Read(file);
  if (!model) return Fail(model.error());
  Print(file, (*model)->info());
  return kExitDone;
}

}  // namespace

int RunModelCommand(const Arguments& arguments) { return RunCommand(arguments, kHelp, {}, Run); }

}  // namespace autotune
