#include "project/tuning_targets.h"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <functional>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <utility>

#include <fmt/format.h>
#include <fnmatch.h>

#include "core/file.h"
#include "project/object_sizes.h"

namespace autotune {

namespace {

namespace fs = std::filesystem;

/// Returns the names that are the shard's, each N-th in the order of size, so that all shards have
/// large and small ones.
std::set<std::string> OfShard(const Shard& shard, std::vector<std::string> names,
                              const std::vector<std::optional<std::uint64_t>>& bytes) {
  std::vector<std::pair<std::uint64_t, std::string>> order;
  for (std::size_t i = 0; i < names.size(); ++i) {
    order.emplace_back(bytes[i].value_or(0), std::move(names[i]));
  }
  std::ranges::sort(order, std::greater());
  std::set<std::string> own;
  for (std::size_t i = shard.index; i < order.size(); i += shard.count) {
    own.insert(std::move(order[i].second));
  }
  return own;
}

/// True if the pattern means the file, as `Choose` says.
bool Means(const std::string& pattern, const fs::path& file) {
  std::error_code ignored;  // the build may have removed the working folder: names are left
  const fs::path here = fs::current_path(ignored);
  const auto from_here = [&here](const fs::path& path) {
    return (here / path).lexically_normal().lexically_relative(here).string();
  };
  std::string wanted = from_here(pattern);
  while (wanted.size() > 1 && wanted.ends_with('/')) wanted.pop_back();
  const std::string path = from_here(file);
  if (wanted == "." || path == wanted || path.starts_with(wanted + "/")) return true;
  return fnmatch(pattern.c_str(), file.filename().c_str(), 0) == 0 ||
         fnmatch(wanted.c_str(), path.c_str(), FNM_PATHNAME | FNM_LEADING_DIR) == 0;
}

/// True if a merged program is chosen.
bool Has(const Chosen& chosen, const MergedProgram& program) {
  return chosen.all || chosen.linked.contains(program.output) ||
         std::ranges::any_of(program.units, [&chosen](const auto& unit) {
           return chosen.units.contains(unit.second);
         });
}

}  // namespace

Result<Chosen> Choose(const std::vector<std::string>& patterns,
                      const std::vector<RecordedUnit>& units,
                      const std::vector<RecordedLink>& links) {
  Chosen chosen{.all = patterns.empty(), .units = {}, .linked = {}};
  for (const std::string& pattern : patterns) {
    bool means_one = false;
    for (const RecordedUnit& unit : units) {
      if (!Means(pattern, unit.SourcePath())) continue;
      chosen.units.insert(unit.key());
      means_one = true;
    }
    for (const RecordedLink& link : links) {
      if (!Means(pattern, link.OutputPath())) continue;
      chosen.linked.insert(link.OutputPath());
      means_one = true;
    }
    if (means_one) continue;
    return Error{ErrorCode::kNotFound,
                 fmt::format("no source to tune is '{}'{}", pattern,
                             units.empty() ? ""
                                           : fmt::format("; one of {} is '{}'", units.size(),
                                                         units.front().source))};
  }
  return chosen;
}

std::vector<TuningTarget> TuningTargets(const std::vector<RecordedUnit>& units,
                                        const std::vector<RecordedLink>& links,
                                        const std::vector<Merger>& mergers,
                                        const UnitFolder& folder, const Shard& shard,
                                        const Chosen& chosen) {
  std::map<Hash128, fs::path> plain;
  for (const RecordedUnit& unit : units) plain[unit.key()] = folder.Plain(unit.key());
  std::vector<std::string> names;
  std::vector<fs::path> files;
  for (const auto& [key, object] : plain) {
    names.push_back(ToHex(key));
    files.push_back(object);
  }
  for (const RecordedLink& link : links) {
    names.push_back(link.OutputPath().string());
    files.push_back(link.OutputPath());
  }
  const auto sizes = TextAndData(files);
  std::map<Hash128, std::uint64_t> bytes;
  for (std::size_t i = 0; i < plain.size(); ++i) bytes[*FromHex(names[i])] = sizes[i].value_or(0);
  std::vector<std::string> wanted;
  std::vector<std::optional<std::uint64_t>> sizes_of_wanted;
  for (std::size_t i = 0; i < names.size(); ++i) {
    const bool is_unit = i < plain.size();
    if (is_unit && !chosen.all && !chosen.units.contains(*FromHex(names[i]))) continue;
    wanted.push_back(names[i]);
    sizes_of_wanted.push_back(sizes[i]);
  }
  // Shards begin at different times, so nothing that one of them changes decides on the others.
  const std::set<std::string> own = OfShard(shard, std::move(wanted), sizes_of_wanted);
  std::vector<TuningTarget> targets;
  std::set<Hash128> seen;  // a unit may be there twice, and one of a program needs no object
  std::set<Hash128> bitcode;
  for (const RecordedUnit& unit : units) {
    if (unit.is_bitcode()) bitcode.insert(unit.key());
  }
  for (const Merger& merger : mergers) {
    TuningTarget target{.unit = merger.unit, .key = merger.program.key, .merger = &merger};
    // Tuning may not make the module small enough. Until it has, the units get time as well.
    const bool alone = !merger.grows || Exists(folder.Tuned(merger.program.key));
    for (const auto& [output, key] : merger.program.units) {
      target.bytes += bytes[key];
      if (alone) seen.insert(key);
    }
    const auto has_no_size = [&](const auto& unit) { return bitcode.contains(unit.second); };
    if (std::ranges::any_of(merger.program.units, has_no_size)) target.bytes = merger.size;
    if (own.contains(merger.program.output.string()) && Has(chosen, merger.program)) {
      targets.push_back(std::move(target));
    }
  }
  for (const RecordedUnit& unit : units) {
    const Hash128 key = unit.key();
    // Machine code would keep a unit out of link-time optimisation.
    if (bitcode.contains(key)) continue;
    if (Exists(folder.Rejected(key)) || !seen.insert(key).second) continue;
    if (own.contains(ToHex(key))) {
      targets.push_back({.unit = unit, .key = key, .bytes = bytes[key]});
    }
  }
  return targets;
}

}  // namespace autotune
