#pragma once

#include <chrono>
#include <cstdint>
#include <filesystem>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "core/budget.h"
#include "core/result.h"
#include "core/toolchain.h"
#include "eval/client/worker_pool.h"

namespace autotune {

/// Returns the best attributes of a function that it doesn't have once `opt` has taken off size
/// attributes, as `opt -forceattrs-csv-path=` has them.
std::vector<std::string> ForcedAttributes(const FunctionAttributes& function);

/// True if it is one that `ForcedAttributes` may return.
bool IsForcedAttribute(std::string_view attribute);

/// Returns the best attributes of each function as a file for `opt -forceattrs-csv-path=`: a line
/// `name,attribute` for each of `ForcedAttributes`, in the order of `functions`. Errors:
/// `kInvalidArgument` if a function with attributes has a name that such a file can't hold.
Result<std::string> AttributesCsv(std::span<const FunctionAttributes> functions);

/// Calling conventions and narrow tables, which our plugin makes while `opt` gives attributes.
struct PluginWork {
  std::string flag{};  ///< flag of `opt` that loads the plugin; empty: neither
  /// Tables that save so many bytes or more are narrowed first; none: no tables.
  std::optional<std::uint64_t> least_saved{};
};

/// Element of `opt -passes=` that narrows tables which save `least` bytes or more.
std::string NarrowingElement(std::uint64_t least);

struct ForceOptions {
  std::filesystem::path opt_program = kOptProgram;
  std::filesystem::path temp_root = "/tmp";
  std::chrono::milliseconds time_limit{600'000};  ///< of one process of `opt`, > 0
  std::uint64_t memory_bytes = 0;                 ///< limit on its data segment; 0: none
  bool text = false;                              ///< write textual IR
  bool no_unwind_tables = false;                  ///< take off unwind tables as well
  PluginWork plugin{};
};

/// Has stock `opt` take the size attributes off all functions of a module and give those of `csv`
/// (`AttributesCsv`), in two processes. Returns the module. `name` is for messages. Errors as for
/// `Reproduce`. Thread-safe.
Result<std::string> ForceAttributes(const std::string& bitcode, const std::string& csv,
                                    const std::string& name, const ForceOptions& options,
                                    const Budget& budget);

/// Has the plugin narrow tables of a module, and do nothing else. `options.plugin` has both
/// members. Returns the module. Errors as for `Reproduce`. Thread-safe.
Result<std::string> NarrowTables(const std::string& bitcode, const std::string& name,
                                 const ForceOptions& options, const Budget& budget);

/// The end of a shell pipe that does the same to the module it reads, with the attributes in a
/// file: `opt ... | opt ... -o OUT`.
std::string ForceAttributesCommand(const std::filesystem::path& opt_program,
                                   const std::filesystem::path& csv,
                                   const std::filesystem::path& output, bool no_unwind_tables,
                                   const PluginWork& plugin = {});

}  // namespace autotune
