#pragma once

#include <algorithm>
#include <exception>
#include <string>
#include <string_view>

#include "core/result.h"

namespace autotune {

/// Returns the first line of an exception's message. Messages of torch continue with a stack trace,
/// and some begin with an empty line.
inline std::string FirstLine(const std::exception& exception) {
  std::string_view text = exception.what();
  text.remove_prefix(std::min(text.find_first_not_of('\n'), text.size()));
  return std::string(text.substr(0, text.find('\n')));
}

/// Returns the result of `function`, a `Result` or a `Status`, or its exception as an error about
/// `subject`. All calls into torch go through here: no exception leaves this room.
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
