#pragma once

#include <array>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace autotune {

/// The relocation models of LLVM 19: how generated code finds what it refers to.
enum class Relocation { kPic, kStatic, kDynamicNoPic, kRopi, kRwpi, kRopiRwpi };

inline constexpr std::array kRelocations = {Relocation::kPic,          Relocation::kStatic,
                                            Relocation::kDynamicNoPic, Relocation::kRopi,
                                            Relocation::kRwpi,         Relocation::kRopiRwpi};

/// The model as `llc -relocation-model=` takes it: `pic`, `static`, ...
std::string_view Name(Relocation relocation);

/// How code is generated for an object size. Passes know nothing of it.
struct CodeModel {
  /// Empty: `pic` if the module has a `PIC Level` flag above 0 and its target knows PIC, else
  /// `static`. Some targets have one model alone, which it is then.
  std::optional<Relocation> relocation{};
  std::string cpu{};       ///< as `llc -mcpu=` takes it; empty: the target's generic one
  std::string features{};  ///< as `llc -mattr=` takes them: `+dsp,-fpu`
  bool function_sections = false;
  bool data_sections = false;

  bool operator==(const CodeModel&) const = default;
};

/// One line that no other model has: `static, cortex-m4, function-sections`. The relocation model
/// is `default` if the module decides on it.
std::string Describe(const CodeModel& model);

/// The flags that make `llc` generate such code.
std::vector<std::string> LlcFlags(const CodeModel& model);

}  // namespace autotune
