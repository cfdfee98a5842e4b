#include "tune/input/given_pipeline.h"

#include <algorithm>
#include <memory>
#include <utility>

#include <fmt/format.h>

#include "core/pipeline_text.h"
#include "eval/process/text_stream.h"
#include "eval/proof/opt_flags.h"
#include "eval/proof/pass_policy.h"
#include "tune/input/whole_program.h"
#include "tune/plan/plan_file.h"

namespace autotune {

namespace {

constexpr std::string_view kBlanks = " \t\r\n";

/// The pipeline as the user wrote it.
Result<GivenPipeline> ReadSource(const PipelineChoice& choice,
                                 const std::filesystem::path& database) {
  if (!choice.passes.empty()) return GivenPipeline{choice.passes};
  if (!choice.passes_file.empty()) {
    Result<std::string> text = ReadTextStream(choice.passes_file);
    if (!text) return text.error();
    return GivenPipeline{*std::move(text)};
  }
  const Result<std::unique_ptr<Database>> results = Database::OpenReadOnly(database);
  if (!results) return results.error();
  Result<RunList> list = ReadRunList(**results, choice.run);
  if (!list) return list.error();
  return GivenPipeline{list->pipeline, list->opt_flags, *std::move(list)};
}

bool HasStoredPlan(const GivenPipeline& pipeline) {
  return pipeline.run && !pipeline.run->plan.empty() && pipeline.text == kStoredPlan;
}

/// Writes the plan of a run to a private file, which the pipeline then names.
Status WritePlan(GivenPipeline& pipeline) {
  Result<TempDirectory> folder = TempDirectory::CreatePlain(TempRoot());
  if (!folder) return folder.error();
  pipeline.plan_folder = std::make_shared<TempDirectory>(*std::move(folder));
  Status written = pipeline.plan_folder->Write(std::string(kStoredPlanFile), pipeline.run->plan);
  if (!written.ok()) return written;
  Result<std::string> element =
      PlanElement(pipeline.plan_folder->path() / kStoredPlanFile, /*strict=*/true);
  if (!element) return element.error();
  pipeline.text = *std::move(element);
  return {};
}

/// Adds the plugin, which a stored list goes without, and the plan.
Status AddPlugin(GivenPipeline& pipeline) {
  if (!NeedsPlugin(pipeline.text)) return {};
  if (HasStoredPlan(pipeline)) {
    if (Status written = WritePlan(pipeline); !written.ok()) return written;
  }
  const Result<std::string> plugin = PluginFlag();
  if (!plugin) return plugin.error();
  pipeline.plugin = true;
  pipeline.opt_flags.push_back(*plugin);
  return {};
}

}  // namespace

Result<GivenPipeline> ReadPipeline(const PipelineChoice& choice,
                                   const std::filesystem::path& database) {
  const std::string* const sources[] = {&choice.passes, &choice.passes_file, &choice.run};
  if (std::ranges::count_if(sources, [](auto* source) { return !source->empty(); }) != 1) {
    return Error{ErrorCode::kInvalidArgument,
                 "give the pipeline as --passes, as --passes-file or as --run"};
  }
  Result<GivenPipeline> pipeline = ReadSource(choice, database);
  if (!pipeline) return pipeline;
  std::erase_if(pipeline->text, [](char c) { return kBlanks.find(c) != kBlanks.npos; });
  if (pipeline->text.empty()) return Error{ErrorCode::kInvalidArgument, "the pipeline is empty"};
  if (!HasMatchingBrackets(pipeline->text)) {
    return Error{ErrorCode::kInvalidArgument, "the parentheses of the pipeline do not match"};
  }
  if (Status flags = CheckOptFlags(pipeline->opt_flags); !flags.ok()) return flags.error();
  const Status allowed =
      HasStoredPlan(*pipeline) ? Status() : CheckPipeline(pipeline->text, choice.allowed_passes);
  if (!allowed.ok()) return allowed.error();
  if (Status added = AddPlugin(*pipeline); !added.ok()) return added.error();
  return pipeline;
}

std::optional<std::string> WarnOfAnotherProgram(const GivenPipeline& pipeline,
                                                const ProgramId& program) {
  if (!pipeline.run || pipeline.run->program == ToHex(program)) return std::nullopt;
  const RunList& run = *pipeline.run;
  return fmt::format("run {} was on another program, '{}'{}", run.run, run.path,
                     run.kept.empty() ? "" : " with " + WholeProgramArguments(run.kept));
}

}  // namespace autotune
