#include "term/console.h"

#include <algorithm>
#include <atomic>
#include <cctype>
#include <cerrno>
#include <cstdio>
#include <string>

#include <fmt/format.h>
#include <unistd.h>

#include "core/printable.h"
#include "term/terminal.h"

namespace autotune {

namespace {

std::string_view program_name = "autotune";

/// Value of `errno` of the first write to standard output that failed; 0 for none.
std::atomic<int> output_error = 0;

void Write(std::FILE* stream, std::string_view bytes) {
  errno = 0;
  const bool written = std::fwrite(bytes.data(), 1, bytes.size(), stream) == bytes.size();
  int none = 0;
  if (!written && stream == stdout) output_error.compare_exchange_strong(none, errno);
}

/// True if there is a letter or digit at `at`. An apostrophe between two letters is no quote.
bool IsLetter(std::string_view text, std::size_t at) {
  return at < text.size() && std::isalnum(static_cast<unsigned char>(text[at])) != 0;
}

bool Opens(std::string_view text, std::size_t at) {
  return text[at] == '\'' && (at == 0 || !IsLetter(text, at - 1));
}

/// Returns the end of the quoted name that begins at `begin`, the quotes included; npos if there is
/// none. The name may hold quotes itself, as a path may.
std::size_t EndOfName(std::string_view text, std::size_t begin) {
  for (std::size_t at = begin + 1; at < text.size(); ++at) {
    if (text[at] == '\'' && !IsLetter(text, at + 1)) return at + 1;
  }
  return text.npos;
}

std::string CutNames(std::string_view text) {
  std::string line;
  for (std::size_t at = 0; at < text.size();) {
    const std::size_t end = Opens(text, at) ? EndOfName(text, at) : text.npos;
    if (end != text.npos) {
      line += '\'' + Abbreviated(text.substr(at + 1, end - at - 2), kMaxShownName) + '\'';
      at = end;
      continue;
    }
    const std::size_t word = std::min(text.find_first_of(" '", at + 1), text.size());
    line += Abbreviated(text.substr(at, word - at), kMaxShownName);
    at = word;
  }
  return line;
}

/// Joins lines into one, without blank ends. Messages of LLVM may show source lines below.
std::string JoinLines(std::string_view text) {
  std::string line;
  for (const char c : text) {
    const bool blank = c == '\n' || c == '\r' || c == '\t';
    if (!blank) line += c;
    if (blank && !line.ends_with(' ')) line += ' ';
  }
  line.erase(line.find_last_not_of(' ') + 1);
  return line;
}

/// Cuts the middle of a long line, since the end mostly gives the reason.
std::string CutMiddle(const std::string& line) {
  if (line.size() <= kMaxShownLine) return line;
  constexpr std::size_t kEnd = kMaxShownLine / 3;
  std::size_t end = line.size() - kEnd;
  while (end < line.size() && (static_cast<unsigned char>(line[end]) & 0xc0) == 0x80) ++end;
  return Abbreviated(line, kMaxShownLine - kEnd - 4) + " " + line.substr(end);
}

void PrintLine(std::string_view kind, std::string_view message) {
  // A line of progress may stand on the terminal.
  if (Terminal::Of(STDERR_FILENO, ColorMode::kAuto).live) ClearLine(stderr);
  PrintTo(stderr, "{}: {}: {}\n", program_name, kind, OneLine(message));
}

}  // namespace

std::string OneLine(std::string_view message) {
  return CutMiddle(CutNames(Printable(JoinLines(message))));
}

std::string ForTerminal(std::string_view text) {
  std::string safe;
  safe.reserve(text.size());
  for (std::size_t at = 0; at < text.size();) {
    const std::string_view code = Terminal::CodeAt(text.substr(at));
    const std::size_t length = code.empty() ? CharacterLength(text, at) : code.size();
    const bool kept = !code.empty() || text[at] == '\n' || text[at] == '\t' ||
                      (length > 0 && !IsControl(text, at, length));
    if (kept) {
      safe += text.substr(at, length);
    } else {
      safe += '?';
    }
    at += std::max<std::size_t>(length, 1);
  }
  return safe;
}

int OutputError() { return output_error; }

void WriteText(std::FILE* stream, std::string_view text) { Write(stream, ForTerminal(text)); }

void PrintExact(std::string_view bytes) {
  if (isatty(STDOUT_FILENO) != 0) {
    WriteText(stdout, bytes);
  } else {
    Write(stdout, bytes);
  }
}

void RedrawLine(std::FILE* stream, std::string_view line, std::size_t width) {
  Write(stream, fmt::format("\r{}\x1b[K", Printable(line.substr(0, width - 1))));
  std::fflush(stream);
}

void ClearLine(std::FILE* stream) { Write(stream, "\r\x1b[K"); }

void SetProgramName(std::string_view name) { program_name = name; }

void PrintError(std::string_view message) { PrintLine("error", message); }

void PrintWarning(std::string_view message) { PrintLine("warning", message); }

int Fail(const Error& error) {
  PrintError(error.message);
  return error.code == ErrorCode::kInvalidArgument ? kExitUsage : kExitFailure;
}

}  // namespace autotune
