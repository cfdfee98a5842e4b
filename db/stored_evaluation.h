#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <variant>

#include "core/evaluator.h"

namespace autotune {

/// Stored outcome of the last pass of a list.
struct StoredEvaluation {
  struct State {
    Hash128 ir;
    Cost cost;
    std::uint64_t nanoseconds = 0;

    bool operator==(const State&) const = default;
  };

  std::variant<State, Error> outcome;
  bool sized = false;  ///< true if object size was asked for, which may fail by itself

  const State* state() const { return std::get_if<State>(&outcome); }
  const Error* error() const { return std::get_if<Error>(&outcome); }

  /// True if an evaluation with `observe` would have this outcome.
  bool Answers(const Observe& observe) const;
  /// True if this should replace `old`, which has the same list.
  bool Supersedes(const StoredEvaluation& old) const;
};

/// True if the same pass on the same IR has this outcome each time. Time-outs and lack of memory
/// depend on limits and on the machine, and a known offender may be one of these. Passes that were
/// cancelled or lost were not tried.
bool IsOutcome(ErrorCode code);
/// Returns the outcome of this `Name`; nothing if there is none.
std::optional<ErrorCode> OutcomeNamed(std::string_view name);

/// Key of a list of passes on a program under a toolchain, in this program and in files. The first
/// four bytes of the hash, in memory, are shared by lists with most of their passes in common.
/// Lists that are evaluated together thus lie together in a file.
class ListKey {
 public:
  /// Makes the key of the empty list. `toolchain` is the fingerprint of everything else that
  /// decides evaluations.
  ListKey(const ProgramId& program, const Hash128& toolchain);

  void Append(PassId pass);
  Hash128 value() const {
    return {(hash_.high & ~kShared) | (neighbourhood_ & kShared), hash_.low};
  }

 private:
  static constexpr std::uint64_t kShared = 0xffff'ffff;

  Hash128 hash_;
  std::uint64_t neighbourhood_;
  std::size_t length_ = 0;
};

}  // namespace autotune
