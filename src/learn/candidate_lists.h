#pragma once

#include <cstdint>
#include <set>
#include <string>
#include <vector>

#include "core/action_space.h"
#include "core/program.h"
#include "core/result.h"

namespace autotune {

/// A list that was found good for some program.
struct CandidateList {
  PassSequence passes;
  std::set<std::string> families;  ///< of the programs that it was found on, as `TrainingSource`
};

/// The best list of each program of these files, of `autotune-train collect` or with results, where
/// it makes the program smaller than Oz does; each list once, sorted. Lists with a pass that
/// `actions` lacks are left out. Errors as `Database`; `kInvalidArgument` where a training file is
/// of another action space, or a result is about a program of a test split and not `forced`.
Result<std::vector<CandidateList>> ReadCandidateLists(const std::vector<std::string>& files,
                                                      const ActionSpace& actions, bool forced);

/// The lists of a text file, a pipeline a line, but for lines that begin with `#` or `=`. They
/// count as found on a family of their own, the file. Errors as `ReadFile`; `kInvalidArgument`
/// where a pass is not of this space.
Result<std::vector<CandidateList>> ReadListFile(const std::string& file,
                                                const ActionSpace& actions);

/// `count` of these lists, drawn at random and sorted; all where there are no more.
std::vector<CandidateList> Sample(std::vector<CandidateList> lists, std::size_t count,
                                  std::uint64_t seed);

}  // namespace autotune
