#pragma once

#include <array>
#include <compare>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "core/action_space.h"
#include "core/hash.h"

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
  std::optional<ObjectSize>
      object_size;  ///< only where it was asked for: it costs a code generation

  auto operator<=>(const Cost&) const = default;
};

inline constexpr std::size_t kAutophaseSize = 56;
inline constexpr std::size_t kInstCountSize = 70;

/// The two feature vectors of CompilerGym, in its order; raw counts.
struct Features {
  std::array<std::uint32_t, kAutophaseSize> autophase{};
  std::array<std::uint32_t, kInstCountSize> inst_count{};

  bool operator==(const Features&) const = default;
};

using PassSequence = std::vector<PassId>;

/// Names a program: the content hash of its file.
using ProgramId = Hash128;

/// Names what a program has become. Cheap to copy; owns no module. `applied` is the truth, anything
/// else can be rebuilt from it. Passes that changed nothing stay in `applied`: they can reorder use
/// lists, which later passes may see, and dropping them is for whoever minimises the list to
/// decide.
struct ProgramState {
  ProgramId program;
  Hash128 ir;  ///< content hash of the IR, without value names and debug information
  PassSequence applied;
};

/// The state of a program after a pass, and what it measures.
struct Evaluation {
  ProgramState next;
  Cost cost;
  bool changed = false;              ///< the IR hash differs from the one before the pass
  std::uint64_t nanoseconds = 0;     ///< CPU time of the worker for the pass itself
  std::optional<Features> features;  ///< where asked for
};

}  // namespace autotune
