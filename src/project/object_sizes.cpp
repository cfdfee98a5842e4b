#include "project/object_sizes.h"

#include <algorithm>
#include <sstream>
#include <string>

#include "core/toolchain.h"
#include "eval/process/subprocess.h"

namespace autotune {

namespace {

namespace fs = std::filesystem;
using Sizes = std::vector<std::optional<std::uint64_t>>;

constexpr std::size_t kFilesOfOneProcess = 50;  // their lines fit into a subprocess's output

/// The sizes of all files; nothing unless `llvm-size` knows each of them.
std::optional<Sizes> AskAtOnce(const std::vector<fs::path>& files) {
  std::vector<std::string> words = {std::string(kSizeProgram)};
  for (const fs::path& file : files) {
    std::error_code error;
    words.push_back(fs::absolute(file, error).string());  // no name is an option
  }
  const Result<SubprocessResult> run = RunSubprocess(words, {}, Budget::Unlimited());
  if (!run || !run->Succeeded()) return std::nullopt;
  Sizes sizes;
  std::istringstream lines(run->output);
  std::string line;
  std::getline(lines, line);  // the titles
  while (std::getline(lines, line)) {
    std::uint64_t text = 0;
    std::uint64_t data = 0;
    if (!(std::istringstream(line) >> text >> data)) return std::nullopt;
    sizes.push_back(text + data);
  }
  if (sizes.size() != files.size()) return std::nullopt;
  return sizes;
}

}  // namespace

Sizes TextAndData(const std::vector<fs::path>& files) {
  Sizes sizes;
  for (std::size_t begin = 0; begin < files.size(); begin += kFilesOfOneProcess) {
    const std::size_t end = std::min(files.size(), begin + kFilesOfOneProcess);
    const std::vector<fs::path> some(files.begin() + static_cast<std::ptrdiff_t>(begin),
                                     files.begin() + static_cast<std::ptrdiff_t>(end));
    if (const std::optional<Sizes> known = AskAtOnce(some)) {
      sizes.insert(sizes.end(), known->begin(), known->end());
      continue;
    }
    for (const fs::path& file : some) {
      const std::optional<Sizes> one = AskAtOnce({file});
      sizes.push_back(one ? one->front() : std::nullopt);
    }
  }
  return sizes;
}

}  // namespace autotune
