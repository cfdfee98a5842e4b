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
#include "eval/worker_pool.h"

/// What tuner and worker say to each other over a socket pair. Both ends are always built together,
/// so there is no version to negotiate beyond the one in `Hello`.
namespace autotune::wire {

/// Raised whenever a message changes its meaning or layout.
inline constexpr std::uint32_t kProtocolVersion = 10;

/// First message to a new worker.
struct Configure {
  std::vector<std::string> actions;  ///< pipeline texts, indexed by `PassId`
  CodeModel code_model{};            ///< of all object sizes
};

/// Answered by `Loaded` or `Failure`.
struct Load {
  ProgramId program;
  std::string name;
  std::string bytes;  ///< a user's file, or the `snapshot` that another worker made of it
  Observe observe;
  bool keep;  ///< false: measure and forget
};

/// A pass that failed on this very IR in some worker.
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
};

/// A state to go on from.
struct Base {
  std::uint64_t length;  ///< passes of `from` it has seen
  Measured measured;
  std::string bitcode;
};

/// Answered by one `Step` for each pass as soon as it is done, up to the first `Failure`, and by
/// one `Retained` for each state to be kept, before the last `Step`. The work begins at `base`;
/// without one at the live module, where that is on the way to `from`, else at the program. What
/// of `from` is missing is rebuilt first, announced by `Rebuilding`, which says also when all that
/// is done.
struct Apply {
  ProgramId program;
  PassSequence from;
  PassSequence passes;
  std::optional<Base> base;
  EvaluationOptions options;
  std::vector<Offender> new_offenders;  ///< those this worker has not been told of
};

/// Answered by `PipelineDone` or `Failure`.
struct RunPipeline {
  ProgramId program;
  std::string pipeline;
  PipelineTuning tuning;
  Observe observe;
  ModuleFormat module;
};

/// The program as it came. Answered by `Tokens` or `Failure`.
struct Tokenize {
  ProgramId program;
};

/// A smaller program made of this one, see `KeepExcerpt`. Answered by `Excerpt` or `Failure`.
struct TakeExcerpt {
  ProgramId program;
  std::uint64_t instructions;
  std::uint64_t seed;
};

using Request = std::variant<Configure, Load, Apply, RunPipeline, Tokenize, TakeExcerpt>;

struct Hello {
  std::uint32_t protocol;
  std::string llvm_version;
};

/// A sign of life once `Load`'s module is read and verified; what is left is to measure it.
struct ModuleRead {};

struct Loaded {
  Measured root;
  std::string target_triple;
  bool has_data_layout;
  std::uint64_t functions;
  std::uint64_t optnone_functions;
  std::uint64_t noinline_functions;
  std::uint64_t size_attribute_functions;
  std::uint64_t other_cpu_functions;
  CodeModel code_model;  ///< with a relocation model
  std::string snapshot;  ///< bitcode to give to other workers; empty where `keep` was not set
};

/// Sent where the state to go on from is not there yet, measured and kept as it was asked for: at
/// once, as a sign of life before each pass that is done once more, and when all is `done`. Until
/// then the passes asked for can't be to blame for anything, not for the end of the worker either.
struct Rebuilding {
  std::uint64_t passes_left;  ///< before a pass, this one included; otherwise 0
  bool done;
};

struct Step {
  Measured measured;
  bool idle;  ///< the pass touched nothing at all, not even the order of use lists
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
  std::string module;  ///< in the format asked for; empty for `kNone`
};

struct Tokens {
  IrTokens tokens;
};

struct Excerpt {
  std::string bitcode;
};

struct Failure {
  ErrorCode code;
  std::string message;
};

using Reply = std::variant<Hello, ModuleRead, Loaded, Rebuilding, Step, Retained, PipelineDone,
                           Tokens, Excerpt, Failure>;

/// One message as bytes; a `Channel` frames it.
std::string Encode(const Request& request);
std::string Encode(const Reply& reply);
/// The inverses. Errors: `kBadInput`.
Result<Request> DecodeRequest(std::string_view bytes);
Result<Reply> DecodeReply(std::string_view bytes);

}  // namespace autotune::wire
