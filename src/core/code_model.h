#pragma once

#include <array>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace autotune {

/// The relocation models of LLVM 19: the ways in which generated code finds what it refers to.
enum class Relocation { kPic, kStatic, kDynamicNoPic, kRopi, kRwpi, kRopiRwpi };

inline constexpr std::array kRelocations = {Relocation::kPic,          Relocation::kStatic,
                                            Relocation::kDynamicNoPic, Relocation::kRopi,
                                            Relocation::kRwpi,         Relocation::kRopiRwpi};

/// Returns the model as `llc -relocation-model=` takes it: `pic`, `static`, ...
std::string_view Name(Relocation relocation);

/// The way code is generated for an object size. Passes know nothing of it.
struct CodeModel {
  /// Relocation model. Empty: the only model of the target, if it has just one. Otherwise `pic` if
  /// the module has a `PIC Level` flag above 0 and its target knows PIC, else `static`.
  std::optional<Relocation> relocation{};
  std::string cpu{};       ///< CPU as `llc -mcpu=` takes it; empty: the target's generic one
  std::string features{};  ///< features as `llc -mattr=` takes them, e.g. `+dsp,-fpu`
  bool function_sections = false;
  bool data_sections = false;

  bool operator==(const CodeModel&) const = default;
};

/// Returns one line that no other model has, e.g. `static, cortex-m4, function-sections`. The
/// relocation model is `default` if the module decides on it.
std::string Describe(const CodeModel& model);

/// Returns the flags that make `llc` generate code for this model.
std::vector<std::string> LlcFlags(const CodeModel& model);

}  // namespace autotune
