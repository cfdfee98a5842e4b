#include <span>

#include <fmt/format.h>

#include "cli/commands.h"
#include "core/quantity.h"
#include "db/merge.h"
#include "term/console.h"
#include "term/option_parser.h"

namespace autotune {

namespace {

constexpr const char* kHelp =
    "usage: autotune db merge INTO FROM...\n"
    "\n"
    "Adds the runs of other databases to INTO, which is made where there is none. Runs that are "
    "there\n"
    "already and over are left alone, so it can be repeated. FROM is only read.\n"
    "\n"
    "  autotune db merge night.db host1.db host2.db\n";

Status Merge(const std::filesystem::path& into_file, std::span<const std::string> sources) {
  // An empty INTO would look like the answer.
  for (const std::string& from : sources) {
    const Result<std::unique_ptr<Database>> source = Database::OpenReadOnly(from);
    if (!source) return source.error();
  }
  const Result<std::unique_ptr<Database>> into = Database::Open(into_file);
  if (!into) return into.error();
  for (const std::string& from : sources) {
    const Result<MergeReport> report = MergeResults(**into, into_file, from);
    if (!report) return report.error();
    PrintText("{}: {} runs added, {} known already, {} not over\n", from,
              FormatCount(report->added), FormatCount(report->known),
              FormatCount(report->unfinished));
  }
  return {};
}

int Run(const std::vector<std::string>& operands) {
  if (operands.size() < 3 || operands.front() != "merge") {
    return Fail({ErrorCode::kInvalidArgument, "usage: autotune db merge INTO FROM..."});
  }
  const Status status = Merge(operands[1], std::span(operands).subspan(2));
  return status.ok() ? static_cast<int>(kExitDone) : Fail(status.error());
}

}  // namespace

int RunDbCommand(const Arguments& arguments) {
  return RunWithOperands({arguments.begin() + 2, arguments.end()}, kHelp, Run);
}

}  // namespace autotune
