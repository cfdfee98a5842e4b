#include "search/coreset.h"

#include <string_view>
#include <utility>

#include "search/coreset_text.h"
#include "search/take_until.h"

namespace autotune {

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
