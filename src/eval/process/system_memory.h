#pragma once

#include <cstdint>
#include <filesystem>
#include <optional>

namespace autotune {

/// Returns the number of processes that the system has killed for lack of memory since it started,
/// in any control group; 0 if the system does not tell.
std::uint64_t OutOfMemoryKills();

/// Returns the memory that this process and its children can still take, in bytes. This is the
/// least of what the machine has and each control group above this process allows (versions 1 and
/// 2). Memory that the system can drop to make room counts as free. `root` is the folder that holds
/// `proc` and `sys`. Returns nothing if the system does not tell.
std::optional<std::uint64_t> AvailableMemory(const std::filesystem::path& root = "/");

/// Memory that tuning takes with the smallest program, all processes together, in bytes.
inline constexpr std::uint64_t kLeastMemory = 48ull << 20;

/// Makes the system kill this process before its parent if memory runs out. Async-signal-safe.
void VolunteerForOutOfMemoryKill();

}  // namespace autotune
