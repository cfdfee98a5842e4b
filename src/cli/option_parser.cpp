#include "cli/option_parser.h"

#include <utility>

#include <boost/program_options.hpp>
#include <fmt/format.h>

#include "cli/quantity.h"

namespace autotune {

namespace {

namespace po = boost::program_options;
using namespace option_kinds;

Error Invalid(std::string message) {
  return Error{ErrorCode::kInvalidArgument, std::move(message)};
}

/// Puts the text of one option into `options`; one overload for each kind.
class Setter {
 public:
  Setter(TuneOptions& options, const std::string& text) : options_(options), text_(text) {}

  Status operator()(const Duration& kind) const {
    return Store(ParseDuration(text_), kind.min, milliseconds::max(), options_.*kind.field,
                 FormatDuration);
  }
  Status operator()(const OptionalDuration& kind) const {
    return Store(ParseDuration(text_), kind.min, milliseconds::max(), options_.*kind.field,
                 FormatDuration);
  }
  Status operator()(const ByteSize& kind) const {
    return Store(ParseByteSize(text_), kind.min, std::numeric_limits<std::uint64_t>::max(),
                 options_.*kind.field, FormatByteSize);
  }
  Status operator()(const Count& kind) const {
    return Store(ParseCount(text_), kind.min, kind.max, options_.*kind.field, FormatCount);
  }
  Status operator()(const OptionalCount& kind) const {
    return Store(ParseCount(text_), kind.min, std::numeric_limits<std::uint64_t>::max(),
                 options_.*kind.field, FormatCount);
  }
  Status operator()(const Choice& kind) const {
    for (std::size_t i = 0; i < kind.values.size(); ++i) {
      if (kind.values[i] != text_) continue;
      kind.set(options_, i);
      return {};
    }
    return Invalid(fmt::format("'{}' is not one of: {}", text_, fmt::join(kind.values, ", ")));
  }
  Status operator()(const Text& kind) const {
    if (text_.empty()) return Invalid("needs a value that is not empty");
    options_.*kind.field = text_;
    return {};
  }
  Status operator()(const Switch& kind) const {
    options_.*kind.field = true;
    return {};
  }

 private:
  template <typename T, typename Field, typename Format>
  static Status Store(Result<T> value, T min, T max, Field& field, Format format) {
    if (!value) return value.error();
    if (*value < min) return Invalid(fmt::format("{} is below {}", format(*value), format(min)));
    if (*value > max) return Invalid(fmt::format("{} is above {}", format(*value), format(max)));
    field = *value;
    return {};
  }

  TuneOptions& options_;
  const std::string& text_;
};

po::options_description BoostOptions(const std::vector<Group>& table) {
  po::options_description description;
  for (const Group& group : table) {
    for (const Row& row : group.rows) {
      if (std::holds_alternative<Switch>(row.kind)) {
        description.add_options()(row.flag, "");
      } else {
        description.add_options()(row.flag, po::value<std::string>());
      }
    }
  }
  return description;
}

Result<po::parsed_options> Tokenize(const std::vector<std::string>& arguments,
                                    const po::options_description& description) {
  try {
    namespace style = po::command_line_style;
    // Guessing would make every new option a risk for the scripts that abbreviate an old one.
    return po::command_line_parser(arguments)
        .options(description)
        .style(style::unix_style & ~style::allow_guessing)
        .run();
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

std::string LongName(const Row& row) {
  const std::string_view flag = row.flag;
  return std::string(flag.substr(0, flag.find(',')));
}

Result<Seen> ParseInto(TuneOptions& options, const std::vector<std::string>& arguments,
                       const std::vector<Group>& table) {
  const Result<po::parsed_options> parsed = Tokenize(arguments, BoostOptions(table));
  if (!parsed) return parsed.error();
  Seen seen;
  for (const po::option& option : parsed->options) {
    const std::string& text = option.value.empty() ? std::string() : option.value.front();
    if (option.position_key >= 0) {
      options.programs.emplace_back(text);
      continue;
    }
    const Row* row = FindRow(table, option.string_key);
    const Status status = std::visit(Setter(options, text), row->kind);
    if (!status.ok()) {
      return Invalid(fmt::format("--{}: {}", option.string_key, status.error().message));
    }
    seen.insert(option.string_key);
  }
  return seen;
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
