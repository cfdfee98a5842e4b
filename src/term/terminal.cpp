#include "term/terminal.h"

#include <cstdlib>

#include <fmt/format.h>
#include <sys/ioctl.h>
#include <unistd.h>

namespace autotune {

std::string_view EnvironmentVariable(const char* name) {
  const char* const value = std::getenv(name);
  return value ? value : "";
}

Terminal Terminal::Of(int descriptor, ColorMode mode) {
  const std::string_view term = EnvironmentVariable("TERM");
  Terminal terminal;
  terminal.live = isatty(descriptor) != 0 && !term.empty() && term != "dumb";
  terminal.color = mode == ColorMode::kAlways || (mode == ColorMode::kAuto && terminal.live &&
                                                  EnvironmentVariable("NO_COLOR").empty());
  winsize size{};
  if (ioctl(descriptor, TIOCGWINSZ, &size) == 0 && size.ws_col > 0) terminal.width = size.ws_col;
  return terminal;
}

std::string_view Terminal::CodeAt(std::string_view text) {
  for (const std::string_view code : {"\x1b[1m", "\x1b[32m", "\x1b[0m"}) {
    if (text.starts_with(code)) return code;
  }
  return {};
}

std::string Terminal::Wrapped(std::string_view code, std::string_view text) const {
  return color ? fmt::format("\x1b[{}m{}\x1b[0m", code, text) : std::string(text);
}

}  // namespace autotune
