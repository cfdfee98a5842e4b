#include "tune/memory/known_lists.h"

#include <utility>

#include "db/results_db.h"

namespace autotune {

namespace {

/// Maximum number of lists of earlier runs that a search tries.
constexpr std::size_t kSeeds = 8;

}  // namespace

std::optional<PassSequence> ToSequence(const std::vector<std::string>& passes,
                                       const ActionSpace& actions) {
  PassSequence sequence;
  for (const std::string& pass : passes) {
    const Result<PassId> id = actions.Find(pass);
    if (!id) return std::nullopt;
    sequence.push_back(*id);
  }
  return sequence;
}

Result<std::vector<PassSequence>> KnownLists(Database& file, const Hash128& ir, Objective objective,
                                             const Hash128& toolchain, const ActionSpace& actions) {
  std::vector<PassSequence> known;
  const auto take = [&](const std::vector<std::string>& list) {
    if (auto sequence = ToSequence(list, actions)) known.push_back(*std::move(sequence));
    return known.size() < kSeeds;
  };
  const Status status = ResultsDb(file).ForBestLists(ir, objective, toolchain, take);
  if (!status.ok()) return status.error();
  return known;
}

}  // namespace autotune
