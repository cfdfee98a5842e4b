#include "core/action_space.h"

#include <algorithm>
#include <array>
#include <cassert>
#include <limits>
#include <optional>

#include "core/action_spaces_text.h"

namespace autotune {
namespace {

constexpr std::string_view kGone = "gone";
constexpr std::string_view kExcluded = "excluded";
constexpr std::string_view kExcludedSection = "excluded";

Hash128 Fingerprint(const std::vector<Action>& actions) {
  std::string text;
  for (const Action& action : actions) {
    text += action.pipeline;
    text += '\n';
  }
  return HashBytes(text);
}

/// Returns the lines of one `[section]` of the data file, without empty and comment lines. Returns
/// nothing if there is no such section.
std::optional<std::vector<std::string_view>> Section(std::string_view text, std::string_view name) {
  std::optional<std::vector<std::string_view>> lines;
  bool inside = false;
  while (!text.empty()) {
    const std::size_t end = std::min(text.find('\n'), text.size());
    const std::string_view line = text.substr(0, end);
    text.remove_prefix(std::min(end + 1, text.size()));
    if (line.empty() || line.front() == '#') continue;
    if (line.front() == '[' && line.back() == ']') {
      inside = line.substr(1, line.size() - 2) == name;
      if (inside) lines.emplace();
    } else if (inside) {
      lines->push_back(line);
    }
  }
  return lines;
}

/// Splits a line into up to three tab-separated columns; missing ones are empty.
std::array<std::string_view, 3> Columns(std::string_view line) {
  std::array<std::string_view, 3> columns;
  for (std::string_view& column : columns) {
    const std::size_t tab = line.find('\t');
    column = line.substr(0, tab);
    line.remove_prefix(tab == std::string_view::npos ? line.size() : tab + 1);
  }
  return columns;
}

}  // namespace

ActionSpace::ActionSpace(std::string name, std::vector<Action> actions,
                         std::vector<ExcludedAction> excluded)
    : name_(std::move(name)),
      actions_(std::move(actions)),
      excluded_(std::move(excluded)),
      fingerprint_(Fingerprint(actions_)) {
  assert(actions_.size() <= std::numeric_limits<PassId>::max() && "PassId is too narrow");
  for (std::size_t i = 0; i < actions_.size(); ++i) {
    index_.emplace(actions_[i].pipeline, static_cast<PassId>(i));
  }
}

std::string_view ActionSpace::Pipeline(PassId id) const {
  assert(id < actions_.size() && "pass id of another action space");
  return actions_[id].pipeline;
}

std::string ActionSpace::Pipeline(std::span<const PassId> list) const {
  std::string text;
  for (const PassId id : list) text.append(text.empty() ? "" : ",").append(Pipeline(id));
  return text;
}

Result<PassId> ActionSpace::Find(std::string_view pipeline) const {
  const auto found = index_.find(pipeline);
  if (found != index_.end()) return found->second;
  return Error{ErrorCode::kNotFound,
               "action space '" + name_ + "' has no action '" + std::string(pipeline) + "'"};
}

const std::vector<std::string>& ActionSpaceNames() {
  static const std::vector<std::string> names = {std::string(kDefaultActionSpace), "compilergym",
                                                 "autophase42"};
  return names;
}

Result<ActionSpace> LoadActionSpace(std::string_view name) {
  return ParseActionSpace(kActionSpacesText, name);
}

Result<ActionSpace> ParseActionSpace(std::string_view text, std::string_view name) {
  const auto lines = Section(text, name);
  if (name == kExcludedSection || !lines) {
    std::string known;
    for (const std::string& known_name : ActionSpaceNames()) {
      known += (known.empty() ? "" : ", ") + known_name;
    }
    return Error{ErrorCode::kNotFound,
                 "no action space '" + std::string(name) + "'; there are: " + known};
  }
  std::vector<Action> actions;
  std::vector<ExcludedAction> excluded;
  for (const std::string_view line : *lines) {
    const auto [pipeline, flag, reason] = Columns(line);
    if (pipeline == kGone || pipeline == kExcluded) {
      if (flag.empty() || reason.empty()) {
        return Error{ErrorCode::kBadInput, "action space '" + std::string(name) +
                                               "': no flag or no reason in line '" +
                                               std::string(line) + "'"};
      }
      excluded.push_back({std::string(flag), std::string(reason)});
    } else if (pipeline.empty()) {
      return Error{ErrorCode::kBadInput, "action space '" + std::string(name) +
                                             "': no pipeline in line '" + std::string(line) + "'"};
    } else {
      actions.push_back({std::string(pipeline), std::string(flag)});
    }
  }
  if (actions.empty()) {
    return Error{ErrorCode::kBadInput, "action space '" + std::string(name) + "' is empty"};
  }
  // Passes of LLVM 19 that the default space leaves out.
  if (name == kDefaultActionSpace) {
    for (const std::string_view line :
         Section(text, kExcludedSection).value_or(std::vector<std::string_view>{})) {
      const auto columns = Columns(line);
      excluded.push_back({std::string(columns[0]), std::string(columns[1])});
    }
  }
  return ActionSpace(std::string(name), std::move(actions), std::move(excluded));
}

}  // namespace autotune
