#pragma once

#include <filesystem>

#include "core/budget.h"
#include "core/result.h"

namespace autotune {

/// Unpacks a tar archive, compressed or not. `folder` appears only once it is complete; if it
/// exists, nothing is done. An outer folder that holds everything else is left out. Nothing is
/// written outside `folder`.
///
/// Files keep those of their permissions that are in 0755. Devices, pipes and sockets are left out,
/// and so are symbolic links that lead out of the folder or nowhere. Errors: `kBadInput` if the
/// file is no archive or cut off, or an entry's path has `..` in it; `kIo`; `kCancelled`.
Status Unpack(const std::filesystem::path& archive, const std::filesystem::path& folder,
              const Budget& budget);

/// Looks at the beginning of a tar archive. Errors: `kBadInput` if it is none, or empty; `kIo` if
/// it is no regular file.
Status CheckArchive(const std::filesystem::path& archive);

}  // namespace autotune
