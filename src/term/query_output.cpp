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
constexpr std::array<std::string_view, 4> kNames = {"run", "seed", "replicate", "version"};

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
  if (width == 0 || Width(text) <= width) return text;
  std::size_t end = 0;
  for (std::size_t characters = 0; end < text.size(); ++end) {
    if (!IsContinuation(text[end]) && characters++ == width - 3) break;
  }
  return text.substr(0, end) + "...";
}

std::string Cell(const SqlValue& value, std::string_view column, std::size_t width) {
  if (const auto* integer = std::get_if<std::int64_t>(&value)) {
    if (std::ranges::find(kNames, column) != kNames.end()) return fmt::format("{}", *integer);
    const auto magnitude = static_cast<std::uint64_t>(*integer);
    return *integer < 0 ? "-" + FormatCount(0 - magnitude) : FormatCount(magnitude);
  }
  if (const auto* real = std::get_if<double>(&value)) return fmt::format("{:.3f}", *real);
  if (const auto* text = std::get_if<std::string>(&value)) {
    return Shortened(Printable(*text), width);
  }
  return "-";
}

std::string Padded(const std::string& text, std::size_t width, bool right) {
  const std::string blanks(width - Width(text), ' ');
  return right ? blanks + text : text + blanks;
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

std::string FormatTable(const SqlTable& table, std::size_t cell_width) {
  const std::size_t columns = table.columns.size();
  std::vector<std::vector<std::string>> lines(1);
  for (const std::string& column : table.columns) lines.front().push_back(Printable(column));
  std::vector<bool> right(columns, false);
  for (const auto& row : table.rows) {
    std::vector<std::string>& line = lines.emplace_back();
    for (std::size_t i = 0; i < columns; ++i) {
      line.push_back(Cell(row[i], table.columns[i], cell_width));
      if (IsNumber(row[i])) right[i] = true;
    }
  }
  std::vector<std::size_t> widths(columns, 0);
  for (const auto& line : lines) {
    for (std::size_t i = 0; i < columns; ++i) widths[i] = std::max(widths[i], Width(line[i]));
  }
  std::string text;
  for (const auto& line : lines) {
    std::string row;
    for (std::size_t i = 0; i < columns; ++i) {
      row += (i == 0 ? "" : "  ") + Padded(line[i], widths[i], right[i]);
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
