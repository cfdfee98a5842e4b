#pragma once

#include <cstdint>
#include <filesystem>
#include <optional>

namespace autotune {

/// Processes that the system has killed for want of memory since it started, in whatever control
/// group. 0 where the system does not tell.
std::uint64_t OutOfMemoryKills();

/// Memory that this process and its children can still take, in bytes: the least of what the
/// machine has and what each control group above this process allows (versions 1 and 2). What the
/// system would drop to make room counts as free. `root` is the folder that holds `proc` and `sys`.
/// Nothing where the system does not tell.
std::optional<std::uint64_t> AvailableMemory(const std::filesystem::path& root = "/");

/// Memory that tuning takes with the smallest program, all processes together.
inline constexpr std::uint64_t kLeastMemory = 48ull << 20;

/// Has the system kill this process before its parent where memory runs out. Async-signal-safe.
void VolunteerForOutOfMemoryKill();

}  // namespace autotune
