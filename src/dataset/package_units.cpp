#include "dataset/package_units.h"

#include <algorithm>
#include <memory>
#include <optional>
#include <set>
#include <utility>

#include <fmt/format.h>

#include "core/file.h"
#include "core/mutex.h"
#include "core/toolchain.h"
#include "dataset/archive.h"
#include "dataset/compiler.h"
#include "dataset/download.h"
#include "dataset/parallel.h"
#include "eval/process/subprocess.h"

namespace autotune {

namespace {

namespace fs = std::filesystem;
using namespace std::chrono_literals;

constexpr auto kPrepareLimit = 900s;
/// File in a prepared package: its `prepare` is done.
constexpr char kStamp[] = ".autotune-prepared";

/// A package whose sources are ready.
struct Package {
  const RecipePackage& recipe;
  fs::path folder;
  std::vector<std::string> files;  ///< all of them, sorted
  std::vector<std::string> flags;  ///< the recipe's flags, and the folders with headers
  Hash128 inputs;  ///< hash of everything that decides on the programs, besides their own lists
};
/// Shared by all units of the package.
using PackagePointer = std::shared_ptr<const Package>;

std::vector<std::string> ListFiles(const fs::path& folder) {
  std::vector<std::string> files;
  std::error_code error;
  fs::recursive_directory_iterator entry(folder, error);
  for (; !error && entry != fs::recursive_directory_iterator(); entry.increment(error)) {
    if (entry->is_regular_file(error)) {
      files.push_back(entry->path().lexically_relative(folder).string());
    }
  }
  std::ranges::sort(files);
  return files;
}

/// Returns flags for all of a package's header folders, the topmost first. They come after the
/// system's: many a package brings a replacement for a system header, to be used elsewhere. Folders
/// that `own` flags put before the system's are left out: clang would take them for the system's.
std::vector<std::string> IncludeFlags(const std::vector<std::string>& files,
                                      const std::vector<std::string>& own) {
  std::set<std::pair<std::ptrdiff_t, std::string>> folders;
  for (const std::string& file : files) {
    const fs::path path = file;
    if (path.extension() != ".h") continue;
    const fs::path folder = path.has_parent_path() ? path.parent_path() : fs::path(".");
    folders.emplace(std::distance(folder.begin(), folder.end()), folder.string());
  }
  std::vector<std::string> flags;
  for (const auto& [depth, folder] : folders) {
    if (std::ranges::find(own, "-I" + folder) != own.end()) continue;
    flags.emplace_back("-idirafter");
    flags.push_back(folder);
  }
  return flags;
}

Status FetchArchive(const RecipePackage& package, const Recipe& recipe, const fs::path& file,
                    const PackageOptions& options, const Budget& budget) {
  const auto fetch = [&](const std::string& mirror) {
    return Fetch(
        {.url = fmt::format("{}/{}", mirror, package.archive),
         .sha256 = package.sha256,
         .file = file},
        [](std::uint64_t, std::uint64_t) {}, budget);
  };
  Status fetched = fetch(options.mirror);
  if (!fetched && fetched.error().code == ErrorCode::kIo && !recipe.fallback.empty()) {
    fetched = fetch(recipe.fallback);
  }
  return fetched;
}

Status RunPrepare(const RecipePackage& package, const fs::path& folder, const Budget& budget) {
  std::error_code error;
  if (fs::exists(folder / kStamp, error)) return {};
  if (!package.prepare.empty()) {
    const Result<SubprocessResult> run = RunSubprocess(
        {"env", "-C", folder.string(), "LC_ALL=C", fmt::format("CC={}", kClangProgram),
         "CFLAGS=-O1", "SOURCE_DATE_EPOCH=0", "sh", "-ec", package.prepare},
        {.time_limit = kPrepareLimit}, budget);
    if (!run) return run.error();
    if (!run->Succeeded()) {
      return Error{ErrorCode::kBadInput, "its preparation " + HowItEnded(*run)};
    }
  }
  return ReplaceFile(folder / kStamp, "");
}

/// Hashes the sources that come with a recipe.
Hash128 HashFiles(const fs::path& folder, const std::vector<std::string>& files) {
  std::string hashes;
  for (const std::string& file : files) {
    const Result<std::string> text = ReadFile(folder / file);
    hashes += file + ' ' + ToHex(HashBytes(text ? *text : "")) + '\n';
  }
  return HashBytes(hashes);
}

/// Returns the sources of `package`, unpacked and prepared.
Result<PackagePointer> Prepare(const RecipePackage& package, const Recipe& recipe,
                               const std::string& compiler, const PackageOptions& options,
                               const Budget& budget) {
  std::string inputs = ToHex(Fingerprint(package)) + compiler;
  fs::path folder = recipe.folder / package.folder;
  if (package.folder.empty()) {
    const std::string name =
        fmt::format("{}-{}", package.name, ToHex(HashBytes(package.sha256 + package.prepare)));
    const fs::path archive = options.work / "downloads" / package.sha256;
    folder = options.work / "sources" / name;
    if (const Status status = FetchArchive(package, recipe, archive, options, budget); !status) {
      return status.error();
    }
    if (const Status status = Unpack(archive, folder, budget); !status) return status.error();
    if (const Status status = RunPrepare(package, folder, budget); !status) return status.error();
  }
  std::vector<std::string> files = ListFiles(folder);
  std::vector<std::string> flags = package.flags;
  const std::vector<std::string> includes = IncludeFlags(files, package.flags);
  flags.insert(flags.end(), includes.begin(), includes.end());
  if (!package.folder.empty()) inputs += ToHex(HashFiles(folder, files));
  return std::make_shared<const Package>(Package{.recipe = package,
                                                 .folder = std::move(folder),
                                                 .files = std::move(files),
                                                 .flags = std::move(flags),
                                                 .inputs = HashBytes(inputs)});
}

std::vector<std::string> Select(const Package& package, const FileSelection& selection) {
  std::vector<std::string> files;
  for (const std::string& file : package.files) {
    if (Selects(selection, file)) files.push_back(file);
  }
  return files;
}

/// Returns at most `limit` of `files`, by the order of their hashes, which is unrelated to that of
/// their names.
std::vector<std::string> Thin(std::vector<std::string> files, std::optional<std::size_t> limit) {
  if (!limit || files.size() <= *limit) return files;
  std::ranges::sort(files, {}, [](const std::string& file) { return HashBytes(file); });
  files.resize(*limit);
  std::ranges::sort(files);
  return files;
}

Status BuildProgram(const Package& package, const std::vector<std::string>& files, Flavour flavour,
                    const fs::path& scratch, const fs::path& output, const Budget& budget) {
  std::vector<fs::path> modules;
  for (const std::string& file : files) {
    const fs::path module = scratch / fmt::format("{}.o", modules.size());
    const Status compiled =
        Compile({.folder = package.folder, .source = file, .flags = package.flags}, flavour, module,
                budget);
    if (!compiled) return compiled;
    modules.push_back(module);
  }
  return Link(modules, output, budget);
}

Unit MakeUnit(const PackagePointer& package, Flavour flavour, const std::string& name,
              const std::vector<std::string>& files) {
  const RecipePackage& recipe = package->recipe;
  std::vector<std::string> words = recipe.flags;
  const std::vector<std::string> own = Flags(flavour);
  words.insert(words.end(), own.begin(), own.end());
  std::string inputs = ToHex(package->inputs) + JoinFlags(words);
  for (const std::string& file : files) inputs += '\n' + file;
  return {
      .file = fmt::format("{}/{}/{}/{}.bc", Name(flavour), Name(recipe.split), recipe.name, name),
      .split = recipe.split,
      .flags = JoinFlags(words),
      .origin = {.package = recipe.name,
                 .version = recipe.version,
                 .source =
                     files.size() == 1 ? files.front() : fmt::format("{} files", files.size()),
                 .sha256 = recipe.sha256},
      .inputs = HashBytes(inputs),
      .build = [package, files, flavour](const fs::path& scratch, const fs::path& output,
                                         const Budget& budget) {
        return BuildProgram(*package, files, flavour, scratch, output, budget);
      }};
}

void ListPrograms(const PackagePointer& package, PackageUnits& list) {
  for (const RecipeProgram& program : package->recipe.programs) {
    const std::vector<std::string> files = Select(*package, program.selection);
    if (files.empty()) {
      list.failures.push_back({fmt::format("{}/{}", package->recipe.name, program.name),
                               "no file of the package is of this program"});
      continue;
    }
    for (const Flavour flavour : kFlavours) {
      list.units.push_back(MakeUnit(package, flavour, program.name, files));
    }
  }
}

void ListUnits(const PackagePointer& package, PackageUnits& list) {
  const std::vector<std::string> files =
      Thin(Select(*package, package->recipe.units), package->recipe.limit);
  for (const std::string& file : files) {
    for (const Flavour flavour : kFlavours) {
      list.units.push_back(
          MakeUnit(package, flavour, fs::path(file).replace_extension().string(), {file}));
    }
  }
}

}  // namespace

Result<PackageUnits> PreparePackages(const Recipe& recipe, const std::string& compiler,
                                     const PackageOptions& options, const Budget& budget) {
  const std::size_t count = recipe.packages.size();
  std::vector<Result<PackagePointer>> packages(count, Error{ErrorCode::kCancelled, "stopped"});
  Mutex mutex;
  std::size_t done = 0;
  ParallelFor(options.jobs, count, budget, [&](std::size_t i) {
    packages[i] = Prepare(recipe.packages[i], recipe, compiler, options, budget);
    const MutexLock lock(mutex);
    options.on_progress({.what = "packages", .done = ++done, .total = count});
  });
  if (budget.Interrupted()) return Error{ErrorCode::kCancelled, "stopped"};
  PackageUnits list;
  for (std::size_t i = 0; i < count; ++i) {
    if (packages[i]) {
      ListPrograms(*packages[i], list);
      continue;
    }
    const Error& error = packages[i].error();
    const std::string& name = recipe.packages[i].name;
    return Error{error.code, fmt::format("package {}: {}", name, error.message)};
  }
  for (const Result<PackagePointer>& package : packages) ListUnits(*package, list);
  return list;
}

Result<std::string> SystemMirror(const Budget& budget) {
  const Result<SubprocessResult> run =
      RunSubprocess({"apt-get", "indextargets", "--format", "$(REPO_URI)", "Created-By: Packages",
                     "Component: main", "Origin: Debian"},
                    {}, budget);
  if (!run && run.error().code == ErrorCode::kCancelled) return run.error();
  if (run && run->Succeeded() && !run->output.empty()) {
    std::string mirror = run->output.substr(0, run->output.find('\n'));
    while (mirror.ends_with('/')) mirror.pop_back();
    return mirror;
  }
  return Error{ErrorCode::kNotFound, "apt names no Debian mirror here; give one with --mirror URL"};
}

}  // namespace autotune
