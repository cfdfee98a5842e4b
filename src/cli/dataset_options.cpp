#include "cli/dataset_options.h"

#include <algorithm>
#include <cstdlib>
#include <thread>
#include <utility>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "dataset/published_sets.h"
#include "term/option_parser.h"
#include "term/user_files.h"

namespace autotune {

namespace {

namespace fs = std::filesystem;
using namespace option_kinds;

constexpr std::uint64_t kMostJobs = 1024;
/// Random programs of a set: all of it is in memory, in three flavours.
constexpr std::uint64_t kMostPrograms = 1'000'000;

/// As `Sha256` writes it.
Status ParseSha256(std::string text, std::string& out) {
  for (char& c : text) {
    if ('A' <= c && c <= 'F') c = static_cast<char>(c - 'A' + 'a');
  }
  if (text.size() != 64 || text.find_first_not_of("0123456789abcdef") != text.npos) {
    return Error{ErrorCode::kInvalidArgument,
                 fmt::format("'{}' is not 64 hexadecimal digits", text)};
  }
  out = std::move(text);
  return {};
}

std::vector<Group> OptionTable(DatasetOptions& to) {
  return {
      {"Options",
       {
           {"dir", "DIR", "the folder that holds the sets (autotune/datasets of the user's data)",
            Text(to.folder)},
           {"name", "NAME", "build: the set's name (after what it is built from)", Text(to.name)},
           {"split", "SPLIT", "build, add: train, validation or test (csmith train, others test)",
            Choice(to.split, Words<Split>{{"train", Split::kTrain},
                                          {"validation", Split::kValidation},
                                          {"test", Split::kTest}})},
           {"jobs", "N", "programs built at a time (all cores)", Count(to.jobs, 1, kMostJobs)},
           {"fresh", "", "build: use nothing of an earlier build, and replace it",
            Switch(to.fresh)},
           {"count", "N", "csmith: how many programs (1000)", Count(to.count, 1, kMostPrograms)},
           {"first-seed", "N", "csmith: the first one's seed (0)",
            Count(to.first_seed, 0, kNoLimit - kMostPrograms)},
           {"sha256", "HEX", "import: what the archive must have", {[&to](const std::string& text) {
              return ParseSha256(text, to.sha256);
            }}},
           {"recipe", "FILE", "debian-*: packages and how to build them (the one that comes along)",
            Text(to.recipe)},
           {"mirror", "URL", "debian-*: a Debian archive (the one apt uses here)", Text(to.mirror)},
           {"worker", "PROGRAM", "autotune-worker (the one beside autotune)",
            Text(to.worker_program)},
           {"quiet,q", "", "no progress", Switch(to.quiet)},
           {"help,h", "", "print this", Switch(to.help)},
       }},
  };
}

Error Invalid(std::string message) {
  return Error{ErrorCode::kInvalidArgument, std::move(message)};
}

}  // namespace

std::size_t DatasetOptions::threads() const {
  const std::uint64_t wanted = jobs == 0 ? std::thread::hardware_concurrency() : jobs;
  return static_cast<std::size_t>(std::clamp<std::uint64_t>(wanted, 1, kMostJobs));
}

Result<fs::path> DatasetOptions::SetsFolder() const { return DatasetsFolder(folder); }

Result<fs::path> DatasetOptions::SetFolder(const std::string& set_name) const {
  if (set_name.find('/') != std::string::npos) return fs::path(set_name);
  if (set_name.empty() || set_name.starts_with('.')) {
    return Invalid(fmt::format("'{}' is no name for a data set", set_name));
  }
  const Result<fs::path> sets = SetsFolder();
  if (!sets) return sets;
  return *sets / set_name;
}

Result<DatasetOptions> ParseDatasetOptions(const Arguments& arguments) {
  DatasetOptions options;
  Result<ParsedArguments> given = ParseInto(OptionTable(options), arguments);
  if (!given) return given.error();
  options.words = std::move(given->operands);
  if (options.words.empty()) {
    if (options.help) return options;
    return Invalid("autotune dataset needs one of: list, build, add, info, verify");
  }
  options.action = options.words.front();
  options.words.erase(options.words.begin());
  return options;
}

std::string DatasetHelp() {
  std::vector<std::string_view> published;
  for (const PublishedSet& set : PublishedSets()) published.push_back(set.name);
  std::string text = fmt::format(
      "usage: autotune dataset list                     the sets that are there\n"
      "       autotune dataset build debian-c           C programs from Debian source packages\n"
      "       autotune dataset build debian-cxx         C++ files from Debian source packages\n"
      "       autotune dataset build csmith             random C programs\n"
      "       autotune dataset build import SOURCE      the .bc and .ll files of a folder, or of\n"
      "                                                 a tar archive, local or at a URL\n"
      "       autotune dataset build PUBLISHED          a set that CompilerGym published:\n"
      "                                                 {}\n"
      "                                                 {}\n"
      "       autotune dataset build compile-commands FILE\n"
      "                                                 your project, after its\n"
      "                                                 compile_commands.json\n"
      "       autotune dataset add SET FILE...          more modules for a set of yours\n"
      "       autotune dataset info SET                 what is in it, and what is not, and why\n"
      "       autotune dataset verify SET               hash every file anew\n"
      "\n"
      "SET is a set's name, or its folder where there is a slash in it. A build that was stopped\n"
      "goes on when the same command is given again.\n"
      "\n"
      "  autotune dataset build debian-c --jobs 4\n"
      "  autotune dataset build csmith --count 500 --first-seed 1000 --name csmith-b\n"
      "  autotune dataset build import corpus.tar.bz2 --split train\n"
      "  autotune dataset build compile-commands build/compile_commands.json --name mine\n",
      fmt::join(published.begin(), published.begin() + 4, ", "),
      fmt::join(published.begin() + 4, published.end(), ", "));
  DatasetOptions unused;
  return text + DescribeTable(OptionTable(unused));
}

}  // namespace autotune
