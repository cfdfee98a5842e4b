#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "core/budget.h"
#include "core/result.h"
#include "tune/proof/object_parts.h"

namespace autotune {

/// Places in the user's link: of the object file, and of the file that it makes.
inline constexpr std::string_view kObjectPlace = "{}";
inline constexpr std::string_view kLinkedPlace = "{out}";

/// Facts about a module that is compared with another, besides its cost.
struct ModuleFacts {
  std::optional<ObjectParts> object;  ///< its object file; none if that is no ELF file
  std::optional<ObjectParts> linked;  ///< what the user's link makes of it; none without a link
  /// Instructions that the program executes in the user's check; none unless they are counted.
  std::optional<std::uint64_t> executed;
};

/// Returns the parts of an object file, given by its bytes. Blocks. Errors: as for `PartsOf`.
Result<ObjectParts> PartsOfObject(const std::string& object, const Budget& budget);

/// Returns the parts of what the user's command `link` makes of an object file, given by its bytes.
/// Both are in a folder of their own, whose path no shell expands. The command has ten minutes.
/// Blocks. Errors: `kBadInput` if it fails or makes no ELF file; those of `RunSubprocess`.
Result<ObjectParts> PartsOfLinked(const std::string& link, const std::string& object,
                                  const Budget& budget);

}  // namespace autotune
