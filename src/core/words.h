#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <string_view>

namespace autotune {

/// Returns the first word of a text that matches, empty if none does. Single spaces separate the
/// words.
template <typename Match>
constexpr std::string_view FindWord(std::string_view words, const Match& match) {
  while (!words.empty()) {
    const std::string_view word = words.substr(0, words.find(' '));
    if (match(word)) return word;
    words.remove_prefix(std::min(word.size() + 1, words.size()));
  }
  return {};
}

/// Returns whether a text has a word. Single spaces separate the words.
constexpr bool HasWord(std::string_view words, std::string_view word) {
  return !FindWord(words, [&](std::string_view each) { return each == word; }).empty();
}

/// Returns the words of a text, of which there must be `kCount`. Single spaces separate them.
template <std::size_t kCount>
consteval std::array<std::string_view, kCount> WordArray(std::string_view words) {
  std::array<std::string_view, kCount> array;
  std::size_t count = 0;
  FindWord(words, [&](std::string_view word) {
    array.at(count++) = word;
    return false;
  });
  if (count < kCount) throw "there are too few words";
  return array;
}

}  // namespace autotune
