#include "search/learned/coreset.h"

#include <charconv>
#include <string_view>
#include <utility>

#include "search/learned/known_passes.h"
#include "search/learned/learned_text.h"
#include "search/learned/take_until.h"

namespace autotune {
namespace {

double FromThousandths(std::string_view text) {
  int thousandths = 0;
  std::from_chars(text.data(), text.data() + text.size(), thousandths);
  return thousandths / 1000.0;
}

/// Reads a data file. A line is a list, or the worths of a program in thousandths. The latter
/// begins with `=` and the worth of the program as it came; after `:` follow the worths of the
/// lists.
LearnedTable Parse(const ActionSpace& actions, std::string_view text) {
  LearnedTable table;
  std::vector<bool> kept;
  while (!text.empty()) {
    std::string_view line = TakeUntil('\n', text);
    if (line.starts_with('#')) continue;
    if (line.starts_with('=')) {
      line.remove_prefix(1);
      table.inputs.push_back(FromThousandths(TakeUntil(':', line)));
      std::vector<double>& worths = table.worths.emplace_back();
      for (const bool is_kept : kept) {
        const double worth = FromThousandths(TakeUntil(' ', line));
        if (is_kept) worths.push_back(worth);
      }
      continue;
    }
    PassSequence sequence = KnownPasses(actions, line);
    kept.push_back(!sequence.empty());
    if (kept.back()) table.lists.push_back(std::move(sequence));
  }
  return table;
}

PassSequence FirstOf(LearnedTable table) {
  return table.lists.empty() ? PassSequence() : std::move(table.lists.front());
}

}  // namespace

std::vector<PassSequence> Coreset(const ActionSpace& actions) {
  return Parse(actions, kCoresetText).lists;
}

std::vector<PassSequence> LearnedLists(const ActionSpace& actions) {
  // The worths follow all lists and take long to read.
  const std::string_view text = kLearnedListsText;
  return Parse(actions, text.substr(0, text.find("\n="))).lists;
}

std::vector<PassSequence> WholeProgramLists(const ActionSpace& actions) {
  return Parse(actions, kWholeProgramListsText).lists;
}

PassSequence WholeProgramLeanList(const ActionSpace& actions) {
  return FirstOf(Parse(actions, kWholeProgramLeanListText));
}

PassSequence PassesAfterOz(const ActionSpace& actions) {
  return FirstOf(Parse(actions, kAfterOzText));
}

LearnedTable LearnedListsAndWorths(const ActionSpace& actions) {
  return Parse(actions, kLearnedListsText);
}

LearnedTable LearnedContinuations(const ActionSpace& actions) {
  return Parse(actions, kContinuationsText);
}

}  // namespace autotune
