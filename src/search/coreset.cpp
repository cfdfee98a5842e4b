#include "search/coreset.h"

#include <string_view>
#include <utility>

#include "search/coreset_text.h"
#include "search/known_passes.h"
#include "search/take_until.h"

namespace autotune {
namespace {

std::vector<PassSequence> Parse(const ActionSpace& actions, std::string_view text) {
  std::vector<PassSequence> sequences;
  while (!text.empty()) {
    const std::string_view line = TakeUntil('\n', text);
    if (line.starts_with('#')) continue;
    PassSequence sequence = KnownPasses(actions, line);
    if (!sequence.empty()) sequences.push_back(std::move(sequence));
  }
  return sequences;
}

}  // namespace

std::vector<PassSequence> Coreset(const ActionSpace& actions) {
  return Parse(actions, kCoresetText);
}

std::vector<PassSequence> LearnedLists(const ActionSpace& actions) {
  return Parse(actions, kLearnedListsText);
}

}  // namespace autotune
