#pragma once

#include <cstdint>
#include <filesystem>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "wrapper/unit_folder.h"

namespace autotune {

/// What an object does to the files that it is linked into. Objects alone deceive: a linker keeps
/// one of the copies that units of C++ have of an inline function. Thread-safe.
class LinkedSizes {
 public:
  /// Reads the links and units of `folder`, which must outlive this object.
  explicit LinkedSizes(const UnitFolder& folder);

  /// Returns the bytes of text + data by which files get larger that name the unit's object among
  /// their inputs, if `object` takes the place of the tuned or plain one. Other units have their
  /// tuned objects, if there are any. Looks at a few files. None: no link names the object, or one
  /// fails.
  std::optional<std::int64_t> Change(const RecordedUnit& unit,
                                     const std::filesystem::path& object) const;

 private:
  std::optional<std::uint64_t> Size(const RecordedLink& link, const RecordedUnit& unit,
                                    const std::filesystem::path& object) const;

  const UnitFolder& folder_;
  const std::vector<RecordedLink> links_;
  std::map<std::string, RecordedUnit> units_;  ///< by the path of the object
};

}  // namespace autotune
