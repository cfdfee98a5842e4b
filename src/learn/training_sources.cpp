#include "learn/training_sources.h"

#include <algorithm>
#include <map>
#include <memory>
#include <utility>

#include <fmt/format.h>

#include "core/hash.h"
#include "dataset/find_programs.h"
#include "dataset/manifest.h"

namespace autotune {

namespace {

namespace fs = std::filesystem;

/// A data set, with its programs by file.
struct Index {
  std::string name;
  fs::path folder;
  std::map<std::string, DatasetProgram> programs;
};

class Finder {
 public:
  Finder(bool forced, fs::path datasets) : forced_(forced), datasets_(std::move(datasets)) {}

  Status AddDataset(const std::string& entry);
  Status AddFile(const std::string& file);

  std::vector<TrainingSource> Take() { return std::move(sources_); }

 private:
  Status Add(const Index& set, const DatasetProgram& program);
  /// Returns the set that a folder is part of; null if there is none.
  std::shared_ptr<const Index> SetAround(const fs::path& folder);

  const bool forced_;
  const fs::path datasets_;
  std::map<fs::path, std::shared_ptr<const Index>> sets_;  ///< data sets, by any folder in them
  std::vector<TrainingSource> sources_;
};

Index MakeIndex(Manifest manifest, const fs::path& folder) {
  Index index{std::move(manifest.name), folder, {}};
  for (DatasetProgram& program : manifest.programs) {
    std::string file = program.file;
    index.programs.emplace(std::move(file), std::move(program));
  }
  return index;
}

/// Adds the programs of a data set, shuffled the same way each time.
Status Finder::AddDataset(const std::string& entry) {
  if (datasets_.empty()) {
    return Error{ErrorCode::kInvalidArgument,
                 fmt::format("'{}': there is no folder of data sets: set HOME", entry)};
  }
  std::error_code ignored;  // on error the set is not found
  Result<std::vector<FoundProgram>> files =
      FindPrograms({entry}, {.root = fs::current_path(ignored), .datasets = datasets_});
  if (!files) return files.error();
  std::ranges::sort(*files, {},
                    [](const FoundProgram& found) { return HashBytes(found.file.string()); });
  for (const FoundProgram& found : *files) {
    if (Status status = AddFile(found.file); !status.ok()) return status;
  }
  return {};
}

Status Finder::AddFile(const std::string& file) {
  std::error_code ignored;  // on error the file is not found later on
  const fs::path path = fs::weakly_canonical(file, ignored);
  if (const auto set = SetAround(path.parent_path())) {
    const auto program = set->programs.find(path.lexically_relative(set->folder).string());
    if (program != set->programs.end()) return Add(*set, program->second);
  }
  sources_.push_back({file, file, path.parent_path().filename().string()});
  return {};
}

Status Finder::Add(const Index& set, const DatasetProgram& program) {
  const fs::path path = set.folder / program.file;
  if (program.split == Split::kTest && !forced_) {
    return Error{ErrorCode::kInvalidArgument,
                 fmt::format("'{}' is of the test split of {}: nothing may learn from it "
                             "(--force to do so all the same)",
                             path.string(), set.name)};
  }
  const std::string& package = program.origin.package;
  sources_.push_back({path, set.name + "/" + program.file,
                      package.empty() ? path.parent_path().filename().string() : package});
  return {};
}

std::shared_ptr<const Index> Finder::SetAround(const fs::path& folder) {
  const auto [known, added] = sets_.emplace(folder, nullptr);
  if (!added) return known->second;
  // A file of that name that is no manifest of autotune means nothing.
  Result<Manifest> manifest = ReadManifest(folder);
  std::shared_ptr<const Index> set;
  if (manifest) {
    set = std::make_shared<Index>(MakeIndex(*std::move(manifest), folder));
  } else if (folder.has_relative_path()) {
    set = SetAround(folder.parent_path());
  }
  return sets_[folder] = set;
}

}  // namespace

Result<std::vector<TrainingSource>> FindTrainingSources(const std::vector<std::string>& operands,
                                                        bool forced, const fs::path& datasets) {
  Finder finder(forced, datasets);
  for (const std::string& operand : operands) {
    const Status status =
        NamesDataset(operand) ? finder.AddDataset(operand) : finder.AddFile(operand);
    if (!status.ok()) return status.error();
  }
  return finder.Take();
}

std::string WithFile(const TrainingSource& source, const Error& error) {
  const std::string file = source.file.string();
  if (error.message.find(file) != error.message.npos) return error.message;
  return fmt::format("'{}': {}", file, error.message);
}

}  // namespace autotune
