#include "tune/proof/object_parts.h"

#include <algorithm>
#include <array>
#include <cstddef>
#include <string_view>

#include <nlohmann/json.hpp>

#include "core/toolchain.h"
#include "eval/process/subprocess.h"

namespace autotune {

namespace {

/// Flags of a section in an ELF file.
constexpr std::uint64_t kWritten = 1;
constexpr std::uint64_t kAllocated = 2;
constexpr std::uint64_t kExecuted = 4;
constexpr std::uint64_t kInGroup = 0x200;

/// Begins of the names of unwind tables: those of all targets, then those of ARM.
constexpr std::array<std::string_view, 4> kUnwind = {".eh_frame", ".gcc_except_table", ".ARM.exidx",
                                                     ".ARM.extab"};

/// Bytes of text about all sections of an object, some 300 for each.
constexpr std::size_t kMostSections = std::size_t{256} << 20U;

std::uint64_t& PartOf(ObjectParts& parts, std::uint64_t flags, std::string_view name) {
  if ((flags & kExecuted) != 0) return parts.text;
  if (std::ranges::any_of(kUnwind, [&](auto begin) { return name.starts_with(begin); })) {
    return parts.unwind;
  }
  return (flags & kWritten) != 0 ? parts.data : parts.read_only;
}

}  // namespace

std::optional<ObjectParts> ReadParts(const std::string& sections) {
  using nlohmann::json;
  const json files = json::parse(sections, nullptr, /*allow_exceptions=*/false);
  if (files.size() != 1) return std::nullopt;  // members of an archive
  try {
    ObjectParts parts;
    bool loads = false;
    for (const json& entry : files.at(0).at("Sections")) {
      const json& section = entry.at("Section");
      const auto flags = section.at("Flags").at("Value").get<std::uint64_t>();
      const bool is_loaded = (flags & kAllocated) != 0 &&
                             section.at("Type").at("Name").get<std::string>() != "SHT_NOBITS";
      if (!is_loaded) continue;
      loads = true;
      const auto size = section.at("Size").get<std::uint64_t>();
      PartOf(parts, flags, section.at("Name").at("Name").get<std::string>()) += size;
      if ((flags & kInGroup) != 0) parts.shared += size;
    }
    return loads ? std::optional(parts) : std::nullopt;
  } catch (const json::exception&) {
    return std::nullopt;
  }
}

Result<ObjectParts> PartsOf(const std::filesystem::path& file, const Budget& budget) {
  const auto run = RunSubprocess(
      {std::string(kReadelfProgram), "-S", "--elf-output-style=JSON", file.string()},
      {.time_limit = std::chrono::minutes(10), .output_bytes = kMostSections}, budget);
  if (!run) return run.error();
  if (run->Succeeded()) {
    if (const std::optional<ObjectParts> parts = ReadParts(run->output)) return *parts;
  }
  return Error{ErrorCode::kBadInput, "'" + file.string() + "' is no ELF file with sections"};
}

}  // namespace autotune
