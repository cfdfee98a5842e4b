#include "term/suggestion.h"

#include <algorithm>
#include <cstddef>
#include <vector>

#include <fmt/format.h>

namespace autotune {

namespace {

constexpr std::size_t kMostEdits = 2;

/// Returns the distance of two words by insertions, deletions, replacements and swaps of
/// neighbours (optimal string alignment).
std::size_t Distance(std::string_view a, std::string_view b) {
  std::vector<std::vector<std::size_t>> rows(a.size() + 1, std::vector<std::size_t>(b.size() + 1));
  for (std::size_t i = 0; i <= a.size(); ++i) {
    for (std::size_t j = 0; j <= b.size(); ++j) {
      if (i == 0 || j == 0) {
        rows[i][j] = i + j;
        continue;
      }
      const std::size_t replaced = rows[i - 1][j - 1] + (a[i - 1] == b[j - 1] ? 0 : 1);
      rows[i][j] = std::min({rows[i - 1][j] + 1, rows[i][j - 1] + 1, replaced});
      if (i > 1 && j > 1 && a[i - 1] == b[j - 2] && a[i - 2] == b[j - 1]) {
        rows[i][j] = std::min(rows[i][j], rows[i - 2][j - 2] + 1);
      }
    }
  }
  return rows.back().back();
}

}  // namespace

std::string Suggestion(std::string_view word, std::span<const std::string> known) {
  std::size_t allowed = std::min(kMostEdits, word.size() / 3);
  const std::string* nearest = nullptr;
  for (const std::string& candidate : known) {
    const std::size_t distance = Distance(word, candidate);
    if (distance > allowed || (nearest && distance == allowed)) continue;
    nearest = &candidate;
    allowed = distance;
  }
  return nearest ? fmt::format("; did you mean '{}'?", *nearest) : "";
}

}  // namespace autotune
