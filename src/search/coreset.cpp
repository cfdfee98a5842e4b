#include "search/coreset.h"

#include <algorithm>
#include <string_view>
#include <utility>

#include "search/coreset_text.h"

namespace autotune {
namespace {

/// Cuts `text` off before the first `separator`, which is dropped.
std::string_view TakeUntil(char separator, std::string_view& text) {
  const std::size_t end = std::min(text.find(separator), text.size());
  const std::string_view taken = text.substr(0, end);
  text.remove_prefix(std::min(end + 1, text.size()));
  return taken;
}

}  // namespace

std::vector<PassSequence> Coreset(const ActionSpace& actions) {
  std::vector<PassSequence> sequences;
  for (std::string_view text = kCoresetText; !text.empty();) {
    std::string_view line = TakeUntil('\n', text);
    if (line.starts_with('#')) continue;
    PassSequence sequence;
    while (!line.empty()) {
      const auto pass = actions.Find(TakeUntil(',', line));
      if (pass.ok()) sequence.push_back(*pass);
    }
    if (!sequence.empty()) sequences.push_back(std::move(sequence));
  }
  return sequences;
}

}  // namespace autotune
