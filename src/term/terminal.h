#pragma once

#include <cstddef>
#include <string>
#include <string_view>

namespace autotune {

enum class ColorMode { kAuto, kAlways, kNever };

/// What an output stream can show.
struct Terminal {
  bool live = false;  ///< lines can be redrawn
  bool color = false;
  std::size_t width = 80;

  /// Looks at the file descriptor, and at NO_COLOR and TERM.
  static Terminal Of(int descriptor, ColorMode mode);

  std::string Bold(std::string_view text) const { return Wrapped("1", text); }
  std::string Green(std::string_view text) const { return Wrapped("32", text); }

  /// The code that these functions write, if `text` begins with one; empty otherwise.
  static std::string_view CodeAt(std::string_view text);

 private:
  std::string Wrapped(std::string_view code, std::string_view text) const;
};

}  // namespace autotune
