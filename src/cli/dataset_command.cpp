#include <algorithm>
#include <array>
#include <cstdio>
#include <map>
#include <set>

#include <fmt/format.h>

#include "cli/commands.h"
#include "cli/dataset_options.h"
#include "core/quantity.h"
#include "dataset/manifest.h"
#include "dataset/verify.h"
#include "term/console.h"
#include "tune/signals.h"

namespace autotune {

namespace {

namespace fs = std::filesystem;

int List(const DatasetOptions& options) {
  if (!options.words.empty()) {
    return Fail({ErrorCode::kInvalidArgument, "autotune dataset list takes no arguments"});
  }
  const Result<fs::path> folder = options.SetsFolder();
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
    std::ranges::sort(summary.sizes);
    std::uint64_t sum = 0;
    for (const std::uint64_t size : summary.sizes) sum += size;
    PrintText("{:<11} {:<8} {:>9} {:>10} {:>13} {:>9} {:>9} {:>9}\n", Name(key.first), key.second,
              FormatCount(summary.sizes.size()), FormatCount(summary.functions), FormatCount(sum),
              FormatCount(summary.sizes.front()),
              FormatCount(summary.sizes[summary.sizes.size() / 2]),
              FormatCount(summary.sizes.back()));
  }
}

int Info(const fs::path& folder, const Manifest& manifest) {
  PrintText("{} in {}\n", manifest.name, folder.string());
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

int Verify(const DatasetOptions& options, const fs::path& folder, const Manifest& manifest) {
  StopSignals signals;
  Budget budget{Budget::Limits{}};
  signals.Watch(budget);
  const Result<std::vector<Damage>> damages =
      VerifySet(folder, manifest, options.threads(), budget);
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
                         FormatCount(damages->size()), folder.string()));
  return kExitFailure;
}

}  // namespace

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

int RunDataset(const Arguments& arguments) {
  const Result<DatasetOptions> options =
      ParseDatasetOptions({arguments.begin() + 2, arguments.end()});
  if (!options) return Fail(options.error());
  if (options->help) {
    PrintText("{}", Composed{DatasetHelp()});
    return kExitDone;
  }
  if (options->action == "list") return List(*options);
  if (options->action == "build") return BuildDataset(*options);
  if (options->action == "add") return AddToDataset(*options);
  if (options->action != "info" && options->action != "verify") {
    return Fail({ErrorCode::kInvalidArgument,
                 fmt::format("autotune dataset knows list, build, add, info and verify, not '{}'",
                             options->action)});
  }
  if (options->words.size() != 1) {
    return Fail({ErrorCode::kInvalidArgument,
                 fmt::format("autotune dataset {} takes one data set", options->action)});
  }
  const Result<fs::path> folder = options->SetFolder(options->words.front());
  if (!folder) return Fail(folder.error());
  const Result<Manifest> manifest = ReadManifest(*folder);
  if (!manifest) return Fail(manifest.error());
  return options->action == "info" ? Info(*folder, *manifest)
                                   : Verify(*options, *folder, *manifest);
}

}  // namespace autotune
