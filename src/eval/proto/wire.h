#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <utility>
#include <variant>
#include <vector>

#include "core/code_model.h"
#include "core/evaluator.h"
#include "core/ir_tokens.h"
#include "core/program_graph.h"
#include "eval/client/worker_pool.h"

/// Messages between tuner and worker over a socket pair. Both ends are always built together, so no
/// version is negotiated beyond the one in `Hello`.
namespace autotune::wire {

/// Version of the messages, raised whenever one changes its meaning or layout.
inline constexpr std::uint32_t kProtocolVersion = 26;

/// The first message to a new worker.
struct Configure {
  std::vector<std::string> actions;  ///< pipeline texts, indexed by `PassId`
  CodeModel code_model{};            ///< code model of all object sizes
  bool verify_all = true;            ///< `WorkerPoolOptions::verify_all`
};

/// Loads a program. Answered by `Loaded` or `Failure`.
struct Load {
  ProgramId program;
  std::string name;
  std::string bytes;  ///< a user's file, or the `snapshot` that another worker made of it
  Observe observe;
  bool keep;  ///< false: measure the program and forget it
  /// Program that has the same functions and variables by name, and differs in attributes. Code is
  /// not generated again for the functions that are the same.
  std::optional<ProgramId> variant_of{};
};

/// A pass that failed on exactly this IR in some worker.
struct Offender {
  Hash128 ir;
  PassId pass;
};

struct Measured {
  Hash128 ir;
  Cost cost;
  bool changed;
  std::uint64_t nanoseconds;
  std::optional<Features> features;
  std::optional<ProgramGraph> graph = {};
  std::string object = {};  ///< object file, if asked for
};

/// A state from which work can go on.
struct Base {
  std::uint64_t length;  ///< passes of `from` that led to it
  Measured measured;
  std::string bitcode;
};

/// Applies passes. Answered by one `Step` for each pass as soon as it is done, up to the first
/// `Failure`. One `Retained` for each state to be kept comes before the last `Step`.
///
/// Work begins at `base`. Without one, it begins at the live module if that is on the way to
/// `from`, else at the program. Missing passes of `from` are rebuilt first; `Rebuilding` announces
/// them and says when they are done.
struct Apply {
  ProgramId program;
  PassSequence from;
  PassSequence passes;
  std::optional<Base> base;
  EvaluationOptions options;
  std::vector<Offender> new_offenders;  ///< offenders that this worker has not been told of
};

/// Runs a whole pipeline. Answered by `PipelineDone` or `Failure`.
struct RunPipeline {
  ProgramId program;
  std::string pipeline;
  PipelineTuning tuning;
  Observe observe;
  ModuleFormat module;
};

/// Asks for the tokens of the program as it came. Answered by `Tokens` or `Failure`.
struct Tokenize {
  ProgramId program;
};

/// Makes a smaller program from this one, see `worker::TakeExcerpt`. Answered by `Excerpt` or
/// `Failure`.
struct TakeExcerpt {
  ProgramId program;
  std::uint64_t instructions;
  std::uint64_t seed;
};

/// Asks for each function of the program as it came, as a program of its own. Answered by one
/// `LoneFunction` for each that can be alone, in module order, then `FunctionsDone`; or `Failure`.
struct TakeFunctions {
  ProgramId program;
};

/// Asks for the size attributes of a share of a module's functions. Answered by `Attributes` or
/// `Failure`.
struct ChooseAttributes {
  std::string name;
  std::string bytes;
  WorkShare share;
  AllowedLosses allowed;
  std::uint64_t milliseconds;  ///< time after which functions keep what they have
  std::vector<FunctionAttributes> known;
};

/// Asks for calling conventions of a module's functions. Answered by `Attributes` or `Failure`.
struct ChooseConventions {
  std::string name;
  std::string bytes;
  WorkShare share;
  std::vector<FunctionAttributes> functions;
  std::uint64_t milliseconds;  ///< time after which nothing else is tried
};

/// Asks for choices of the inliner. Answered by `Inlining` or `Failure`.
struct TryInlining {
  ProgramId program;
  std::string pipeline;
  InlineAim aim;
  std::vector<InlineChoice> given;
  std::uint64_t milliseconds;  ///< time after which nothing else is tried
  WorkShare share;
  std::vector<InlineChoice> together;
  std::optional<Cost> before;
};

/// Makes another program of this one, with choices of the inliner. Answered by `Excerpt` or
/// `Failure`.
struct TakeInlined {
  ProgramId program;
  std::vector<InlineChoice> choices;
};

using Request =
    std::variant<Configure, Load, Apply, RunPipeline, Tokenize, TakeExcerpt, TakeFunctions,
                 ChooseAttributes, ChooseConventions, TryInlining, TakeInlined>;

struct Hello {
  std::uint32_t protocol;
  std::string llvm_version;
};

/// A sign of life once `Load`'s module is read and verified; only measuring is left.
struct ModuleRead {};

struct Loaded {
  Measured root;
  std::string target_triple;
  bool has_data_layout;
  std::uint64_t functions;
  std::uint64_t optnone_functions;
  std::uint64_t noinline_functions;
  std::uint64_t size_attribute_functions;
  std::uint64_t always_inline_functions;
  std::uint64_t other_cpu_functions;
  CodeModel code_model;  ///< code model with a relocation model
  std::string snapshot;  ///< bitcode to give to other workers; empty if `keep` was not set
};

/// Sent if the state to go on from is not yet there, measured and kept as requested. It is sent at
/// once, as a sign of life before each repeated pass, and when all is `done`. Until then the
/// requested passes can't be to blame for anything, including the worker's end.
struct Rebuilding {
  std::uint64_t passes_left;  ///< before a pass: passes left, including this one; otherwise 0
  bool done;
};

struct Step {
  Measured measured;
  bool idle;  ///< true if the pass touched nothing, not even the order of use lists
};

/// A state that is worth keeping.
struct Retained {
  std::uint64_t length;  ///< passes of `from`, then of `passes`, that lead to it
  Measured measured;
  std::string bitcode;
};

struct PipelineDone {
  Measured measured;
  std::string expanded;
  std::string module;  ///< module in the format asked for; empty for `kNone`
};

struct Tokens {
  IrTokens tokens;
};

struct Excerpt {
  std::string bitcode;
};

struct FunctionsDone {};

struct Attributes {
  ChosenAttributes chosen;
};

struct Inlining {
  ChosenInlining chosen;
};

struct Failure {
  ErrorCode code;
  std::string message;
};

using Reply =
    std::variant<Hello, ModuleRead, Loaded, Rebuilding, Step, Retained, PipelineDone, Tokens,
                 Excerpt, LoneFunction, FunctionsDone, Attributes, Inlining, Failure>;

/// Returns one message as bytes; a `Channel` frames it.
std::string Encode(const Request& request);
std::string Encode(const Reply& reply);
/// The inverses of `Encode`. Errors: `kBadInput`.
Result<Request> DecodeRequest(std::string_view bytes);
Result<Reply> DecodeReply(std::string_view bytes);

}  // namespace autotune::wire
