#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "core/result.h"
#include "tune/result.h"

namespace autotune {

/// Steps after the pipeline of a run that make the object file smaller.
struct Delivery {
  /// Size attributes of functions, as `AttributesCsv` has them; none: as they are.
  std::optional<std::string> attributes{};
  bool no_unwind_tables = false;  ///< as in `ForceOptions`
  bool conventions = false;       ///< some attributes are calling conventions of the plugin
  std::optional<std::uint64_t> least_saved{};  ///< as in `PluginWork`
  std::vector<std::string> code_options{};     ///< of `CodeOptions`

  /// True if the attributes need the plugin.
  bool needs_plugin() const { return conventions || least_saved; }
  bool empty() const { return !attributes && code_options.empty(); }
  bool operator==(const Delivery&) const = default;
};

/// Returns the steps that the result went through; none for most.
Delivery DeliveryOf(const TuneResult& outcome);

/// Returns it as JSON.
std::string DeliveryText(const Delivery& delivery);

/// Reads what `DeliveryText` returned; nothing from an empty text. Errors: `kBadInput` if it is
/// something else, or has attributes or options that no run gives.
Result<Delivery> ParseDelivery(const std::string& text);

/// A module after its pipeline and the rest.
struct Delivered {
  std::string bitcode;
  std::string text{};                      ///< textual IR, if the output is to be that
  std::optional<OptionedObject> object{};  ///< object file, if there are code options
};

/// Has stock `opt` give a module its attributes, and `llc` generate its code with the options, in
/// two processes each, which have to agree. `job` says how and what the output is to be. `bitcode`
/// is the module after its pipeline. Errors: as for `ForceAttributes` and `CodeWith`; `kBadInput`
/// if the processes don't agree; `kNotFound` if there is no plugin where one is needed. Blocks.
Result<Delivered> Deliver(const TuneJob& job, const Delivery& delivery, const std::string& bitcode,
                          const CodeModel& model, const Budget& budget);

}  // namespace autotune
