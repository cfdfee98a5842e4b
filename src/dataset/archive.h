#pragma once

#include <filesystem>

#include "core/budget.h"
#include "core/result.h"

namespace autotune {

/// Unpacks a tar archive, compressed or not, so that `folder` appears only once it is whole; does
/// nothing where it is there. A folder that holds all the rest is left out. Nothing is written
/// outside `folder`. Files keep of their permissions what 0755 has. Left out are devices, pipes,
/// sockets, and symbolic links that lead out of the folder or nowhere. Errors: `kBadInput` if the
/// file is no archive or cut off, or an entry's path has `..` in it; `kIo`; `kCancelled`.
Status Unpack(const std::filesystem::path& archive, const std::filesystem::path& folder,
              const Budget& budget);

}  // namespace autotune
