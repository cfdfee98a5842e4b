#pragma once

#include <filesystem>
#include <system_error>

namespace autotune {

/// The file of the running program; empty if the system does not tell.
inline std::filesystem::path OwnProgram() {
  std::error_code ignored;
  return std::filesystem::read_symlink("/proc/self/exe", ignored);
}

/// The folder of the running program: its worker and plugin are there.
inline std::filesystem::path OwnFolder() { return OwnProgram().parent_path(); }

/// File name of the plugin for `opt` and `clang`, beside this program.
inline constexpr char kPluginFile[] = "libautotune-plan.so";

}  // namespace autotune
