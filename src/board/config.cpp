#include "board/config.h"

#include <algorithm>
#include <functional>
#include <optional>
#include <ranges>
#include <string>
#include <utility>

#include <fmt/format.h>
#include <fmt/ranges.h>
#include <toml++/toml.h>

#include "search/registry.h"
#include "term/option_parser.h"
#include "tune/code_model_text.h"

namespace autotune {

namespace {

Status CheckName(const std::string& text) {
  const auto plain = [](char c) {
    return ('a' <= c && c <= 'z') || ('A' <= c && c <= 'Z') || ('0' <= c && c <= '9') || c == '.' ||
           c == '_' || c == '-';
  };
  if (!text.empty() && std::ranges::all_of(text, plain)) return {};
  return Invalid("a name is made of letters, digits, '.', '_' and '-'");
}

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
  /// Reads a value of a type of TOML.
  template <typename T>
  Status ReadValue(const toml::node& node, std::string_view expected, T& out) const;
  /// Reads a string as the command line reads a value.
  Status ReadText(const toml::node& node, const OptionKind& kind) const;
  /// Reads a number as the command line does.
  Status ReadNumber(const toml::node& node, const OptionKind& kind) const;
  /// Reads an array; `read` reads each of its values.
  template <typename T, typename ReadOne>
  Status ReadList(const toml::node& node, std::vector<T>& out, const ReadOne& read) const;

  const std::string& file_;
  LeaderboardConfig config_;
};

Result<LeaderboardConfig> Reader::Read(const toml::table& table) {
  using namespace option_kinds;  // NOLINT(google-build-using-namespace)
  const auto text = [this](OptionKind kind) -> ReadKey {
    return [this, kind = std::move(kind)](const auto& node) { return ReadText(node, kind); };
  };
  const auto texts = [this](auto& out, auto make_kind) -> ReadKey {
    return [this, &out, make_kind](const toml::node& node) {
      return ReadList(node, out, [&](const toml::node& one, auto& value) {
        return ReadText(one, make_kind(value));
      });
    };
  };
  const auto flag = [this](bool& out) -> ReadKey {
    return [this, &out](const auto& node) { return ReadValue(node, "true or false", out); };
  };
  CodeModel& code = config_.code_model;
  const std::vector<std::pair<std::string_view, ReadKey>> keys = {
      {"name", text(Checked(config_.name, CheckName))},
      {"methods", texts(config_.methods, [](auto& out) { return Choice(out, MethodNames()); })},
      {"programs", texts(config_.programs, [](auto& out) { return Text(out); })},
      {"seeds",
       [this](const toml::node& node) {
         return ReadList(node, config_.seeds, [this](const toml::node& one, auto& seed) {
           return ReadNumber(one, Count(seed));
         });
       }},
      {"budgets", texts(config_.budgets, [](auto& out) { return Duration(out); })},
      {"threads",
       [this](const auto& node) { return ReadNumber(node, Count(config_.threads, 1, 1024)); }},
      {"action-space", text(Choice(config_.action_space, ActionSpaceNames()))},
      {"objective",
       text(ChoiceInto([this](std::size_t index) { config_.objective = Objectives()[index].id; },
                       {ObjectiveNames().begin(), ObjectiveNames().end()}))},
      {"relocation-model", text(Parsed(code.relocation, ParseRelocation))},
      {"mcpu", text(Checked(code.cpu, CheckCpuName))},
      {"mattr", text(Checked(code.features, CheckFeatureNames))},
      {"function-sections", flag(code.function_sections)},
      {"data-sections", flag(code.data_sections)},
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

Status Reader::ReadText(const toml::node& node, const OptionKind& kind) const {
  std::string text;
  if (Status status = ReadValue(node, "a string", text); !status.ok()) return status;
  const Status status = kind.store(text);
  return status.ok() ? status : At(node.source(), status.error().message);
}

Status Reader::ReadNumber(const toml::node& node, const OptionKind& kind) const {
  std::int64_t number = 0;
  if (Status status = ReadValue(node, "a number", number); !status.ok()) return status;
  const Status status = kind.store(std::to_string(number));
  return status.ok() ? status : At(node.source(), status.error().message);
}

template <typename T, typename ReadOne>
Status Reader::ReadList(const toml::node& node, std::vector<T>& out, const ReadOne& read) const {
  const toml::array* array = node.as_array();
  if (!array || array->empty()) {
    return At(node.source(), "an array that is not empty is expected here");
  }
  for (const toml::node& element : *array) {
    T value{};
    if (Status status = read(element, value); !status.ok()) return status;
    if (std::ranges::find(out, value) != out.end()) {
      return At(element.source(), "this is in the array already");
    }
    out.push_back(std::move(value));
  }
  return {};
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
