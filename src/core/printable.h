#pragma once

#include <cstddef>
#include <string>
#include <string_view>

namespace autotune {

/// Text from a file, a database or a command line as one line that any terminal may show: blanks
/// for line breaks and tabs, `?` for every other control character, for what reorders text, and
/// for bytes that are no UTF-8. Escape sequences do not survive it.
std::string Printable(std::string_view text);

/// Length of the character of `text` at `at`, in bytes, if it is well-formed UTF-8; 0 otherwise.
std::size_t CharacterLength(std::string_view text, std::size_t at);

/// True if the `length` bytes at `at` are a character that moves the cursor, starts an escape
/// sequence or changes the direction of text.
bool IsControl(std::string_view text, std::size_t at, std::size_t length);

/// `text` if it has at most `most` bytes; otherwise its beginning and `...`, and no character is
/// cut in two.
std::string Abbreviated(std::string_view text, std::size_t most);

}  // namespace autotune
