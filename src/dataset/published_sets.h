#pragma once

#include <span>
#include <string_view>

namespace autotune {

/// A set of LLVM 10 bitcode that CompilerGym published. LLVM upgrades it on load.
struct PublishedSet {
  std::string_view name;
  std::string_view url;
  std::string_view sha256;
  std::string_view licence;
  std::string_view what;
};

/// Returns the sets, with names, addresses, hashes and licences from CompilerGym's own sources
/// (compiler_gym/envs/llvm/datasets).
std::span<const PublishedSet> PublishedSets();

}  // namespace autotune
