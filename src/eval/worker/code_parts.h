#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include <llvm/ADT/StringMap.h>
#include <llvm/ADT/StringRef.h>
#include <llvm/ADT/StringSet.h>
#include <llvm/Support/Error.h>

#include "core/hash.h"

namespace llvm {
class Function;
class Module;
}  // namespace llvm

namespace autotune::worker {

/// The bytes that a function, or the rest of a module, adds to an ELF object file.
struct CodePart {
  struct Section {
    std::string name;
    std::uint64_t size;   ///< in bytes
    std::uint64_t align;  ///< in bytes
    bool text;
  };

  std::vector<Section> sections;  ///< loaded ones but `.eh_frame`
  /// Unwind entries that functions share, with their sizes in bytes.
  std::vector<std::pair<Hash128, std::uint64_t>> shared_frames;
  std::uint64_t frames = 0;        ///< bytes of its own unwind entries
  std::uint64_t frames_align = 1;  ///< bytes
  std::uint64_t constants = 0;     ///< bytes in sections that functions share

  /// Returns the bytes of all, each section padded to its alignment.
  std::uint64_t bytes() const;
};

/// Reads an object file that has one part. It was generated of `code`, with `function` in sections
/// of its own; null for the rest of a module. Unless the program has `function_sections`, the names
/// of these sections are those that functions share there. Errors: it is no object file.
llvm::Expected<CodePart> ReadPart(llvm::StringRef object, const llvm::Module& code,
                                  const llvm::Function* function, bool function_sections);

/// Parts of several functions, by their names.
struct FunctionParts {
  llvm::StringMap<CodePart> parts;  ///< without constants in sections that they share
  /// Functions whose code refers to such constants. Others may have some, too, which code
  /// generation made and did not use.
  llvm::StringSet<> with_constants;
  std::uint64_t constants = 0;  ///< bytes of all of these
};

/// Reads an ELF object file that was generated of these functions alone, each in sections of its
/// own. None has a personality function. None is returned if it is no object file.
std::optional<FunctionParts> ReadParts(llvm::StringRef object,
                                       std::span<const llvm::Function* const> functions);

}  // namespace autotune::worker
