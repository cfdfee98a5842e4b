#include <algorithm>
#include <cstdio>
#include <map>
#include <memory>
#include <optional>
#include <set>
#include <utility>

#include <fmt/format.h>
#include <unistd.h>

#include "cli/dataset_options.h"
#include "core/quantity.h"
#include "dataset/archive.h"
#include "dataset/assemble.h"
#include "dataset/compile_commands.h"
#include "dataset/compiler.h"
#include "dataset/csmith.h"
#include "dataset/download.h"
#include "dataset/import.h"
#include "dataset/package_units.h"
#include "dataset/published_sets.h"
#include "dataset/recipe.h"
#include "dataset/set_folder.h"
#include "eval/worker_pool.h"
#include "term/console.h"
#include "term/terminal.h"
#include "tune/signals.h"

namespace autotune {

namespace {

namespace fs = std::filesystem;
using namespace std::chrono_literals;

/// The modules of a set may be larger than what one tunes with a minute's budget.
constexpr auto kLoadLimit = 120s;
constexpr std::uint64_t kWorkerMemory = 4ull << 30;
/// Begins the files that a user adds to a set; building it again leaves them there.
const std::string kAdded = "added/";

/// One line on standard error that is redrawn on a terminal; elsewhere one every few seconds.
class Stage {
 public:
  explicit Stage(bool quiet)
      : terminal_(Terminal::Of(STDERR_FILENO, ColorMode::kAuto)), quiet_(quiet) {}
  ~Stage() { Clear(); }
  Stage(const Stage&) = delete;
  Stage& operator=(const Stage&) = delete;

  void Show(const std::string& line, bool last) {
    constexpr auto kLive = 100ms;
    constexpr auto kPlain = 5s;
    const Clock::time_point now = Clock::now();
    const Clock::duration interval = terminal_.live ? Clock::duration(kLive) : kPlain;
    if (quiet_ || (!last && now - shown_ < interval)) return;
    shown_ = now;
    if (!terminal_.live) {
      PrintTo(stderr, "{}\n", line);
      return;
    }
    RedrawLine(stderr, line, terminal_.width);
    drawn_ = true;
  }
  void Show(const BuildProgress& progress) {
    std::string line = fmt::format("{} of {} {}", FormatCount(progress.done),
                                   FormatCount(progress.total), progress.what);
    if (progress.failed > 0) line += fmt::format(", {} failed", FormatCount(progress.failed));
    // The first ones are the largest: they say little about the rest.
    if (progress.done >= progress.total / 20 && progress.done < progress.total) {
      const double seconds = std::chrono::duration<double>(Clock::now() - begin_).count();
      const double left = seconds * static_cast<double>(progress.total - progress.done) /
                          static_cast<double>(std::max<std::size_t>(progress.done, 1));
      line += fmt::format(", about {} left", FormatSeconds(left));
    }
    Show(line, progress.done == progress.total);
  }
  void Begin() { begin_ = Clock::now(); }
  void Clear() {
    if (std::exchange(drawn_, false)) ClearLine(stderr);
  }

 private:
  Terminal terminal_;
  bool quiet_;
  bool drawn_ = false;
  Clock::time_point begin_ = Clock::now();
  Clock::time_point shown_;
};

/// What tells a folder or file from another of the same name, wherever the command runs.
std::string LocalSource(const fs::path& path) {
  std::error_code ignored;
  const std::string source = fs::absolute(path, ignored).lexically_normal().string();
  return source.ends_with('/') ? source.substr(0, source.size() - 1) : source;
}

bool IsUrl(const std::string& source) { return source.find("://") != source.npos; }

/// One line about flags that no command gets.
std::string DescribeRefused(const std::map<std::string, std::size_t>& refused) {
  constexpr std::size_t kMost = 5;
  std::string text;
  std::size_t named = 0;
  for (const auto& [flag, count] : refused) {
    if (named++ == kMost) break;
    text += fmt::format("{}'{}' ({}x)", text.empty() ? "" : ", ", flag, count);
  }
  const std::size_t more = refused.size() - std::min(refused.size(), kMost);
  if (more > 0) text += fmt::format(" and {} more", more);
  return "flags that could run or write something, or are not known, are left out: " + text;
}

/// What is built, before it is known whether it can be.
struct Plan {
  Manifest header;
  std::vector<Unit> units;
  Duplicates duplicates = Duplicates::kKeep;
};

/// One `build` or `add`.
class Builder {
 public:
  explicit Builder(const DatasetOptions& options) : options_(options), stage_(options.quiet) {}

  int Build() {
    signals_.Watch(budget_);
    const Result<std::string> name = SetName();
    if (!name) return Fail(name.error());
    if (const Status opened = Open(*name); !opened) return Fail(opened.error());
    Result<Plan> plan = MakePlan();
    if (!plan) return End(plan.error());
    if (const Status kept = CheckReplaces(*plan); !kept) return End(kept.error());
    plan->header.name = folder_->path().filename().string();
    return Finish(*std::move(plan), kAdded);
  }

  int Add() {
    signals_.Watch(budget_);
    const std::string& name = options_.words.front();
    if (const Status opened = Open(name); !opened) return Fail(opened.error());
    Plan plan;
    plan.header = folder_->manifest();
    plan.header.programs.clear();
    plan.header.duplicates.clear();
    plan.header.failures.clear();
    if (plan.header.name.empty()) {
      plan.header.name = folder_->path().filename().string();
      plan.header.source = "files of the user";
    }
    std::set<fs::path> names;
    for (std::size_t i = 1; i < options_.words.size(); ++i) {
      const fs::path file = options_.words[i];
      if (!names.insert(file.filename()).second) {
        return Fail({ErrorCode::kInvalidArgument,
                     fmt::format("two files are named '{}'", file.filename().string())});
      }
      Result<Unit> unit = ImportUnit(file, kAdded + file.filename().string(), Split::kTest,
                                     {.source = file.string()});
      if (!unit) return Fail(unit.error());
      const std::vector<DatasetProgram>& present = folder_->manifest().programs;
      const auto same = std::ranges::find(present, unit->file, &DatasetProgram::file);
      if (same != present.end()) {
        if (same->inputs != unit->inputs) {
          return Fail({ErrorCode::kInvalidArgument,
                       fmt::format("the set has another '{}'; give '{}' a name of its own",
                                   unit->file, file.string())});
        }
        unit->split = same->split;
      }
      unit->split = options_.split.value_or(unit->split);
      plan.units.push_back(*std::move(unit));
    }
    return Finish(std::move(plan), "");
  }

 private:
  const std::string& What() const { return options_.words.front(); }
  const std::string& Argument() const { return options_.words[1]; }

  const PublishedSet* Published() const {
    for (const PublishedSet& set : PublishedSets()) {
      if (set.name == What()) return &set;
    }
    return nullptr;
  }

  bool IsDebianSet() const { return What() == "debian-c" || What() == "debian-cxx"; }

  /// Also checks the words of the command line.
  Result<std::string> SetName() const {
    if (options_.words.empty()) {
      return Error{ErrorCode::kInvalidArgument, "autotune dataset build needs to know what"};
    }
    const bool takes_argument = What() == "import" || What() == "compile-commands";
    if (!takes_argument && What() != "csmith" && !IsDebianSet() && Published() == nullptr) {
      return Error{ErrorCode::kInvalidArgument,
                   fmt::format("nothing can be built from '{}'; autotune dataset --help has a list",
                               What())};
    }
    if (options_.words.size() != (takes_argument ? 2 : 1)) {
      return Error{ErrorCode::kInvalidArgument,
                   fmt::format("autotune dataset build {} takes {}", What(),
                               takes_argument ? "one argument" : "no argument")};
    }
    if (!options_.name.empty()) return options_.name;
    if (!takes_argument) return What();
    const fs::path path = LocalSource(Argument());
    if (What() == "compile-commands") {
      const fs::path folder = path.parent_path();
      return (folder.filename() == "build" ? folder.parent_path() : folder).filename().string();
    }
    const std::string name = path.filename().string();
    std::error_code ignored;
    return fs::is_directory(path, ignored) ? name : name.substr(0, name.find(".tar"));
  }

  Status Open(const std::string& name) {
    const Result<fs::path> path = options_.SetFolder(name);
    if (!path) return path.error();
    Result<SetFolder> folder = SetFolder::Open(*path);
    if (!folder) return folder.error();
    folder_.emplace(*std::move(folder));
    if (options_.fresh) return folder_->Forget();
    return {};
  }

  /// What is there from the same source is brought up to date; a set from another source, which has
  /// the same name by accident, must not lose anything to `plan`.
  Status CheckReplaces(const Plan& plan) const {
    const Manifest& before = folder_->manifest();
    if (options_.fresh || before.source == plan.header.source) return {};
    std::set<std::pair<std::string_view, Hash128>> same;
    for (const Unit& unit : plan.units) same.emplace(unit.file, unit.inputs);
    const auto lost = [&](const DatasetProgram& program) {
      return !program.file.starts_with(kAdded) && !same.contains({program.file, program.inputs});
    };
    if (std::ranges::none_of(before.programs, lost)) return {};
    return Error{ErrorCode::kInvalidArgument,
                 fmt::format("there is a set '{}' already, made from '{}': give another --name, or "
                             "--fresh to replace it",
                             folder_->path().filename().string(), before.source)};
  }

  Result<Plan> MakePlan() {
    if (What() == "import") return ImportPlan(Argument(), options_.sha256, nullptr);
    if (const PublishedSet* const set = Published()) {
      return ImportPlan(std::string(set->url), std::string(set->sha256), set);
    }
    const Result<std::string> compiler = CompilerVersion(budget_);
    if (!compiler) return compiler.error();
    compiler_ = *compiler;
    if (What() == "csmith") return CsmithPlan();
    if (IsDebianSet()) return DebianPlan();
    return CompileCommandsPlan();
  }

  /// The archive `from`, downloaded where that is a URL.
  Result<fs::path> BringArchive(const std::string& from, const std::string& sha256) {
    std::error_code ignored;
    if (!IsUrl(from)) {
      if (fs::exists(from, ignored)) return fs::path(from);
      return Error{ErrorCode::kNotFound, fmt::format("there is no file '{}'", from)};
    }
    const fs::path archive = folder_->work() / "downloads" / ToHex(HashBytes(from));
    const auto show = [this](std::uint64_t done, std::uint64_t total) {
      stage_.Show(
          fmt::format("{} of {} KiB downloaded", FormatCount(done >> 10), FormatCount(total >> 10)),
          false);
    };
    const Status fetched = Fetch({.url = from, .sha256 = sha256, .file = archive}, show, budget_);
    if (!fetched) return fetched.error();
    return archive;
  }

  Result<Plan> ImportPlan(const std::string& from, const std::string& sha256,
                          const PublishedSet* set) {
    Origin origin{.package = set ? "CompilerGym" : ""};
    fs::path folder = from;
    std::error_code ignored;
    const bool is_archive = !fs::is_directory(folder, ignored);
    if (!is_archive && !sha256.empty()) {
      return Error{ErrorCode::kInvalidArgument,
                   fmt::format("--sha256 is of an archive, and '{}' is a folder", from)};
    }
    if (is_archive) {
      const Result<fs::path> archive = BringArchive(from, sha256);
      if (!archive) return archive.error();
      const Result<std::string> hash = Sha256(*archive, budget_);
      if (!hash) return hash.error();
      // One that was there already, the user's own or of an earlier command, has not been checked.
      if (!sha256.empty() && *hash != sha256) {
        return Error{ErrorCode::kBadInput,
                     fmt::format("'{}' has SHA-256 {}, not {}", from, *hash, sha256)};
      }
      origin.sha256 = *hash;
      folder = folder_->work() / "unpacked" / *hash;
      if (const Status unpacked = Unpack(*archive, folder, budget_); !unpacked) {
        return unpacked.error();
      }
    }
    Result<std::vector<Unit>> units =
        ImportUnits(folder, options_.split.value_or(Split::kTest), origin);
    if (!units) return units.error();
    const std::string_view licence = set ? set->licence : "";
    return Plan{.header = {.source = IsUrl(from) ? from : LocalSource(from),
                           .licence = std::string(licence)},
                .units = *std::move(units)};
  }

  Result<Plan> CsmithPlan() const {
    Result<std::vector<Unit>> units = CsmithUnits({.count = options_.count,
                                                   .first_seed = options_.first_seed,
                                                   .split = options_.split.value_or(Split::kTrain)},
                                                  compiler_, budget_);
    if (!units) return units.error();
    return Plan{.header = {.source = "csmith, random programs",
                           .licence = "none: generated",
                           .compiler = compiler_},
                .units = *std::move(units),
                .duplicates = Duplicates::kDrop};
  }

  Result<Plan> CompileCommandsPlan() const {
    Result<CompileCommands> commands =
        ReadCompileCommands(Argument(), options_.split.value_or(Split::kTest), compiler_);
    if (!commands) return commands.error();
    if (!commands->refused.empty()) PrintWarning(DescribeRefused(commands->refused));
    return Plan{.header = {.source = LocalSource(Argument()), .compiler = compiler_},
                .units = std::move(commands->units)};
  }

  Result<Plan> DebianPlan() {
    fs::path file = options_.recipe;
    if (file.empty()) {
      std::error_code ignored;
      file = fs::read_symlink("/proc/self/exe", ignored).parent_path().parent_path() /
             fmt::format("share/autotune/datasets/{}.toml", What());
    }
    recipe_ = ReadRecipe(file);
    if (!recipe_) return recipe_.error();
    const Result<std::string> mirror =
        options_.mirror.empty() ? SystemMirror(budget_) : Result<std::string>(options_.mirror);
    if (!mirror) return mirror.error();
    Result<PackageUnits> packages =
        PreparePackages(*recipe_, compiler_,
                        {.mirror = *mirror,
                         .work = folder_->work(),
                         .jobs = options_.threads(),
                         .on_progress = [this](const BuildProgress& p) { stage_.Show(p); }},
                        budget_);
    if (!packages) return packages.error();
    return Plan{.header = {.source = recipe_->source,
                           .licence = recipe_->licence,
                           .compiler = compiler_,
                           .failures = std::move(packages->failures)},
                .units = std::move(packages->units),
                .duplicates = Duplicates::kDrop};
  }

  int Finish(Plan plan, const std::string& kept) {
    Result<ActionSpace> actions = LoadActionSpace("full");
    if (!actions) return Fail(actions.error());
    Result<std::unique_ptr<WorkerPool>> pool =
        WorkerPool::Start(*std::move(actions), {.workers = options_.threads(),
                                                .worker_program = options_.worker_program,
                                                .pass_time_limit = kLoadLimit,
                                                .memory_bytes = kWorkerMemory});
    if (!pool) return End(pool.error());
    stage_.Begin();
    const Result<Manifest> manifest =
        Assemble(*folder_, std::move(plan.header), plan.units,
                 {.jobs = options_.threads(),
                  .duplicates = plan.duplicates,
                  .kept = kept,
                  .on_progress = [this](const BuildProgress& p) { stage_.Show(p); }},
                 **pool, budget_);
    if (!manifest) return End(manifest.error());
    stage_.Clear();
    PrintText("{}: {}\n", folder_->path().string(), DescribeCounts(*manifest));
    if (!manifest->programs.empty()) return kExitDone;
    PrintError(manifest->failures.empty() ? "the set is empty"
                                          : "the set is empty; " + manifest->failures[0].file +
                                                ": " + manifest->failures[0].reason);
    return kExitFailure;
  }

  /// The exit status after `error`, which may be the user's own doing.
  int End(const Error& error) {
    stage_.Clear();
    if (error.code != ErrorCode::kCancelled || signals_.received() == 0) return Fail(error);
    PrintError("stopped; the same command goes on from here");
    return 128 + signals_.received();
  }

  const DatasetOptions& options_;
  Budget budget_{Budget::Limits{}};
  StopSignals signals_;
  Stage stage_;
  std::optional<SetFolder> folder_;
  std::string compiler_;
  Result<Recipe> recipe_ = Error{ErrorCode::kNotFound, "not read"};
};

}  // namespace

int BuildDataset(const DatasetOptions& options) { return Builder(options).Build(); }

int AddToDataset(const DatasetOptions& options) {
  if (options.words.size() < 2) {
    return Fail({ErrorCode::kInvalidArgument, "autotune dataset add needs a set and files"});
  }
  return Builder(options).Add();
}

}  // namespace autotune
