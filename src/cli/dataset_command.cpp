#include <algorithm>
#include <chrono>
#include <cstdint>
#include <cstdio>
#include <filesystem>
#include <map>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "cli/commands.h"
#include "core/quantity.h"
#include "dataset/manifest.h"
#include "dataset/published_sets.h"
#include "dataset/recorded_units.h"
#include "dataset/set_builder.h"
#include "dataset/verify.h"
#include "term/console.h"
#include "term/live_line.h"
#include "term/option_parser.h"
#include "term/user_files.h"
#include "tune/signals.h"
#include "tune/threads.h"

namespace autotune {

namespace {

namespace fs = std::filesystem;
using namespace option_kinds;  // NOLINT(google-build-using-namespace)
using namespace std::chrono_literals;

constexpr std::uint64_t kMostJobs = 1024;
/// Random programs of a set: all of it is in memory, in three flavours.
constexpr std::uint64_t kMostPrograms = 1'000'000;

/// A command line of `autotune dataset`.
struct DatasetOptions {
  std::string action;              ///< `list`, `build`, ...
  std::vector<std::string> words;  ///< what follows it

  std::string folder;  ///< the one that holds the sets; empty: the default one
  std::string name;    ///< of the set; empty: after what it is built from
  SetJob job;
  bool quiet = false;

  /// Sets the job's folder: `folder`/`set`, or `set` itself if it has a slash.
  Status Choose(const std::string& set);
};

/// Reads text as `Sha256` writes it, in letters of either case.
Result<std::string> ParseSha256(std::string text) {
  if (text.size() != 64 || text.find_first_not_of("0123456789abcdefABCDEF") != text.npos) {
    return Invalid(fmt::format("'{}' is not 64 hexadecimal digits", text));
  }
  for (char& c : text) {
    if ('A' <= c && c <= 'F') c = static_cast<char>(c - 'A' + 'a');
  }
  return text;
}

std::vector<Row> OptionTable(DatasetOptions& to) {
  return {
      {"dir", "DIR", "the folder that holds the sets (autotune/datasets of the user's data)",
       Text(to.folder)},
      {"name", "NAME", "build: the set's name (after what it is built from)", Text(to.name)},
      {"split", "SPLIT",
       "build, add: train, validation, test (csmith train, units drawn, else test)",
       Choice(to.job.split, Words<Split>{{"train", Split::kTrain},
                                         {"validation", Split::kValidation},
                                         {"test", Split::kTest}})},
      {"jobs", "N", "programs built at a time (all cores)", Count(to.job.jobs, 1, kMostJobs)},
      {"fresh", "", "build: use nothing of an earlier build, and replace it", Switch(to.job.fresh)},
      {"count", "N", "csmith: how many programs (1000)", Count(to.job.count, 1, kMostPrograms)},
      {"first-seed", "N", "csmith: the first one's seed (0)",
       Count(to.job.first_seed, 0, kNoLimit - kMostPrograms)},
      {"shares", "A,B,C", "units: percent of packages for train, validation and test (80,10,10)",
       Parsed(to.job.shares, ParseSplitShares)},
      {"seed", "N", "units: of the draw of these packages (0)", Count(to.job.seed)},
      {"sha256", "HEX", "import: what the archive must have", Parsed(to.job.sha256, ParseSha256)},
      {"recipe", "FILE", "debian-*: packages and how to build them (the one that comes along)",
       Text(to.job.recipe)},
      {"mirror", "URL", "debian-*: a Debian archive (the one apt uses here)", Text(to.job.mirror)},
      {"worker", "PROGRAM", "autotune-worker (the one beside autotune)",
       Text(to.job.worker_program)},
      {"quiet,q", "", "no progress", Switch(to.quiet)},
  };
}

Status DatasetOptions::Choose(const std::string& set) {
  job.folder = set;
  if (set.find('/') != std::string::npos) return {};
  if (set.empty() || set.starts_with('.')) {
    return Invalid(fmt::format("'{}' is no name for a data set", set));
  }
  const Result<fs::path> sets = DatasetsFolder(folder);
  if (!sets) return sets.error();
  job.folder = *sets / set;
  return {};
}

std::string DatasetHelp() {
  std::vector<std::string_view> published;
  for (const PublishedSet& set : PublishedSets()) published.push_back(set.name);
  return fmt::format(
      "usage: autotune dataset list                     the sets that are there\n"
      "       autotune dataset build debian-c           C programs from Debian source packages\n"
      "       autotune dataset build debian-cxx         C++ files from Debian source packages\n"
      "       autotune dataset build csmith             random C programs\n"
      "       autotune dataset build import SOURCE      the .bc and .ll files of a folder, or of\n"
      "                                                 a tar archive, local or at a URL\n"
      "       autotune dataset build PUBLISHED          a set that CompilerGym published:\n"
      "                                                 {}\n"
      "                                                 {}\n"
      "       autotune dataset build compile-commands FILE\n"
      "                                                 your project, after its\n"
      "                                                 compile_commands.json\n"
      "       autotune dataset build units FOLDER...    what autotune build or autotune-cc kept "
      "of\n"
      "                                                 packages, each named as its folder\n"
      "       autotune dataset add SET FILE...          more modules for a set of yours\n"
      "       autotune dataset info SET                 what is in it, and what is not, and why\n"
      "       autotune dataset verify SET               hash every file anew\n"
      "\n"
      "SET is a set's name, or its folder where there is a slash in it. A build that was stopped\n"
      "goes on when the same command is given again.\n"
      "\n"
      "  autotune dataset build debian-c --jobs 4\n"
      "  autotune dataset build csmith --count 500 --first-seed 1000 --name csmith-b\n"
      "  autotune dataset build import corpus.tar.bz2 --split train\n"
      "  autotune dataset build compile-commands build/compile_commands.json --name mine\n"
      "  autotune dataset build units ~/units/* --name mine --shares 60,20,20 --seed 1\n",
      fmt::join(published.begin(), published.begin() + 4, ", "),
      fmt::join(published.begin() + 4, published.end(), ", "));
}

/// `61 programs, 40 of them distinct, 0 failed`; and how many duplicates were left out, if any.
std::string DescribeCounts(const Manifest& manifest) {
  std::set<Hash128> distinct;
  for (const DatasetProgram& program : manifest.programs) distinct.insert(program.ir);
  const std::string twins =
      manifest.duplicates.empty()
          ? fmt::format("{} of them distinct", FormatCount(distinct.size()))
          : fmt::format("{} duplicates left out", FormatCount(manifest.duplicates.size()));
  return fmt::format("{} programs, {}, {} failed", FormatCount(manifest.programs.size()), twins,
                     FormatCount(manifest.failures.size()));
}

/// One line on standard error that is redrawn on a terminal; elsewhere one every few seconds.
class BuildLine : public SetObserver {
 public:
  explicit BuildLine(bool quiet) : line_(quiet) {}

  void Warn(std::string_view message) override { PrintWarning(message); }
  void OnDownload(std::uint64_t done, std::uint64_t total) override {
    Show(fmt::format("{} of {} KiB downloaded", FormatCount(done >> 10), FormatCount(total >> 10)),
         false);
  }
  void OnProgress(const BuildProgress& progress) override;
  void Clear() { line_.Clear(); }

 private:
  void Show(const std::string& line, bool last);

  LiveLine line_;
  std::string_view stage_;
  Clock::time_point begin_;  ///< of the stage
  Clock::time_point shown_;
};

void BuildLine::OnProgress(const BuildProgress& progress) {
  constexpr double kLeastSeconds = 5;
  if (std::exchange(stage_, progress.what) != progress.what) begin_ = Clock::now();
  std::string line = fmt::format("{} of {} {}", FormatCount(progress.done),
                                 FormatCount(progress.total), progress.what);
  if (progress.failed > 0) line += fmt::format(", {} failed", FormatCount(progress.failed));
  const double seconds = std::chrono::duration<double>(Clock::now() - begin_).count();
  // The first ones are the largest, or take no time: they say little about the rest.
  if (seconds >= kLeastSeconds && progress.done >= progress.total / 20 &&
      progress.done < progress.total) {
    const double left = seconds * static_cast<double>(progress.total - progress.done) /
                        static_cast<double>(std::max<std::size_t>(progress.done, 1));
    line += fmt::format(", about {} left", FormatSeconds(left));
  }
  Show(line, progress.done == progress.total);
}

void BuildLine::Show(const std::string& line, bool last) {
  constexpr auto kLive = 100ms;
  constexpr auto kPlain = 5s;
  const Clock::time_point now = Clock::now();
  const Clock::duration interval = line_.live() ? Clock::duration(kLive) : kPlain;
  if (!last && now - shown_ < interval) return;
  shown_ = now;
  if (line_.live()) {
    line_.Redraw(line);
  } else {
    line_.Print(line);
  }
}

/// Completes the job by the words after `build`.
Status CompleteBuild(DatasetOptions& options) {
  if (options.words.empty()) return Invalid("autotune dataset build needs to know what");
  const std::string& kind = options.words.front();
  if (!IsSetKind(kind)) {
    return Invalid(
        fmt::format("nothing can be built from '{}'; autotune dataset --help has a list", kind));
  }
  const std::vector<std::string> sources(options.words.begin() + 1, options.words.end());
  if (kind == kUnitsKind && sources.empty()) {
    return Invalid("autotune dataset build units needs folders of builds");
  }
  if (kind != kUnitsKind && sources.size() != (TakesSource(kind) ? 1 : 0)) {
    return Invalid(fmt::format("autotune dataset build {} takes {}", kind,
                               TakesSource(kind) ? "one argument" : "no argument"));
  }
  SetJob& job = options.job;
  job.kind = kind;
  job.builds = sources;
  if (TakesSource(kind)) job.source = sources[0];
  return options.Choose(options.name.empty() ? DefaultSetName(kind, job.source) : options.name);
}

/// Completes it by the words after `add`.
Status CompleteAdd(DatasetOptions& options) {
  if (options.words.size() < 2) return Invalid("autotune dataset add needs a set and files");
  return options.Choose(options.words.front());
}

/// `build` and `add`.
int Build(DatasetOptions& options) {
  const bool add = options.action == "add";
  const Status complete = add ? CompleteAdd(options) : CompleteBuild(options);
  if (!complete) return Fail(complete.error());
  Budget budget{Budget::Limits{}};
  StopSignals signals;
  signals.Watch(budget);
  BuildLine line(options.quiet);
  const std::vector<fs::path> files(options.words.begin() + 1, options.words.end());
  const Result<Manifest> manifest =
      add ? AddToSet(options.job, files, line, budget) : BuildSet(options.job, line, budget);
  line.Clear();
  if (!manifest) {
    const Error& error = manifest.error();
    if (error.code != ErrorCode::kCancelled || signals.received() == 0) return Fail(error);
    PrintError("stopped; the same command goes on from here");
    return 128 + signals.received();
  }
  PrintText("{}: {}\n", options.job.folder.string(), DescribeCounts(*manifest));
  if (!manifest->programs.empty()) return kExitDone;
  PrintError(manifest->failures.empty() ? "the set is empty"
                                        : "the set is empty; " + manifest->failures[0].file + ": " +
                                              manifest->failures[0].reason);
  return kExitFailure;
}

int List(const DatasetOptions& options) {
  if (!options.words.empty()) {
    return Fail({ErrorCode::kInvalidArgument, "autotune dataset list takes no arguments"});
  }
  const Result<fs::path> folder = DatasetsFolder(options.folder);
  if (!folder) return Fail(folder.error());
  std::vector<fs::path> sets;
  std::error_code error;
  for (const auto& entry : fs::directory_iterator(*folder, error)) sets.push_back(entry.path());
  std::ranges::sort(sets);
  for (const fs::path& set : sets) {
    const Result<Manifest> manifest = ReadManifest(set);
    const std::string name = set.filename().string();
    if (manifest) {
      PrintText("{:<20} {:>7} programs  {}\n", name, FormatCount(manifest->programs.size()),
                set.string());
    } else if (manifest.error().code == ErrorCode::kNotFound) {
      PrintText("{:<20} not finished      {}\n", name, set.string());
    } else {
      PrintWarning(manifest.error().message);
    }
  }
  if (sets.empty()) PrintText("no data sets in {}\n", folder->string());
  return kExitDone;
}

/// Counts over some programs of a set.
struct Summary {
  std::vector<std::uint64_t> sizes;
  std::uint64_t functions = 0;
};

void PrintSummaries(const Manifest& manifest) {
  // By split and topmost folder: flavours are not alike.
  std::map<std::pair<Split, std::string>, Summary> summaries;
  for (const DatasetProgram& program : manifest.programs) {
    const fs::path file = program.file;
    const std::string top = file.has_parent_path() ? file.begin()->string() : "";
    Summary& summary = summaries[{program.split, top}];
    summary.sizes.push_back(program.instructions);
    summary.functions += program.functions;
  }
  PrintText("\n{:<11} {:<8} {:>9} {:>10} {:>13} {:>9} {:>9} {:>9}\n", "split", "folder", "programs",
            "functions", "instructions", "least", "median", "most");
  for (auto& [key, summary] : summaries) {
    std::vector<std::uint64_t>& sizes = summary.sizes;
    std::ranges::sort(sizes);
    std::uint64_t sum = 0;
    for (const std::uint64_t size : sizes) sum += size;
    const std::uint64_t median = (sizes[(sizes.size() - 1) / 2] + sizes[sizes.size() / 2]) / 2;
    PrintText("{:<11} {:<8} {:>9} {:>10} {:>13} {:>9} {:>9} {:>9}\n", Name(key.first), key.second,
              FormatCount(sizes.size()), FormatCount(summary.functions), FormatCount(sum),
              FormatCount(sizes.front()), FormatCount(median), FormatCount(sizes.back()));
  }
}

int Info(const DatasetOptions& options, const Manifest& manifest) {
  PrintText("{} in {}\n", manifest.name, options.job.folder.string());
  PrintText("source    {}\n", manifest.source);
  if (!manifest.licence.empty()) PrintText("licence   {}\n", manifest.licence);
  if (!manifest.compiler.empty()) PrintText("compiler  {}\n", manifest.compiler);
  PrintSummaries(manifest);
  PrintText("\n{}\n", DescribeCounts(manifest));
  for (const FailedProgram& failure : manifest.failures) {
    PrintText("  {}: {}\n", failure.file, failure.reason);
  }
  return kExitDone;
}

int Verify(const DatasetOptions& options, const Manifest& manifest) {
  Budget budget{Budget::Limits{}};
  StopSignals signals;
  signals.Watch(budget);
  const Result<std::vector<Damage>> damages =
      VerifySet(options.job.folder, manifest, options.job.jobs, budget);
  if (!damages) {
    const int exit_code = Fail(damages.error());
    return signals.received() == 0 ? exit_code : 128 + signals.received();
  }
  for (const Damage& damage : *damages) PrintText("{}: {}\n", damage.file, damage.what);
  if (damages->empty()) {
    PrintText("{}: {} programs, all as they were built\n", manifest.name,
              FormatCount(manifest.programs.size()));
    return kExitDone;
  }
  PrintError(fmt::format("{} files of '{}' are not as they were built; build it again",
                         FormatCount(damages->size()), options.job.folder.string()));
  return kExitFailure;
}

int Run(DatasetOptions& options, ParsedArguments& given) {
  options.words = std::move(given.operands);
  if (options.words.empty()) {
    return Fail(Invalid("autotune dataset needs one of: list, build, add, info, verify"));
  }
  options.action = options.words.front();
  options.words.erase(options.words.begin());
  if (options.action == "list") return List(options);
  if (options.action == "build" || options.action == "add") return Build(options);
  if (options.action != "info" && options.action != "verify") {
    return Fail(Invalid(fmt::format(
        "autotune dataset knows list, build, add, info and verify, not '{}'", options.action)));
  }
  if (options.words.size() != 1) {
    return Fail(Invalid(fmt::format("autotune dataset {} takes one data set", options.action)));
  }
  const Status chosen = options.Choose(options.words.front());
  if (!chosen) return Fail(chosen.error());
  const Result<Manifest> manifest = ReadManifest(options.job.folder);
  if (!manifest) return Fail(manifest.error());
  return options.action == "info" ? Info(options, *manifest) : Verify(options, *manifest);
}

}  // namespace

int RunDataset(const Arguments& arguments) {
  DatasetOptions options;
  options.job.jobs = std::min(DefaultThreads(), kMostJobs);
  return RunCommand(arguments, DatasetHelp(), {{"Options", OptionTable(options)}},
                    [&](ParsedArguments& given) { return Run(options, given); });
}

}  // namespace autotune
