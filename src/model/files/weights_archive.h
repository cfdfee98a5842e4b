#pragma once

#include <cstdint>
#include <filesystem>
#include <string>

#include <ATen/core/ivalue.h>  // which module.h forgets, as Clang notices
#include <torch/nn/module.h>
#include <torch/serialize/archive.h>

#include "core/result.h"

namespace autotune {

/// Largest dimension of a network in a file: a damaged one must not ask for all memory.
inline constexpr std::int64_t kMaxDimension = 1 << 14;

/// Writes the parameters of `network` as half-precision tensors, with `metadata`, which is JSON.
/// The file appears in full or not at all.
Status WriteArchive(const std::filesystem::path& path, const std::string& metadata,
                    const torch::nn::Module& network);

/// Throws if the file's contents are not those that were written: torch does not look at the
/// checksums of its archives, which are zip files.
void CheckArchive(const std::filesystem::path& path);

/// Reads the metadata of `WriteArchive`. Throws what torch does if there is none.
std::string ReadMetadata(torch::serialize::InputArchive& archive);

/// Reads the parameters into `network` and returns their number. Throws if a tensor is missing, has
/// another shape, or a number that is not finite.
std::int64_t ReadParameters(torch::serialize::InputArchive& archive,
                            const torch::nn::Module& network);

/// Returns the message that weights are of another version.
std::string OtherVersion(const std::string& what, std::uint32_t found, std::uint32_t known);

/// Returns the error that weights are for other actions than those of the space of this name.
Error OtherActions(const std::filesystem::path& path, const std::string& space);

}  // namespace autotune
