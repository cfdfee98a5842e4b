#pragma once

#include <cstdint>
#include <functional>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "core/hash.h"
#include "core/objective.h"
#include "core/program.h"
#include "core/result.h"
#include "db/database.h"

namespace autotune {

using RunId = std::int64_t;

/// What is known of a run when it starts.
struct RunDescription {
  struct Program {
    ProgramId id;
    std::string name;
    std::string path;
    std::string target;
    Hash128 ir;
    std::uint64_t functions = 0;
    Cost cost;  ///< as it came
  };

  Program program;
  Hash128 toolchain;  ///< as for `BaselineCache`
  std::string llvm_version;
  std::string autotune_version;
  std::string asked_code_model;  ///< the toolchain's, as `Describe` has it
  std::string code_model;        ///< of the run's object sizes, with its relocation model
  Objective objective = kDefaultObjective;
  std::string method;
  std::string action_space;
  Hash128 action_space_fingerprint;
  std::string options = "{}";  ///< whatever else was asked for, a JSON object
  std::uint64_t seed = 0;
  double budget_seconds = 0;
  std::optional<std::uint64_t> max_evaluations;
  std::uint64_t threads = 0;
  std::string cpu;
  std::uint64_t cores = 0;
  std::optional<std::string> label;       ///< the user's
  std::optional<std::string> experiment;  ///< holds one run of this program and these settings
  std::optional<std::uint64_t> replicate;
  std::string process;  ///< as `ThisProcess` has it; empty: unknown
};

/// A run of an experiment, as the experiment knows it.
struct ExperimentRun {
  ProgramId program;
  std::string method;
  double budget_seconds = 0;
  std::uint64_t seed = 0;

  auto operator<=>(const ExperimentRun&) const = default;
};

/// What the runs of an experiment have in common.
struct ExperimentSettings {
  std::string experiment;
  Hash128 toolchain;
  Objective objective = kDefaultObjective;
  Hash128 action_space_fingerprint;
  std::uint64_t threads = 0;
};

/// A better list at one moment of a search.
struct Improvement {
  double seconds = 0;  ///< since the run started
  std::uint64_t evaluations = 0;
  std::vector<std::string> passes;  ///< elements of `opt -passes=`
  Cost cost;
};

/// What a pass did in a list.
struct PassEffect {
  Cost cost;  ///< after it
  double cpu_seconds = 0;
};

/// The list that a run ended with, reproduced by stock `opt`.
struct VerifiedList {
  std::vector<std::string> passes;
  std::vector<PassEffect> effects;   ///< of the first passes, as far as they were measured
  std::optional<std::string> level;  ///< set where this is a standard level
  std::string pipeline;
  std::vector<std::string> opt_flags;
  Hash128 ir;
  Cost cost;
};

/// What became of one pass in a whole search.
struct PassUse {
  std::string pass;
  std::uint64_t applied = 0;  ///< with success
  std::uint64_t changed = 0;  ///< of these, how often the IR was another one afterwards
  double cpu_seconds = 0;
  std::map<std::string, std::uint64_t> failures;  ///< by kind, none is 0
};

enum class RunStatus { kFinished, kInterrupted, kFailed };

/// What is known of a run when it is over.
struct RunResult {
  RunStatus status = RunStatus::kFinished;
  std::optional<std::string> error;  ///< why it failed
  double wall_seconds = 0;
  double search_seconds = 0;
  std::uint64_t evaluations = 0;
  std::uint64_t passes_applied = 0;
  std::optional<VerifiedList> list;
  std::vector<PassUse> uses;
};

/// The best list that is known of a program.
struct KnownBest {
  std::string path;  ///< of the program, when the list was found
  std::vector<std::string> passes;
};

/// The runs of a database and what they found. Errors and threads as `Database`, which must outlive
/// it.
class ResultsDb {
 public:
  explicit ResultsDb(Database& database) : database_(database) {}

  /// Adds a run with the status `running`. Errors: `kInvalidArgument` where the run's experiment
  /// has one of the same program and settings.
  Result<RunId> StartRun(const RunDescription& description);

  /// Adds what a running search found since the last call, in order, and says that it lives. What
  /// is worse than those before it takes back the better ones. The last improvement's list becomes
  /// the run's unverified one.
  Status AddProgress(RunId run, std::uint64_t evaluations,
                     const std::vector<Improvement>& improvements);

  /// Ends the run. Its unverified list stays only where it is better than the verified one.
  Status FinishRun(RunId run, const RunResult& result);

  /// The runs of these settings that finished or failed, which an experiment does not repeat.
  Result<std::set<ExperimentRun>> DoneRuns(const ExperimentSettings& settings);

  /// Deletes the runs of an experiment that did not end by themselves. Nobody may be making any.
  Status DropUnfinishedRuns(const std::string& experiment);

  /// Tells `take` of the different lists found for the program, verified or not, by value, those of
  /// this toolchain first, until it returns false. Standard levels are not among them. `take` must
  /// not use the database.
  Status ForBestLists(const ProgramId& program, Objective objective, const Hash128& toolchain,
                      const std::function<bool(const std::vector<std::string>&)>& take);

  /// The best verified list of each program that it makes smaller than Oz does, as far as that was
  /// measured. Standard levels are not among them.
  Result<std::vector<KnownBest>> BestListOfEachProgram(Objective objective);

 private:
  Database& database_;
};

}  // namespace autotune
