#pragma once

#include <cstddef>
#include <string>
#include <string_view>

namespace autotune {

/// Returns text from a file, a database or a command line as one line that any terminal may show.
/// Line breaks and tabs become blanks. Other control characters, characters that reorder text, and
/// bytes that are no UTF-8 become `?`. No escape sequence survives.
std::string Printable(std::string_view text);

/// Returns the length in bytes of the character at `at` if it is well-formed UTF-8, else 0.
std::size_t CharacterLength(std::string_view text, std::size_t at);

/// True if the `length` bytes at `at` are a character that moves the cursor, starts an escape
/// sequence or changes the direction of text.
bool IsControl(std::string_view text, std::size_t at, std::size_t length);

/// Returns `text` if it has at most `most` bytes, else its beginning and `...`. No character is cut
/// in two.
std::string Abbreviated(std::string_view text, std::size_t most);

}  // namespace autotune
