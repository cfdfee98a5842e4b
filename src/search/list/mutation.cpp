#include "search/list/mutation.h"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <utility>

namespace autotune {
namespace {

/// Maximum number of alternatives for a place.
constexpr std::size_t kMaxCandidates = 6;

/// A list of the population, with the knowledge of the states along it.
class Parent : public EditedList {
 public:
  Parent(const Individual& root, const Individual& list, const Transitions& transitions)
      : EditedList(Passes(list.steps)),
        root_(root),
        steps_(list.steps),
        transitions_(transitions) {}

  std::uint64_t ValueAfter(std::size_t count) const override {
    return count == 0 ? root_.value : steps_[count - 1].value;
  }
  Known KnownOf(std::size_t count, PassId pass) const override {
    const Transition* known = transitions_.Find(IrAfter(count), pass);
    if (!known) return Known::kNothing;
    return known->kind == Transition::Kind::kChanged ? Known::kLeads : Known::kUseless;
  }
  void DropUseless(std::size_t count, std::vector<float>& weights) const override {
    const Transitions::Tried* tried = transitions_.TriedIn(IrAfter(count));
    if (!tried) return;
    for (const auto& [pass, transition] : *tried) {
      if (transition.kind != Transition::Kind::kChanged) weights[pass] = 0;
    }
  }

 private:
  const Hash128& IrAfter(std::size_t count) const {
    return count == 0 ? root_.ir : steps_[count - 1].ir;
  }

  const Individual& root_;
  const std::vector<Step>& steps_;
  const Transitions& transitions_;
};

/// Returns the index in `weights` that `unit`, uniform in [0, 1), falls on.
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

/// Returns a piece of 1 .. `max_length` elements, which starts anywhere.
PassSequence Piece(const PassSequence& list, std::size_t max_length, Random& random) {
  const std::size_t begin = random.Below(list.size());
  const std::size_t length = std::min(list.size() - begin, 1 + random.Below(max_length));
  return {list.begin() + static_cast<std::ptrdiff_t>(begin),
          list.begin() + static_cast<std::ptrdiff_t>(begin + length)};
}

auto At(const PassSequence& list, std::size_t position) {
  return list.begin() + static_cast<std::ptrdiff_t>(position);
}

Variant InsertAt(PassSequence list, std::size_t position, const PassSequence& piece) {
  list.insert(At(list, position), piece.begin(), piece.end());
  return {std::move(list), position + piece.size(), 0};
}

}  // namespace

Mutator::Mutator(Individual root, std::vector<PassSequence> donors, EditPrior prior,
                 const PassCosts& costs)
    : root_(std::move(root)), donors_(std::move(donors)), costs_(costs), prior_(std::move(prior)) {}

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
  const Parent known(root_, parent, transitions);
  PassSequence list = known.passes();
  const std::size_t size = list.size();
  switch (kind) {
    case Mutation::kInsert: return TryPasses(known, 0, random);
    case Mutation::kReplace: return TryPasses(known, 1, random);
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
    case Mutation::kAppend: return Append(known, random);
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
    case Mutation::kSeveral: return ChangeSeveral(known, random);
  }
  return std::nullopt;
}

std::optional<Variant> Mutator::TryPasses(const EditedList& list, std::size_t width,
                                          Random& random) {
  if (list.passes().size() < width) return std::nullopt;
  EditDraw draw(prior_, costs_, random);
  const std::size_t at = draw.Place(list, width);
  const PassSequence candidates = draw.Candidates(list, at, at + width, kMaxCandidates);
  if (candidates.empty()) return std::nullopt;
  PassSequence passes = list.passes();
  passes.erase(At(passes, at), At(passes, at + width));
  Variant variant = InsertAt(std::move(passes), at, candidates);
  variant.candidates = candidates.size();
  return variant;
}

/// Appends several passes, each drawn as if the ones before it had led somewhere.
Variant Mutator::Append(const EditedList& list, Random& random) {
  EditDraw draw(prior_, costs_, random);
  PassSequence passes = list.passes();
  for (std::uint64_t more = 2 + random.Below(4); more > 0; --more) {
    EditPlace place{.passes_before = passes.size()};
    if (!passes.empty()) place.before = passes.back();
    passes.push_back(draw.Pass(place));
  }
  const std::size_t end = passes.size();
  return {std::move(passes), end, 0};
}

/// Puts passes in several places and drops one now and then. After the first of them nothing is
/// known of the others any more.
Variant Mutator::ChangeSeveral(const EditedList& list, Random& random) {
  EditDraw draw(prior_, costs_, random);
  std::vector<std::size_t> places(2 + random.Below(3));
  for (std::size_t& at : places) at = draw.Place(list, 0);
  std::ranges::sort(places);
  PassSequence passes = list.passes();
  const PassSequence first = draw.Candidates(list, places[0], places[0], 1);
  for (std::size_t i = places.size(); i-- > 1;) {
    passes.insert(At(passes, places[i]), draw.Pass(PlaceOf(list, places[i], places[i])));
  }
  passes.insert(At(passes, places[0]), first.begin(), first.end());
  if (random.Below(2) == 0) {
    passes.erase(At(passes, DrawPosition(passes, passes.size(), random)));
  }
  const std::size_t end = passes.size();
  return {std::move(passes), end, 0};
}

/// Draws one of the first `count` positions. Everything after an edit has to be run again, so a
/// position is likelier the less that costs. The weight is only the inverse square root of the
/// cost, since an early edit can bring gains that no late one can.
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

void Mutator::Record::Add(double gain, double spent, double memory) {
  gains += gain;
  cost += spent;
  if (cost <= memory) return;
  gains /= 2;
  cost /= 2;
}

}  // namespace autotune
