#include <algorithm>
#include <span>

#include <fmt/format.h>

#include "cli/commands.h"
#include "cli/console.h"
#include "cli/quantity.h"
#include "db/merge.h"

namespace autotune {

namespace {

constexpr const char* kHelp =
    "usage: autotune db merge INTO FROM...\n"
    "\n"
    "Adds the runs of other databases to INTO, which is made where there is none. Runs that are "
    "there\n"
    "already are left alone, so it can be repeated. FROM is only read.\n"
    "\n"
    "  autotune db merge night.db host1.db host2.db\n";

Status Merge(const std::filesystem::path& into_file, std::span<const std::string> sources) {
  const Result<std::unique_ptr<Database>> into = Database::Open(into_file);
  if (!into) return into.error();
  for (const std::string& from : sources) {
    const Result<MergeReport> report = MergeResults(**into, into_file, from);
    if (!report) return report.error();
    fmt::print("{}: {} runs added, {} known already, {} not over\n", from,
               FormatCount(report->added), FormatCount(report->known),
               FormatCount(report->unfinished));
  }
  return {};
}

}  // namespace

int RunDbCommand(const Arguments& arguments) {
  const std::span words = std::span(arguments).subspan(2);
  const auto is_help = [](const std::string& word) { return word == "--help" || word == "-h"; };
  if (std::ranges::any_of(words, is_help)) {
    fmt::print("{}", kHelp);
    return kExitDone;
  }
  const bool option =
      std::ranges::any_of(words, [](const std::string& word) { return word.starts_with('-'); });
  if (words.size() < 3 || words.front() != "merge" || option) {
    return Fail({ErrorCode::kInvalidArgument, "usage: autotune db merge INTO FROM..."});
  }
  const Status status = Merge(words[1], words.subspan(2));
  return status.ok() ? static_cast<int>(kExitDone) : Fail(status.error());
}

}  // namespace autotune
