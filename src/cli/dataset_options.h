#pragma once

#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include "cli/commands.h"
#include "core/result.h"
#include "dataset/manifest.h"

namespace autotune {

/// What the user asked of `autotune dataset`.
struct DatasetOptions {
  std::string action;              ///< `list`, `build`, ...; empty with `help`
  std::vector<std::string> words;  ///< what follows it

  std::string folder;  ///< the one that holds the sets; empty: the default one
  std::string name;    ///< of the set; empty: after what it is built from
  std::optional<Split> split;
  std::uint64_t count = 1000;
  std::uint64_t first_seed = 0;
  std::string sha256;          ///< 64 lower-case hexadecimal digits; empty: any
  std::string recipe;          ///< empty: the one that comes with the program
  std::string mirror;          ///< empty: apt's
  std::uint64_t jobs = 0;      ///< 0: all cores
  std::string worker_program;  ///< empty: beside this executable
  bool fresh = false;
  bool quiet = false;
  bool help = false;

  std::size_t threads() const;
  /// Of the set: `folder`/`name`, or `name` itself where it has a slash.
  Result<std::filesystem::path> SetFolder(const std::string& set_name) const;
  Result<std::filesystem::path> SetsFolder() const;
};

/// Reads the arguments after `autotune dataset`. Errors: `kInvalidArgument`.
Result<DatasetOptions> ParseDatasetOptions(const Arguments& arguments);

/// The text of `autotune dataset --help`.
std::string DatasetHelp();

/// `61 programs, 40 of them distinct, 0 failed`; duplicates that were left out, where there are
/// any.
std::string DescribeCounts(const Manifest& manifest);

/// `autotune dataset build` and `add`.
int BuildDataset(const DatasetOptions& options);
int AddToDataset(const DatasetOptions& options);

}  // namespace autotune
