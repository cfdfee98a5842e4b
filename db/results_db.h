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

/// Properties of a run known at its start.
struct RunDescription {
  struct Program {
    ProgramId id;
    std::string name;
    std::string path;
    std::string target;
    Hash128 ir;
    std::uint64_t functions = 0;
    Cost cost;  ///< cost of the program as it came
  };

  Program program;
  Hash128 toolchain;  ///< fingerprint as for `ReadBaselines`
  std::string llvm_version;
  std::string autotune_version;
  std::string asked_code_model;  ///< the toolchain's, as `Describe` has it
  std::string code_model;        ///< of the run's object sizes, with its relocation model
  Objective objective = kDefaultObjective;
  std::string method;
  std::string action_space;
  Hash128 action_space_fingerprint;
  std::string options = "{}";  ///< further options, a JSON object
  std::uint64_t seed = 0;
  double budget_seconds = 0;
  std::optional<std::uint64_t> max_evaluations;
  std::uint64_t threads = 0;
  std::string cpu;
  std::uint64_t cores = 0;
  std::optional<std::string> label;  ///< label given by the user; none: none given
  /// Experiment, which holds one run of this program and these settings.
  std::optional<std::string> experiment;
  std::optional<std::uint64_t> replicate;
  std::string process;  ///< process as `ThisProcess` names it; empty: unknown
};

/// Key of a run within its experiment.
struct ExperimentRun {
  ProgramId program;
  std::string method;
  double budget_seconds = 0;
  std::uint64_t seed = 0;

  auto operator<=>(const ExperimentRun&) const = default;
};

/// Settings shared by all runs of an experiment.
struct ExperimentSettings {
  std::string experiment;
  Hash128 toolchain;
  Objective objective = kDefaultObjective;
  Hash128 action_space_fingerprint;
  std::uint64_t threads = 0;
};

/// A better list found at one moment of a search.
struct Improvement {
  double seconds = 0;  ///< since the run started
  std::uint64_t evaluations = 0;
  std::vector<std::string> passes;  ///< elements of `opt -passes=`
  Cost cost;
  std::string pipeline{};                ///< text for `opt -passes=`; empty: the passes
  std::vector<std::string> opt_flags{};  ///< besides the pipeline
};

/// Effect of a pass in a list.
struct PassEffect {
  Cost cost;  ///< cost after the pass
  double cpu_seconds = 0;
};

/// The list that a run ended with, reproduced by stock `opt`.
struct VerifiedList {
  std::vector<std::string> passes;
  std::vector<PassEffect> effects;   ///< effects of the first passes, as far as they were measured
  std::optional<std::string> level;  ///< name of the standard level; none for another list
  std::string pipeline;
  std::vector<std::string> opt_flags;
  Hash128 ir;
  Cost cost;
  /// Text of the plan that the pipeline applies; none: the pipeline is a list.
  std::optional<std::string> plan{};
  std::optional<std::string> delivery{};  ///< what was done to the module after it, as JSON
};

/// Use of one pass in a whole search.
struct PassUse {
  std::string pass;
  std::uint64_t applied = 0;  ///< times applied with success
  std::uint64_t changed = 0;  ///< times it changed the IR, among `applied`
  double cpu_seconds = 0;
  std::map<std::string, std::uint64_t> failures;  ///< number of failures by kind, each > 0
};

enum class RunStatus { kFinished, kInterrupted, kFailed };

/// Properties of a run known at its end.
struct RunResult {
  RunStatus status = RunStatus::kFinished;
  std::optional<std::string> error;  ///< reason of the failure; none if the run did not fail
  double wall_seconds = 0;
  double search_seconds = 0;
  std::uint64_t evaluations = 0;
  std::uint64_t passes_applied = 0;
  std::optional<VerifiedList> list;
  /// If `list` is a plan: the best list for the module, proved, too. None: that is a level.
  std::optional<VerifiedList> without_plan;
  /// Improvements that no search has found. Only their values are kept.
  std::vector<Improvement> steps;
  std::vector<PassUse> uses;
};

/// The best list known for a program.
struct KnownBest {
  std::string path;  ///< path of the program when the list was found
  std::vector<std::string> passes;
};

/// SQL condition for rows of `list` that are worth repeating: verified, no plan, and no level that
/// a compilation for size tries anyway.
inline constexpr char kWorthRepeating[] =
    "verified = 1 AND coalesce(level, '') NOT IN ('O0', 'Oz', 'clang_Oz') "
    "AND pipeline NOT LIKE 'autotune-plan<%'";

/// The verified list of a run.
struct ProvedList {
  std::string pipeline;   ///< text for `opt -passes=`
  std::string opt_flags;  ///< besides `-passes=` and the plugin, with blanks between them
  Cost cost;
  double wall_seconds = 0;  ///< of the run
};

/// Runs of a database and their results. Errors and threads as `Database`, which must outlive it.
class ResultsDb {
 public:
  explicit ResultsDb(Database& database) : database_(database) {}

  /// Adds a run with the status `running` and returns its number. Errors: `kInvalidArgument` if the
  /// run's experiment already has one of the same program and settings.
  Result<RunId> StartRun(const RunDescription& description);

  /// Adds the improvements found by a running search since the last call, in order, and a sign of
  /// life. An improvement worse than earlier ones takes back the better ones. The list of the last
  /// improvement becomes the run's unverified list.
  Status AddProgress(RunId run, std::uint64_t evaluations,
                     const std::vector<Improvement>& improvements);

  /// Ends the run. Its unverified list stays only if it is better than the verified one.
  Status FinishRun(RunId run, const RunResult& result);

  /// Returns the runs of these settings that finished or failed; an experiment does not repeat
  /// them.
  Result<std::set<ExperimentRun>> DoneRuns(const ExperimentSettings& settings);

  /// Deletes the runs of an experiment that did not end by themselves, but none whose process this
  /// one sees running.
  Status DropUnfinishedRuns(const std::string& experiment);

  /// Calls `take` with each distinct list found for programs of this IR hash, verified or not,
  /// until it returns false. Lists come by value, those of this toolchain first. Standard levels
  /// are left out. `take` must not use the database.
  Status ForBestLists(const Hash128& ir, Objective objective, const Hash128& toolchain,
                      const std::function<bool(const std::vector<std::string>&)>& take);

  /// Returns the best verified list for programs of this IR hash by this toolchain. Levels O0 and
  /// Oz don't count. If `accepts` is given, its pipeline has to be accepted. `accepts` must not use
  /// the database.
  Result<std::optional<ProvedList>> BestProvedList(
      const Hash128& ir, Objective objective, const Hash128& toolchain,
      const std::function<bool(const std::string& pipeline)>& accepts = {});

  /// Returns the IR hashes of the programs with verified lists besides standard levels.
  Result<std::set<Hash128>> ProgramsWithProvedLists(Objective objective);

  /// Returns the best verified list of each program, if it makes the program smaller than Oz does,
  /// as far as that was measured. Standard levels are left out.
  Result<std::vector<KnownBest>> BestListOfEachProgram(Objective objective);

 private:
  Database& database_;
};

}  // namespace autotune
