#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "core/budget.h"
#include "core/result.h"
#include "tune/proof/proof_time.h"
#include "tune/proof/prove.h"
#include "tune/run_parts.h"

namespace autotune {

/// The passes of -Oz take this many times as long as loading a large program: the most of four
/// programs, with some reserve.
inline constexpr double kMostLoadsOfOz = 13;

/// The warning that no level has an object size, with LLVM's reason.
std::string WhyNoSizes(const std::filesystem::path& program, const Baselines& baselines);

/// The standard levels of a run: the baselines, and the result until there is a better list.
class Levels {
 public:
  /// The arguments must outlive this object.
  Levels(const RunParts& run, ProofTimes& times);

  /// True if the result's bytes will be limited to those of `clang -Oz`, if LLVM can generate code.
  bool LimitBytes() const;

  /// True if a search and a proof have time after -Oz, judged by the time of loading.
  bool HasTimeAfterOz() const;

  /// Measures the levels into `result.baselines`, on some of the threads if the search has begun.
  /// Errors: not even one level ended in time, or as for the worker pool.
  Status Measure(bool beside_search);

  /// Makes the best level that holds the result. A proof that takes long is left for later, so that
  /// the search gets the time. The level is then the result, but not proved. An experiment's clock
  /// starts here. Errors: no level holds.
  Status Prove(bool beside_search);

  /// Proves again the best level that holds and makes it the result. Errors as for
  /// `Prover::ProveLevels`.
  Status ProveAgain(Prover::Care care, const Budget& budget);

  /// Makes the best level the result, though no process of `opt` has run it yet.
  void TakeUnproved();

  /// Measures the object size of the result, if sizes are shown and it has none.
  void SizeResult();

 private:
  Clock::duration MostTimeOfOz() const;
  bool HasTimeForSizes() const;
  LevelOptions Options(bool beside_search) const;
  std::optional<PassId> OzAsFirstPass() const;
  void TellWhatIsMissing(bool sizes_wanted) const;
  bool TakeRemembered();
  bool IsBest(const Proven& proven) const;
  Status ProveNow(bool beside_search);

  const RunParts& run_;
  ProofTimes& times_;
};

}  // namespace autotune
