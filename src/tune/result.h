#pragma once

#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include "core/searcher.h"
#include "eval/client/worker_pool.h"
#include "eval/proof/baselines.h"
#include "eval/proof/force_attributes.h"
#include "eval/proof/reproduction.h"
#include "tune/input/whole_program.h"
#include "tune/job.h"
#include "tune/output/output_format.h"
#include "tune/pass_clock.h"
#include "tune/plan/plan_file.h"
#include "tune/proof/module_facts.h"

namespace autotune {

/// A list that stock `opt` has reproduced and the user's check, if any, has accepted.
struct Proven {
  std::vector<std::string> passes;  ///< elements of the pipeline, as searched
  std::optional<Level> level;       ///< set if this is a standard level; empty for a found list
  Reproduction reproduction;        ///< its cost has an object size if code can be generated
  Clock::duration proof_time{};     ///< wall time, including the user's check
  Clock::duration check_time{};     ///< part of `proof_time` for the user's check

  /// False for a standard level that no process of `opt` has run yet.
  bool proved() const { return reproduction.processes > 0; }
};

/// A proved module whose functions were given the size attributes that make their code smallest.
struct Attributed {
  std::string csv;              ///< attributes of all functions, for `opt -forceattrs-csv-path=`
  std::uint64_t functions = 0;  ///< functions whose attributes changed
  ObjectSize size;              ///< of the object file
  Hash128 ir{};
  std::string bitcode;
  std::string text{};                         ///< textual IR, if the output is to be that
  std::string object{};                       ///< object file, if the output is to be that
  std::uint64_t instructions = 0;             ///< of the module
  std::uint64_t conventions = 0;              ///< functions that got another calling convention
  std::uint64_t table_bytes = 0;              ///< that narrow tables saved, before attributes
  PluginWork plugin{};                        ///< for `opt` to do both
  std::uint64_t frame_pointers = 0;           ///< functions that have one, and may not lose it
  std::vector<FunctionAttributes> choices{};  ///< of all functions
};

/// An object file whose code was generated with options.
struct OptionedObject {
  std::vector<std::string> options;  ///< of `CodeOptions`, at least one
  ObjectSize without;                ///< size of the object without them
  ObjectSize size;
  std::string object;
};

/// The tuned program with choices for the inliner, which its search begins with.
struct InlinedProgram {
  std::vector<InlineChoice> choices;  ///< at least one
  ProgramInfo program;
  std::optional<Evaluation> oz{};  ///< state after -Oz, if choices were tried; sized if bytes count
  std::optional<ObjectSize> without{};  ///< after -Oz on the program as it came, if it was measured
};

/// A plan at one moment of its search.
struct PlanStep {
  double seconds = 0;             ///< since the begin of the budget
  std::uint64_t evaluations = 0;  ///< as in `PlannedResult`
  Cost cost;                      ///< in a worker
};

/// A plan for a program, proved.
struct PlannedResult {
  Plan plan;
  Proven proven;                  ///< by stock `opt` with the plugin
  std::uint64_t functions = 0;    ///< functions that have a list of their own
  std::uint64_t evaluations = 0;  ///< passes tried on single functions
  std::vector<PlanStep> steps;    ///< plans that were better than all before
  double search_seconds = 0;
};

/// A pass that made a list fail in stock `opt` or in the user's check. The run did without it from
/// there on.
struct RejectedPass {
  std::string pass;    ///< as an element of a pipeline
  std::string reason;  ///< message of the proof
};

/// Everything a tuning run found out. Output and reports are made from this alone.
struct TuneResult {
  TuneJob job;
  Clock::time_point started{};  ///< begin of the budget
  std::string llvm_version;
  Hash128 action_space_fingerprint;
  std::size_t actions = 0;
  std::string model;  ///< file of the model that guides the search; empty: none

  ProgramInfo program;                        ///< as tuned
  std::optional<WholeProgram> whole_program;  ///< how that was made; none: it is as given
  std::optional<InlinedProgram> inlined;      ///< none: the inliner decides alone
  Baselines baselines;
  /// Bytes that the result may have; none if bytes are not guarded.
  std::optional<std::uint64_t> byte_limit;
  /// Bytes beyond it that a list may have: size attributes are expected to take them off.
  std::uint64_t bytes_promised = 0;

  std::uint64_t evaluations = 0;
  WorkerPoolStats stats;
  std::vector<PassTally> pass_tallies;  ///< statistics of the search, by `PassId`
  std::vector<RejectedPass> rejected;
  std::vector<CurvePoint> curve;
  double search_seconds = 0;
  double inlining_seconds = 0;    ///< of trying choices for the inliner
  double attributes_seconds = 0;  ///< of trying size attributes
  double options_seconds = 0;     ///< of trying options of code generation
  double wall_seconds = 0;
  int signal = 0;  ///< signal that ended the run early, or 0

  Proven result;
  /// The result's module with other size attributes, if its object file is smaller.
  std::optional<Attributed> attributed;
  /// The object file that is delivered, if it is one and options make it smaller.
  std::optional<OptionedObject> optioned;
  /// A better result with a plan; none: none was found, or none was asked for.
  std::optional<PlannedResult> planned;
  /// Facts of -Oz, that of clang if it was measured, and of what is delivered; none if the job asks
  /// for none or time was too short.
  std::optional<ModuleFacts> oz_facts;
  std::optional<ModuleFacts> facts;
  /// The best list that was found, if there was no time left to prove it.
  std::optional<Candidate> unproven;

  /// Returns the program that lists are searched for.
  const ProgramInfo& searched() const { return inlined ? inlined->program : program; }
  const Baseline& baseline(Level level) const { return baselines.levels.at(level); }
  /// Returns the state of -Oz that the search may go on from; null if it is not known for the
  /// program that lists are searched for.
  const Evaluation* KnownOz() const;
  /// True if a result of this cost keeps to `byte_limit`. A size that is not known does not.
  bool KeepsLimit(const Cost& cost) const { return Keeps(cost, 0); }
  /// True if a list of this cost keeps to it with the bytes that are promised.
  bool Allows(const Cost& cost) const { return Keeps(cost, bytes_promised); }
  /// Returns the levels that may be the result, best first: all, if none may. They keep to the
  /// limit of bytes and inline the calls that have to be.
  std::vector<Level> BestLevels() const;
  Level best_level() const { return BestLevels().front(); }
  /// Returns the cost of the module that is delivered.
  Cost delivered() const {
    Cost cost = result.reproduction.cost;
    if (attributed) {
      cost.object_size = attributed->size;
      cost.instructions = attributed->instructions;
    }
    if (optioned) cost.object_size = optioned->size;
    return cost;
  }
  std::uint64_t value(const Cost& cost) const { return Value(cost, job.objective); }
  /// True if there is a module to deliver now.
  bool has_module() const {
    return !result.reproduction.bitcode.empty() || !result.reproduction.text.empty();
  }
  /// True if there is what the job wants now: a module, or its object file.
  bool has_output() const {
    return has_module() && (!IsObjectFile(job.output) || !result.reproduction.object.empty());
  }
  bool better_than_levels() const {
    return value(result.reproduction.cost) < value(baseline(best_level()).cost);
  }

 private:
  bool Keeps(const Cost& cost, std::uint64_t more) const {
    return !byte_limit || (cost.object_size && cost.object_size->total() <= *byte_limit + more);
  }
};

}  // namespace autotune
