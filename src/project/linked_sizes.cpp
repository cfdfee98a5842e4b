#include "project/linked_sizes.h"

#include <cstddef>

#include "core/file.h"
#include "project/built_objects.h"
#include "project/object_sizes.h"

namespace autotune {

namespace {

namespace fs = std::filesystem;

/// Tests may link one object many times.
constexpr std::size_t kMostLinks = 3;

}  // namespace

LinkedSizes::LinkedSizes(const UnitFolder& folder) : folder_(folder), links_(folder.Links()) {
  for (RecordedUnit& unit : folder.Units()) {
    fs::path object = unit.OutputPath().lexically_normal();
    units_.insert_or_assign(std::move(object), std::move(unit));
  }
}

std::optional<std::int64_t> LinkedSizes::Change(const RecordedUnit& unit, const fs::path& object,
                                                const RunWords& run) const {
  const fs::path own = unit.OutputPath().lexically_normal();
  std::optional<std::int64_t> change;
  std::size_t tried = 0;
  for (const RecordedLink& link : links_) {
    if (!TakesOneOf({own}, link)) continue;
    if (tried++ == kMostLinks) break;
    const auto before = Size(link, unit, {}, run);
    const auto after = Size(link, unit, object, run);
    if (!before || !after) return std::nullopt;
    change =
        change.value_or(0) + static_cast<std::int64_t>(*after) - static_cast<std::int64_t>(*before);
  }
  return change;
}

/// Returns the size of the linked file with `object` for the unit; if that is empty, with the one
/// that it has.
std::optional<std::uint64_t> LinkedSizes::Size(const RecordedLink& link, const RecordedUnit& unit,
                                               const fs::path& object, const RunWords& run) const {
  std::vector<std::string> words = link.words;
  for (std::string& word : words) {
    if (word.starts_with('-')) continue;
    const auto found = units_.find(link.PathOf(word));
    if (found == units_.end()) continue;
    const Hash128 key = found->second.key();
    if (!object.empty() && key == unit.key()) {
      word = object.string();
    } else if (Exists(folder_.Tuned(key))) {
      word = folder_.Tuned(key).string();
    } else if (!Exists(link.PathOf(word))) {
      word = folder_.Plain(key).string();  // the build has removed it after its link
    }
  }
  TemporaryFiles files(folder_);
  const fs::path linked = files.New(".out");
  if (!TraceLink(link, words, linked, folder_, run)) return std::nullopt;
  return TextAndData({linked}).front();
}

}  // namespace autotune
