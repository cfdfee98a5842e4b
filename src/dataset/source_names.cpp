#include "dataset/source_names.h"

#include <algorithm>
#include <set>

#include <fmt/format.h>

namespace autotune {

namespace {

namespace fs = std::filesystem;

/// Returns the deepest folder that holds all of them.
fs::path CommonFolder(const std::vector<fs::path>& files) {
  fs::path common = files.front().parent_path();
  for (const fs::path& file : files) {
    while (std::ranges::mismatch(common, file).in1 != common.end()) common = common.parent_path();
  }
  return common;
}

}  // namespace

std::vector<std::string> NameSources(const std::vector<fs::path>& sources) {
  std::vector<std::string> names;
  if (sources.empty()) return names;
  const fs::path common = CommonFolder(sources);
  std::set<std::string> taken;
  for (const fs::path& source : sources) {
    const std::string path = source.lexically_relative(common).string();
    std::string name = path;
    for (int i = 2; !taken.insert(name).second; ++i) name = fmt::format("{}.{}", path, i);
    names.push_back(std::move(name));
  }
  return names;
}

}  // namespace autotune
