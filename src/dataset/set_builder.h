#pragma once

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "core/budget.h"
#include "core/result.h"
#include "dataset/assemble.h"
#include "dataset/manifest.h"
#include "dataset/recorded_units.h"

namespace autotune {

/// A data set to build, or to add files to.
struct SetJob {
  std::filesystem::path folder;     ///< of the set
  std::string kind;                 ///< see `IsSetKind`
  std::string source;               ///< a folder, archive, URL or file, if the kind takes one
  std::vector<std::string> builds;  ///< units: folders that `autotune build` keeps, at least one
  std::optional<Split> split;       ///< of all programs; none: the kind's own
  SplitShares shares{};             ///< units: of the packages, without `split`
  std::uint64_t seed = 0;           ///< units: of the draw of splits
  std::uint64_t count = 1000;       ///< csmith: programs
  std::uint64_t first_seed = 0;     ///< csmith
  std::string sha256;               ///< import: 64 lower-case hexadecimal digits; empty: any
  std::string recipe;               ///< debian-*: empty: the one that comes with the program
  std::string mirror;               ///< debian-*: empty: apt's
  std::size_t jobs = 1;
  std::string worker_program;  ///< empty: beside this executable
  bool fresh = false;          ///< use nothing of an earlier build, and replace it
};

/// Told how a build goes, on any thread, one call at a time.
class SetObserver {
 public:
  virtual ~SetObserver() = default;
  virtual void Warn(std::string_view message) = 0;
  virtual void OnDownload(std::uint64_t done, std::uint64_t total) = 0;  ///< bytes
  virtual void OnProgress(const BuildProgress& progress) = 0;
};

/// The kind that takes any number of builds.
inline constexpr char kUnitsKind[] = "units";

/// True if a set can be built of it: `import`, `compile-commands`, `units`, `csmith`, `debian-c`,
/// `debian-cxx`, or the name of a published set.
bool IsSetKind(std::string_view kind);

/// True of `import` and `compile-commands`.
bool TakesSource(std::string_view kind);

/// The name of a set of this kind, unless the user gives it another.
std::string DefaultSetName(const std::string& kind, const std::string& source);

/// Builds the set, or what an earlier build has left to do. Errors: `kInvalidArgument` if another
/// set is in the folder; `kCancelled`; others as `Fetch`, `Unpack`, `PreparePackages`, `Assemble`.
Result<Manifest> BuildSet(const SetJob& job, SetObserver& observer, const Budget& budget);

/// Adds modules to the set, which may be new. Errors: `kInvalidArgument` if a file's name is taken;
/// others as `Assemble`.
Result<Manifest> AddToSet(const SetJob& job, std::span<const std::filesystem::path> files,
                          SetObserver& observer, const Budget& budget);

}  // namespace autotune
