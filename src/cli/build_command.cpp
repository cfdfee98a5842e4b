#include <algorithm>
#include <filesystem>
#include <memory>
#include <string>
#include <vector>

#include <fmt/format.h>

#include "board/slurm.h"
#include "cli/commands.h"
#include "core/file.h"
#include "core/quantity.h"
#include "core/shard.h"
#include "db/merge.h"
#include "project/build_project.h"
#include "search/registry.h"
#include "term/console.h"
#include "term/option_parser.h"
#include "term/user_files.h"
#include "tune/model_host.h"
#include "tune/threads.h"
#include "ui/console_observer.h"
#include "ui/options.h"

namespace autotune {

namespace {

namespace fs = std::filesystem;
using namespace option_kinds;  // NOLINT(google-build-using-namespace)

constexpr std::string_view kHelp =
    "usage: autotune build [options] -- COMMAND...\n"
    "\n"
    "Runs your build, tunes what it compiles with -Os or -Oz, and builds again with the smaller\n"
    "objects. Your sources stay as they are. See docs/build.md.\n"
    "\n"
    "  autotune build --budget 10m --check 'make test' -- make -j2 CFLAGS=-Oz\n"
    "  autotune build --apply -- make -j2 CFLAGS=-Oz\n";

struct BuildOptions {
  BuildJob job;
  TuneOptions tune;
  std::string state;        ///< as given; empty: the user's own
  std::uint64_t slurm = 0;  ///< number of tasks that Slurm runs; 0: all is made here
  bool apply = false;
  bool record = false;
  bool stats = false;
};

std::vector<Row> OptionTable(BuildOptions& to) {
  return {
      {"budget", "TIME", "wall time of tuning (5m), or with --apply of trying what is known",
       Duration(to.job.budget)},
      {"check", "'CMD'", "command that judges a build; what breaks it is taken back",
       Text(to.job.check)},
      {"clean", "'CMD'", "command before each build; without it old objects are made again",
       Text(to.job.clean)},
      {"whole-program", "FILE",
       "tune all units of this linked file as one module, or of each ('*')",
       Texts(to.job.whole_programs)},
      {"only", "FILE", "tune only this source, those below this folder, or each ('lib/*.c')",
       Texts(to.job.only)},
      {"apply", "", "only build, with what earlier runs found", Switch(to.apply)},
      {"record", "", "only build, and keep the bitcode of each unit, such as for a data set",
       Switch(to.record)},
      {"plan", "FILE", "file of what was found: tuning writes it, --apply reads it",
       Text(to.job.plan)},
      {"slurm", "N", "have Slurm tune, in an array of N tasks, and build at the end",
       Count(to.slurm, 1, 10'000)},
      {"shard",
       "I/N",
       "build nothing, but tune each N-th unit of the last build, from the I-th on",
       {[&to](const std::string& text) { return ParseShard(text, to.job.shard); }}},
      AllowRow(to.tune.allowed),
      {"all-levels", "", "also tune for size what is compiled with -O1, -O2 or -O3",
       Switch(to.job.all_levels)},
      {"stats", "", "say what the compiler wrapper did, and how often", Switch(to.stats)},
      {"state,o", "DIR", "folder of units and objects (one of the user for each project)",
       Text(to.state)},
      {"threads", "N", "searching threads, one worker each (all cores; 1 with --slurm)",
       Count(to.tune.threads, 1, 1024)},
      {"db", "FILE", "database that remembers results (autotune.db of the user)",
       Text(to.tune.database_file)},
      {"no-db", "", "remember nothing but the objects", Switch(to.tune.no_database)},
      {"verbose,v", "", "show the warnings and progress of each unit", Switch(to.tune.verbose)},
  };
}

/// Checks the options, and chooses what was not given.
Status Complete(BuildOptions& options, const ParsedArguments& given) {
  if (!given.operands.empty()) {
    return Invalid(
        fmt::format("write -- before the build: autotune build -- {} ...", given.operands.front()));
  }
  if (options.job.command.empty()) return Invalid("no build given: autotune build -- make");
  if ((options.slurm != 0) + options.apply + options.record + given.seen.contains("shard") > 1) {
    return Invalid("give one of --slurm, --shard, --record and --apply");
  }
  if (!options.job.plan.empty() &&
      (options.slurm != 0 || options.record || given.seen.contains("shard"))) {
    return Invalid("--plan needs tuning here, or --apply");
  }
  if (!options.job.only.empty() && options.record) {
    return Invalid("--only is for tuning, and --record doesn't tune");
  }
  if (options.apply) {
    options.job.steps = BuildSteps::kApply;
    if (given.seen.contains("budget")) options.job.following = options.job.budget;
  }
  if (options.slurm != 0 || options.record) options.job.steps = BuildSteps::kRecord;
  if (given.seen.contains("shard")) {
    options.job.steps = BuildSteps::kTune;
    options.tune.no_cache = true;  // it is one file, and other hosts may have other shards
  }
  const Result<fs::path> state = UnitsFolder(options.state, fs::current_path());
  if (!state) return state.error();
  options.job.state = *state;
  options.tune.method = DefaultMethod();
  if (options.tune.threads == 0) options.tune.threads = options.slurm != 0 ? 1 : DefaultThreads();
  ChooseFiles(options.tune);
  options.job.tune = static_cast<const TuneJob&>(options.tune);
  return {};
}

/// Leaves tuning, and the build after it, to Slurm. Prints what it will do. `here` is the working
/// folder, which the build may have removed.
int Submit(const BuildOptions& options, const fs::path& here) {
  const BuildJob& job = options.job;
  std::vector<std::string> words = {"build", "--state=" + job.state.string()};
  if (job.all_levels) words.emplace_back("--all-levels");
  if (job.tune.allowed.any()) words.push_back("--allow=" + AllowText(job.tune.allowed));
  for (const std::string& name : job.only) words.push_back("--only=" + name);
  SlurmWork work{.name = "autotune-build",
                 .folder = job.state / "slurm",
                 .database = job.tune.database,
                 .output = job.state / "slurm" / "result",
                 .tasks = options.slurm,
                 .cores = job.tune.threads,
                 .command = words,
                 .finisher = words};
  if (!work.database.empty()) work.database = here / work.database;
  const Status known = MakeKnown(work, [&work](Database& into, const fs::path&) -> Status {
    const Result<std::uint64_t> lists = ExportLists(into, work.database);
    return lists ? Status() : lists.error();
  });
  if (!known) PrintWarning("the tasks begin without the database: " + known.error().message);
  for (const std::string& name : job.whole_programs) {
    work.command.push_back("--whole-program=" + name);
  }
  work.command.push_back("--budget=" + FormatDuration(job.budget));
  work.command.push_back(fmt::format("--threads={}", job.tune.threads));
  work.finisher.emplace_back("--apply");
  work.finisher.push_back(work.database.empty() ? "--no-db" : "--db=" + work.database.string());
  if (!job.clean.empty()) work.finisher.push_back("--clean=" + job.clean);
  if (!job.check.empty()) work.finisher.push_back("--check=" + job.check);
  if (options.stats) work.finisher.emplace_back("--stats");
  for (std::vector<std::string>* const all : {&work.command, &work.finisher}) {
    all->emplace_back("--");
    all->insert(all->end(), job.command.begin(), job.command.end());
  }
  const Result<SlurmJobs> jobs = SubmitToSlurm(work);
  if (!jobs) return Fail(jobs.error());
  PrintText(
      "Job {} of Slurm tunes the units. Then job {} builds with the tuned objects\n"
      "and writes the result to '{}'.\n",
      jobs->parts, jobs->end, work.output.string());
  return kExitDone;
}

int Run(BuildOptions& options, const ParsedArguments& given) {
  if (const Status status = Complete(options, given); !status.ok()) return Fail(status.error());
  // There are many units, so what is said of each is left to --verbose.
  const bool verbose = options.tune.verbose;
  const fs::path here = fs::current_path();  // the command may remove it
  ConsoleObserver observer({.quiet = !verbose, .verbose = verbose});
  ModelSlot models;
  int signal = 0;
  const Result<BuildReport> report = BuildProject(
      options.job, {.models = &models}, observer,
      [](const std::string& step) { PrintTo(stderr, "autotune: {}\n", step); }, signal);
  if (!report) {
    const int status = Fail(report.error());
    if (signal == 0) return status;
    if (Exists(UnitFolder(options.job.state).Suspects())) {
      PrintTo(stderr,
              "autotune: the check fails with some of the tuned objects: the same command, or "
              "--apply with --check, looks for them again\n");
    } else if (!options.apply && !options.record) {
      PrintTo(stderr, "autotune: objects tuned so far are kept: --apply puts them in place\n");
    }
    return 128 + signal;
  }
  if (options.slurm != 0) return Submit(options, here);
  if (options.job.steps == BuildSteps::kTune) return kExitDone;
  PrintText("\n{}", Composed{BuildTable(*report, here)});
  if (options.stats) PrintText("\n{}", Composed{BuildCounts(*report)});
  const bool tunes = !options.apply && !options.record;
  const bool has_module =
      std::ranges::any_of(report->linked, [](const LinkedFile& file) { return file.units > 0; });
  if (options.job.whole_programs.empty() && tunes && !report->linked.empty() && !has_module) {
    PrintText("\nA program often gets smaller still as one module: --whole-program {}\n",
              report->linked.size() > 1 ? "'*'" : report->linked[0].file.path.filename().string());
  }
  const auto is_tuned = [](const BuiltUnit& unit) { return !unit.answer.empty(); };
  const bool has_tuned = has_module || std::ranges::any_of(report->units, is_tuned);
  if (options.apply && !has_tuned && !report->units.empty()) {
    PrintWarning(
        options.job.plan.empty()
            ? fmt::format("nothing is known of this build in '{}': tune it first, or name "
                          "another folder with --state",
                          options.job.state.string())
            : fmt::format("no object of the plan '{}' is smaller here", options.job.plan.string()));
  }
  if (report->not_rebuilt > 0) {
    PrintWarning(
        fmt::format("the build did not make {} of the tuned objects again: {}", report->not_rebuilt,
                    options.job.clean.empty()
                        ? "give --clean"
                        : "does --clean remove them? Another build tree needs a --state of "
                          "its own"));
  }
  return kExitDone;
}

}  // namespace

int RunBuildCommand(const Arguments& arguments) {
  BuildOptions options;
  const auto end = std::ranges::find(arguments, "--");
  if (end != arguments.end()) options.job.command.assign(end + 1, arguments.end());
  return RunCommand({arguments.begin(), end}, kHelp, {{"Options", OptionTable(options)}},
                    [&](const ParsedArguments& given) { return Run(options, given); });
}

}  // namespace autotune
