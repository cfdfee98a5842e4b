#include "cli/pipeline_text.h"

#include <cerrno>
#include <cstring>
#include <fstream>
#include <sstream>

#include <fmt/format.h>

namespace autotune {

namespace {

constexpr std::string_view kBlanks = " \t\r\n";

Result<std::string> ReadText(const std::string& file) {
  errno = 0;
  std::ifstream stream(file);
  std::ostringstream text;
  if (stream) text << stream.rdbuf();
  if (!stream || !text) {
    return Error{ErrorCode::kIo, fmt::format("can't read '{}': {}", file,
                                             errno == 0 ? "it is empty" : std::strerror(errno))};
  }
  return std::move(text).str();
}

/// Depth of parentheses and angle brackets after `c`.
int Depth(int before, char c) {
  if (c == '(' || c == '<') return before + 1;
  if (c == ')' || c == '>') return before - 1;
  return before;
}

bool IsBalanced(std::string_view text) {
  int depth = 0;
  for (const char c : text) {
    depth = Depth(depth, c);
    if (depth < 0) return false;
  }
  return depth == 0;
}

}  // namespace

Result<std::string> ReadPipeline(const TuneOptions& options) {
  if (options.passes.empty() == options.passes_file.empty()) {
    return Error{ErrorCode::kInvalidArgument, "give the pipeline as --passes or as --passes-file"};
  }
  const Result<std::string> text = options.passes_file.empty() ? Result<std::string>(options.passes)
                                                               : ReadText(options.passes_file);
  if (!text) return text.error();
  std::string pipeline;
  for (const char c : *text) {
    if (kBlanks.find(c) == kBlanks.npos) pipeline += c;
  }
  if (pipeline.empty()) return Error{ErrorCode::kInvalidArgument, "the pipeline is empty"};
  if (!IsBalanced(pipeline)) {
    return Error{ErrorCode::kInvalidArgument, "the parentheses of the pipeline do not match"};
  }
  return pipeline;
}

std::vector<std::string> SplitPipeline(std::string_view pipeline) {
  std::vector<std::string> elements(1);
  int depth = 0;
  for (const char c : pipeline) {
    depth = Depth(depth, c);
    if (c == ',' && depth == 0) {
      elements.emplace_back();
    } else {
      elements.back() += c;
    }
  }
  return elements;
}

}  // namespace autotune
