#include "search/registry.h"

#include <algorithm>
#include <cassert>
#include <chrono>
#include <functional>
#include <utility>

#include "core/pipeline_text.h"
#include "search/engine/begin_with.h"
#include "search/learned/coreset.h"
#include "search/learned/static_prior.h"
#include "search/method/beam.h"
#include "search/method/decode.h"
#include "search/method/evolution.h"
#include "search/method/excerpts.h"
#include "search/method/greedy.h"
#include "search/method/local.h"
#include "search/method/mcts.h"
#include "search/method/portfolio.h"
#include "search/method/priority.h"
#include "search/method/random.h"
#include "search/method/ranked_lists.h"
#include "search/method/rollouts.h"
#include "search/method/tabular_q.h"
#include "search/method/trailing.h"

namespace autotune {

namespace {

/// Head start of `local` in the portfolio. Evolution first tries all the lists that it varies
/// later. In a second, or if passes are slow, it does not get beyond that (experiments/search).
constexpr auto kHeadStart = std::chrono::seconds(1);
constexpr std::uint64_t kHeadStartEvaluations = 3000;
/// Head start of excerpts as a fraction of the time. Turns are long there, because at the end of a
/// turn threads wait for the slowest pass.
constexpr double kExcerptsPart = 0.3;
constexpr std::uint32_t kLongSlices = 7;
constexpr std::uint64_t kLeastInLongSlice = 30;
/// Share of evenly drawn passes in a guided search: that of CompilerDream.
constexpr double kExplore = 0.05;

/// The static prior and the learned lists were counted and found on the same programs.
constexpr std::string_view kLists = "lists of other programs";
constexpr std::string_view kNetwork = "debian-c train: a network";
constexpr std::string_view kPolicy = "csmith and debian-c train: a network";
constexpr std::string_view kNothing = "nothing";

template <typename Options>
Options OptionsFrom(const SearchSettings& settings) {
  Options options;
  options.objective = settings.objective;
  if constexpr (requires { options.seed; }) options.seed = settings.seed;
  if constexpr (requires { options.on_trial; }) options.on_trial = settings.on_trial;
  if constexpr (requires { options.learned; }) options.learned = settings.learned;
  if constexpr (requires { options.reference; }) options.reference = settings.reference;
  if constexpr (requires { options.whole_program; }) {
    options.whole_program = settings.whole_program;
  }
  return options;
}

template <typename Options, auto kMake>
std::unique_ptr<Searcher> Make(const SearchSettings& settings, const ActionSpace& actions,
                               Evaluator& evaluator) {
  return kMake(OptionsFrom<Options>(settings), actions, evaluator);
}

template <int kRandomPercent>
std::unique_ptr<Searcher> MakeGreedy(const SearchSettings& settings, const ActionSpace& actions,
                                     Evaluator& evaluator) {
  auto options = OptionsFrom<GreedyOptions>(settings);
  options.epsilon = kRandomPercent / 100.0;
  return MakeGreedySearcher(options, actions, evaluator);
}

std::unique_ptr<Searcher> MakeTabularQ(const SearchSettings& settings, const ActionSpace& actions,
                                       Evaluator& evaluator) {
  auto options = OptionsFrom<TabularQOptions>(settings);
  options.passes = TabularQPasses(actions);
  return MakeTabularQSearcher(options, actions, evaluator);
}

/// A searcher that owns its prior.
class WithPrior : public Searcher {
 public:
  using Make = std::function<std::unique_ptr<Searcher>(Prior&)>;

  WithPrior(std::unique_ptr<Prior> prior, const Make& make)
      : prior_(std::move(prior)), searcher_(make(*prior_)) {}

  void Suggest(const PassSequence& list) override { searcher_->Suggest(list); }

  Result<Best> Run(const Evaluation& root, Budget& budget, const OnBest& on_best) override {
    return searcher_->Run(root, budget, on_best);
  }

 private:
  const std::unique_ptr<Prior> prior_;
  const std::unique_ptr<Searcher> searcher_;
};

/// Makes a guided searcher, whose prior is the model if there is one.
template <typename Options, auto kMake>
std::unique_ptr<Searcher> MakeGuided(const SearchSettings& settings, const ActionSpace& actions,
                                     Evaluator& evaluator) {
  if (settings.model) {
    return kMake(OptionsFrom<Options>(settings), actions, evaluator, *settings.model);
  }
  auto prior = settings.learned ? MakeStaticPrior(actions) : MakeStaticPrior(actions, "");
  return std::make_unique<WithPrior>(std::move(prior), [&](Prior& its) {
    return kMake(OptionsFrom<Options>(settings), actions, evaluator, its);
  });
}

constexpr auto MakeEvolution = Make<EvolutionOptions, MakeEvolutionSearcher>;
constexpr auto MakeMcts = MakeGuided<MctsOptions, MakeMctsSearcher>;
constexpr auto MakeLocal = Make<LocalOptions, MakeLocalSearcher>;
constexpr auto MakeDecode = MakeGuided<DecodeOptions, MakeDecodeSearcher>;

/// Makes a search for the one list that the model writes, by the most probable pass at each step.
std::unique_ptr<Searcher> MakeOneShot(const SearchSettings& settings, const ActionSpace& actions,
                                      Evaluator& evaluator) {
  assert(settings.model && "the table says that it is required");
  auto options = OptionsFrom<DecodeOptions>(settings);
  options.width = options.rounds = 1;
  options.patience = options.length;
  return MakeDecodeSearcher(options, actions, evaluator, *settings.model);
}

/// Makes episodes of a policy, as many as there is time for if `kEpisodes` is 0. If `kGreedily`,
/// the first one takes the most probable pass at each step. The others are drawn as in training.
template <std::uint32_t kEpisodes, bool kGreedily>
std::unique_ptr<Searcher> MakeEpisodes(const SearchSettings& settings, const ActionSpace& actions,
                                       Evaluator& evaluator) {
  assert(settings.model && "the table says that it is required");
  auto options = OptionsFrom<RolloutsOptions>(settings);
  options.episodes = kEpisodes;
  options.begin_greedily = kGreedily;
  if (kEpisodes == 0) options.explore = kExplore;
  return MakeRolloutsSearcher(options, actions, evaluator, *settings.model);
}

constexpr auto MakeEpisode = MakeEpisodes<1, false>;
constexpr auto MakeGreedyEpisode = MakeEpisodes<1, true>;
constexpr auto MakeEpisodeSearch = MakeEpisodes<0, true>;

std::unique_ptr<Searcher> MakeRankedCoreset(const SearchSettings& settings,
                                            const ActionSpace& actions, Evaluator& evaluator) {
  assert(settings.model && "the table says that it is required");
  auto options = OptionsFrom<RankedListsOptions>(settings);
  options.lists = Coreset(actions);
  return MakeRankedListsSearcher(options, evaluator, *settings.model);
}

std::unique_ptr<Searcher> MakeDefaultPortfolio(const SearchSettings& settings,
                                               const ActionSpace& actions, Evaluator& evaluator) {
  auto options = OptionsFrom<PortfolioOptions>(settings);
  // The first member reaches something good the quickest.
  std::vector<std::unique_ptr<Searcher>> members;
  if (settings.excerpts.evaluator) {
    auto excerpts = OptionsFrom<ExcerptOptions>(settings);
    // The suggested list is then -Oz with some passes, nothing found for the program before.
    excerpts.learned_anyway = settings.oz_is_known;
    members.push_back(MakeExcerptSearcher(excerpts, actions, evaluator, settings.excerpts));
    members.push_back(MakeLocal(settings, actions, evaluator));
    options.head_start_part = kExcerptsPart;
    options.head_start_counts = false;
    options.slices = kLongSlices;
    options.least_in_slice = kLeastInLongSlice;
  } else {
    members.push_back(MakeLocal(settings, actions, evaluator));
    members.push_back(MakeEvolution(settings, actions, evaluator));
    options.head_start = kHeadStart;
    options.head_start_evaluations = kHeadStartEvaluations;
  }
  std::unique_ptr<Searcher> portfolio = MakePortfolio(options, std::move(members));
  const Result<PassId> oz = actions.Find(kOzPipeline);
  if (!settings.oz_is_known || !settings.learned || !oz) return portfolio;
  return MakeBeginWith(
      settings.objective,
      MakeTrailingSearcher({settings.objective, {*oz}, PassesAfterOz(actions)}, evaluator),
      std::move(portfolio));
}

/// Makes a search that begins with a list written by the model. The others go on from it.
std::unique_ptr<Searcher> MakeModelsPortfolio(const SearchSettings& settings,
                                              const ActionSpace& actions, Evaluator& evaluator) {
  auto portfolio = MakeDefaultPortfolio(settings, actions, evaluator);
  if (!settings.model) return portfolio;
  return MakeBeginWith(settings.objective, MakeOneShot(settings, actions, evaluator),
                       std::move(portfolio));
}

/// Makes the portfolio without learned data; the difference is the worth of learning.
std::unique_ptr<Searcher> MakeUnguidedPortfolio(const SearchSettings& settings,
                                                const ActionSpace& actions, Evaluator& evaluator) {
  SearchSettings unguided = settings;
  unguided.learned = false;
  return MakeDefaultPortfolio(unguided, actions, evaluator);
}

}  // namespace

const std::vector<Method>& Methods() {
  using enum Method::Model;
  static const std::vector<Method> methods = {
      {"random", "episodes of random passes, each as long as it keeps winning", kNothing,
       Make<RandomOptions, MakeRandomSearcher>},
      {"greedy", "tries every pass, takes the best, until none helps", kNothing, MakeGreedy<0>},
      {"e-greedy", "greedy, but every tenth step is a random pass", kNothing, MakeGreedy<10>},
      {"tabular-q", "learns a table of what 14 passes gain, on the program itself", kNothing,
       MakeTabularQ},
      {"beam", "keeps the best few states of each length, each time more", kLists,
       MakeGuided<BeamOptions, MakeBeamSearcher>, kOptional},
      {"mcts", "Monte Carlo tree search, passes drawn by what helped elsewhere", kLists, MakeMcts,
       kOptional},
      {"priority", "goes on from where a pass is most promising, best first", kLists,
       MakeGuided<PriorityOptions, MakePrioritySearcher>, kOptional},
      {"local", "changes one pass of a list at a time, with restarts", kLists, MakeLocal, kUnused,
       true},
      {"evolution", "varies the best lists, from learned and published ones on", kLists,
       MakeEvolution},
      {"portfolio", "local and evolution, or excerpts of a large module, in turns", kLists,
       MakeDefaultPortfolio, kUnused, true},
      {"plan", "portfolio for 2/5 of the time, then a list for each function (--plan)", kLists,
       MakeDefaultPortfolio, kUnused, true, "", Method::Work::kFunctions},
      {"quick", "fixed learned lists for the module and its functions, no search (--quick)", kLists,
       nullptr, kUnused, false, "", Method::Work::kQuick},
      {"unguided", "portfolio that knows nothing of other programs", kNothing,
       MakeUnguidedPortfolio, kUnused, true},
      {"passformer", "one list, written by the model pass by pass, no search", kNetwork,
       MakeOneShot, kRequired},
      {"passformer+search", "portfolio that begins with the model's list", kNetwork,
       MakeModelsPortfolio, kWanted, true},
      {"decode", "lists drawn from the model, as many as there is time for", kNetwork, MakeDecode,
       kRequired},
      {"priority-sampling", "best first by the model's probabilities, as many as there is time for",
       kNetwork, MakeGuided<PriorityOptions, MakePrioritySearcher>, kRequired},
      {"ppo", "one episode of 45 passes of a policy trained by PPO, no search", kPolicy,
       MakeEpisode, kRequired, false, "ppo.pf"},
      {"ppo+search", "episodes of the policy of ppo, as many as there is time for", kPolicy,
       MakeEpisodeSearch, kRequired, false, "ppo.pf"},
      {"dqn", "one episode of 45 passes of the highest Q value by a network, no search", kPolicy,
       MakeGreedyEpisode, kRequired, false, "dqn.pf"},
      {"nvp", "45 passes of published lists, in an order predicted for the program", kPolicy,
       MakeRankedCoreset, kRequired, false, "nvp.pf"},
      {"gatv2", "one episode of 45 passes of a graph network trained by PPO, no search", kPolicy,
       MakeEpisode, kRequired, false, "gatv2.pf"},
      {"compilerdream", "one episode of a policy trained inside a world model, no search", kPolicy,
       MakeEpisode, kRequired, false, "compilerdream.pf"},
      {"compilerdream+search", "episodes of that policy, as many as there is time for", kPolicy,
       MakeEpisodeSearch, kRequired, false, "compilerdream.pf"},
      {"compilerdream-value", "45 passes of published lists, by what the world model imagines",
       kPolicy, MakeRankedCoreset, kRequired, false, "compilerdream.pf"},
  };
  return methods;
}

std::vector<std::string> MethodNames() {
  std::vector<std::string> names;
  for (const Method& method : Methods()) names.emplace_back(method.name);
  return names;
}

std::vector<std::string> SearchNames() {
  std::vector<std::string> names;
  for (const Method& method : Methods()) {
    if (method.work == Method::Work::kSearch) names.emplace_back(method.name);
  }
  return names;
}

std::string_view DefaultMethod() { return "portfolio"; }

const Method& FindMethod(std::string_view name) {
  const auto found = std::ranges::find(Methods(), name, &Method::name);
  assert(found != Methods().end() && "the option parser lets no other name through");
  return *found;
}

}  // namespace autotune
