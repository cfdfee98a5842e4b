#pragma once

#include <chrono>
#include <cstdint>
#include <functional>
#include <limits>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "cli/options.h"
#include "core/result.h"

namespace autotune {

/// What the value of an option may be, and where it goes.
namespace option_kinds {

using std::chrono::milliseconds;

struct Duration {
  milliseconds TuneOptions::* field;
  milliseconds min;
};

struct OptionalDuration {
  std::optional<milliseconds> TuneOptions::* field;
  milliseconds min;
};

struct ByteSize {
  std::uint64_t TuneOptions::* field;
  std::uint64_t min;
};

struct Count {
  std::uint64_t TuneOptions::* field;
  std::uint64_t min = 0;
  std::uint64_t max = std::numeric_limits<std::uint64_t>::max();
};

struct OptionalCount {
  std::optional<std::uint64_t> TuneOptions::* field;
  std::uint64_t min;
};

struct Choice {
  std::vector<std::string> values;
  std::function<void(TuneOptions&, std::size_t index)> set;
};

struct Text {
  std::string TuneOptions::* field;
};

struct Switch {
  bool TuneOptions::* field;
};

}  // namespace option_kinds

using OptionKind =
    std::variant<option_kinds::Duration, option_kinds::OptionalDuration, option_kinds::ByteSize,
                 option_kinds::Count, option_kinds::OptionalCount, option_kinds::Choice,
                 option_kinds::Text, option_kinds::Switch>;

struct Row {
  const char* flag;  ///< `output,o`, as Boost has it
  const char* value;
  std::string help;
  OptionKind kind;
};

struct Group {
  std::string_view title;
  std::vector<Row> rows;
};

/// The long names of the options that were given.
using Seen = std::set<std::string, std::less<>>;

/// `output` of the row `output,o`.
std::string LongName(const Row& row);

/// Puts what the arguments say into `options`, operands into `programs`. Errors:
/// `kInvalidArgument`, one line that names the option.
Result<Seen> ParseInto(TuneOptions& options, const std::vector<std::string>& arguments,
                       const std::vector<Group>& table);

/// The table as text for `--help`.
std::string DescribeTable(const std::vector<Group>& table);

}  // namespace autotune
