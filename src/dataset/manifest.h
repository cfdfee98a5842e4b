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

/// What a program of a set may be used for. Where two splits would hold the same code, the later
/// one here keeps it.
enum class Split { kTrain, kValidation, kTest };

inline constexpr Split kSplits[] = {Split::kTrain, Split::kValidation, Split::kTest};

/// `train`, `validation`, `test`.
std::string_view Name(Split split);
std::optional<Split> FindSplit(std::string_view name);

/// Where a program comes from. Each may be empty.
struct Origin {
  std::string package{};
  std::string version{};
  std::string source{};  ///< the file inside the package; a seed; the file that was imported
  std::string sha256{};  ///< of the archive that holds the source

  bool operator==(const Origin&) const = default;
};

struct DatasetProgram {
  std::string file;  ///< its name: the path of the module, relative to the set's folder
  Split split = Split::kTrain;
  std::string flags;  ///< what the compiler was given; empty where we did not compile it
  Origin origin;
  Hash128 inputs;   ///< of all we know to decide on the module: equal inputs are not built again
  Hash128 content;  ///< of the file
  Hash128 ir;       ///< as a search has it: without names and debug information
  Hash128 shape;    ///< of the 126 features: programs of equal shape count as one family
  std::uint64_t functions = 0;  ///< that have a body
  std::uint64_t instructions = 0;

  bool operator==(const DatasetProgram&) const = default;
};

/// A program that was built and left out: another one stands for it.
struct DuplicateProgram {
  DatasetProgram program;
  std::string of;  ///< that one's file

  bool operator==(const DuplicateProgram&) const = default;
};

struct FailedProgram {
  std::string file;
  std::string reason;

  bool operator==(const FailedProgram&) const = default;
};

/// All that is known about a set of programs. Sorted by file.
struct Manifest {
  std::string name{};
  std::string source{};  ///< where the programs come from, for people
  std::string licence{};
  std::string compiler{};  ///< its version line; empty where we compiled nothing
  std::vector<DatasetProgram> programs{};
  std::vector<DuplicateProgram> duplicates{};
  std::vector<FailedProgram> failures{};

  bool operator==(const Manifest&) const = default;
};

inline constexpr char kManifestName[] = "manifest.json";

/// One line of JSON without its end.
std::string ToJson(const DatasetProgram& program);
/// The inverse. Errors: `kBadInput`.
Result<DatasetProgram> ProgramFromJson(std::string_view text);

/// A JSON document with one line for each program.
std::string ToJson(const Manifest& manifest);
/// The inverse. Errors: `kBadInput`, where it is none, or one of a newer version of this program.
Result<Manifest> ManifestFromJson(std::string_view text);

/// The manifest in `folder`. Errors: `kNotFound`, `kBadInput`.
Result<Manifest> ReadManifest(const std::filesystem::path& folder);
/// Replaces the manifest in `folder` in one step. Errors: `kIo`.
Status WriteManifest(const std::filesystem::path& folder, const Manifest& manifest);

}  // namespace autotune
