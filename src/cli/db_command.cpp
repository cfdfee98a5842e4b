#include <span>

#include <fmt/format.h>

#include "cli/commands.h"
#include "core/file.h"
#include "core/quantity.h"
#include "db/merge.h"
#include "db/module_table.h"
#include "term/console.h"
#include "term/option_parser.h"
#include "term/user_files.h"

namespace autotune {

namespace {

constexpr const char* kHelp =
    "usage: autotune db merge INTO FROM...\n"
    "       autotune db export OUT [FROM]\n"
    "       autotune db module HASH OUT.bc [FROM]\n"
    "\n"
    "merge adds the runs of other databases to INTO, which is made where there is none. Runs that\n"
    "are there already and over are left alone, so it can be repeated.\n"
    "\n"
    "export writes a small database for other machines. It has the best proved list of each\n"
    "program in FROM (autotune.db of the user), without paths and hosts. FROM is only read. If an\n"
    "older version wrote it, it is updated first.\n"
    "\n"
    "module writes the bitcode of a unit of a build. Its hash, or the beginning of it, is in the\n"
    "column module of 'autotune query built'. Each folder's last build is kept.\n"
    "\n"
    "  autotune db merge night.db host1.db host2.db\n"
    "  autotune db export lists.db\n"
    "  autotune db module 3f9a21c0 unit.bc\n";

/// Removes a database that this command makes, unless it is kept: an empty one would look like the
/// answer.
class MadeDatabase {
 public:
  explicit MadeDatabase(std::filesystem::path file) : file_(std::move(file)) {}
  MadeDatabase(const MadeDatabase&) = delete;
  MadeDatabase& operator=(const MadeDatabase&) = delete;
  ~MadeDatabase() {
    if (kept_) return;
    for (const char* const suffix : {"", "-wal", "-shm"}) {
      std::error_code ignored;
      std::filesystem::remove(file_.string() + suffix, ignored);
    }
  }
  void Keep() { kept_ = true; }

 private:
  const std::filesystem::path file_;
  bool kept_ = false;
};

Status Merge(const std::filesystem::path& into_file, std::span<const std::string> sources) {
  for (const std::string& from : sources) {
    const Result<std::unique_ptr<Database>> source = Database::OpenReadOnly(from);
    if (!source) return source.error();
  }
  // First, for an empty INTO would look like the answer. It is not removed later: another process
  // may have filled it.
  if (Status status = CheckWhole(sources.front()); !status.ok()) return status;
  const Result<std::unique_ptr<Database>> into = Database::Open(into_file);
  if (!into) return into.error();
  for (const std::string& from : sources) {
    const Result<MergeReport> report = MergeResults(**into, into_file, from);
    if (!report) return report.error();
    PrintText(
        "{}: {} runs added, {} known already, {} not over{}\n", from, FormatCount(report->added),
        FormatCount(report->known), FormatCount(report->unfinished),
        report->builds > 0 ? "; " + Counted(report->builds, "build", "builds") + " added" : "");
  }
  return {};
}

Status Export(const std::filesystem::path& out, const std::string& given) {
  const Result<std::filesystem::path> from = DatabasePath(given);
  if (!from) return from.error();
  const Result<std::unique_ptr<Database>> source = Database::OpenReadOnly(*from);
  if (!source) return source.error();
  if (Exists(out)) return Invalid(fmt::format("'{}' exists already", out.string()));
  MadeDatabase made(out);
  const Result<std::unique_ptr<Database>> database = Database::Open(out);
  if (!database) return database.error();
  const Result<std::uint64_t> lists = ExportLists(**database, *from);
  if (!lists) return lists.error();
  made.Keep();
  PrintText("{}: {}\n", out.string(), Counted(*lists, "list", "lists"));
  return {};
}

Status WriteStoredModule(const std::string& hash, const std::filesystem::path& out,
                         const std::string& given) {
  const Result<std::filesystem::path> from = DatabasePath(given);
  if (!from) return from.error();
  const Result<std::unique_ptr<Database>> source = Database::OpenReadOnly(*from);
  if (!source) return source.error();
  if (Exists(out)) return Invalid(fmt::format("'{}' exists already", out.string()));
  const Result<std::string> bitcode = ReadModule(**source, hash);
  if (!bitcode) return bitcode.error();
  if (Status written = ReplaceFile(out, *bitcode); !written.ok()) return written;
  PrintText("wrote {}\n", out.string());
  return {};
}

int Run(const ParsedArguments& given) {
  const std::vector<std::string>& operands = given.operands;
  Status status = Invalid(
      "usage: autotune db merge INTO FROM..., db export OUT [FROM], or db module HASH OUT.bc "
      "[FROM]");
  if (operands.size() > 2 && operands[0] == "merge") {
    status = Merge(operands[1], std::span(operands).subspan(2));
  } else if ((operands.size() == 2 || operands.size() == 3) && operands[0] == "export") {
    status = Export(operands[1], operands.size() == 3 ? operands[2] : "");
  } else if ((operands.size() == 3 || operands.size() == 4) && operands[0] == "module") {
    status = WriteStoredModule(operands[1], operands[2], operands.size() == 4 ? operands[3] : "");
  }
  return status.ok() ? static_cast<int>(kExitDone) : Fail(status.error());
}

}  // namespace

int RunDbCommand(const Arguments& arguments) { return RunCommand(arguments, kHelp, {}, Run); }

}  // namespace autotune
