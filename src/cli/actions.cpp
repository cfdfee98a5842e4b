#include <cstdio>
#include <optional>
#include <span>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "cli/commands.h"
#include "cli/console.h"
#include "core/action_space.h"

namespace autotune {

namespace {

struct ActionsOptions {
  std::optional<std::string> space;  ///< none: an overview of all
  bool excluded = false;
  bool json = false;
  bool help = false;
};

Result<ActionsOptions> Parse(std::span<const std::string> words) {
  ActionsOptions options;
  for (const std::string& word : words) {
    if (word == "--excluded") {
      options.excluded = true;
    } else if (word == "--json") {
      options.json = true;
    } else if (word == "--help" || word == "-h") {
      options.help = true;
    } else if (word.starts_with('-')) {
      return Error{ErrorCode::kInvalidArgument,
                   fmt::format("unrecognised option '{}' of autotune actions", word)};
    } else if (options.space) {
      return Error{ErrorCode::kInvalidArgument, "autotune actions takes one action space"};
    } else {
      options.space = word;
    }
  }
  return options;
}

void PrintJson(const ActionSpace& space) {
  nlohmann::ordered_json json = {{"name", space.name()},
                                 {"fingerprint", ToHex(space.fingerprint())},
                                 {"actions", nlohmann::ordered_json::array()},
                                 {"excluded", nlohmann::ordered_json::array()}};
  for (const Action& action : space.actions()) {
    json["actions"].push_back({{"pipeline", action.pipeline}, {"legacy_flag", action.legacy_flag}});
  }
  for (const ExcludedAction& action : space.excluded()) {
    json["excluded"].push_back({{"name", action.name}, {"reason", action.reason}});
  }
  fmt::print("{}\n", json.dump(2));
}

void PrintActions(const ActionSpace& space) {
  for (std::size_t id = 0; id < space.size(); ++id) {
    const Action& action = space.actions()[id];
    if (action.legacy_flag.empty()) {
      fmt::print("{:>4}  {}\n", id, action.pipeline);
    } else {
      fmt::print("{:>4}  {:<50}  {}\n", id, action.pipeline, action.legacy_flag);
    }
  }
}

void PrintExcluded(const ActionSpace& space) {
  for (const ExcludedAction& action : space.excluded()) {
    fmt::print("{:<34}  {}\n", action.name, action.reason);
  }
}

int PrintOverview() {
  for (const std::string& name : ActionSpaceNames()) {
    const Result<ActionSpace> space = LoadActionSpace(name);
    if (!space) return Fail(space.error());
    fmt::print("{:<12} {:>4} passes, {:>3} excluded, fingerprint {}\n", name, space->size(),
               space->excluded().size(), ToHex(space->fingerprint()));
  }
  return kExitDone;
}

}  // namespace

int RunActions(const Arguments& arguments) {
  const Result<ActionsOptions> options = Parse(std::span(arguments).subspan(2));
  if (!options) return Fail(options.error());
  if (options->help) {
    fmt::print("{}", HelpText());
    return kExitDone;
  }
  if (!options->space && !options->excluded && !options->json) return PrintOverview();
  const Result<ActionSpace> space = LoadActionSpace(options->space.value_or("full"));
  if (!space) return Fail({ErrorCode::kInvalidArgument, space.error().message});
  if (options->json) {
    PrintJson(*space);
  } else if (options->excluded) {
    PrintExcluded(*space);
  } else {
    PrintActions(*space);
  }
  return kExitDone;
}

}  // namespace autotune
