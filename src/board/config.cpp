#include "board/config.h"

#include <algorithm>
#include <functional>
#include <optional>
#include <ranges>
#include <utility>

#include <fmt/format.h>
#include <fmt/ranges.h>
#include <toml++/toml.h>

#include "core/quantity.h"
#include "search/registry.h"
#include "tune/code_model_text.h"

namespace autotune {

namespace {

/// Reads the keys of one file. Each method that reads a value fails with its place.
class Reader {
 public:
  explicit Reader(const std::string& file) : file_(file) {}

  Result<LeaderboardConfig> Read(const toml::table& table);

 private:
  using ReadKey = std::function<Status(const toml::node&)>;

  Error At(const toml::source_region& place, std::string_view message) const {
    return {ErrorCode::kBadInput, fmt::format("{}:{}: {}", file_, place.begin.line, message)};
  }
  template <typename T>
  Status ReadValue(const toml::node& node, std::string_view expected, T& out) const;
  /// Reads an array, whose values `read_value` reads one by one.
  template <typename T>
  Status ReadList(const toml::node& node, std::vector<T>& out,
                  const std::function<Status(const toml::node&, T&)>& read_value) const;

  Status ReadName(const toml::node& node);
  Status ReadMethod(const toml::node& node, std::string& out) const;
  Status ReadPattern(const toml::node& node, std::string& out) const;
  Status ReadSeed(const toml::node& node, std::uint64_t& out) const;
  Status ReadBudget(const toml::node& node, std::chrono::milliseconds& out) const;
  Status ReadThreads(const toml::node& node);
  Status ReadActionSpace(const toml::node& node);
  Status ReadObjective(const toml::node& node);
  Status ReadRelocation(const toml::node& node);
  Status ReadNames(const toml::node& node, const std::function<Status(const std::string&)>& check,
                   std::string& out) const;

  const std::string& file_;
  LeaderboardConfig config_;
};

Result<LeaderboardConfig> Reader::Read(const toml::table& table) {
  const auto list = [this](auto& out, auto read_value) -> ReadKey {
    return [this, &out, read_value](const toml::node& node) {
      using T = typename std::remove_reference_t<decltype(out)>::value_type;
      return ReadList<T>(node, out, [this, read_value](const toml::node& one, T& value) {
        return (this->*read_value)(one, value);
      });
    };
  };
  const std::vector<std::pair<std::string_view, ReadKey>> keys = {
      {"name", [this](const toml::node& node) { return ReadName(node); }},
      {"methods", list(config_.methods, &Reader::ReadMethod)},
      {"programs", list(config_.programs, &Reader::ReadPattern)},
      {"seeds", list(config_.seeds, &Reader::ReadSeed)},
      {"budgets", list(config_.budgets, &Reader::ReadBudget)},
      {"threads", [this](const toml::node& node) { return ReadThreads(node); }},
      {"action-space", [this](const toml::node& node) { return ReadActionSpace(node); }},
      {"objective", [this](const toml::node& node) { return ReadObjective(node); }},
      {"relocation-model", [this](const toml::node& node) { return ReadRelocation(node); }},
      {"mcpu",
       [this](const toml::node& node) {
         return ReadNames(node, CheckCpuName, config_.code_model.cpu);
       }},
      {"mattr",
       [this](const toml::node& node) {
         return ReadNames(node, CheckFeatureNames, config_.code_model.features);
       }},
      {"function-sections",
       [this](const toml::node& node) {
         return ReadValue(node, "true or false", config_.code_model.function_sections);
       }},
      {"data-sections",
       [this](const toml::node& node) {
         return ReadValue(node, "true or false", config_.code_model.data_sections);
       }},
  };
  for (const auto& [key, node] : table) {
    const auto known =
        std::ranges::find(keys, key.str(), [](const auto& row) { return row.first; });
    if (known == keys.end()) {
      return At(key.source(), fmt::format("unknown key '{}'; there are: {}", key.str(),
                                          fmt::join(keys | std::views::keys, ", ")));
    }
    if (Status status = known->second(node); !status.ok()) return status.error();
  }
  for (const char* needed : {"name", "methods", "programs", "seeds", "budgets"}) {
    if (table.contains(needed)) continue;
    return Error{ErrorCode::kBadInput, fmt::format("{}: '{}' is missing", file_, needed)};
  }
  return std::move(config_);
}

template <typename T>
Status Reader::ReadValue(const toml::node& node, std::string_view expected, T& out) const {
  const std::optional<T> value = node.value_exact<T>();
  if (!value) return At(node.source(), fmt::format("{} is expected here", expected));
  out = *value;
  return {};
}

template <typename T>
Status Reader::ReadList(const toml::node& node, std::vector<T>& out,
                        const std::function<Status(const toml::node&, T&)>& read_value) const {
  const toml::array* array = node.as_array();
  if (!array || array->empty()) {
    return At(node.source(), "an array that is not empty is expected here");
  }
  for (const toml::node& element : *array) {
    T value{};
    if (Status status = read_value(element, value); !status.ok()) return status;
    if (std::ranges::find(out, value) != out.end()) {
      return At(element.source(), "this is in the array already");
    }
    out.push_back(std::move(value));
  }
  return {};
}

Status Reader::ReadName(const toml::node& node) {
  if (Status status = ReadValue(node, "a string", config_.name); !status.ok()) return status;
  const auto plain = [](char c) {
    return ('a' <= c && c <= 'z') || ('A' <= c && c <= 'Z') || ('0' <= c && c <= '9') || c == '.' ||
           c == '_' || c == '-';
  };
  if (!config_.name.empty() && std::ranges::all_of(config_.name, plain)) return {};
  return At(node.source(), "a name is made of letters, digits, '.', '_' and '-'");
}

Status Reader::ReadMethod(const toml::node& node, std::string& out) const {
  if (Status status = ReadValue(node, "the name of a method", out); !status.ok()) return status;
  if (std::ranges::find(Methods(), out, &Method::name) != Methods().end()) return {};
  std::vector<std::string_view> names;
  for (const Method& method : Methods()) names.push_back(method.name);
  return At(node.source(),
            fmt::format("there is no method '{}', but: {}", out, fmt::join(names, ", ")));
}

Status Reader::ReadPattern(const toml::node& node, std::string& out) const {
  if (Status status = ReadValue(node, "a file or a pattern", out); !status.ok()) return status;
  return out.empty() ? At(node.source(), "an empty pattern names no file") : Status();
}

Status Reader::ReadSeed(const toml::node& node, std::uint64_t& out) const {
  std::int64_t number = 0;
  if (Status status = ReadValue(node, "a number", number); !status.ok()) return status;
  if (number < 0) return At(node.source(), "a seed is not negative");
  out = static_cast<std::uint64_t>(number);
  return {};
}

Status Reader::ReadBudget(const toml::node& node, std::chrono::milliseconds& out) const {
  std::string text;
  if (Status status = ReadValue(node, "a time such as \"60s\"", text); !status.ok()) return status;
  const Result<std::chrono::milliseconds> budget = ParseDuration(text);
  if (!budget) return At(node.source(), budget.error().message);
  out = *budget;
  return {};
}

Status Reader::ReadThreads(const toml::node& node) {
  std::int64_t number = 0;
  if (Status status = ReadValue(node, "a number", number); !status.ok()) return status;
  if (number < 1 || number > 1024) return At(node.source(), "threads are 1 to 1024");
  config_.threads = static_cast<std::uint64_t>(number);
  return {};
}

Status Reader::ReadActionSpace(const toml::node& node) {
  Status status = ReadValue(node, "the name of an action space", config_.action_space);
  if (!status.ok()) return status;
  const std::vector<std::string> names = ActionSpaceNames();
  if (std::ranges::find(names, config_.action_space) != names.end()) return {};
  return At(node.source(), fmt::format("there is no action space '{}', but: {}",
                                       config_.action_space, fmt::join(names, ", ")));
}

Status Reader::ReadObjective(const toml::node& node) {
  std::string name;
  if (Status status = ReadValue(node, "an objective", name); !status.ok()) return status;
  if (const std::optional<Objective> objective = FindObjective(name)) {
    config_.objective = *objective;
    return {};
  }
  return At(node.source(), fmt::format("there is no objective '{}', but: {}", name,
                                       fmt::join(ObjectiveNames(), ", ")));
}

Status Reader::ReadRelocation(const toml::node& node) {
  std::string name;
  if (Status status = ReadValue(node, "a relocation model", name); !status.ok()) return status;
  const Result<Relocation> relocation = ParseRelocation(name);
  if (!relocation) return At(node.source(), relocation.error().message);
  config_.code_model.relocation = *relocation;
  return {};
}

Status Reader::ReadNames(const toml::node& node,
                         const std::function<Status(const std::string&)>& check,
                         std::string& out) const {
  if (Status status = ReadValue(node, "a string", out); !status.ok()) return status;
  const Status valid = check(out);
  return valid.ok() ? valid : At(node.source(), valid.error().message);
}

}  // namespace

Result<LeaderboardConfig> ParseLeaderboardConfig(std::string_view text, const std::string& file) {
  try {
    return Reader(file).Read(toml::parse(text, file));
  } catch (const toml::parse_error& error) {
    std::string message(error.description());
    if (const auto line = message.find('\n'); line != message.npos) message.resize(line);
    return Error{ErrorCode::kBadInput,
                 fmt::format("{}:{}: {}", file, error.source().begin.line, message)};
  }
}

}  // namespace autotune
