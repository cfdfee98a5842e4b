#include "search/mutation.h"

#include <algorithm>
#include <cassert>
#include <cmath>
#include <cstddef>
#include <string_view>
#include <utility>

namespace autotune {
namespace {

constexpr std::size_t kMaxCandidates = 6;
constexpr double kUniformShare = 0.3;         ///< of the draws of a pass
constexpr double kWholePipelineShare = 0.05;  ///< of the draws of one are kept

/// The element of `weights` that a uniform number in [0, 1) falls on.
std::size_t Pick(const std::vector<double>& weights, double unit) {
  double total = 0;
  for (const double weight : weights) total += weight;
  double left = unit * total;
  for (std::size_t i = 0; i < weights.size(); ++i) {
    left -= weights[i];
    if (left < 0) return i;
  }
  return weights.size() - 1;
}

/// A piece of 1 .. `max_length` elements, which starts anywhere.
PassSequence Piece(const PassSequence& list, std::size_t max_length, Random& random) {
  const std::size_t begin = random.Below(list.size());
  const std::size_t length = std::min(list.size() - begin, 1 + random.Below(max_length));
  return {list.begin() + static_cast<std::ptrdiff_t>(begin),
          list.begin() + static_cast<std::ptrdiff_t>(begin + length)};
}

auto At(PassSequence& list, std::size_t position) {
  return list.begin() + static_cast<std::ptrdiff_t>(position);
}

Variant InsertAt(PassSequence list, std::size_t position, const PassSequence& piece) {
  list.insert(At(list, position), piece.begin(), piece.end());
  return {std::move(list), position + piece.size(), 0};
}

}  // namespace

Mutator::Mutator(const ActionSpace& actions, const Hash128& root, std::vector<PassSequence> donors,
                 const PassCosts& costs)
    : root_(root),
      donors_(std::move(donors)),
      costs_(costs),
      prior_(actions.size(), 0),
      passes_(actions.size()),
      weights_(actions.size()) {
  std::size_t total = 1;
  for (const PassSequence& donor : donors_) {
    total += donor.size();
    for (const PassId pass : donor) ++prior_[pass];
  }
  for (PassId pass = 0; pass < actions.size(); ++pass) {
    prior_[pass] /= static_cast<double>(total);
    whole_pipeline_.push_back(IsWholePipeline(actions.Pipeline(pass)));
    Reweigh(pass);
  }
}

Mutation Mutator::DrawKind(Random& random) const {
  std::vector<double> weights;
  for (const Record& kind : kinds_) {
    weights.push_back(0.2 + (kind.gains + 1) / (kind.cost / 100 + 1));
  }
  weights[static_cast<std::size_t>(Mutation::kInsert)] *= 3;
  return static_cast<Mutation>(Pick(weights, random.Unit()));
}

std::optional<Variant> Mutator::Mutate(Mutation kind, const Individual& parent,
                                       const Population& population, const Transitions& transitions,
                                       Random& random) {
  PassSequence list = Passes(parent.steps);
  const std::size_t size = list.size();
  switch (kind) {
    case Mutation::kInsert:
    case Mutation::kReplace: return TryPasses(kind, parent, transitions, random);
    case Mutation::kDelete: {
      if (size == 0) return std::nullopt;
      const std::size_t length = random.Below(4) > 0 ? 1 : 1 + random.Below(4);
      const std::size_t begin = DrawPosition(list, size, random);
      list.erase(At(list, begin), At(list, std::min(begin + length, size)));
      return Variant{std::move(list), begin, 0};
    }
    case Mutation::kMove: {
      if (size < 2) return std::nullopt;
      const std::size_t from = DrawPosition(list, size, random);
      const std::size_t to = DrawPosition(list, size, random);
      const PassId pass = list[from];
      list.erase(At(list, from));
      list.insert(At(list, to), pass);
      return Variant{std::move(list), std::max(from, to) + 1, 0};
    }
    case Mutation::kAppend: {
      PassSequence tail(2 + random.Below(4));
      for (PassId& pass : tail) pass = DrawPass(random);
      return InsertAt(std::move(list), size, tail);
    }
    case Mutation::kSplice: {
      const PassSequence mate = Passes(population.Draw(random).steps);
      if (mate.empty()) return std::nullopt;
      const PassSequence piece = Piece(mate, 6, random);
      return InsertAt(list, DrawPosition(list, size + 1, random), piece);
    }
    case Mutation::kGraft: {
      if (donors_.empty()) return std::nullopt;
      const PassSequence piece = Piece(donors_[random.Below(donors_.size())], 6, random);
      return InsertAt(list, DrawPosition(list, size + 1, random), piece);
    }
    case Mutation::kCross: {
      const PassSequence mate = Passes(population.Draw(random).steps);
      if (size == 0 || mate.empty()) return std::nullopt;
      list.resize(DrawPosition(list, size + 1, random));
      const auto from = static_cast<std::ptrdiff_t>(random.Below(mate.size()));
      list.insert(list.end(), mate.begin() + from, mate.end());
      const std::size_t end = list.size();
      return Variant{std::move(list), end, 0};
    }
    case Mutation::kSeveral: return ChangeSeveral(std::move(list), random);
  }
  return std::nullopt;
}

std::optional<Variant> Mutator::TryPasses(Mutation kind, const Individual& parent,
                                          const Transitions& transitions, Random& random) const {
  PassSequence list = Passes(parent.steps);
  const bool replace = kind == Mutation::kReplace;
  if (replace && list.empty()) return std::nullopt;
  const std::size_t position = DrawPosition(list, list.size() + (replace ? 0 : 1), random);
  const Hash128& ir = position == 0 ? root_ : parent.steps[position - 1].ir;
  const PassSequence candidates = DrawCandidates(ir, transitions, random);
  if (candidates.empty()) return std::nullopt;
  if (replace) list.erase(At(list, position));
  Variant variant = InsertAt(std::move(list), position, candidates);
  variant.candidates = candidates.size();
  return variant;
}

/// Passes that are not known to do nothing to this IR. One that is known to do something is the
/// last, for no other is needed then.
PassSequence Mutator::DrawCandidates(const Hash128& ir, const Transitions& transitions,
                                     Random& random) const {
  PassSequence candidates;
  for (int draw = 0; draw < 40 && candidates.size() < kMaxCandidates; ++draw) {
    const PassId pass = DrawPass(random);
    const Transition* known = transitions.Find(ir, pass);
    if (known && known->kind != Transition::Kind::kChanged) continue;
    if (std::ranges::find(candidates, pass) != candidates.end()) continue;
    candidates.push_back(pass);
    if (known) break;
  }
  return candidates;
}

Variant Mutator::ChangeSeveral(PassSequence list, Random& random) const {
  for (std::uint64_t changes = 2 + random.Below(3); changes > 0; --changes) {
    const std::uint64_t what = random.Below(3);
    if (what == 0 || list.empty()) {
      const std::size_t position = DrawPosition(list, list.size() + 1, random);
      list.insert(At(list, position), DrawPass(random));
    } else if (what == 1) {
      list.erase(At(list, DrawPosition(list, list.size(), random)));
    } else {
      list[DrawPosition(list, list.size(), random)] = DrawPass(random);
    }
  }
  const std::size_t end = list.size();
  return {std::move(list), end, 0};
}

PassId Mutator::DrawPass(Random& random) const {
  while (true) {
    const std::size_t pass = random.Unit() < kUniformShare ? random.Below(weights_.size())
                                                           : Pick(weights_, random.Unit());
    if (!whole_pipeline_[pass] || random.Unit() < kWholePipelineShare) {
      return static_cast<PassId>(pass);
    }
  }
}

/// One of the first `count` positions. What comes after an edit has to be run again: the draw is
/// the likelier the less that costs, but only by the square root, since what an early edit can
/// bring no late one can.
std::size_t Mutator::DrawPosition(const PassSequence& list, std::size_t count,
                                  Random& random) const {
  std::vector<double> weights(count);
  double rest = 2;
  for (std::size_t i = list.size() + 1; i-- > 0;) {
    if (i < list.size()) rest += costs_.Expected(list[i]);
    if (i < count) weights[i] = 1 / std::sqrt(rest);
  }
  return Pick(weights, random.Unit());
}

void Mutator::Learn(Mutation kind, double gain, double cost) {
  kinds_[static_cast<std::size_t>(kind)].Add(gain, cost, 3000);
}

void Mutator::LearnPass(PassId pass, double gain) {
  passes_[pass].Add(gain, costs_.Expected(pass), 500);
  Reweigh(pass);
}

void Mutator::Reweigh(PassId pass) {
  const Record& record = passes_[pass];
  weights_[pass] = (record.gains + 5 * prior_[pass]) / (record.cost + 20) + 1e-6;
}

void Mutator::Record::Add(double gain, double spent, double memory) {
  gains += gain;
  cost += spent;
  if (cost <= memory) return;
  gains /= 2;
  cost /= 2;
}

}  // namespace autotune
