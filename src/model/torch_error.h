#pragma once

#include <algorithm>
#include <exception>
#include <string>
#include <string_view>

#include "core/result.h"

namespace autotune {

/// The first line of what an exception says: torch's go on with a stack trace, and some begin with
/// an empty line.
inline std::string FirstLine(const std::exception& exception) {
  std::string_view text = exception.what();
  text.remove_prefix(std::min(text.find_first_not_of('\n'), text.size()));
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
