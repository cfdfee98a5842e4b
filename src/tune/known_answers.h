#pragma once

#include <chrono>
#include <cstdint>
#include <filesystem>
#include <memory>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "core/budget.h"
#include "core/code_model.h"
#include "core/hash.h"
#include "core/result.h"
#include "eval/client/worker_pool.h"
#include "tune/job.h"
#include "tune/memory/run_database.h"
#include "tune/observer.h"
#include "tune/result.h"
#include "tune/stop_token.h"
#include "tune/tune.h"

namespace autotune {

/// A result that was found earlier, made again.
struct KnownAnswer {
  TuneResult result;                 ///< has a proved list; levels are not measured
  std::chrono::milliseconds search;  ///< wall time of the run that found the list
};

/// Results that earlier runs have put in a database, here or on another machine, for programs that
/// are to be made smaller. Not thread-safe.
class KnownAnswers {
 public:
  /// Reads from the database of `job` which programs there are proved lists for, by its objective.
  /// If the database can't be read, there are none. The other arguments must outlive this object.
  KnownAnswers(TuneJob job, const Services& services, TuneObserver& observer);

  bool empty() const { return programs_.empty(); }

  /// Returns the value, by the objective, of the best list for the module in a file; none if no
  /// list was proved with this code model. The first call starts a worker.
  std::optional<std::uint64_t> Find(const std::filesystem::path& file, const CodeModel& code_model,
                                    const Budget& budget);

  /// Lets stock `opt` run the best list known for the program of `job` in one process, and another
  /// verify after each element. Then chooses size attributes, if the job wants them. Blocks. Ends
  /// soon after the job's budget, or after a request to stop.
  ///
  /// Errors: `kNotFound` if no list was proved by this toolchain; those of `LoadProgram` and
  /// `Prover::Prove`.
  Result<KnownAnswer> Repeat(const TuneJob& job, const StopToken& stop) const;

 private:
  const TuneJob job_;
  const Services& services_;
  TuneObserver& observer_;
  RunDatabase database_;
  std::set<Hash128> programs_;  ///< IR hashes
  std::unique_ptr<WorkerPool> pool_;
};

/// The parts of a small object: a pass list, its flags for `opt`, size attributes for the module
/// after it, and options of code generation.
struct Answer {
  std::string pipeline;
  std::string opt_flags{};
  std::vector<FunctionAttributes> attributes{};
  std::vector<std::string> code_options{};     ///< of `CodeOptions`
  std::optional<std::uint64_t> least_saved{};  ///< narrow tables, as in `PluginWork`
};

/// How long size attributes are chosen for.
enum class AttributeTime {
  kOfProof,  ///< as long as the list's proof takes
  kRest,     ///< half of the time that the job has left; the other half makes the module
};

/// Does the same with any answer, such as one found for another version of the job's program,
/// whatever it comes to. Only functions whose bodies have changed need other size attributes.
/// Errors: those of `LoadProgram` and `Prover::Prove`.
Result<TuneResult> RepeatAnswer(const TuneJob& job, const Answer& answer,
                                AttributeTime attribute_time, const Services& services,
                                TuneObserver& observer, const StopToken& stop);

}  // namespace autotune
