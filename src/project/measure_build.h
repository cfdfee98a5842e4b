#pragma once

#include <cstdint>
#include <filesystem>
#include <optional>
#include <vector>

#include "core/budget.h"
#include "project/build_report.h"
#include "wrapper/unit_folder.h"

namespace autotune {

/// Returns the linked files that the folder knows, by name.
std::vector<std::filesystem::path> LinkedFiles(const UnitFolder& folder);

/// Returns the text + data, in bytes, that a linked file had without tuned objects; none if that is
/// not known.
std::optional<std::uint64_t> PlainSize(const std::filesystem::path& linked,
                                       const UnitFolder& folder);

/// Measures the objects and linked files of a build, and says which of them are tuned.
BuildReport MeasureBuild(const UnitFolder& folder, const std::vector<RecordedUnit>& units);

/// Adds the objects that links take from archives to the linked files of a report. Links files once
/// more, into temporary ones, to hear what the linker takes, if a unit is in no file by its name.
/// Ends with the budget: a file that is left has the objects that its command names.
void AddArchivedObjects(const UnitFolder& folder, const Budget& budget, BuildReport& report);

}  // namespace autotune
