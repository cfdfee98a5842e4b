#pragma once

#include <filesystem>
#include <vector>

#include "core/result.h"
#include "wrapper/link_trace.h"
#include "wrapper/unit_folder.h"

namespace autotune {

/// Checks that assembly means the same symbols in `merged`, the module of these units, as in each
/// unit. A local symbol gets another name there if two units have one of the same name, which
/// doesn't change the text of assembly. A label of assembly would be what other units call by its
/// name. Errors: `kBadInput` if a name may mean something else; those of `run`.
Status CheckAssemblyNames(const std::filesystem::path& merged,
                          const std::vector<RecordedUnit>& units, const UnitFolder& folder,
                          const RunWords& run);

}  // namespace autotune
