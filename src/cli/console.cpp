#include "cli/console.h"

#include <cstdio>
#include <string>

#include <fmt/format.h>
#include <unistd.h>

#include "cli/commands.h"
#include "cli/terminal.h"

namespace autotune {

namespace {

void PrintLine(std::string_view kind, std::string_view message) {
  std::string line;
  for (const char c : message) {
    // LLVM's messages may show source lines below, and a file name may hold anything.
    const bool printable = static_cast<unsigned char>(c) >= ' ' && c != 0x7f;
    if (printable) line += c;
    if (!printable && !line.ends_with(' ')) line += ' ';
  }
  line.erase(line.find_last_not_of(' ') + 1);
  // A line of progress may stand there.
  const bool live = Terminal::Of(STDERR_FILENO, ColorMode::kAuto).live;
  PrintTo(stderr, "{}autotune: {}: {}\n", live ? "\r\x1b[K" : "", kind, line);
}

}  // namespace

void PrintError(std::string_view message) { PrintLine("error", message); }

void PrintWarning(std::string_view message) { PrintLine("warning", message); }

int Fail(const Error& error) {
  PrintError(error.message);
  return error.code == ErrorCode::kInvalidArgument ? kExitUsage : kExitFailure;
}

}  // namespace autotune
