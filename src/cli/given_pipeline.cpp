#include "cli/given_pipeline.h"

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <fstream>
#include <memory>
#include <sstream>
#include <utility>

#include <fmt/format.h>

#include "core/pipeline_text.h"
#include "eval/opt_flags.h"
#include "eval/pass_policy.h"
#include "term/console.h"
#include "term/user_files.h"

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

/// As the user wrote it.
Result<GivenPipeline> ReadSource(const TuneOptions& options) {
  if (!options.passes.empty()) return GivenPipeline{options.passes};
  if (!options.passes_file.empty()) {
    Result<std::string> text = ReadText(options.passes_file);
    if (!text) return text.error();
    return GivenPipeline{*std::move(text)};
  }
  const Result<std::filesystem::path> path = DatabasePath(options.database_file);
  if (!path) return path.error();
  const Result<std::unique_ptr<Database>> database = Database::OpenReadOnly(*path);
  if (!database) return database.error();
  Result<RunList> list = ReadRunList(**database, options.run);
  if (!list) return list.error();
  return GivenPipeline{list->pipeline, list->opt_flags, *std::move(list)};
}

}  // namespace

Result<GivenPipeline> ReadPipeline(const TuneOptions& options) {
  const std::string* const sources[] = {&options.passes, &options.passes_file, &options.run};
  if (std::ranges::count_if(sources, [](auto* source) { return !source->empty(); }) != 1) {
    return Error{ErrorCode::kInvalidArgument,
                 "give the pipeline as --passes, as --passes-file or as --run"};
  }
  Result<GivenPipeline> pipeline = ReadSource(options);
  if (!pipeline) return pipeline;
  std::erase_if(pipeline->text, [](char c) { return kBlanks.find(c) != kBlanks.npos; });
  if (pipeline->text.empty()) return Error{ErrorCode::kInvalidArgument, "the pipeline is empty"};
  if (!HasMatchingBrackets(pipeline->text)) {
    return Error{ErrorCode::kInvalidArgument, "the parentheses of the pipeline do not match"};
  }
  if (Status flags = CheckOptFlags(pipeline->opt_flags); !flags.ok()) return flags.error();
  const Status allowed = CheckPipeline(pipeline->text, options.allowed_passes);
  if (!allowed.ok()) return allowed.error();
  return pipeline;
}

void WarnOfAnotherProgram(const GivenPipeline& pipeline, const ProgramId& program) {
  if (!pipeline.run || pipeline.run->program == ToHex(program)) return;
  PrintWarning(
      fmt::format("run {} was on another program, '{}'", pipeline.run->run, pipeline.run->path));
}

}  // namespace autotune
