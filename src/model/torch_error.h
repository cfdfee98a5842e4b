#pragma once

#include <exception>
#include <string>
#include <string_view>

#include "core/result.h"

namespace autotune {

/// The first line of what an exception says: torch's go on with a stack trace.
inline std::string FirstLine(const std::exception& exception) {
  const std::string_view text = exception.what();
  return std::string(text.substr(0, text.find('\n')));
}

/// What `function` returns, a `Result` or a `Status`, or the exception it threw as an error about
/// `subject`. All that enters torch does so through here: no exception leaves this room.
template <typename Function>
auto CatchTorch(ErrorCode code, const std::string& subject, const Function& function)
    -> decltype(function()) {
  try {
    return function();
  } catch (const std::exception& exception) {
    return Error{code, subject + ": " + FirstLine(exception)};
  }
}

}  // namespace autotune
