#pragma once

#include <chrono>
#include <cstdint>
#include <filesystem>
#include <set>
#include <string>
#include <vector>

#include "core/budget.h"
#include "core/hash.h"
#include "core/result.h"
#include "wrapper/link_trace.h"
#include "wrapper/unit_folder.h"

namespace autotune {

/// A linked file whose units `autotune build` merged into one module.
struct Merger {
  RecordedLink link;
  MergedProgram program;
  RecordedUnit unit;              ///< the merged module, with the words that make its object
  std::vector<std::string> keep;  ///< symbols that other inputs or other programs may need
  std::string visible;            ///< all symbols that stay so, between commas; `MakingWhole`
  std::uint64_t size = 0;  ///< text + data of the file, linked as its build links it, in bytes
  bool grows = false;      ///< one module makes the file larger, unless it is tuned
  std::chrono::milliseconds link_time{5'000};  ///< of `LinkMerged`; a guess until it is measured
};

/// Time for a command that nobody waits for.
inline constexpr std::chrono::minutes kMostTime(10);

/// Returns what runs a command for `RunIn`, for this time and within this budget at most. `budget`
/// must outlive it.
RunWords RunWithin(std::chrono::milliseconds limit = kMostTime,
                   const Budget& budget = Budget::Unlimited());
/// The same for the time until `end`, but half a second at least for each command.
RunWords RunUntil(Clock::time_point end);

/// Returns the recorded links whose output `name` means: a path, the last part of only one, or a
/// pattern with `*`, `?` or `[`. A pattern with a slash has to match the path from the working
/// folder, where `*` stands for no slash; another one the last part. At least one link.
/// Errors: `kNotFound`, with the outputs that there are.
Result<std::vector<RecordedLink>> FindLinks(const std::string& name,
                                            const std::vector<RecordedLink>& links);

/// Merges the units that a link takes in, directly or from archives, into one module of `folder`,
/// and notes the program there. Links the file once more, into a temporary file, to hear what the
/// linker reads. Errors, in one line: `kBadInput` if this link fails, if no input is a unit's
/// object, or if one module can't stand for the units; `kIo`. Whether the module makes the file
/// larger isn't measured for programs of the keys in `known`, which were measured elsewhere.
Result<Merger> MergeProgram(const RecordedLink& link, const std::vector<RecordedUnit>& units,
                            const UnitFolder& folder, const std::set<Hash128>& known);

}  // namespace autotune
