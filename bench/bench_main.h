#pragma once

#include <cstdlib>
#include <iostream>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "core/result.h"

namespace autotune {

/// Returns the value, or ends the program: a measurement that fails must not look like a figure.
template <typename T>
T Must(Result<T> result) {
  if (result.ok()) return std::move(*result);
  std::cerr << "benchmark: " << result.error().message << '\n';
  std::exit(1);
}

/// Takes `--name=value` out of the arguments.
inline void TakeFlag(std::vector<char*>& arguments, const std::string& name, std::string& value) {
  std::erase_if(arguments, [&](const char* argument) {
    const std::string prefix = "--" + name + "=";
    if (std::string_view(argument).substr(0, prefix.size()) != prefix) return false;
    value = argument + prefix.size();
    return true;
  });
}

}  // namespace autotune
