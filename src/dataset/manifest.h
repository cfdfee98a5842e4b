#pragma once

#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "core/hash.h"
#include "core/result.h"

namespace autotune {

/// The permitted use of a program of a set. If two splits would hold the same code, the later one
/// in this list keeps it.
enum class Split { kTrain, kValidation, kTest };

inline constexpr Split kSplits[] = {Split::kTrain, Split::kValidation, Split::kTest};

/// Returns `train`, `validation` or `test`.
std::string_view Name(Split split);
std::optional<Split> FindSplit(std::string_view name);

/// The origin of a program. Each member may be empty.
struct Origin {
  std::string package{};
  std::string version{};
  std::string source{};  ///< file inside the package, a seed, or the imported file
  std::string sha256{};  ///< hash of the archive that holds the source

  bool operator==(const Origin&) const = default;
};

struct DatasetProgram {
  std::string file;  ///< name: path of the module, relative to the set's folder
  Split split = Split::kTrain;
  std::string flags;  ///< flags of the compiler; empty if we did not compile it
  Origin origin;
  Hash128 inputs;   ///< hash of all known inputs of the module; equal inputs are not rebuilt
  Hash128 content;  ///< hash of the file
  Hash128 ir;       ///< IR hash as in a search: without names and debug information
  Hash128 shape;    ///< hash of the 126 features: programs of equal shape count as one family
  std::uint64_t functions = 0;  ///< functions with a body
  std::uint64_t instructions = 0;

  bool operator==(const DatasetProgram&) const = default;
};

/// A program that was built and left out, because another one stands for it.
struct DuplicateProgram {
  DatasetProgram program;
  std::string of;  ///< file of the program that stands for it

  bool operator==(const DuplicateProgram&) const = default;
};

struct FailedProgram {
  std::string file;
  std::string reason;

  bool operator==(const FailedProgram&) const = default;
};

/// Everything known about a set of programs. Sorted by file.
struct Manifest {
  std::string name{};
  std::string source{};  ///< origin of the programs, for people
  std::string licence{};
  std::string compiler{};  ///< compiler's version line; empty if we compiled nothing
  std::vector<DatasetProgram> programs{};
  std::vector<DuplicateProgram> duplicates{};
  std::vector<FailedProgram> failures{};

  bool operator==(const Manifest&) const = default;
};

inline constexpr char kManifestName[] = "manifest.json";

/// Returns one line of JSON, without the line break.
std::string ToJson(const DatasetProgram& program);
/// The inverse of `ToJson`. Errors: `kBadInput`.
Result<DatasetProgram> ProgramFromJson(std::string_view text);

/// Returns a JSON document with one line for each program.
std::string ToJson(const Manifest& manifest);
/// The inverse of `ToJson`. Errors: `kBadInput` if it is no manifest, or one of a newer version of
/// this program.
Result<Manifest> ManifestFromJson(std::string_view text);

/// Reads the manifest in `folder`. Errors: `kNotFound`, `kBadInput`.
Result<Manifest> ReadManifest(const std::filesystem::path& folder);
/// Replaces the manifest in `folder` in one step. Errors: `kIo`.
Status WriteManifest(const std::filesystem::path& folder, const Manifest& manifest);

}  // namespace autotune
