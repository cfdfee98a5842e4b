#pragma once

#include <array>
#include <chrono>
#include <cstdint>
#include <filesystem>
#include <memory>
#include <numeric>
#include <span>
#include <string>
#include <vector>

#include "core/allowed_losses.h"
#include "core/code_model.h"
#include "core/evaluator.h"
#include "core/ir_tokens.h"
#include "core/objective.h"

namespace autotune {

/// Version of the measurements (hash, costs, the way passes are run). Raised whenever the same
/// passes or level on the same program may measure differently. Stored results of another version
/// are not used.
inline constexpr int kMeasurementVersion = 5;

/// Program size up to which `pass_time_limit` applies unscaled. At 400,000 instructions some passes
/// take ten seconds if other workers compete for memory.
inline constexpr std::uint64_t kFullPassTimeInstructions = 150'000;

struct WorkerPoolOptions {
  std::size_t workers = 1;                 ///< processes; one for each searching thread
  std::filesystem::path worker_program{};  ///< empty: `autotune-worker` beside this executable
  /// Wall time limit of one pass, > 0. It grows in proportion for programs above
  /// `kFullPassTimeInstructions`.
  std::chrono::milliseconds pass_time_limit{10'000};
  /// Wall time limit for reading a file, plus 2 s for each MB of it; > 0. LLVM never finishes some
  /// damaged files: it goes round in circles over metadata attachments.
  std::chrono::milliseconds read_time_limit{20'000};
  std::uint64_t memory_bytes = 2ull << 30;      ///< data segment of one worker, at least 64 MiB
  std::uint64_t snapshot_bytes = 256ull << 20;  ///< bytes of states kept in the pool
  CodeModel code_model{};                       ///< code model of object sizes
  /// True: verify each changed state. False: verify a state if it gets an object size, is kept, or
  /// has no more instructions than any state of the program that its worker has verified. If a pass
  /// makes invalid IR, answers may then depend on earlier requests, and a later pass may get the
  /// blame.
  bool verify_all = true;
};

/// Properties of a module, found on loading. All counts are over functions with a body.
struct ProgramInfo {
  Evaluation root;            ///< the program as it came: the state all sequences start from
  std::string target_triple;  ///< may be empty
  bool has_data_layout = false;
  std::uint64_t functions = 0;
  std::uint64_t optnone_functions = 0;  ///< passes skip these
  std::uint64_t noinline_functions = 0;
  std::uint64_t size_attribute_functions = 0;  ///< `optsize` or `minsize`
  std::uint64_t always_inline_functions = 0;   ///< those that something calls directly
  /// Functions whose own `target-cpu` differs from the pool's CPU and wins over it. 0 if the pool
  /// names no CPU.
  std::uint64_t other_cpu_functions = 0;
  CodeModel code_model{};  ///< the pool's, with the relocation model that holds for this module
  Status sizing{};         ///< reason why there is no object size, if one was wished for
  std::string object{};    ///< object file, if `Measure` was asked for it and there is a size
};

/// The settings that, besides its text, decide on the outcome of a pipeline.
enum class PipelineTuning {
  kOpt,    ///< as in `opt`: SLP vectorisation off, no CPU named
  kClang,  ///< as in `clang`, for `default<Oz>` alone: SLP vectorisation on, loop vectorisation
           ///< off, position-independent code for clang's default CPU, which goes into functions
           ///< that name none
};

/// clang's default CPU for 64-bit x86. For other targets it names none that is known to matter.
inline constexpr char kClangX8664Cpu[] = "x86-64";
inline bool IsX8664(const std::string& triple) { return triple.starts_with("x86_64"); }

/// The form in which a worker returns a module.
enum class ModuleFormat { kNone, kBitcode, kText };

struct PipelineRequest {
  std::string text;  ///< text for `opt -passes=`
  PipelineTuning tuning = PipelineTuning::kOpt;
  Observe observe{};
  ModuleFormat module = ModuleFormat::kNone;
  std::chrono::milliseconds time_limit{600'000};
};

struct PipelineRun {
  Evaluation evaluation;  ///< `next.applied` is empty: a pipeline text is no sequence of actions
  std::string expanded;   ///< the same pipeline as an explicit text for `opt -passes=`
  std::string module{};   ///< the optimised module in the format asked for; empty for `kNone`
  std::string object{};   ///< its object file; empty unless it was to be observed
};

/// A function of a program, as a program of its own.
struct LoneFunction {
  std::string name;                ///< symbol; unique in its program
  std::uint64_t body = 0;          ///< `HashBody` of it
  std::uint64_t instructions = 0;  ///< in its body
  std::string bitcode;  ///< module with this function and what it refers to; see `TakeAlone`
};

/// Attributes of a function that decide how small its code becomes, and not what it does. Its
/// calling convention counts as one.
struct SizeAttributes {
  bool optsize = false;
  bool minsize = false;
  bool no_jump_tables = false;
  bool no_outline = false;  ///< out of the reach of the outliner at the end of code generation
  bool no_frame_pointer = false;
  bool no_unwind_table = false;  ///< unless exceptions need one
  bool preserve_none = false;    ///< calling convention that saves callers no register
  std::string tune_cpu{};        ///< whose costs code generation assumes; empty: the target's own

  bool operator==(const SizeAttributes&) const = default;
};

/// The size attributes of one function with a body.
struct FunctionAttributes {
  std::string name;        ///< symbol; unique in its program
  SizeAttributes given;    ///< what it has
  SizeAttributes best;     ///< what makes its code smallest; `given` if nothing is better
  std::uint64_t body = 0;  ///< `HashBody` of it; 0: not all choices were tried
};

struct ChosenAttributes {
  std::vector<FunctionAttributes> functions;
  /// True if the target has an outliner by default. Choices are without it.
  bool outlines = false;
};

/// One of `parts` >= 1 shares of some work, which differ little in size.
struct WorkShare {
  std::uint64_t part = 0;  ///< 0 .. `parts` - 1
  std::uint64_t parts = 1;
};

/// Size attributes to choose.
struct AttributeRequest {
  WorkShare share;  ///< of the functions
  AllowedLosses allowed;
  std::chrono::milliseconds time{0};        ///< after which functions keep what they have
  std::vector<FunctionAttributes> known{};  ///< earlier choices, for functions of the same bodies
};

/// Calling conventions to choose.
struct ConventionRequest {
  WorkShare share;                            ///< of those that may change, in module order
  std::vector<FunctionAttributes> functions;  ///< those of the module, with their best attributes
  std::chrono::milliseconds time{0};          ///< after which nothing else is tried
};

/// An attribute that steers passes.
enum class PassOrder {
  kNoInline,      ///< no call of the function is inlined
  kAlwaysInline,  ///< every call is
  kOptSize,       ///< of all functions
  kMinSize,       ///< of all functions
  kAsWritten,     ///< calls of `alwaysinline` functions are inlined, before other orders are given
};

/// An order to the inliner about one function, or about all functions.
struct InlineChoice {
  std::string function;  ///< symbol; unique in its program; empty: all functions
  PassOrder order = PassOrder::kNoInline;
  std::int64_t gain = 0;   ///< by how much it alone makes the program smaller
  std::int64_t bytes = 0;  ///< by how many it alone makes the code larger, if none may be added
};

/// The aim of choices for the inliner.
struct InlineAim {
  Objective objective = kDefaultObjective;  ///< that the pipeline's result is judged by
  bool adds_no_bytes = false;               ///< true: all choices together may add none
};

/// A search for choices.
struct InlineRequest {
  std::string pipeline;  ///< text for `opt -passes=` that the program is judged by
  InlineAim aim;
  std::vector<InlineChoice> given;       ///< choices that are made already
  std::chrono::milliseconds time{};      ///< after which nothing else is tried
  WorkShare share{};                     ///< of the tries of single choices
  std::vector<InlineChoice> together{};  ///< not empty: which of these help together
  std::optional<Cost> before{};          ///< of `ChosenInlining`, if a single try has found it
};

/// Choices for the inliner.
struct ChosenInlining {
  std::vector<InlineChoice> choices;
  /// Cost of the whole program after the pipeline: with the choices if they were tried together,
  /// else with those given alone.
  Cost cost;
  Hash128 ir;                     ///< of that program, as in `ProgramState`; zero if it was not run
  std::uint64_t nanoseconds = 0;  ///< CPU time of the pipeline there
};

struct WorkerPoolStats {
  std::uint64_t passes = 0;    ///< passes applied with success
  std::uint64_t restarts = 0;  ///< workers that had to be replaced
  std::uint64_t lost = 0;  ///< workers that died through no fault of a pass; the work was redone
  /// Failures by kind, indexed like `kEvaluationFailures`.
  std::array<std::uint64_t, std::size(kEvaluationFailures)> failures{};

  std::uint64_t AllFailures() const {
    return std::accumulate(failures.begin(), failures.end(), std::uint64_t{0});
  }
};

/// An `Evaluator` over a pool of `autotune-worker` processes. A pass that crashes, hangs or eats
/// memory costs one worker, which is replaced at once; the pool itself does not fail. Retained
/// states are kept in the pool, so every worker can go on from them.
///
/// Thread-safe. Each call takes a worker while it runs; further calls wait for one.
class WorkerPool : public Evaluator {
 public:
  /// Starts the workers' common parent. Errors: the worker program is missing or does not answer;
  /// `kOutOfMemory` if less memory than `kLeastMemory` is available.
  static Result<std::unique_ptr<WorkerPool>> Start(ActionSpace actions, WorkerPoolOptions options);

  // In the calls below except `RunPipeline`, an object size is a wish, not a demand. If LLVM can't
  // generate code, the cost comes without a size, and `ProgramInfo::sizing` gives the reason.
  // Examples are a module for a target that LLVM lacks and an intrinsic that can't be selected.

  /// Loads a program (bitcode or textual IR; `name` is for messages) and measures it as it is.
  /// Loading the same bytes again is free. Errors: `kBadInput` if LLVM can't read it in time, or it
  /// does not verify; `kInvalidArgument` if its target does not know the pool's code model.
  /// `kPassTimedOut` and `kOutOfMemory` are about measuring. `kCancelled` once `budget` is
  /// interrupted.
  virtual Result<ProgramInfo> Load(const std::string& name, std::string bytes,
                                   const Observe& observe, const Budget& budget) = 0;

  /// Runs a whole `opt -passes=` text, in one pass manager, on the loaded program. If an object
  /// size is asked for and LLVM can't generate code, it is an error: the pipeline may be at fault.
  virtual Result<PipelineRun> RunPipeline(const ProgramId& program, const PipelineRequest& request,
                                          const Budget& budget) = 0;

  /// Measures a module and forgets it. Errors as for `Load`.
  virtual Result<ProgramInfo> Measure(const std::string& name, std::string bytes,
                                      const Observe& observe, const Budget& budget) = 0;

  /// Returns the tokens of the loaded program, for a model.
  virtual Result<IrTokens> Tokenize(const ProgramId& program, const Budget& budget) = 0;

  /// Loads a smaller program made from a loaded one. It has some of its functions, of about
  /// `instructions` > 0 in all, and declarations of the others. `seed` decides which functions
  /// stay. Errors as for `Load`, and `kCancelled`.
  virtual Result<ProgramInfo> LoadExcerpt(const ProgramId& program, std::uint64_t instructions,
                                          std::uint64_t seed, const Observe& observe,
                                          const Budget& budget) = 0;

  /// Returns the functions of a loaded program that can be tuned alone, in module order. Errors as
  /// for `Load`.
  virtual Result<std::vector<LoneFunction>> TakeFunctions(const ProgramId& program,
                                                          const Budget& budget) = 0;

  /// Chooses the size attributes of a share of a module's functions, in the pool's code model. See
  /// `ChooseSizeAttributes` of the worker. Errors: `kBadInput` if LLVM can't read the module;
  /// `kFatalError` if the code of functions can't be measured one by one; how the worker failed;
  /// `kCancelled`.
  virtual Result<ChosenAttributes> ChooseAttributes(const std::string& name, std::string bytes,
                                                    const AttributeRequest& request,
                                                    const Budget& budget) = 0;

  /// Returns the same functions with calling conventions that make a module's code smaller, in the
  /// pool's code model. See `ChooseConventions` of the worker. Errors as for `ChooseAttributes`.
  virtual Result<std::vector<FunctionAttributes>> ChooseConventions(
      const std::string& name, std::string bytes, const ConventionRequest& request,
      const Budget& budget) = 0;

  /// Returns choices for the inliner that make a loaded program smaller, tried alone or together.
  /// See `InlineTrials` of the worker. Errors: those of the pipeline; `kCancelled`.
  virtual Result<ChosenInlining> TryInlining(const ProgramId& program, const InlineRequest& request,
                                             const Budget& budget) = 0;

  /// Loads a loaded program with some choices made, as another program. Errors as for `Load`;
  /// `kInvalidArgument` if a function is missing, its author has decided, or it must not be forced.
  virtual Result<ProgramInfo> LoadInlined(const ProgramId& program,
                                          std::span<const InlineChoice> choices,
                                          const Observe& observe, const Budget& budget) = 0;

  /// Returns the bitcode of a state after passes, which `Retain` named; empty if the pool does not
  /// keep it.
  virtual std::string KeptModule(const ProgramState& state) = 0;

  virtual const ActionSpace& actions() const = 0;
  virtual WorkerPoolStats stats() const = 0;
  /// Returns the process ids of the workers alive now, for tests and measurements.
  virtual std::vector<int> worker_pids() const = 0;
  /// Returns the worker's LLVM version ("19.1.7").
  virtual const std::string& llvm_version() const = 0;
};

}  // namespace autotune
