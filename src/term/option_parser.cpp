#include "term/option_parser.h"

#include <charconv>

#include <boost/program_options.hpp>
#include <fmt/format.h>
#include <fmt/ranges.h>

#include "term/console.h"
#include "term/suggestion.h"

namespace autotune {

namespace {

namespace po = boost::program_options;

template <typename T, typename Format>
Status CheckBounds(T value, T min, T max, Format format) {
  if (value < min) return Invalid(fmt::format("{} is below {}", format(value), format(min)));
  if (value > max) return Invalid(fmt::format("{} is above {}", format(value), format(max)));
  return {};
}

po::options_description BoostOptions(const std::vector<Group>& table) {
  po::options_description description;
  for (const Group& group : table) {
    for (const Row& row : group.rows) {
      if (row.kind.takes_value) {
        description.add_options()(row.flag, po::value<std::string>());
      } else {
        description.add_options()(row.flag, "");
      }
    }
  }
  return description;
}

std::vector<std::string> LongNames(const std::vector<Group>& table) {
  std::vector<std::string> names;
  for (const Group& group : table) {
    for (const Row& row : group.rows) names.push_back("--" + LongName(row));
  }
  return names;
}

Result<po::parsed_options> Tokenize(const std::vector<std::string>& arguments,
                                    const std::vector<Group>& table) {
  try {
    namespace style = po::command_line_style;
    // Abbreviations are refused: every new option would be a risk for scripts that abbreviate an
    // old one.
    return po::command_line_parser(arguments)
        .options(BoostOptions(table))
        .style(style::unix_style & ~style::allow_guessing)
        .run();
  } catch (const po::unknown_option& error) {
    const std::string name = error.get_option_name();
    return Invalid(error.what() + Suggestion(name.substr(0, name.find('=')), LongNames(table)));
  } catch (const po::error& error) {
    return Invalid(error.what());
  }
}

const Row* FindRow(const std::vector<Group>& table, std::string_view name) {
  for (const Group& group : table) {
    for (const Row& row : group.rows) {
      if (LongName(row) == name) return &row;
    }
  }
  return nullptr;
}

}  // namespace

namespace option_kinds {

Result<std::uint64_t> BytesFrom(const std::string& text, std::uint64_t min) {
  Result<std::uint64_t> bytes = ParseByteSize(text);
  if (!bytes) return bytes;
  const Status status = CheckBounds(*bytes, min, kNoLimit, FormatByteSize);
  return status.ok() ? bytes : status.error();
}

Result<std::string> NotEmpty(const std::string& text) {
  if (text.empty()) return Invalid("needs a value that is not empty");
  return text;
}

OptionKind CountInto(std::function<void(std::uint64_t)> set, std::uint64_t min, std::uint64_t max) {
  return {[set = std::move(set), min, max](const std::string& text) -> Status {
    const Result<std::uint64_t> number = ParseCount(text);
    if (!number) return number.error();
    if (Status status = CheckBounds(*number, min, max, FormatCount); !status) return status;
    set(*number);
    return {};
  }};
}

OptionKind Real(double& field, double min, double max) {
  return {[&field, min, max](const std::string& text) -> Status {
    double number = 0;
    const char* const end = text.data() + text.size();
    const auto [rest, error] = std::from_chars(text.data(), end, number);
    if (error != std::errc() || rest != end || !(number >= min && number <= max)) {
      return Invalid(fmt::format("'{}' is not a number from {} to {}", text, min, max));
    }
    field = number;
    return {};
  }};
}

OptionKind ChoiceInto(std::function<void(std::size_t)> set, std::vector<std::string> words) {
  return {[set = std::move(set), words = std::move(words)](const std::string& text) -> Status {
    for (std::size_t i = 0; i < words.size(); ++i) {
      if (words[i] != text) continue;
      set(i);
      return {};
    }
    return Invalid(fmt::format("'{}' is not one of: {}", text, fmt::join(words, ", ")));
  }};
}

OptionKind Choice(std::string& field, const std::vector<std::string>& words) {
  return ChoiceInto([&field, words](std::size_t index) { field = words[index]; }, words);
}

OptionKind Texts(std::vector<std::string>& field) {
  return {[&field](const std::string& text) { return Text(field.emplace_back()).store(text); }};
}

OptionKind Switch(bool& field, bool value) {
  return {[&field, value](const std::string&) -> Status {
            field = value;
            return {};
          },
          /*takes_value=*/false};
}

}  // namespace option_kinds

std::string LongName(const Row& row) {
  const std::string_view flag = row.flag;
  return std::string(flag.substr(0, flag.find(',')));
}

Result<ParsedArguments> ParseInto(const std::vector<Group>& table,
                                  const std::vector<std::string>& arguments) {
  const Result<po::parsed_options> parsed = Tokenize(arguments, table);
  if (!parsed) return parsed.error();
  ParsedArguments given;
  for (const po::option& option : parsed->options) {
    const std::string& text = option.value.empty() ? std::string() : option.value.front();
    if (option.position_key >= 0) {
      given.operands.push_back(text);
      continue;
    }
    const Status status = FindRow(table, option.string_key)->kind.store(text);
    if (!status.ok()) {
      return Invalid(fmt::format("--{}: {}", option.string_key, status.error().message));
    }
    given.seen.insert(option.string_key);
  }
  return given;
}

int RunCommand(const std::vector<std::string>& arguments, std::string_view usage,
               std::vector<Group> table, const std::function<int(ParsedArguments& given)>& run,
               std::string_view after, std::size_t most_operands) {
  bool help = false;
  if (table.empty()) table.push_back({"Options", {}});
  table.back().rows.push_back({"help,h", "", "print this", option_kinds::Switch(help)});
  Result<ParsedArguments> given = ParseInto(table, {arguments.begin() + 2, arguments.end()});
  if (!given) return Fail(given.error());
  if (help) {
    PrintText("{}{}{}", Composed{usage}, Composed{DescribeTable(table)}, Composed{after});
    return kExitDone;
  }
  if (given->operands.size() <= most_operands) return run(*given);
  const std::string& last = given->operands[most_operands];
  return Fail(
      Invalid(most_operands == 0
                  ? fmt::format("autotune {} takes no '{}'", arguments[1], last)
                  : fmt::format("autotune {} takes no second word: '{}'", arguments[1], last)));
}

std::string DescribeChoices(const std::vector<std::string>& words) {
  std::string text = words.front() + " (default)";
  for (std::size_t i = 1; i < words.size(); ++i) {
    text += (i + 1 == words.size() ? " or " : ", ") + words[i];
  }
  return text;
}

std::string DescribeTable(const std::vector<Group>& table) {
  constexpr std::size_t kColumn = 24;
  std::string text;
  for (const Group& group : table) {
    text += fmt::format("\n{}:\n", group.title);
    for (const Row& row : group.rows) {
      const std::string_view flag = row.flag;
      const std::size_t comma = flag.find(',');
      std::string left = comma == flag.npos ? "  " : fmt::format("  -{}, ", flag.substr(comma + 1));
      left += fmt::format("--{} {}", LongName(row), row.value);
      text += fmt::format("{:<{}} {}\n", left, kColumn, row.help);
    }
  }
  return text;
}

}  // namespace autotune
