#include "tune/memory/run_list.h"

#include <iterator>
#include <sstream>
#include <variant>

#include <fmt/format.h>

#include "core/quantity.h"
#include "db/query.h"
#include "db/run_data.h"
#include "eval/proof/opt_flags.h"

namespace autotune {

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
  const Result<SqlTable> answer = ReadRun(database, *run);
  if (!answer) return answer.error();
  if (answer->rows.empty()) return NoSuchRun(*run);
  const AnswerRow row(*answer, 0);
  RunList list{*run,
               row.Text("pipeline"),
               SplitFlags(row.Text("opt_flags")),
               row.Text("program"),
               row.Text("path"),
               row.Text("kept"),
               row.Text("plan"),
               row.Text("delivery")};
  // The first improvement of a search is the original program, with an empty list.
  if (list.pipeline.empty()) {
    return Error{ErrorCode::kNotFound, fmt::format("run {} has found no list", *run)};
  }
  Status allowed = CheckOptFlags(list.opt_flags);
  if (!allowed.ok())
    return Error{allowed.error().code, fmt::format("run {}: {}", *run, allowed.error().message)};
  return list;
}

}  // namespace autotune
