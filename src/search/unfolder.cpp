#include "search/unfolder.h"

#include <string_view>
#include <utility>

#include "search/known_passes.h"
#include "search/take_until.h"
#include "search/unfolded_text.h"

namespace autotune {
namespace {

constexpr std::size_t kMaxStates = 1 << 16;  ///< some 5 MB

}  // namespace

Unfolder::Unfolder(const ActionSpace& actions) : ways_(actions.size()) {
  std::string_view text = kUnfoldedText;
  while (!text.empty()) {
    std::string_view line = TakeUntil('\n', text);
    if (line.starts_with('#')) continue;
    const auto pipeline = actions.Find(TakeUntil('\t', line));
    if (!pipeline.ok()) continue;
    PassSequence way = KnownPasses(actions, line);
    if (!way.empty()) ways_[*pipeline].push_back(std::move(way));
  }
}

std::optional<Unfolder::Unfolded> Unfolder::Next(
    const PassSequence& list, const std::function<Hash128(std::size_t)>& ir_before) {
  if (next_.size() >= kMaxStates) next_.clear();
  for (std::size_t place = list.size(); place-- > 0;) {
    const std::vector<PassSequence>& ways = ways_[list[place]];
    if (ways.empty()) continue;
    std::size_t& next = next_[{ir_before(place), list[place]}];
    if (next < ways.size()) return Unfolded{place, ways[next++]};
  }
  return std::nullopt;
}

}  // namespace autotune
