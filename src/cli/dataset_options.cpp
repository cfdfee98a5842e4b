#include "cli/dataset_options.h"

#include <algorithm>
#include <cstdlib>
#include <functional>
#include <thread>
#include <variant>

#include <boost/program_options.hpp>
#include <fmt/format.h>
#include <fmt/ranges.h>

#include "cli/quantity.h"
#include "dataset/file.h"
#include "dataset/published_sets.h"

namespace autotune {

namespace {

namespace po = boost::program_options;
namespace fs = std::filesystem;

using Field = std::variant<std::string DatasetOptions::*, std::uint64_t DatasetOptions::*,
                           std::optional<Split> DatasetOptions::*, bool DatasetOptions::*>;

struct Row {
  const char* flag;  ///< as Boost has it
  const char* value;
  const char* help;
  Field field;
};

const std::vector<Row>& OptionTable() {
  using O = DatasetOptions;
  static const std::vector<Row> rows = {
      {"dir", "DIR", "the folder that holds the sets (autotune/datasets of the user's data)",
       &O::folder},
      {"name", "NAME", "build: the set's name (after what it is built from)", &O::name},
      {"split", "SPLIT", "build, add: train, validation or test (csmith train, others test)",
       &O::split},
      {"jobs", "N", "programs built at a time (all cores)", &O::jobs},
      {"fresh", "", "build: use nothing of an earlier build", &O::fresh},
      {"count", "N", "csmith: how many programs (1000)", &O::count},
      {"first-seed", "N", "csmith: the first one's seed (0)", &O::first_seed},
      {"sha256", "HEX", "import: what the downloaded archive must have", &O::sha256},
      {"recipe", "FILE", "debian-c: packages and how to build them (the one that comes along)",
       &O::recipe},
      {"mirror", "URL", "debian-c: a Debian archive (the one apt uses here)", &O::mirror},
      {"worker", "PROGRAM", "autotune-worker (the one beside autotune)", &O::worker_program},
      {"quiet,q", "", "no progress", &O::quiet},
      {"help,h", "", "print this", &O::help},
  };
  return rows;
}

Error Invalid(std::string message) {
  return Error{ErrorCode::kInvalidArgument, std::move(message)};
}

std::string LongName(const Row& row) {
  const std::string_view flag = row.flag;
  return std::string(flag.substr(0, flag.find(',')));
}

Status Store(DatasetOptions& options, const Row& row, const std::string& text) {
  const std::string name = LongName(row);
  if (const auto* const field = std::get_if<bool DatasetOptions::*>(&row.field)) {
    options.*(*field) = true;
  } else if (text.empty()) {
    return Invalid(fmt::format("--{} needs a value that is not empty", name));
  } else if (const auto* const words = std::get_if<std::string DatasetOptions::*>(&row.field)) {
    options.*(*words) = text;
  } else if (const auto* const number = std::get_if<std::uint64_t DatasetOptions::*>(&row.field)) {
    const Result<std::uint64_t> count = ParseCount(text);
    if (!count) return Invalid(fmt::format("--{}: {}", name, count.error().message));
    if (*count == 0 && name != "first-seed") return Invalid(fmt::format("--{} is 0", name));
    options.*(*number) = *count;
  } else {
    const std::optional<Split> split = FindSplit(text);
    if (!split) return Invalid(fmt::format("--{}: '{}' is no split", name, text));
    options.split = split;
  }
  return {};
}

}  // namespace

std::size_t DatasetOptions::threads() const {
  constexpr std::uint64_t kMost = 1024;
  const std::uint64_t wanted = jobs == 0 ? std::thread::hardware_concurrency() : jobs;
  return static_cast<std::size_t>(std::clamp<std::uint64_t>(wanted, 1, kMost));
}

Result<fs::path> DatasetOptions::SetsFolder() const {
  if (!folder.empty()) return fs::path(folder);
  const auto environment = [](const char* variable) {
    const char* const value = std::getenv(variable);
    return std::string_view(value == nullptr ? "" : value);
  };
  return DefaultDatasetsFolder(environment("XDG_DATA_HOME"), environment("HOME"));
}

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
  po::options_description description;
  for (const Row& row : OptionTable()) {
    if (std::holds_alternative<bool DatasetOptions::*>(row.field)) {
      description.add_options()(row.flag, "");
    } else {
      description.add_options()(row.flag, po::value<std::string>());
    }
  }
  DatasetOptions options;
  try {
    namespace style = po::command_line_style;
    const po::parsed_options parsed = po::command_line_parser(arguments)
                                          .options(description)
                                          .style(style::unix_style & ~style::allow_guessing)
                                          .run();
    for (const po::option& option : parsed.options) {
      if (option.position_key >= 0) {
        options.words.insert(options.words.end(), option.value.begin(), option.value.end());
        continue;
      }
      const auto row = std::ranges::find(OptionTable(), option.string_key, LongName);
      const std::string text = option.value.empty() ? std::string() : option.value.front();
      if (const Status stored = Store(options, *row, text); !stored) return stored.error();
    }
  } catch (const po::error& error) {
    return Invalid(error.what());
  }
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
      "       autotune dataset build debian-c           programs from Debian source packages\n"
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
      "  autotune dataset build compile-commands build/compile_commands.json --name mine\n"
      "\n",
      fmt::join(published.begin(), published.begin() + 4, ", "),
      fmt::join(published.begin() + 4, published.end(), ", "));
  for (const Row& row : OptionTable()) {
    const std::string flag = LongName(row);
    text += fmt::format("  {:<22} {}\n", fmt::format("--{} {}", flag, row.value), row.help);
  }
  return text;
}

}  // namespace autotune
