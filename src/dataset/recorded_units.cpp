#include "dataset/recorded_units.h"

#include <algorithm>
#include <sstream>
#include <utility>

#include <fmt/format.h>

#include "core/quantity.h"
#include "dataset/compiler.h"
#include "dataset/source_names.h"
#include "wrapper/unit_folder.h"

namespace autotune {

namespace {

namespace fs = std::filesystem;

std::size_t RoundedShare(std::size_t count, std::uint64_t percent) {
  return (count * percent + 50) / 100;
}

}  // namespace

Result<SplitShares> ParseSplitShares(const std::string& text) {
  std::vector<std::uint64_t> shares;
  std::istringstream stream(text);
  for (std::string word; std::getline(stream, word, ',');) {
    const Result<std::uint64_t> share = ParseCount(word);
    shares.push_back(share ? std::min<std::uint64_t>(*share, 101) : 101);
  }
  if (shares.size() != 3 || shares[0] + shares[1] + shares[2] != 100) {
    return Error{ErrorCode::kInvalidArgument,
                 fmt::format("'{}' is not three percentages that add up to 100", text)};
  }
  return SplitShares{.train = shares[0], .validation = shares[1], .test = shares[2]};
}

std::map<std::string, Split> DrawSplits(const std::set<std::string>& packages,
                                        const SplitShares& shares, std::uint64_t seed) {
  std::vector<std::pair<Hash128, std::string>> order;
  for (const std::string& package : packages) {
    order.emplace_back(HashBytes(fmt::format("{} {}", seed, package)), package);
  }
  std::ranges::sort(order);
  const std::size_t test = RoundedShare(order.size(), shares.test);
  const std::size_t held_out = RoundedShare(order.size(), shares.test + shares.validation);
  std::map<std::string, Split> splits;
  for (std::size_t i = 0; i < order.size(); ++i) {
    splits[order[i].second] = i < test       ? Split::kTest
                              : i < held_out ? Split::kValidation
                                             : Split::kTrain;
  }
  return splits;
}

Result<std::string> PackageOf(const fs::path& folder) {
  std::string name = folder.filename().string();
  // Files of sets don't begin with a dot, and users' own files are in `added`.
  if (!name.empty() && !name.starts_with('.') && name != "added") return name;
  return Error{
      ErrorCode::kInvalidArgument,
      fmt::format("'{}' names no package: give the folder the name of one", folder.string())};
}

Result<std::vector<Unit>> RecordedUnits(const fs::path& folder, const std::string& package,
                                        Split split) {
  const UnitFolder recorded(folder);
  const std::vector<RecordedUnit> found = recorded.Units();
  if (found.empty()) {
    return Error{
        ErrorCode::kBadInput,
        fmt::format("'{}' has no units of a build whose sources still exist", folder.string())};
  }
  std::vector<fs::path> sources;
  for (const RecordedUnit& unit : found) {
    sources.push_back(unit.SourcePath().lexically_normal());
  }
  const std::vector<std::string> names = NameSources(sources);
  std::vector<Unit> units;
  for (std::size_t i = 0; i < found.size(); ++i) {
    const fs::path module = recorded.Module(found[i].module);
    units.push_back(
        {.file = fmt::format("{}/{}.bc", package, names[i]),
         .split = split,
         .flags = JoinFlags(found[i].code_words),
         .origin = {.package = package, .source = names[i]},
         .inputs = found[i].module,
         .build = [module](const fs::path&, const fs::path& file, const Budget& budget) {
           return StripDebug(module, file, budget);
         }});
  }
  return units;
}

}  // namespace autotune
