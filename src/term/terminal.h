#pragma once

#include <cstddef>
#include <string>
#include <string_view>

namespace autotune {

/// Returns a variable of the environment; empty if it is not set.
std::string_view EnvironmentVariable(const char* name);

enum class ColorMode { kAuto, kAlways, kNever };

/// Abilities of an output stream.
struct Terminal {
  bool live = false;  ///< true if lines can be redrawn
  bool color = false;
  std::size_t width = 80;  ///< characters of a line

  /// Returns the abilities of a file descriptor, after a look at it and at NO_COLOR and TERM.
  static Terminal Of(int descriptor, ColorMode mode);

  std::string Bold(std::string_view text) const { return Wrapped("1", text); }
  std::string Green(std::string_view text) const { return Wrapped("32", text); }

  /// Returns the code of these functions that `text` begins with; empty if there is none.
  static std::string_view CodeAt(std::string_view text);

 private:
  std::string Wrapped(std::string_view code, std::string_view text) const;
};

}  // namespace autotune
