#include "dataset/set_builder.h"

#include <algorithm>
#include <chrono>
#include <iterator>
#include <map>
#include <memory>
#include <set>
#include <utility>
#include <vector>

#include <fmt/format.h>

#include "core/action_space.h"
#include "core/own_program.h"
#include "dataset/archive.h"
#include "dataset/compile_commands.h"
#include "dataset/compiler.h"
#include "dataset/csmith.h"
#include "dataset/download.h"
#include "dataset/import.h"
#include "dataset/package_units.h"
#include "dataset/published_sets.h"
#include "dataset/recipe.h"
#include "dataset/set_folder.h"
#include "eval/client/worker_pool.h"

namespace autotune {

namespace {

namespace fs = std::filesystem;
using namespace std::chrono_literals;

/// The modules of a set may be larger than those that one tunes with a minute's budget.
constexpr auto kLoadLimit = 120s;
constexpr std::uint64_t kWorkerMemory = 4ull << 30;
/// Begins the files that a user adds to a set; building it again leaves them there.
const std::string kAdded = "added/";

/// Tells a folder or file from another of the same name, in whichever folder the command runs.
std::string LocalSource(const fs::path& path) {
  std::error_code ignored;
  const std::string source = fs::absolute(path, ignored).lexically_normal().string();
  return source.ends_with('/') ? source.substr(0, source.size() - 1) : source;
}

bool IsUrl(const std::string& source) { return source.find("://") != source.npos; }

bool IsDebianSet(std::string_view kind) { return kind == "debian-c" || kind == "debian-cxx"; }

/// Null if there is none of this name.
const PublishedSet* FindPublished(std::string_view name) {
  for (const PublishedSet& set : PublishedSets()) {
    if (set.name == name) return &set;
  }
  return nullptr;
}

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

/// True if a build of a set has not ended. `SetFolder::Finish` would remove what it has made.
bool HasUnfinishedBuild(const SetFolder& folder) {
  const std::vector<DatasetProgram>& finished = folder.manifest().programs;
  std::error_code none;  // there may be no such folder
  return std::ranges::any_of(folder.known(),
                             [&](const auto& known) {
                               return !known.first.starts_with(kAdded) &&
                                      std::ranges::find(finished, known.first,
                                                        &DatasetProgram::file) == finished.end();
                             }) ||
         std::ranges::any_of(fs::directory_iterator(folder.work(), none), [](const auto& entry) {
           return entry.path().filename() != "scratch";
         });
}

/// A set before it is known whether it can be built.
struct Plan {
  Manifest header;
  std::vector<Unit> units;
  Duplicates duplicates = Duplicates::kKeep;
};

/// One `BuildSet` or `AddToSet`.
class SetBuilder {
 public:
  SetBuilder(const SetJob& job, SetFolder folder, SetObserver& observer, const Budget& budget)
      : job_(job), folder_(std::move(folder)), observer_(observer), budget_(budget) {}

  Result<Manifest> Build() {
    Result<Plan> plan = MakePlan();
    if (!plan) return plan.error();
    if (const Status kept = CheckReplaces(*plan); !kept) return kept.error();
    plan->header.name = Name();
    return Finish(*std::move(plan), kAdded);
  }

  Result<Manifest> Add(std::span<const fs::path> files) {
    Plan plan;
    plan.header = folder_.manifest();
    plan.header.programs.clear();
    plan.header.duplicates.clear();
    plan.header.failures.clear();
    if (plan.header.name.empty()) {
      plan.header.name = Name();
      plan.header.source = "files of the user";
    }
    std::set<fs::path> names;
    for (const fs::path& file : files) {
      if (!names.insert(file.filename()).second) {
        return Error{ErrorCode::kInvalidArgument,
                     fmt::format("two files are named '{}'", file.filename().string())};
      }
      Result<Unit> unit = AddedUnit(file);
      if (!unit) return unit.error();
      plan.units.push_back(*std::move(unit));
    }
    return Finish(std::move(plan), "");
  }

 private:
  std::string Name() const { return folder_.path().filename().string(); }

  /// A file of the user, with the split that it has in the set, if it is there.
  Result<Unit> AddedUnit(const fs::path& file) const {
    Result<Unit> unit = ImportUnit(file, kAdded + file.filename().string(), Split::kTest,
                                   {.source = file.string()});
    if (!unit) return unit;
    const std::vector<DatasetProgram>& present = folder_.manifest().programs;
    const auto same = std::ranges::find(present, unit->file, &DatasetProgram::file);
    if (same != present.end()) {
      if (same->inputs != unit->inputs) {
        return Error{ErrorCode::kInvalidArgument,
                     fmt::format("the set has another '{}'; give '{}' a name of its own",
                                 unit->file, file.string())};
      }
      unit->split = same->split;
    }
    unit->split = job_.split.value_or(unit->split);
    return unit;
  }

  /// A set from the same source is brought up to date; one from another source, which has the same
  /// name by accident, must not lose anything to `plan`.
  Status CheckReplaces(const Plan& plan) const {
    const Manifest& before = folder_.manifest();
    if (job_.fresh || before.source == plan.header.source) return {};
    std::set<std::pair<std::string_view, Hash128>> same;
    for (const Unit& unit : plan.units) same.emplace(unit.file, unit.inputs);
    const auto lost = [&](const DatasetProgram& program) {
      return !program.file.starts_with(kAdded) && !same.contains({program.file, program.inputs});
    };
    if (std::ranges::none_of(before.programs, lost)) return {};
    return Error{ErrorCode::kInvalidArgument,
                 fmt::format("there is a set '{}' already, made from '{}': give another --name, or "
                             "--fresh to replace it",
                             Name(), before.source)};
  }

  Result<Plan> MakePlan() {
    if (job_.kind == "import") return ImportPlan(job_.source, job_.sha256, nullptr);
    if (job_.kind == kUnitsKind) return UnitsPlan();
    if (const PublishedSet* const set = FindPublished(job_.kind)) {
      return ImportPlan(std::string(set->url), std::string(set->sha256), set);
    }
    const Result<std::string> compiler = CompilerVersion(budget_);
    if (!compiler) return compiler.error();
    compiler_ = *compiler;
    if (job_.kind == "csmith") return CsmithPlan();
    if (IsDebianSet(job_.kind)) return DebianPlan();
    return CompileCommandsPlan();
  }

  /// The archive `from`, downloaded if that is a URL.
  Result<fs::path> BringArchive(const std::string& from, const std::string& sha256) {
    std::error_code ignored;
    if (!IsUrl(from)) {
      if (fs::exists(from, ignored)) return fs::path(from);
      return Error{ErrorCode::kNotFound, fmt::format("there is no file '{}'", from)};
    }
    const fs::path archive = folder_.work() / "downloads" / ToHex(HashBytes(from));
    const auto show = [this](std::uint64_t done, std::uint64_t total) {
      observer_.OnDownload(done, total);
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
      const auto refuse = [&](Error error) {
        if (IsUrl(from)) fs::remove(*archive, ignored);  // another try downloads it again
        return error;
      };
      if (Status looked = CheckArchive(*archive); !looked) return refuse(looked.error());
      const Result<std::string> hash = Sha256(*archive, budget_);
      if (!hash) return hash.error();
      // An archive that was there already has not been checked.
      if (!sha256.empty() && *hash != sha256) {
        return refuse({ErrorCode::kBadInput,
                       fmt::format("'{}' has SHA-256 {}, not {}", from, *hash, sha256)});
      }
      origin.sha256 = *hash;
      folder = folder_.work() / "unpacked" / *hash;
      if (const Status unpacked = Unpack(*archive, folder, budget_); !unpacked) {
        return unpacked.error();
      }
    }
    Result<std::vector<Unit>> units =
        ImportUnits(folder, job_.split.value_or(Split::kTest), origin);
    if (!units) return units.error();
    const std::string_view licence = set ? set->licence : "";
    return Plan{.header = {.source = IsUrl(from) ? from : LocalSource(from),
                           .licence = std::string(licence)},
                .units = *std::move(units)};
  }

  Result<Plan> CsmithPlan() const {
    Result<std::vector<Unit>> units = CsmithUnits({.count = job_.count,
                                                   .first_seed = job_.first_seed,
                                                   .split = job_.split.value_or(Split::kTrain)},
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
        ReadCompileCommands(job_.source, job_.split.value_or(Split::kTest), compiler_);
    if (!commands) return commands.error();
    if (!commands->refused.empty()) observer_.Warn(DescribeRefused(commands->refused));
    return Plan{.header = {.source = LocalSource(job_.source), .compiler = compiler_},
                .units = std::move(commands->units)};
  }

  Result<Plan> UnitsPlan() const {
    std::map<std::string, fs::path> folders;
    std::set<std::string> packages;
    for (const std::string& build : job_.builds) {
      const fs::path folder = LocalSource(build);
      const Result<std::string> package = PackageOf(folder);
      if (!package) return package.error();
      if (!folders.emplace(*package, folder).second) {
        return Error{ErrorCode::kInvalidArgument,
                     fmt::format("two builds are named '{}'", *package)};
      }
      packages.insert(*package);
    }
    const std::map<std::string, Split> splits = DrawSplits(packages, job_.shares, job_.seed);
    Plan plan;
    plan.duplicates = Duplicates::kDropEverywhere;
    for (const auto& [package, folder] : folders) {
      Result<std::vector<Unit>> units =
          RecordedUnits(folder, package, job_.split.value_or(splits.at(package)));
      if (!units) return units.error();
      std::ranges::move(*units, std::back_inserter(plan.units));
      plan.header.source += (plan.header.source.empty() ? "" : ", ") + folder.string();
    }
    return plan;
  }

  Result<Plan> DebianPlan() {
    fs::path file = job_.recipe;
    if (file.empty()) {
      file = OwnFolder().parent_path() / fmt::format("share/autotune/datasets/{}.toml", job_.kind);
    }
    recipe_ = ReadRecipe(file);
    if (!recipe_) return recipe_.error();
    const Result<std::string> mirror =
        job_.mirror.empty() ? SystemMirror(budget_) : Result<std::string>(job_.mirror);
    if (!mirror) return mirror.error();
    Result<PackageUnits> packages = PreparePackages(
        *recipe_, compiler_,
        {.mirror = *mirror,
         .work = folder_.work(),
         .jobs = job_.jobs,
         .on_progress = [this](const BuildProgress& p) { observer_.OnProgress(p); }},
        budget_);
    if (!packages) return packages.error();
    return Plan{.header = {.source = recipe_->source,
                           .licence = recipe_->licence,
                           .compiler = compiler_,
                           .failures = std::move(packages->failures)},
                .units = std::move(packages->units),
                .duplicates = Duplicates::kDrop};
  }

  Result<Manifest> Finish(Plan plan, const std::string& kept) {
    Result<ActionSpace> actions = LoadActionSpace(kDefaultActionSpace);
    if (!actions) return actions.error();
    Result<std::unique_ptr<WorkerPool>> pool =
        WorkerPool::Start(*std::move(actions), {.workers = job_.jobs,
                                                .worker_program = job_.worker_program,
                                                .pass_time_limit = kLoadLimit,
                                                .memory_bytes = kWorkerMemory});
    if (!pool) return pool.error();
    if (!plan.units.empty()) {
      observer_.OnProgress({.what = "programs", .total = plan.units.size()});
    }
    return Assemble(folder_, std::move(plan.header), plan.units,
                    {.jobs = job_.jobs,
                     .duplicates = plan.duplicates,
                     .kept = kept,
                     .on_progress = [this](const BuildProgress& p) { observer_.OnProgress(p); }},
                    **pool, budget_);
  }

  const SetJob& job_;
  SetFolder folder_;
  SetObserver& observer_;
  const Budget& budget_;
  std::string compiler_;
  Result<Recipe> recipe_ = Error{ErrorCode::kNotFound, "not read"};
};

Result<SetFolder> OpenFolder(const SetJob& job) {
  Result<SetFolder> folder = SetFolder::Open(job.folder);
  if (!folder || !job.fresh) return folder;
  if (const Status forgotten = folder->Forget(); !forgotten) return forgotten.error();
  return folder;
}

}  // namespace

bool IsSetKind(std::string_view kind) {
  return TakesSource(kind) || kind == kUnitsKind || kind == "csmith" || IsDebianSet(kind) ||
         FindPublished(kind) != nullptr;
}

bool TakesSource(std::string_view kind) { return kind == "import" || kind == "compile-commands"; }

std::string DefaultSetName(const std::string& kind, const std::string& source) {
  if (!TakesSource(kind)) return kind;
  const fs::path path = LocalSource(source);
  if (kind == "compile-commands") {
    const fs::path folder = path.parent_path();
    return (folder.filename() == "build" ? folder.parent_path() : folder).filename().string();
  }
  const std::string name = path.filename().string();
  std::error_code ignored;
  return fs::is_directory(path, ignored) ? name : name.substr(0, name.find(".tar"));
}

Result<Manifest> BuildSet(const SetJob& job, SetObserver& observer, const Budget& budget) {
  Result<SetFolder> folder = OpenFolder(job);
  if (!folder) return folder.error();
  return SetBuilder(job, *std::move(folder), observer, budget).Build();
}

Result<Manifest> AddToSet(const SetJob& job, std::span<const fs::path> files, SetObserver& observer,
                          const Budget& budget) {
  Result<SetFolder> folder = OpenFolder(job);
  if (!folder) return folder.error();
  if (HasUnfinishedBuild(*folder)) {
    return Error{ErrorCode::kBadInput,
                 fmt::format("'{}' was not built to its end: give its build command again first",
                             folder->path().string())};
  }
  return SetBuilder(job, *std::move(folder), observer, budget).Add(files);
}

}  // namespace autotune
