#include "cli/input_care.h"

#include <cerrno>
#include <cstring>
#include <fstream>
#include <sstream>

#include <fmt/format.h>

#include "eval/subprocess.h"

namespace autotune {

namespace {

namespace fs = std::filesystem;

/// The line that takes attributes off all functions. It needs no pipeline of ours, so the stripped
/// file is an honest input of its own.
std::string StripLine(const fs::path& file, std::string_view attributes) {
  fs::path stripped = file.filename();
  stripped.replace_extension(".stripped.bc");
  return fmt::format("opt-19 -passes=forceattrs {} {} -o {}", attributes, ShellQuote(file.string()),
                     ShellQuote(stripped.string()));
}

std::string OptnoneWarning(const fs::path& file, const ProgramInfo& program) {
  const std::string who = program.optnone_functions == program.functions
                              ? "every function is optnone, which passes skip"
                              : fmt::format("{} of {} functions are optnone, which passes skip",
                                            program.optnone_functions, program.functions);
  return fmt::format(
      "{}; strip it first: {}", who,
      StripLine(file, "-force-remove-attribute=optnone -force-remove-attribute=noinline"));
}

}  // namespace

Result<std::string> ReadProgram(const fs::path& file) {
  const auto failure = [&](ErrorCode code, std::string_view why) {
    return Error{code, fmt::format("can't read '{}': {}", file.string(), why)};
  };
  std::error_code error;
  const fs::file_status status = fs::status(file, error);
  if (!fs::exists(status)) return failure(ErrorCode::kNotFound, error ? error.message() : "");
  if (fs::is_directory(status)) return failure(ErrorCode::kIo, "it is a directory");
  // `opt` reads the file again for each proof, so a pipe won't do.
  if (!fs::is_regular_file(status)) return failure(ErrorCode::kIo, "it is no regular file");
  errno = 0;
  std::ifstream stream(file, std::ios::binary);
  std::ostringstream bytes;
  if (!stream) return failure(ErrorCode::kIo, std::strerror(errno));
  if (stream.peek() == std::ifstream::traits_type::eof()) {
    return failure(ErrorCode::kBadInput, "it is empty");
  }
  bytes << stream.rdbuf();
  if (!stream || !bytes) return failure(ErrorCode::kIo, std::strerror(errno));
  return std::move(bytes).str();
}

Result<std::vector<std::string>> InputWarnings(const fs::path& file, const ProgramInfo& program) {
  const std::string name = file.string();
  if (program.functions == 0) {
    return Error{
        ErrorCode::kBadInput,
        fmt::format("'{}' has no function with a body: there is nothing to optimise", name)};
  }
  std::vector<std::string> warnings;
  if (program.optnone_functions > 0) {
    warnings.push_back(OptnoneWarning(file, program));
  } else if (program.noinline_functions == program.functions) {
    warnings.push_back(fmt::format("every function is noinline; to allow inlining: {}",
                                   StripLine(file, "-force-remove-attribute=noinline")));
  }
  if (program.target_triple.empty()) {
    warnings.push_back(fmt::format(
        "'{}' names no target triple: object sizes are those of this machine's target", name));
  }
  if (!program.has_data_layout) {
    warnings.push_back(fmt::format(
        "'{}' has no data layout: passes assume LLVM's default one, which may not be your target's",
        name));
  }
  return warnings;
}

}  // namespace autotune
