#include "tune/memory/run_list.h"

#include <array>
#include <iterator>
#include <sstream>
#include <variant>

#include <fmt/format.h>

#include "core/quantity.h"
#include "db/query.h"
#include "eval/proof/opt_flags.h"

namespace autotune {

namespace {

// The first improvement of a search is the original program, with an empty list.
constexpr char kListSql[] = R"sql(
SELECT coalesce(pipeline, ''), coalesce(opt_flags, ''), program,
  coalesce(options ->> '$.whole_program.given', path),
  coalesce(options ->> '$.whole_program.kept', ''), coalesce(plan.text, '')
FROM run JOIN program USING (program) LEFT JOIN list USING (run)
  LEFT JOIN plan ON plan.run = list.run AND verified = 1
WHERE run.run = :run ORDER BY verified DESC LIMIT 1)sql";

}  // namespace

Result<std::int64_t> FindRun(Database& database, const std::string& word) {
  if (word == "last") {
    // A merge numbers older runs anew.
    const Result<SqlTable> last =
        RunQuery(database, "SELECT run FROM run ORDER BY started_at DESC, run DESC LIMIT 1");
    if (!last) return last.error();
    if (last->rows.empty()) return Error{ErrorCode::kNotFound, "there are no runs yet"};
    return std::get<std::int64_t>(last->rows.front().front());
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
  std::array<std::string, 6> texts;
  for (std::size_t column = 0; column < texts.size(); ++column) {
    const auto* const text = std::get_if<std::string>(&answer->rows.front()[column]);
    if (!text) {
      return Error{ErrorCode::kBadInput, fmt::format("what is stored of run {} is no text", *run)};
    }
    texts[column] = *text;
  }
  if (texts[0].empty()) {
    return Error{ErrorCode::kNotFound, fmt::format("run {} has found no list", *run)};
  }
  RunList list{*run, texts[0], SplitFlags(texts[1]), texts[2], texts[3], texts[4], texts[5]};
  Status allowed = CheckOptFlags(list.opt_flags);
  if (!allowed.ok())
    return Error{allowed.error().code, fmt::format("run {}: {}", *run, allowed.error().message)};
  return list;
}

}  // namespace autotune
