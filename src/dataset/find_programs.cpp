#include "dataset/find_programs.h"

#include <optional>
#include <set>
#include <string_view>

#include <fmt/format.h>
#include <fnmatch.h>
#include <glob.h>

#include "dataset/manifest.h"

namespace autotune {

namespace {

namespace fs = std::filesystem;

constexpr std::string_view kDataset = "dataset:";

/// Returns the path with an escape before the special characters of `glob`.
std::string Escaped(const std::string& path) {
  std::string text;
  for (const char c : path) {
    if (c == '*' || c == '?' || c == '[' || c == '\\') text += '\\';
    text += c;
  }
  return text;
}

Result<std::vector<FoundProgram>> FindFiles(const std::string& pattern, const fs::path& root) {
  if (pattern.find_first_of("*?[\\") == pattern.npos) {
    return std::vector{FoundProgram{root / pattern}};
  }
  const std::string full = fs::path(pattern).is_absolute()
                               ? pattern
                               : (fs::path(Escaped(root.string())) / pattern).string();
  std::vector<FoundProgram> files;
  glob_t found{};
  const int status = glob(full.c_str(), 0, nullptr, &found);
  for (std::size_t i = 0; i < found.gl_pathc; ++i) files.push_back({found.gl_pathv[i]});
  globfree(&found);
  if (status == 0) return files;
  return Error{ErrorCode::kNotFound,
               fmt::format("no program is named '{}' below '{}'", pattern, root.string())};
}

/// A parsed `SET:SPLIT:PATTERN`; the last two are optional.
struct DatasetEntry {
  std::string set;
  std::optional<Split> split;
  std::string pattern = "*";
};

Result<DatasetEntry> ParseDatasetEntry(const std::string& entry) {
  const std::string text = entry.substr(kDataset.size());
  DatasetEntry parsed;
  const std::size_t colon = text.find(':');
  parsed.set = text.substr(0, colon);
  if (parsed.set.empty()) {
    return Error{ErrorCode::kBadInput, fmt::format("'{}' names no data set", entry)};
  }
  if (colon == text.npos) return parsed;
  const std::size_t second = text.find(':', colon + 1);
  const std::string split = text.substr(colon + 1, second - colon - 1);
  parsed.split = FindSplit(split);
  if (!parsed.split) {
    return Error{
        ErrorCode::kBadInput,
        fmt::format("'{}': there is no split '{}', but: train, validation, test", entry, split)};
  }
  if (second != text.npos) parsed.pattern = text.substr(second + 1);
  return parsed;
}

Result<std::vector<FoundProgram>> FindInDataset(const std::string& entry,
                                                const ProgramFolders& folders) {
  const Result<DatasetEntry> wanted = ParseDatasetEntry(entry);
  if (!wanted) return wanted.error();
  const bool is_folder = wanted->set.find('/') != std::string::npos;
  const fs::path folder = (is_folder ? folders.root : folders.datasets) / wanted->set;
  const Result<Manifest> manifest = ReadManifest(folder);
  if (!manifest) {
    return Error{manifest.error().code, fmt::format("'{}': {}", entry, manifest.error().message)};
  }
  std::vector<FoundProgram> files;
  for (const DatasetProgram& program : manifest->programs) {
    if (wanted->split && program.split != *wanted->split) continue;
    if (fnmatch(wanted->pattern.c_str(), program.file.c_str(), 0) != 0) continue;
    files.push_back({folder / program.file, program.content});
  }
  if (!files.empty()) return files;
  return Error{ErrorCode::kNotFound,
               fmt::format("'{}' names no program of '{}'", entry, folder.string())};
}

}  // namespace

bool NamesDataset(const std::string& entry) { return entry.starts_with(kDataset); }

Result<std::vector<FoundProgram>> FindPrograms(const std::vector<std::string>& entries,
                                               const ProgramFolders& folders) {
  std::vector<FoundProgram> files;
  std::set<fs::path> known;
  for (const std::string& entry : entries) {
    const Result<std::vector<FoundProgram>> found =
        NamesDataset(entry) ? FindInDataset(entry, folders) : FindFiles(entry, folders.root);
    if (!found) return found;
    for (const FoundProgram& file : *found) {
      if (known.insert(file.file).second) files.push_back(file);
    }
  }
  return files;
}

}  // namespace autotune
