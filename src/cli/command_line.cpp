#include "cli/command_line.h"

#include <boost/program_options.hpp>
#include <fmt/format.h>

namespace autotune {

namespace po = boost::program_options;

Status ParseCommandLine(std::string_view command, const po::options_description& description,
                        const std::vector<std::string>& arguments) {
  po::positional_options_description positions;
  positions.add("operand", -1);
  try {
    namespace style = po::command_line_style;
    po::variables_map values;
    po::store(po::command_line_parser(arguments)
                  .options(description)
                  .positional(positions)
                  .style(style::unix_style & ~style::allow_guessing)
                  .run(),
              values);
    po::notify(values);
  } catch (const po::error& error) {
    return Error{ErrorCode::kInvalidArgument,
                 fmt::format("autotune {}: {}", command, error.what())};
  }
  return {};
}

}  // namespace autotune
