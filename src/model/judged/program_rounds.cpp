#include "model/judged/program_rounds.h"

#include <algorithm>
#include <set>
#include <utility>

#include "core/random.h"
#include "model/training/samples.h"

namespace autotune {

namespace {

constexpr std::size_t kJudged = 64;

}  // namespace

ProgramSides SplitPrograms(const std::vector<std::string_view>& families, double share) {
  const std::set<std::string_view> held_out =
      ValidationFamilies({families.begin(), families.end()}, share);
  ProgramSides sides;
  for (std::size_t i = 0; i < families.size(); ++i) {
    (held_out.contains(families[i]) ? sides.judged : sides.training).push_back(i);
  }
  sides.held_out = !sides.judged.empty();
  if (!sides.held_out) sides.judged = sides.training;
  const std::size_t all = sides.judged.size();
  if (all <= kJudged) return sides;
  for (std::size_t i = 0; i < kJudged; ++i) sides.judged[i] = sides.judged[i * all / kJudged];
  sides.judged.resize(kJudged);
  return sides;
}

std::vector<std::size_t> ProgramsOfStep(const std::vector<std::size_t>& programs, std::size_t count,
                                        std::uint64_t step, std::uint64_t seed) {
  const std::size_t all = programs.size();
  count = std::min(count, all);
  const auto shuffled = [&](std::uint64_t round) {
    std::vector<std::size_t> order = programs;
    Random random(seed + 1, round);  // the seed itself is for drawing passes
    for (std::size_t i = all; i > 1; --i) std::swap(order[i - 1], order[random.Below(i)]);
    return order;
  };
  std::vector<std::size_t> chosen;
  std::vector<std::size_t> order;
  for (std::uint64_t i = step * count; i < (step + 1) * count; ++i) {
    if (order.empty() || i % all == 0) order = shuffled(i / all);
    chosen.push_back(order[i % all]);
  }
  return chosen;
}

}  // namespace autotune
