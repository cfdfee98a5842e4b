#include "cli/run_list.h"

#include <iterator>
#include <sstream>
#include <variant>

#include <fmt/format.h>

#include "cli/quantity.h"
#include "db/query.h"

namespace autotune {

namespace {

// The first improvement of a search is the program as it came, with an empty list.
constexpr char kListSql[] = R"sql(
SELECT coalesce(pipeline, ''), coalesce(opt_flags, ''), program, path
FROM run JOIN program USING (program) LEFT JOIN list USING (run)
WHERE run = :run ORDER BY verified DESC LIMIT 1)sql";

}  // namespace

Result<std::int64_t> FindRun(Database& database, const std::string& word) {
  if (word == "last") {
    const Result<SqlTable> last = RunQuery(database, "SELECT max(run) FROM run");
    if (!last) return last.error();
    const auto* run = std::get_if<std::int64_t>(&last->rows.front().front());
    if (run) return *run;
    return Error{ErrorCode::kNotFound, "there are no runs yet"};
  }
  const Result<std::uint64_t> run = ParseCount(word);
  if (run) return static_cast<std::int64_t>(*run);
  return Error{ErrorCode::kInvalidArgument,
               fmt::format("'{}' is neither the number of a run nor `last`", word)};
}

Error NoSuchRun(std::int64_t run) {
  return {ErrorCode::kNotFound,
          fmt::format("there is no run {}; autotune query runs lists them", run)};
}

std::vector<std::string> SplitFlags(const std::string& flags) {
  std::istringstream words(flags);
  return {std::istream_iterator<std::string>(words), {}};
}

Result<RunList> ReadRunList(Database& database, const std::string& word) {
  const Result<std::int64_t> run = FindRun(database, word);
  if (!run) return run.error();
  const Result<SqlTable> answer = RunQuery(database, kListSql, {{":run", *run}});
  if (!answer) return answer.error();
  if (answer->rows.empty()) return NoSuchRun(*run);
  const auto text = [&](std::size_t column) {
    return std::get<std::string>(answer->rows.front()[column]);
  };
  if (text(0).empty()) {
    return Error{ErrorCode::kNotFound, fmt::format("run {} has found no list", *run)};
  }
  return RunList{*run, text(0), SplitFlags(text(1)), text(2), text(3)};
}

}  // namespace autotune
