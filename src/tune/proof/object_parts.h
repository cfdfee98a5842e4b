#pragma once

#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>

#include "core/budget.h"
#include "core/program.h"
#include "core/result.h"

namespace autotune {

/// Bytes that a program's file brings into memory, by what they are.
struct ObjectParts {
  std::uint64_t text = 0;       ///< code
  std::uint64_t read_only = 0;  ///< constants
  std::uint64_t data = 0;       ///< initialised variables
  std::uint64_t unwind = 0;     ///< tables for exceptions and debuggers
  /// Part of the others that every object of a program may hold, such as inline functions of C++.
  /// The linker keeps one copy.
  std::uint64_t shared = 0;

  std::uint64_t total() const { return text + read_only + data + unwind; }
  ObjectSize size() const { return {.text = text, .data = total() - text}; }
  bool operator==(const ObjectParts&) const = default;
};

/// Reads what `llvm-readelf -S --elf-output-style=JSON` prints of one ELF file; none if it is no
/// such text, or if no section is loaded.
std::optional<ObjectParts> ReadParts(const std::string& sections);

/// Returns the parts of an object file or linked file. Blocks. Errors: `kBadInput` if it is no ELF
/// file with sections; those of `RunSubprocess`.
Result<ObjectParts> PartsOf(const std::filesystem::path& file, const Budget& budget);

}  // namespace autotune
