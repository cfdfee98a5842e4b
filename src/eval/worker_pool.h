#pragma once

#include <array>
#include <chrono>
#include <cstdint>
#include <filesystem>
#include <memory>
#include <string>
#include <vector>

#include "core/code_model.h"
#include "core/evaluator.h"
#include "core/ir_tokens.h"

namespace autotune {

/// Raised whenever the same passes or level on the same program may measure otherwise than before
/// (hash, costs, how a pass is run): nothing stored under another number is used.
inline constexpr int kMeasurementVersion = 3;

/// Of 400,000 instructions some passes take ten seconds where other workers need the memory, too.
inline constexpr std::uint64_t kFullPassTimeInstructions = 150'000;

struct WorkerPoolOptions {
  std::size_t workers = 1;                 ///< processes; one a searching thread
  std::filesystem::path worker_program{};  ///< empty: `autotune-worker` beside this executable
  /// Wall time of one pass, > 0. Programs above `kFullPassTimeInstructions` have more in
  /// proportion.
  std::chrono::milliseconds pass_time_limit{10'000};
  /// Wall time for reading a file in, and 2 s more for each MB of it; > 0. LLVM is never done with
  /// some damaged files: it goes round in circles over metadata attachments.
  std::chrono::milliseconds read_time_limit{20'000};
  std::uint64_t memory_bytes = 2ull << 30;      ///< data segment of one worker, at least 64 MiB
  std::uint64_t snapshot_bytes = 256ull << 20;  ///< of states kept in the pool
  CodeModel code_model{};                       ///< that object sizes are measured of
};

/// What a module is like, found out on loading. All counts are over functions with a body.
struct ProgramInfo {
  Evaluation root;            ///< the program as it came: the state all sequences start from
  std::string target_triple;  ///< may be empty
  bool has_data_layout = false;
  std::uint64_t functions = 0;
  std::uint64_t optnone_functions = 0;  ///< passes skip these
  std::uint64_t noinline_functions = 0;
  std::uint64_t size_attribute_functions = 0;  ///< `optsize` or `minsize`
  /// Functions whose own `target-cpu` is another than the pool's CPU and wins over it. None if the
  /// pool names no CPU.
  std::uint64_t other_cpu_functions = 0;
  CodeModel code_model{};  ///< the pool's, with the relocation model that holds for this module
  Status sizing{};         ///< why there is no object size, if one was wished for
};

/// What decides on the outcome of a pipeline besides its text.
enum class PipelineTuning {
  kOpt,    ///< as `opt` has it: SLP vectorisation off, no CPU named
  kClang,  ///< as `clang` has it, for `default<Oz>` alone: SLP vectorisation on, loop vectorisation
           ///< off, position-independent code for clang's default CPU, which goes into functions
           ///< that name none
};

/// clang's default CPU for 64-bit x86; for other targets it names none that we know to matter.
inline constexpr char kClangX8664Cpu[] = "x86-64";
inline bool IsX8664(const std::string& triple) { return triple.starts_with("x86_64"); }

/// Form in which a module comes back from a worker.
enum class ModuleFormat { kNone, kBitcode, kText };

struct PipelineRequest {
  std::string text;  ///< as in `opt -passes=`
  PipelineTuning tuning = PipelineTuning::kOpt;
  Observe observe{};
  ModuleFormat module = ModuleFormat::kNone;
  std::chrono::milliseconds time_limit{600'000};
};

struct PipelineRun {
  Evaluation evaluation;  ///< `next.applied` is empty: a pipeline text is no sequence of actions
  std::string expanded;   ///< the same pipeline as an explicit text for `opt -passes=`
  std::string module{};   ///< the optimised module in the format asked for; empty for `kNone`
};

struct WorkerPoolStats {
  std::uint64_t passes = 0;    ///< applied with success
  std::uint64_t restarts = 0;  ///< workers that had to be replaced
  std::uint64_t lost = 0;  ///< workers that died through no fault of a pass; the work was redone
  /// Failures by kind, indexed like `kEvaluationFailures`.
  std::array<std::uint64_t, std::size(kEvaluationFailures)> failures{};
};

/// `Evaluator` over a pool of `autotune-worker` processes. A pass that crashes, hangs or eats
/// memory costs one worker, which is replaced at once; the pool itself does not fail. Thread-safe;
/// as many calls run at a time as there are workers, more wait. States
/// that are to be retained are kept here, where every worker can go on from them.
class WorkerPool : public Evaluator {
 public:
  /// Starts the workers' common parent. Errors: the worker program is missing or does not answer;
  /// `kOutOfMemory` where there is less memory than `kLeastMemory`.
  static Result<std::unique_ptr<WorkerPool>> Start(ActionSpace actions, WorkerPoolOptions options);

  // In the calls below but `RunPipeline` an object size is wished for, not demanded: where LLVM
  // can't generate code (a module for a target it doesn't have, an intrinsic that can't be
  // selected), the cost comes without one, and `ProgramInfo::sizing` says why.

  /// Takes a program (bitcode or textual IR; `name` is for messages) and measures it as it is. The
  /// same bytes again are free. Errors: `kBadInput` where LLVM can't read it or it does not verify,
  /// `kPassTimedOut` and `kOutOfMemory` where it takes too much, `kInvalidArgument` if its target
  /// does not know the pool's code model, `kCancelled` once `budget` is interrupted.
  virtual Result<ProgramInfo> Load(const std::string& name, std::string bytes,
                                   const Observe& observe, const Budget& budget) = 0;

  /// Runs a whole `opt -passes=` text, in one pass manager, on the loaded program. An error where
  /// an object size is asked for and LLVM can't generate code: it may be the pipeline's fault.
  virtual Result<PipelineRun> RunPipeline(const ProgramId& program, const PipelineRequest& request,
                                          const Budget& budget) = 0;

  /// Measures a module and forgets it. Errors as `Load`.
  virtual Result<ProgramInfo> Measure(const std::string& name, std::string bytes,
                                      const Observe& observe, const Budget& budget) = 0;

  /// The loaded program as a model reads it.
  virtual Result<IrTokens> Tokenize(const ProgramId& program, const Budget& budget) = 0;

  /// Loads a smaller program made of a loaded one: some of its functions, of about `instructions`
  /// > 0 in all, and declarations of the others; which ones `seed` decides. Errors as `Load`, and
  /// `kCancelled`.
  virtual Result<ProgramInfo> LoadExcerpt(const ProgramId& program, std::uint64_t instructions,
                                          std::uint64_t seed, const Observe& observe,
                                          const Budget& budget) = 0;

  virtual const ActionSpace& actions() const = 0;
  virtual WorkerPoolStats stats() const = 0;
  /// Process ids of the workers alive now, for tests and measurements.
  virtual std::vector<int> worker_pids() const = 0;
  /// LLVM's version as the worker has it ("19.1.7").
  virtual const std::string& llvm_version() const = 0;
};

}  // namespace autotune
