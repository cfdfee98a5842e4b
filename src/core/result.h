#pragma once

#include <cassert>
#include <string>
#include <string_view>
#include <utility>
#include <variant>

namespace autotune {

/// The ways an operation of ours can fail without a bug of ours. The first block are the ways one
/// *evaluation* fails. They are data to a search (counted, recorded, survived), never fatal.
enum class ErrorCode {
  kPassCrashed,       ///< the pass took its process down (SIGSEGV, SIGABRT, ...)
  kPassTimedOut,      ///< the pass ran past its time limit
  kOutOfMemory,       ///< the pass ran into the worker's memory limit
  kVerifierRejected,  ///< the pass, or one before it that was not verified, made invalid IR
  kFatalError,        ///< LLVM reported a fatal error (`report_fatal_error`)
  kKnownOffender,     ///< not run: this pass failed on this very IR before

  kInvalidArgument,  ///< the caller or the user asked for something that makes no sense
  kNotFound,         ///< a file, program or name does not exist
  kIo,               ///< the operating system refused
  kBadInput,         ///< a file is there but is not what it should be
  kWorkerLost,       ///< no worker could be kept alive to do the work
  kCancelled,        ///< the budget ran out or the user stopped the run
  kNoTime,           ///< the budget is too small for any result
};

inline constexpr ErrorCode kEvaluationFailures[] = {
    ErrorCode::kPassCrashed,      ErrorCode::kPassTimedOut, ErrorCode::kOutOfMemory,
    ErrorCode::kVerifierRejected, ErrorCode::kFatalError,   ErrorCode::kKnownOffender};

/// Returns a stable snake_case name, used in reports and databases.
std::string_view Name(ErrorCode code);

/// True for the codes in `kEvaluationFailures`.
bool IsEvaluationFailure(ErrorCode code);

struct Error {
  ErrorCode code;
  std::string message;  ///< names the input and the remedy; lower case, no full stop
};

/// A value or an error, never both, never neither.
template <typename T>
class [[nodiscard]] Result {
 public:
  // Implicit by design: `return value;` and `return error;`.
  // NOLINTNEXTLINE(google-explicit-constructor)
  Result(T value) : state_(std::in_place_index<0>, std::move(value)) {}
  // NOLINTNEXTLINE(google-explicit-constructor)
  Result(Error error) : state_(std::in_place_index<1>, std::move(error)) {}

  bool ok() const { return state_.index() == 0; }
  explicit operator bool() const { return ok(); }

  T& value() & {
    assert(ok() && "value() of a failed Result");
    return *std::get_if<0>(&state_);
  }
  const T& value() const& {
    assert(ok() && "value() of a failed Result");
    return *std::get_if<0>(&state_);
  }
  T&& value() && {
    assert(ok() && "value() of a failed Result");
    return std::move(*std::get_if<0>(&state_));
  }
  T& operator*() & { return value(); }
  const T& operator*() const& { return value(); }
  T&& operator*() && { return std::move(*this).value(); }
  T* operator->() { return &value(); }
  const T* operator->() const { return &value(); }

  const Error& error() const {
    assert(!ok() && "error() of a successful Result");
    return *std::get_if<1>(&state_);
  }

 private:
  std::variant<T, Error> state_;
};

/// Success, or an error.
class [[nodiscard]] Status {
 public:
  Status() = default;
  Status(Error error) : error_(std::move(error)), ok_(false) {}  // NOLINT: implicit by design

  bool ok() const { return ok_; }
  explicit operator bool() const { return ok_; }
  const Error& error() const {
    assert(!ok_ && "error() of a successful Status");
    return error_;
  }

 private:
  Error error_{};
  bool ok_ = true;
};

}  // namespace autotune
