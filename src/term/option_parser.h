#pragma once

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <functional>
#include <limits>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "core/quantity.h"
#include "core/result.h"

namespace autotune {

/// Wrong usage: the message is one line.
inline Error Invalid(std::string message) {
  return {ErrorCode::kInvalidArgument, std::move(message)};
}

/// A reader of an option's text, which it checks and puts in a field. The functions below make one;
/// the field must outlive it.
struct OptionKind {
  /// Parses and stores a value; its error doesn't name the option.
  std::function<Status(const std::string& text)> store;
  bool takes_value = true;
};

namespace option_kinds {

inline constexpr std::uint64_t kNoLimit = std::numeric_limits<std::uint64_t>::max();

/// A whole number in `min` .. `max`, given to `set`, which must be able to hold all of them.
OptionKind CountInto(std::function<void(std::uint64_t)> set, std::uint64_t min, std::uint64_t max);
OptionKind Real(double& field, double min, double max);
/// A word of a list; its index is given to `set`.
OptionKind ChoiceInto(std::function<void(std::size_t)> set, std::vector<std::string> words);
OptionKind Choice(std::string& field, const std::vector<std::string>& words);
/// An option that may be repeated.
OptionKind Texts(std::vector<std::string>& field);
OptionKind Switch(bool& field, bool value = true);

/// Return the value, or say what is wrong with it.
Result<std::uint64_t> BytesFrom(const std::string& text, std::uint64_t min);
Result<std::string> NotEmpty(const std::string& text);

/// A text that `check`, which returns a `Status`, accepts.
template <typename Check>
OptionKind Checked(std::string& field, Check check) {
  return {[&field, check](const std::string& text) -> Status {
    field = text;
    return check(text);
  }};
}

/// A text of which `parse`, which returns a `Result`, makes a value.
template <typename Field, typename Parse>
OptionKind Parsed(Field& field, Parse parse) {
  return {[&field, parse](const std::string& text) -> Status {
    auto value = parse(text);
    if (!value) return value.error();
    field = *std::move(value);
    return {};
  }};
}

/// Milliseconds, up to `longest`.
template <typename Field>
OptionKind Duration(Field& field, std::chrono::hours longest = kLongestRun) {
  return Parsed(field, [longest](const std::string& text) { return ParseDuration(text, longest); });
}

/// A number of bytes, at least `min`.
template <typename Field>
OptionKind ByteSize(Field& field, std::uint64_t min) {
  return Parsed(field, [min](const std::string& text) { return BytesFrom(text, min); });
}

/// A text that is not empty.
template <typename Field>
OptionKind Text(Field& field) {
  return Parsed(field, NotEmpty);
}

template <typename Field>
OptionKind Count(Field& field, std::uint64_t min = 0, std::uint64_t max = kNoLimit) {
  return CountInto([&field](std::uint64_t number) { field = static_cast<Field>(number); }, min,
                   max);
}

template <typename Value>
using Words = std::vector<std::pair<std::string, Value>>;

template <typename Field, typename Value>
OptionKind Choice(Field& field, Words<Value> values) {
  std::vector<std::string> words;
  for (const auto& [word, value] : values) words.push_back(word);
  return ChoiceInto(
      [&field, values = std::move(values)](std::size_t index) { field = values[index].second; },
      std::move(words));
}

}  // namespace option_kinds

struct Row {
  const char* flag;   ///< names as Boost has them: `output,o`
  const char* value;  ///< name of the value in `--help`
  std::string help;
  OptionKind kind;
};

struct Group {
  std::string_view title;
  std::vector<Row> rows;
};

struct ParsedArguments {
  std::vector<std::string> operands;
  std::set<std::string, std::less<>> seen;  ///< long names of the options that were given
};

/// Returns the long name of a row: `output` of `output,o`.
std::string LongName(const Row& row);

/// Stores the values of the arguments in the fields of the table. Errors: `kInvalidArgument`, one
/// line that names the option.
Result<ParsedArguments> ParseInto(const std::vector<Group>& table,
                                  const std::vector<std::string>& arguments);

/// Runs a command, whose arguments begin with the program and its name, and returns the exit
/// status. The last group of the table gets the row `--help`, which prints `usage`, the table and
/// `after`. Otherwise the table's fields are stored, and `run` gets the operands. More operands
/// than `most_operands` are wrong usage.
int RunCommand(const std::vector<std::string>& arguments, std::string_view usage,
               std::vector<Group> table, const std::function<int(ParsedArguments& given)>& run,
               std::string_view after = "", std::size_t most_operands = option_kinds::kNoLimit);

/// Returns words for a row's help, of which the first one is the default:
/// `full (default), compilergym or autophase42`.
std::string DescribeChoices(const std::vector<std::string>& words);

/// Returns the table as text for `--help`.
std::string DescribeTable(const std::vector<Group>& table);

}  // namespace autotune
