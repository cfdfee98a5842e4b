#pragma once

#include <chrono>
#include <cstdint>
#include <filesystem>
#include <memory>
#include <span>
#include <vector>

#include "db/database.h"
#include "db/stored_evaluation.h"

namespace autotune {

struct EvaluationStoreOptions {
  std::uint64_t max_bytes = 512ull << 20;         ///< of the file; all programs together
  std::chrono::milliseconds flush_interval{500};  ///< a killed process loses what is younger
  std::size_t max_waiting = 1 << 16;  ///< evaluations not written yet; more are not remembered
  DatabaseOptions database{};         ///< the format is the store's own
};

/// What a file remembers of one program's evaluations under one toolchain. Any number of stores and
/// processes may use the file at once. Thread-safe.
///
/// Once the file can't be used any more, whatever the reason, the store knows nothing, remembers
/// nothing, and `Close` says why.
class EvaluationStore {
 public:
  /// Errors as `Database::Open`.
  static Result<std::unique_ptr<EvaluationStore>> Open(const std::filesystem::path& path,
                                                       const ProgramId& program,
                                                       const Hash128& toolchain,
                                                       EvaluationStoreOptions options = {});
  /// Closes.
  virtual ~EvaluationStore() = default;

  /// The leading ones of `lists` (keys as in stored_evaluation.h) that the file knows. Some
  /// microseconds each.
  virtual std::vector<StoredEvaluation> Find(std::span<const Hash128> lists) = 0;

  /// Has it written soon, by a thread of the store's own. Never waits.
  virtual void Put(const Hash128& list, StoredEvaluation evaluation) = 0;

  /// Writes what waits and says whether all went well. Nothing is found or put afterwards.
  virtual Status Close() = 0;
};

}  // namespace autotune
