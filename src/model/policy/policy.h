#pragma once

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <functional>
#include <map>
#include <memory>
#include <span>
#include <string>
#include <vector>

#include "core/action_space.h"
#include "core/budget.h"
#include "core/hash.h"
#include "core/observation.h"
#include "core/program.h"
#include "core/result.h"
#include "model/judged/judged_progress.h"
#include "model/policy_config.h"

// Small policies that see feature counts alone, and how they are trained. No torch here.

namespace autotune {

/// A policy's view of a state.
struct PolicyAnswer {
  /// One for each action; the higher, the better. With `kDqn`, rewards that are expected after it.
  std::vector<float> logits;
  float value = 0;  ///< rewards that are still expected up to the episode's best prefix
};

/// Answers for each of some states, in order. It is asked about each observation of an episode
/// once, from the first on, and an episode's observations have one address.
using Policy =
    std::function<Result<std::vector<PolicyAnswer>>(std::span<const Observation* const>)>;

/// A program to play on.
struct PolicyProgram {
  std::string family;
  Hash128 ir;  ///< identifies the program when a training is resumed
};

/// An episode that is asked for.
struct Seat {
  std::size_t program = 0;
  std::uint64_t stream = 0;  ///< seeds the episode's draws, with the seed of the training
  double explore = 0;        ///< share of passes that are drawn evenly, whatever the policy says
  bool draws = true;         ///< draws the others by the policy; else the highest logit decides
};

struct PlayedStep {
  Observation before;
  PassId action = 0;
  float log_probability = 0;  ///< of the action, by the policy; 0 unless the seat draws
  float value = 0;
  /// The reward: logarithm of the instructions before over those after; 0 if the pass failed. No
  /// cycle of passes pays, and programs count alike, however little -Oz gains on them.
  float log_gain = 0;
};

struct PlayedEpisode {
  std::vector<PlayedStep> steps;        ///< all that were made; a failed pass is the last
  std::shared_ptr<const Features> end;  ///< features of the last state
  double log_ratio = 0;                 ///< log of -Oz over the best prefix
};

/// Plays episodes by a policy. A pass that had no effect in a state is not drawn there again.
class EpisodePlayer {
 public:
  virtual ~EpisodePlayer() = default;
  virtual std::span<const PolicyProgram> programs() const = 0;
  /// Returns one episode for each seat. Errors: `kCancelled` if the budget ends, and those of the
  /// evaluator and the policy.
  virtual Result<std::vector<PlayedEpisode>> Play(std::span<const Seat> seats, const Policy& policy,
                                                  Budget& budget) = 0;
};

/// What the lists of a coreset do to a program, for `kNvp`.
struct ListedProgram {
  PolicyProgram program;
  Features root;
  double oz = 1;  ///< instructions after `default<Oz>`, at least 1
  /// By list: the lowest instruction count after 0, 1, 2, ... passes of it.
  std::vector<std::vector<double>> lowest;
};

struct PolicyOptions {
  PolicyConfig config;
  std::filesystem::path output;  ///< file for the best weights so far
  std::uint64_t programs = 8;    ///< programs in a step of a process; with `kNvp`, 64 samples
  std::uint64_t episodes = 4;    ///< episodes on each of them
  std::uint64_t slots = 8;       ///< episodes side by side
  /// Passes over the episodes of a step; with `kDqn`, remembered states drawn for each new one.
  std::uint64_t epochs = 10;
  std::uint64_t minibatch = 360;  ///< states in an update
  std::uint64_t replay = 4096;    ///< episodes to learn from (`kCompilerDream`)
  std::uint64_t dreams = 64;      ///< imagined episodes of an update (`kCompilerDream`)
  std::uint64_t interval = 20;    ///< steps between judgements
  std::uint64_t steps = 0;        ///< steps in all; 0: until the budget ends
  double learning_rate = 5e-4;
  double entropy = 0.01;          ///< weight of the entropy (`kPpo`)
  double clip = 0.1;              ///< limit on the ratio of probabilities (`kPpo`)
  double temperature = 0.05;      ///< of the targets (`kNvp`)
  double validation_share = 0.1;  ///< share of the families held out
  std::uint64_t seed = 0;
  bool resume = false;                        ///< continue the last training of `output`
  std::uint64_t processes = 1;                ///< processes that train together (not `kNvp`)
  std::uint64_t rank = 0;                     ///< number of this one; the others follow the first
  std::filesystem::path meeting{};            ///< file to meet at; only with several processes
  std::map<std::string, std::string> card{};  ///< facts about the run
};

/// The programs and lists that a policy learns from.
struct PolicyTasks {
  const ActionSpace& actions;
  Budget& judging;                           ///< budget of judgements: the last one needs time, too
  EpisodePlayer* player = nullptr;           ///< null with `kNvp`
  const std::vector<ListedProgram>& listed;  ///< empty unless `kNvp`
};

/// Returns the options that suit an algorithm. With `kGatv2` eleven episodes of 45 passes are the
/// published batch of 512, as nearly as whole episodes can be.
inline PolicyOptions DefaultPolicyOptions(PolicyAlgorithm algorithm) {
  PolicyOptions options;
  options.config.algorithm = algorithm;
  if (algorithm == PolicyAlgorithm::kNvp) options.interval = 500;  // its steps take a millisecond
  if (algorithm == PolicyAlgorithm::kCompilerDream) {
    options.config.layers = 2;
    options.episodes = 2;
    options.epochs = 4;
    options.learning_rate = 1e-3;
    options.entropy = 3e-4;
  }
  if (algorithm != PolicyAlgorithm::kGatv2) return options;
  options.config.width = 256;
  options.config.layers = 2;
  options.programs = options.slots = 11;
  options.episodes = 1;
  options.epochs = 4;
  options.minibatch = 512;
  options.entropy = 1e-3;
  return options;
}

/// Trains a policy until `budget` ends. The judgement is the mean log of -Oz over the best prefix
/// of one episode (`kNvp`: of the lists in ranked order, `config.length` passes in all) on held-out
/// programs. Files, errors and resuming are those of `TrainJudged`; also `kInvalidArgument` if
/// there are fewer programs than processes, and `kWorkerLost` if another process ends before. The
/// first of several processes has the outcome; the others end with it and write nothing.
Result<JudgedOutcome> TrainPolicy(const PolicyOptions& options, const PolicyTasks& tasks,
                                  Budget& budget, const OnJudgedProgress& on_progress);

}  // namespace autotune
