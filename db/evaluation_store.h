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
  std::uint64_t max_bytes = 512ull << 20;  ///< maximum size of the file, all programs together
  /// Interval of writes; a killed process loses what is younger.
  std::chrono::milliseconds flush_interval{500};
  /// Maximum number of unwritten evaluations; more are not remembered.
  std::size_t max_waiting = 1 << 16;
  DatabaseOptions database{};  ///< `format` is ignored: the store sets its own
};

/// Evaluations of one program under one toolchain, kept in a file. Any number of stores and
/// processes may use the file at once. Thread-safe.
///
/// If the file becomes unusable for any reason, the store finds nothing and remembers nothing.
/// `Close` then returns the reason.
class EvaluationStore {
 public:
  /// Errors as `Database::Open`.
  static Result<std::unique_ptr<EvaluationStore>> Open(const std::filesystem::path& path,
                                                       const ProgramId& program,
                                                       const Hash128& toolchain,
                                                       EvaluationStoreOptions options = {});
  /// Closes.
  virtual ~EvaluationStore() = default;

  /// Returns the leading ones of `lists` (keys as in stored_evaluation.h) that the file knows.
  /// Takes some microseconds for each.
  virtual std::vector<StoredEvaluation> Find(std::span<const Hash128> lists) = 0;

  /// Queues an evaluation, which a thread of the store writes soon. Never waits.
  virtual void Put(const Hash128& list, StoredEvaluation evaluation) = 0;

  /// Writes the queue and returns the first error of the store. Afterwards nothing is found or put.
  virtual Status Close() = 0;
};

}  // namespace autotune
