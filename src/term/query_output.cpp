#include "term/query_output.h"

#include <algorithm>
#include <array>
#include <string_view>
#include <vector>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "core/printable.h"
#include "core/quantity.h"

namespace autotune {

namespace {

/// Columns whose numbers are names, so that nobody adds them up.
constexpr std::array<std::string_view, 5> kNames = {"run", "build", "seed", "replicate", "version"};

/// Characters of a column of text that is cut, three of which are dots.
constexpr std::size_t kLeastWidth = 6;

bool IsNumber(const SqlValue& value) {
  return std::holds_alternative<std::int64_t>(value) || std::holds_alternative<double>(value);
}

bool IsContinuation(char c) { return (static_cast<unsigned char>(c) & 0xc0) == 0x80; }

/// Returns the width in characters, each taken to be one column wide.
std::size_t Width(std::string_view text) {
  return static_cast<std::size_t>(
      std::ranges::count_if(text, [](char c) { return !IsContinuation(c); }));
}

std::string Shortened(const std::string& text, std::size_t width) {
  if (Width(text) <= width) return text;
  std::size_t end = 0;
  for (std::size_t characters = 0; end < text.size(); ++end) {
    if (!IsContinuation(text[end]) && characters++ == width - 3) break;
  }
  return text.substr(0, end) + "...";
}

std::string Cell(const SqlValue& value, std::string_view column) {
  if (const auto* integer = std::get_if<std::int64_t>(&value)) {
    if (std::ranges::find(kNames, column) != kNames.end()) return fmt::format("{}", *integer);
    const auto magnitude = static_cast<std::uint64_t>(*integer);
    return *integer < 0 ? "-" + FormatCount(0 - magnitude) : FormatCount(magnitude);
  }
  if (const auto* real = std::get_if<double>(&value)) return fmt::format("{:.3f}", *real);
  if (const auto* text = std::get_if<std::string>(&value)) return Printable(*text);
  return "-";
}

std::string Padded(const std::string& text, std::size_t width, bool right) {
  const std::string blanks(width - Width(text), ' ');
  return right ? blanks + text : text + blanks;
}

/// A column as text, its name first.
struct Column {
  std::vector<std::string> lines;
  bool number = false;
  std::size_t width = 0;  ///< of the longest line that is shown whole

  /// True for a text that several rows have in common.
  bool common() const {
    return !number && lines.size() > 2 &&
           std::all_of(lines.begin() + 2, lines.end(),
                       [&](const std::string& line) { return line == lines[1]; });
  }
};

std::size_t WidthOf(const std::vector<Column>& columns) {
  std::size_t width = 0;
  for (const Column& column : columns) width += column.width + 2;
  return width - std::min<std::size_t>(width, 2);
}

/// Makes a table narrower that is wider than `width`. Texts that all rows have in common become
/// the line that it returns, and the widest columns of text are cut. Numbers stay whole.
std::string Fit(std::vector<Column>& columns, std::size_t width) {
  const auto common = [](const Column& column) { return column.common(); };
  if (WidthOf(columns) <= width || std::ranges::all_of(columns, common)) return "";
  std::string heading;
  for (const Column& column : columns) {
    if (!column.common()) continue;
    heading += (heading.empty() ? "" : ", ") + column.lines[0] + " " + column.lines[1];
  }
  std::erase_if(columns, common);
  while (WidthOf(columns) > width) {
    const auto widest = std::ranges::max_element(
        columns, {}, [](const Column& column) { return column.number ? 0 : column.width; });
    if (widest == columns.end() || widest->number || widest->width <= kLeastWidth) break;
    --widest->width;
  }
  return heading.empty() ? "" : heading + "\n\n";
}

std::string CsvField(const SqlValue& value) {
  if (const auto* integer = std::get_if<std::int64_t>(&value)) return fmt::format("{}", *integer);
  if (const auto* real = std::get_if<double>(&value)) return fmt::format("{}", *real);
  const auto* text = std::get_if<std::string>(&value);
  if (!text) return "";
  // Quoted if empty, to tell it from NULL.
  if (!text->empty() && text->find_first_of(",\"\r\n") == text->npos) return *text;
  std::string quoted = "\"";
  for (const char c : *text) {
    if (c == '"') quoted += '"';
    quoted += c;
  }
  return quoted + "\"";
}

}  // namespace

std::string FormatTable(const SqlTable& table, std::size_t line_width) {
  std::vector<Column> columns;
  for (std::size_t i = 0; i < table.columns.size(); ++i) {
    Column& column = columns.emplace_back();
    column.lines.push_back(Printable(table.columns[i]));
    for (const auto& row : table.rows) {
      column.lines.push_back(Cell(row[i], table.columns[i]));
      if (IsNumber(row[i])) column.number = true;
    }
    for (const std::string& line : column.lines) {
      column.width = std::max(column.width, Width(line));
    }
  }
  std::string text;
  if (line_width > 0) text = Fit(columns, line_width);
  for (std::size_t line = 0; line <= table.rows.size(); ++line) {
    std::string row;
    for (const Column& column : columns) {
      row += (&column == &columns.front() ? "" : "  ") +
             Padded(Shortened(column.lines[line], column.width), column.width, column.number);
    }
    row.erase(row.find_last_not_of(' ') + 1);
    text += row + "\n";
  }
  return text;
}

std::string FormatCsv(const SqlTable& table) {
  std::string text;
  for (std::size_t i = 0; i < table.columns.size(); ++i) {
    text += (i == 0 ? "" : ",") + CsvField(table.columns[i]);
  }
  text += "\n";
  for (const auto& row : table.rows) {
    for (std::size_t i = 0; i < row.size(); ++i) text += (i == 0 ? "" : ",") + CsvField(row[i]);
    text += "\n";
  }
  return text;
}

std::string FormatJson(const SqlTable& table) {
  nlohmann::ordered_json rows = nlohmann::ordered_json::array();
  for (const auto& row : table.rows) {
    nlohmann::ordered_json object = nlohmann::ordered_json::object();
    for (std::size_t i = 0; i < row.size(); ++i) {
      nlohmann::ordered_json& cell = object[table.columns[i]];
      if (const auto* integer = std::get_if<std::int64_t>(&row[i])) cell = *integer;
      if (const auto* real = std::get_if<double>(&row[i])) cell = *real;
      if (const auto* text = std::get_if<std::string>(&row[i])) cell = *text;
    }
    rows.push_back(std::move(object));
  }
  return rows.dump(2, ' ', false, nlohmann::ordered_json::error_handler_t::replace) + "\n";
}

}  // namespace autotune
