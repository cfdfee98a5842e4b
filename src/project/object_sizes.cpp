#include "project/object_sizes.h"

#include <algorithm>
#include <span>
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
  Sizes sizes(files.size());
  std::vector<std::size_t> there;
  for (std::size_t i = 0; i < files.size(); ++i) {
    std::error_code error;
    const std::uintmax_t bytes = fs::file_size(files[i], error);
    if (!error && bytes > 0) there.push_back(i);
  }
  for (std::size_t begin = 0; begin < there.size(); begin += kFilesOfOneProcess) {
    const std::size_t count = std::min(there.size() - begin, kFilesOfOneProcess);
    const std::span<const std::size_t> places = std::span(there).subspan(begin, count);
    std::vector<fs::path> some;
    for (const std::size_t place : places) some.push_back(files[place]);
    const std::optional<Sizes> known = AskAtOnce(some);
    for (std::size_t i = 0; i < count; ++i) {
      const std::optional<Sizes> own = known ? Sizes{known->at(i)} : AskAtOnce({some[i]});
      if (own) sizes[places[i]] = own->front();
    }
  }
  return sizes;
}

}  // namespace autotune
