#pragma once

#include <array>
#include <compare>
#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "core/action_space.h"
#include "core/hash.h"
#include "core/program_graph.h"

namespace autotune {

/// Bytes in the sections of an object file. `text` is what can be executed, `data` whatever else is
/// loaded into memory from the file (constants, initialised data, unwind tables), as `size` counts
/// them.
struct ObjectSize {
  std::uint64_t text = 0;
  std::uint64_t data = 0;

  std::uint64_t total() const { return text + data; }
  auto operator<=>(const ObjectSize&) const = default;
};

struct Cost {
  std::uint64_t instructions = 0;
  std::optional<ObjectSize> object_size;  ///< bytes; only if asked for: it costs a code generation

  auto operator<=>(const Cost&) const = default;
};

inline constexpr std::size_t kAutophaseSize = 56;
inline constexpr std::size_t kInstCountSize = 70;

/// The two feature vectors of CompilerGym, in its order, as raw counts.
struct Features {
  std::array<std::uint32_t, kAutophaseSize> autophase{};
  std::array<std::uint32_t, kInstCountSize> inst_count{};

  bool operator==(const Features&) const = default;
};

using PassSequence = std::vector<PassId>;

/// The identity of a program: the content hash of its file.
using ProgramId = Hash128;

/// The identity of a program after some passes. Cheap to copy; owns no module. Everything else can
/// be rebuilt from `applied`.
///
/// Passes that changed nothing stay in `applied`: they can reorder use lists, which later passes
/// may see. Dropping them is left to the code that minimises the list.
struct ProgramState {
  ProgramId program;
  Hash128 ir;  ///< content hash of the IR, without value names and debug information
  PassSequence applied;
};

/// The state of a program after a pass, and its measurements.
struct Evaluation {
  ProgramState next;
  Cost cost;
  bool changed = false;              ///< true if the IR hash differs from the one before the pass
  std::uint64_t nanoseconds = 0;     ///< CPU time of the worker for the pass itself, in ns
  std::optional<Features> features;  ///< present if asked for
  std::shared_ptr<const ProgramGraph> graph = {};  ///< null unless asked for
};

}  // namespace autotune
