#include "report/program_names.h"

#include <vector>

namespace autotune {

namespace {

namespace fs = std::filesystem;

/// Returns the last `count` parts of a path, or all of it if it has fewer.
fs::path Tail(const fs::path& path, std::size_t count) {
  std::vector<fs::path> parts(path.begin(), path.end());
  fs::path tail;
  for (std::size_t i = parts.size() - std::min(parts.size(), count); i < parts.size(); ++i) {
    tail /= parts[i];
  }
  return tail;
}

constexpr std::size_t kDigits = 8;

}  // namespace

std::map<std::string, std::string> DistinctNames(const std::map<std::string, fs::path>& paths) {
  std::map<std::string, std::string> names;
  std::map<fs::path, std::vector<std::string>> alike;
  for (const auto& [hash, path] : paths) alike[path.filename()].push_back(hash);
  for (std::size_t parts = 1; !alike.empty(); ++parts) {
    std::map<fs::path, std::vector<std::string>> longer;
    for (const auto& [tail, hashes] : alike) {
      if (hashes.size() == 1) {
        names[hashes.front()] = tail.string();
        continue;
      }
      for (const std::string& hash : hashes) {
        const fs::path& path = paths.at(hash);
        const fs::path more = Tail(path, parts + 1);
        if (more == tail) {  // the whole path is used
          names[hash] = path.filename().string() + " " + hash.substr(0, kDigits);
        } else {
          longer[more].push_back(hash);
        }
      }
    }
    alike = std::move(longer);
  }
  return names;
}

}  // namespace autotune
