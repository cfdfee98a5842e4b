#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "core/budget.h"
#include "core/code_model.h"
#include "core/result.h"
#include "tune/job.h"
#include "tune/proof/object_parts.h"

namespace autotune {

/// Places in a job's link: of the object file, and of the file that it makes.
inline constexpr std::string_view kObjectPlace = "{}";
inline constexpr std::string_view kLinkedPlace = "{out}";

/// What is known of a module that is compared with another, besides its cost.
struct ModuleFacts {
  std::optional<ObjectParts> object;  ///< its object file; none if that is no ELF file
  std::optional<ObjectParts> linked;  ///< what the job's link makes of it; none without a link
  /// Instructions that the program executes in the user's check; none unless they are counted.
  std::optional<std::uint64_t> executed;
};

/// A module in the forms that facts are found from.
struct BuiltModule {
  std::string bitcode;
  std::string object;                     ///< object file; empty: none
  std::vector<std::string> code_options;  ///< that the object was generated with
};

/// Finds the facts of a module that a job asks for. Each of its commands may take as long as a
/// check. Blocks. Errors: those of `RunCheck`; `kBadInput` if the link fails or makes no ELF file.
Result<ModuleFacts> FindFacts(const TuneJob& job, const BuiltModule& module,
                              const CodeModel& code_model, const Budget& budget);

}  // namespace autotune
