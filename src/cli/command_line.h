#pragma once

#include <string>
#include <string_view>
#include <vector>

#include <boost/program_options/options_description.hpp>

#include "core/result.h"

namespace autotune {

/// Puts the arguments of `autotune COMMAND` where `description` says, operands into its option
/// `operand`. Errors: `kInvalidArgument`, one line.
Status ParseCommandLine(std::string_view command,
                        const boost::program_options::options_description& description,
                        const std::vector<std::string>& arguments);

}  // namespace autotune
