#include <algorithm>
#include <chrono>
#include <cstdio>
#include <limits>
#include <optional>

#include <fmt/format.h>
#include <fmt/ranges.h>
#include <unistd.h>

#include "cli/commands.h"
#include "core/quantity.h"
#include "db/named_queries.h"
#include "db/query.h"
#include "term/console.h"
#include "term/option_parser.h"
#include "term/query_output.h"
#include "term/suggestion.h"
#include "term/terminal.h"
#include "term/user_files.h"

namespace autotune {

namespace {

using namespace option_kinds;  // NOLINT(google-build-using-namespace)

struct QueryOptions {
  std::vector<std::string> words;  ///< the name of a query and its parameters
  std::string sql;
  std::string format = "table";
  QueryLimits limits;
  std::string database;  ///< as given; empty: the user's own
  bool help = false;
};

std::vector<Row> OptionTable(QueryOptions& to) {
  return {
      {"sql", "TEXT", "a question of your own", Text(to.sql)},
      {"format", "FORMAT", "table (default), csv or json",
       Choice(to.format, {"table", "csv", "json"})},
      {"db", "FILE", "the database (autotune.db of the user)", Text(to.database)},
      {"time-limit", "TIME", "end a question that takes longer (60s)", Duration(to.limits.time)},
      {"list", "", "print the questions, as --help does", Switch(to.help)},
      {"help,h", "", "print this", Switch(to.help)},
  };
}

Result<QueryOptions> Parse(const Arguments& arguments) {
  QueryOptions options;
  Result<ParsedArguments> given =
      ParseInto({{"Options", OptionTable(options)}}, {arguments.begin() + 2, arguments.end()});
  if (!given) return given.error();
  options.words = std::move(given->operands);
  if (!options.sql.empty() && !options.words.empty()) {
    return Invalid("give the name of a query or --sql, not both");
  }
  return options;
}

std::string Help() {
  std::string text =
      "usage: autotune query NAME [KEY=VALUE...] [options]\n"
      "       autotune query --sql 'SELECT ...' [options]\n"
      "\n"
      "Asks the database what earlier runs found. It is only read.\n"
      "\n"
      "  autotune query best\n"
      "  autotune query runs program='calc*' limit=5\n"
      "  autotune query leaderboard label=nightly --format csv > nightly.csv\n"
      "  autotune query --sql 'SELECT method, objective, exp(avg(ln(ratio))) AS ratio FROM runs\n"
      "    WHERE verified GROUP BY method, objective'\n"
      "\n"
      "Questions:\n";
  for (const NamedQuery& query : NamedQueries()) {
    text += fmt::format("  {:<12} {}\n", query.name, query.help);
    std::string keys;
    for (const QueryParameter& parameter : query.parameters) {
      keys += fmt::format("{}{}=", keys.empty() ? "" : " ", parameter.name);
    }
    text += fmt::format("  {:<12}   {}\n", "", keys);
  }
  text += "\nParameters:\n";
  std::vector<std::string_view> seen;
  for (const NamedQuery& query : NamedQueries()) {
    for (const QueryParameter& parameter : query.parameters) {
      if (std::ranges::find(seen, parameter.name) != seen.end()) continue;
      seen.push_back(parameter.name);
      text += fmt::format("  {:<12} {}{}\n", parameter.name, parameter.help,
                          fmt::join(parameter.words, ", "));
    }
  }
  QueryOptions unused;
  text += DescribeTable({{"Options", OptionTable(unused)}});
  return text + "\nThe tables and views for --sql are described in docs/database.md.\n";
}

Result<SqlValue> ToValue(const QueryParameter& parameter, const std::string& text) {
  std::int64_t count = 0;
  std::chrono::milliseconds duration{};
  std::string word = text;
  Status status;
  switch (parameter.kind) {
    case QueryParameterKind::kCount:
      status = Count(count, 0, std::numeric_limits<std::int64_t>::max()).store(text);
      if (status.ok()) return SqlValue(count);
      break;
    case QueryParameterKind::kDuration:
      status = Duration(duration).store(text);
      if (status.ok()) return SqlValue(std::chrono::duration<double>(duration).count());
      break;
    case QueryParameterKind::kText:
      if (!parameter.words.empty()) {
        status = Choice(word, {parameter.words.begin(), parameter.words.end()}).store(text);
      }
      if (status.ok()) return SqlValue(word);
      break;
  }
  return Invalid(fmt::format("{}: {}", parameter.name, status.error().message));
}

Result<SqlParameters> ToParameters(const NamedQuery& query, const QueryOptions& options) {
  SqlParameters parameters;
  for (std::size_t i = 1; i < options.words.size(); ++i) {
    const std::string& word = options.words[i];
    const std::size_t equals = word.find('=');
    if (equals == word.npos) {
      return Invalid(fmt::format("'{}' is no KEY=VALUE", word));
    }
    const std::string key = word.substr(0, equals);
    const auto known = std::ranges::find(query.parameters, key, &QueryParameter::name);
    if (known == query.parameters.end()) {
      std::vector<std::string_view> names;
      for (const QueryParameter& parameter : query.parameters) names.push_back(parameter.name);
      return Invalid(fmt::format("query {} has no parameter '{}', but: {}", query.name, key,
                                 fmt::join(names, ", ")));
    }
    if (equals + 1 == word.size()) {
      return Invalid(fmt::format("{}: give a value, or leave it out", key));
    }
    if (parameters.contains(":" + key)) return Invalid(fmt::format("{} is given twice", key));
    const Result<SqlValue> value = ToValue(*known, word.substr(equals + 1));
    if (!value) return value.error();
    parameters[":" + key] = *value;
  }
  return parameters;
}

Result<SqlTable> Ask(const QueryOptions& options) {
  const NamedQuery* query = nullptr;
  SqlParameters parameters;
  if (options.sql.empty()) {
    query = FindQuery(options.words.front());
    if (!query) {
      std::vector<std::string> names;
      for (const NamedQuery& known : NamedQueries()) names.emplace_back(known.name);
      return Invalid(fmt::format("there is no query '{}'; autotune query --list names them{}",
                                 options.words.front(), Suggestion(options.words.front(), names)));
    }
    Result<SqlParameters> given = ToParameters(*query, options);
    if (!given) return given.error();
    parameters = *std::move(given);
  }
  const Result<std::filesystem::path> path = DatabasePath(options.database);
  if (!path) return path.error();
  const Result<std::unique_ptr<Database>> database = Database::OpenReadOnly(*path);
  if (!database) return database.error();
  return RunQuery(**database, query ? std::string(query->sql) : options.sql, parameters,
                  options.limits);
}

/// An object has one value of a name.
Status CheckForJson(std::vector<std::string> columns) {
  std::ranges::sort(columns);
  const auto twice = std::ranges::adjacent_find(columns);
  if (twice == columns.end()) return {};
  return Invalid(fmt::format("two columns are named '{}': name one otherwise, with AS", *twice));
}

void Print(const SqlTable& table, const std::string& format) {
  if (format == "csv") {
    PrintExact(FormatCsv(table));
  } else if (format == "json") {
    PrintExact(FormatJson(table));
  } else {
    const Terminal terminal = Terminal::Of(STDOUT_FILENO, ColorMode::kAuto);
    const bool seen = isatty(STDOUT_FILENO) != 0;
    PrintText("{}", Composed{FormatTable(table, seen ? terminal.width : 0)});
    if (table.rows.empty()) PrintTo(stderr, "autotune: no rows\n");
  }
}

}  // namespace

int RunQueryCommand(const Arguments& arguments) {
  const Result<QueryOptions> options = Parse(arguments);
  if (!options) return Fail(options.error());
  if (options->help || (options->words.empty() && options->sql.empty())) {
    PrintText("{}", Composed{Help()});
    return kExitDone;
  }
  const Result<SqlTable> table = Ask(*options);
  if (!table) return Fail(table.error());
  const Status fits = options->format == "json" ? CheckForJson(table->columns) : Status();
  if (!fits.ok()) return Fail(fits.error());
  Print(*table, options->format);
  return kExitDone;
}

}  // namespace autotune
