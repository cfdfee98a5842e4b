#include <cstdio>
#include <string>
#include <string_view>
#include <vector>

#include <nlohmann/json.hpp>

#include "cli/commands.h"
#include "core/action_space.h"
#include "term/console.h"
#include "term/option_parser.h"

namespace autotune {

namespace {

using namespace option_kinds;  // NOLINT(google-build-using-namespace)

constexpr std::string_view kHelp =
    "usage: autotune actions [SPACE] [options]\n"
    "\n"
    "Lists the passes that a search over SPACE may use; without SPACE, which spaces there are.\n"
    "\n"
    "  autotune actions\n"
    "  autotune actions compilergym --excluded\n";

struct ActionsOptions {
  bool excluded = false;
  bool json = false;
};

std::vector<Row> OptionTable(ActionsOptions& to) {
  return {
      {"excluded", "", "the passes that it leaves out, and why", Switch(to.excluded)},
      {"json", "", "both, as JSON", Switch(to.json)},
  };
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
  PrintExact(json.dump(2) + "\n");
}

void PrintActions(const ActionSpace& space) {
  for (std::size_t id = 0; id < space.size(); ++id) {
    const Action& action = space.actions()[id];
    if (action.legacy_flag.empty()) {
      PrintText("{:>4}  {}\n", id, action.pipeline);
    } else {
      PrintText("{:>4}  {:<50}  {}\n", id, action.pipeline, action.legacy_flag);
    }
  }
}

void PrintExcluded(const ActionSpace& space) {
  for (const ExcludedAction& action : space.excluded()) {
    PrintText("{:<34}  {}\n", action.name, action.reason);
  }
}

int PrintOverview() {
  for (const std::string& name : ActionSpaceNames()) {
    const Result<ActionSpace> space = LoadActionSpace(name);
    if (!space) return Fail(space.error());
    PrintText("{:<12} {:>4} passes, {:>3} excluded, fingerprint {}\n", name, space->size(),
              space->excluded().size(), ToHex(space->fingerprint()));
  }
  return kExitDone;
}

int Run(const ActionsOptions& options, const std::vector<std::string>& operands) {
  if (operands.empty() && !options.excluded && !options.json) return PrintOverview();
  const Result<ActionSpace> space =
      LoadActionSpace(operands.empty() ? kDefaultActionSpace : operands.front());
  if (!space) return Fail({ErrorCode::kInvalidArgument, space.error().message});
  if (options.json) {
    PrintJson(*space);
  } else if (options.excluded) {
    PrintExcluded(*space);
  } else {
    PrintActions(*space);
  }
  return kExitDone;
}

}  // namespace

int RunActions(const Arguments& arguments) {
  ActionsOptions options;
  return RunCommand(
      arguments, kHelp, {{"Options", OptionTable(options)}},
      [&](const ParsedArguments& given) { return Run(options, given.operands); }, "", 1);
}

}  // namespace autotune
