#pragma once

#include <cstdint>
#include <filesystem>
#include <map>
#include <optional>
#include <vector>

#include "wrapper/link_trace.h"
#include "wrapper/unit_folder.h"

namespace autotune {

/// Measures linked files with one object replaced. Objects alone deceive: a linker keeps one of the
/// copies that units of C++ have of an inline function. Thread-safe.
class LinkedSizes {
 public:
  /// Reads the links and units of `folder`, which must outlive this object.
  explicit LinkedSizes(const UnitFolder& folder);

  /// Returns how many bytes of text + data linked files grow by, in all, if `object` replaces the
  /// unit's tuned or plain one. Looks at the first few files whose links name that one. Other units
  /// have their tuned objects, if there are any. Links by `run`. None: no link names the object, or
  /// a link fails.
  std::optional<std::int64_t> Change(const RecordedUnit& unit, const std::filesystem::path& object,
                                     const RunWords& run) const;

 private:
  std::optional<std::uint64_t> Size(const RecordedLink& link, const RecordedUnit& unit,
                                    const std::filesystem::path& object, const RunWords& run) const;

  const UnitFolder& folder_;
  const std::vector<RecordedLink> links_;
  std::map<std::filesystem::path, RecordedUnit> units_;  ///< by the path of the object
};

}  // namespace autotune
