#include "search/method/decode.h"

#include <cassert>
#include <cmath>
#include <cstddef>
#include <memory>
#include <optional>
#include <set>
#include <unordered_map>
#include <utility>
#include <vector>

#include <tbb/parallel_for.h>
#include <tbb/partitioner.h>

#include "core/random.h"
#include "search/engine/guided_searcher.h"
#include "search/engine/stepper.h"
#include "search/engine/weighted_draw.h"
#include "search/list/state_graph.h"

namespace autotune {
namespace {

using Node = StateGraph::Node;

/// Rounds in a row without anything new that end the search.
constexpr std::uint32_t kBarrenRounds = 8;

struct Episode {
  Random random;
  bool draws = true;  ///< otherwise it takes the most probable pass
  Node node = 0;
  std::uint64_t lowest = 0;   ///< lowest objective met by the episode
  std::uint32_t tried = 0;    ///< passes tried
  std::uint32_t in_vain = 0;  ///< passes since `lowest` was met
  bool over = false;
};

/// The next pass of an episode.
struct Move {
  Episode* episode;
  PassId pass;
  std::optional<Outcome> outcome;
  Status status;
};

class Decoder {
 public:
  Decoder(const DecodeOptions& options, const ActionSpace& actions, const Stepper& stepper,
          Budget& budget, std::shared_ptr<const Sighting> root)
      : options_(options),
        stepper_(stepper),
        budget_(budget),
        graph_(std::move(root), actions.size()) {}

  /// Returns an error of the evaluator or the prior.
  Status Run();

 private:
  bool Over() const { return !status_.ok() || budget_.Exhausted(); }

  void BeginRound();
  bool Step();
  std::vector<Move> ChooseMoves();
  std::optional<PassId> Choose(Episode& episode, const std::set<std::pair<Node, PassId>>& taken);
  void Evaluate(std::vector<Move>& moves) const;
  void Take(Move& move, std::vector<std::shared_ptr<Sighting>>& unasked);

  const DecodeOptions& options_;
  const Stepper& stepper_;
  Budget& budget_;
  StateGraph graph_;
  std::vector<Episode> episodes_;
  std::uint64_t begun_ = 0;  ///< episodes begun so far
  std::uint32_t rounds_ = 0;
  std::uint32_t barren_ = 0;  ///< rounds in a row that met nothing new
  Status status_;
};

Status Decoder::Run() {
  while (!Over()) {
    if (!Step()) {
      if (barren_ == kBarrenRounds || (options_.rounds > 0 && rounds_ == options_.rounds)) break;
      BeginRound();
    }
  }
  return status_;
}

void Decoder::BeginRound() {
  if (graph_.full()) graph_.KeepOnly(0);
  ++rounds_;
  ++barren_;
  episodes_.clear();
  for (std::uint32_t i = 0; i < options_.width; ++i, ++begun_) {
    episodes_.push_back(
        {.random = Random(options_.seed, begun_), .draws = begun_ > 0, .lowest = graph_.value(0)});
  }
}

/// Takes one step in all episodes. Returns false if all are over.
bool Decoder::Step() {
  std::vector<Move> moves = ChooseMoves();
  if (moves.empty()) return false;
  Evaluate(moves);
  std::vector<std::shared_ptr<Sighting>> unasked;
  for (Move& move : moves) Take(move, unasked);
  Status status = stepper_.Ask(unasked);
  if (!status.ok()) status_ = std::move(status);
  return true;
}

std::vector<Move> Decoder::ChooseMoves() {
  std::set<std::pair<Node, PassId>> taken;
  std::vector<Move> moves;
  for (Episode& episode : episodes_) {
    if (episode.over) continue;
    const auto pass = Choose(episode, taken);
    episode.over = !pass;
    if (!pass) continue;
    taken.emplace(episode.node, *pass);
    moves.push_back({&episode, *pass, {}, {}});
  }
  return moves;
}

std::optional<PassId> Decoder::Choose(Episode& episode,
                                      const std::set<std::pair<Node, PassId>>& taken) {
  if (episode.tried == options_.length || episode.in_vain == options_.patience) return std::nullopt;
  const std::vector<float>& log_prior = graph_.at(episode.node)->log_prior;
  std::vector<float> weights(log_prior.size());
  for (PassId pass = 0; pass < weights.size(); ++pass) {
    if (graph_.Kind(episode.node, pass) == StateGraph::Edge::kDead) continue;
    if (taken.contains({episode.node, pass})) continue;
    weights[pass] = std::exp(log_prior[pass] / static_cast<float>(options_.temperature));
  }
  if (episode.draws) return Draw(weights, episode.random);
  const PassId first = MostProbableFirst(weights).front();
  return weights[first] > 0 ? std::optional(first) : std::nullopt;
}

void Decoder::Evaluate(std::vector<Move>& moves) const {
  // Steps already known are claimed too, and given back.
  const std::uint64_t claimed = budget_.Claim(moves.size());
  moves.resize(static_cast<std::size_t>(claimed));
  tbb::parallel_for(
      std::size_t{0}, moves.size(),
      [&](std::size_t i) {
        Move& move = moves[i];
        const Node node = move.episode->node;
        if (graph_.Kind(node, move.pass) == StateGraph::Edge::kLeads) return;
        auto outcome = stepper_.Try(*graph_.at(node), move.pass);
        if (outcome.ok()) {
          move.outcome = std::move(*outcome);
        } else {
          move.status = outcome.error();
        }
      },
      tbb::simple_partitioner());
}

void Decoder::Take(Move& move, std::vector<std::shared_ptr<Sighting>>& unasked) {
  Episode& episode = *move.episode;
  std::optional<Node> next;
  if (move.outcome) {
    barren_ = 0;
    const std::size_t known = graph_.size();
    std::shared_ptr<Sighting> sighting = move.outcome->sighting;
    next = graph_.Record(episode.node, std::move(*move.outcome));
    if (graph_.size() > known) unasked.push_back(std::move(sighting));
    // An edge back leads nowhere new, though it changes something.
    if (next && graph_.Kind(episode.node, move.pass) == StateGraph::Edge::kDead) next.reset();
  } else {
    budget_.Return(1);
    if (!move.status.ok()) {
      episode.over = true;
      if (move.status.error().code != ErrorCode::kCancelled) status_ = move.status;
      return;
    }
    next = graph_.Next(episode.node, move.pass);
  }
  ++episode.tried;
  ++episode.in_vain;
  if (!next) return;
  episode.node = *next;
  if (graph_.value(*next) >= episode.lowest) return;
  episode.lowest = graph_.value(*next);
  episode.in_vain = 0;
}

class DecodeSearcher : public GuidedSearcher<DecodeOptions, Decoder> {
 public:
  DecodeSearcher(const DecodeOptions& options, const ActionSpace& actions, Evaluator& evaluator,
                 Prior& prior)
      : GuidedSearcher(options, actions, evaluator, &prior), prior_(prior) {}

  Result<Best> Run(const Evaluation& root, Budget& budget, const OnBest& on_best) override {
    if (prior_.ready()) return GuidedSearcher::Run(root, budget, on_best);
    const Best nothing{root.next.applied, root.cost, 0};
    on_best(nothing);
    return nothing;
  }

 private:
  Prior& prior_;
};

}  // namespace

std::unique_ptr<Searcher> MakeDecodeSearcher(const DecodeOptions& options,
                                             const ActionSpace& actions, Evaluator& evaluator,
                                             Prior& prior) {
  assert(actions.size() > 0 && options.width > 0 && options.length > 0 && options.patience > 0);
  assert(options.temperature > 0);
  return std::make_unique<DecodeSearcher>(options, actions, evaluator, prior);
}

}  // namespace autotune
