#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <variant>

#include "core/evaluator.h"

namespace autotune {

/// What is remembered of the last pass of a list.
struct StoredEvaluation {
  struct State {
    Hash128 ir;
    Cost cost;
    std::uint64_t nanoseconds = 0;

    bool operator==(const State&) const = default;
  };

  std::variant<State, Error> outcome;
  bool sized = false;  ///< object size was asked for, which can fail on its own account

  const State* state() const { return std::get_if<State>(&outcome); }
  const Error* error() const { return std::get_if<Error>(&outcome); }

  /// True where an evaluation with `observe` would come out like this.
  bool Answers(const Observe& observe) const;
  /// True where this should take the place of `old`, which has the same list.
  bool Supersedes(const StoredEvaluation& old) const;
};

/// True for what the same pass does to the same IR each time. A time-out or a lack of memory depend
/// on limits and on the machine, a known offender may be one of these, and what was cancelled or
/// lost was not tried.
bool IsOutcome(ErrorCode code);
/// The outcome of this `Name`, where there is one.
std::optional<ErrorCode> OutcomeNamed(std::string_view name);

/// Names a list of passes on a program under a toolchain, in this program and in files: a hash
/// whose first four bytes, in memory, are shared by lists with most of their passes in common, so
/// that what is evaluated together lies together in a file.
class ListKey {
 public:
  /// The empty list. `toolchain` is the fingerprint of everything else that decides on evaluations.
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
