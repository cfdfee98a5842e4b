#include "project/record_build.h"

#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "core/printable.h"
#include "core/toolchain.h"
#include "db/build_table.h"
#include "db/database.h"
#include "db/module_table.h"
#include "eval/process/subprocess.h"
#include "tune/seconds.h"

namespace autotune {

namespace {

namespace fs = std::filesystem;

std::optional<std::string> UnlessEmpty(const std::string& text) {
  return text.empty() ? std::nullopt : std::optional(text);
}

StoredBuild::File ToStored(const fs::path& folder, const BuiltFile& file, bool taken_back,
                           const std::string& answer) {
  StoredBuild::File stored;
  stored.path = NameFrom(folder, file.path);
  stored.before = file.before;
  stored.after = file.after;
  stored.taken_back = taken_back;
  stored.answer = UnlessEmpty(answer);
  return stored;
}

StoredBuild ToStored(const BuildJob& job, const BuildReport& report, const fs::path& folder,
                     Clock::duration took) {
  StoredBuild build;
  build.folder = Printable(folder.string());
  for (const std::string& word : job.command) {
    build.command += (build.command.empty() ? "" : " ") + ShellQuote(word);
  }
  build.command = Printable(build.command);
  build.llvm = std::to_string(kLlvmMajor);
  build.autotune = kVersion;
  build.wall_seconds = Seconds(took);
  build.budget_seconds = job.steps == BuildSteps::kAll ? Seconds(job.budget) : 0;
  build.threads = job.tune.threads;
  for (const BuiltUnit& unit : report.units) {
    StoredBuild::File file = ToStored(folder, unit.object, unit.taken_back, unit.answer);
    file.source = NameFrom(folder, unit.source);
    file.module = unit.module;
    build.files.push_back(std::move(file));
  }
  for (const LinkedFile& linked : report.linked) {
    StoredBuild::File file = ToStored(folder, linked.file, linked.taken_back, linked.answer);
    file.linked = true;
    for (const fs::path& object : linked.objects) file.objects.push_back(NameFrom(folder, object));
    build.files.push_back(std::move(file));
  }
  return build;
}

Status Record(const std::filesystem::path& file, const StoredBuild& build,
              const std::vector<ModuleFile>& modules) {
  const Result<std::unique_ptr<Database>> database = Database::Open(file);
  if (!database) return database.error();
  if (Status added = AddBuild(**database, build); !added.ok()) return added;
  return KeepModules(**database, modules);
}

}  // namespace

void RecordBuild(const BuildJob& job, const BuildReport& report, const UnitFolder& units,
                 const fs::path& folder, Clock::duration took, TuneObserver& observer) {
  std::vector<ModuleFile> modules;
  for (const BuiltUnit& unit : report.units) {
    modules.push_back({.id = unit.module, .path = units.Module(unit.module)});
  }
  const Status recorded = Record(job.tune.database, ToStored(job, report, folder, took), modules);
  if (!recorded) {
    observer.Warn("the database lacks something of this build: " + recorded.error().message);
  }
}

}  // namespace autotune
