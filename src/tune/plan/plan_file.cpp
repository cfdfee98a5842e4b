#include "tune/plan/plan_file.h"

#include <algorithm>
#include <utility>

#include <fmt/format.h>
#include <fmt/ranges.h>
#include <nlohmann/json.hpp>

#include "core/own_program.h"
#include "core/pipeline_text.h"
#include "eval/proof/opt_flags.h"
#include "eval/proof/pass_policy.h"

namespace autotune {

namespace {

using Json = nlohmann::ordered_json;

std::string Quoted(const Json& value) {
  return value.dump(-1, ' ', false, Json::error_handler_t::replace);
}

std::string PhaseText(const PlanPhase& phase) {
  if (!phase.module.empty()) {
    return fmt::format("  {{\"module\": {}}}",
                       Quoted(fmt::format("{}", fmt::join(phase.module, ","))));
  }
  if (!phase.attributes.empty()) {
    std::vector<std::string> lines;
    for (const PlannedAttributes& its : phase.attributes) {
      lines.push_back(fmt::format("    {{\"name\": {}, \"attributes\": {}}}", Quoted(its.name),
                                  Quoted(its.attributes)));
    }
    return fmt::format("  {{\"attributes\": [\n{}\n  ]}}", fmt::join(lines, ",\n"));
  }
  std::string text = "  {\"functions\": [";
  for (const PlannedFunction& function : phase.functions) {
    text += fmt::format("{}\n    {{\"name\": {}, \"body\": \"{:016x}\", \"passes\": {}}}",
                        &function == &phase.functions.front() ? "" : ",", Quoted(function.name),
                        function.body, Quoted(function.passes));
  }
  return text + "\n  ], \"others\": " + Quoted(phase.others) + "}";
}

void VerifyEach(std::vector<std::string>& passes) {
  std::vector<std::string> verified;
  for (std::string& pass : passes) {
    verified.push_back(std::move(pass));
    verified.emplace_back("verify");
  }
  passes = std::move(verified);
}

}  // namespace

std::string PlanText(const Plan& plan) {
  std::string text =
      fmt::format("{{\n\"version\": {},\n\"llvm\": {},\n\"target\": {},\n\"phases\": [",
                  kPlanVersion, Quoted(plan.llvm_version), Quoted(plan.target_triple));
  for (const PlanPhase& phase : plan.phases) {
    text += (&phase == &plan.phases.front() ? "\n" : ",\n") + PhaseText(phase);
  }
  return text + "\n]\n}\n";
}

Plan Verifying(Plan plan) {
  for (PlanPhase& phase : plan.phases) {
    VerifyEach(phase.module);
    VerifyEach(phase.others);
    for (PlannedFunction& function : phase.functions) VerifyEach(function.passes);
  }
  return plan;
}

std::string_view InsideFunction(std::string_view pipeline) {
  constexpr std::string_view kBegin = "function(";
  if (!pipeline.starts_with(kBegin) || !pipeline.ends_with(')')) return pipeline;
  pipeline.remove_prefix(kBegin.size());
  pipeline.remove_suffix(1);
  return pipeline;
}

Result<std::string> PluginFlag() {
  const std::filesystem::path plugin = OwnFolder() / kPluginFile;
  std::error_code error;
  if (std::filesystem::exists(plugin, error)) return std::string(kLoadPlugin) + plugin.string();
  return Error{ErrorCode::kNotFound, "there is no '" + plugin.string() + "', a plugin for opt"};
}

Result<std::string> PlanElement(const std::filesystem::path& plan, bool strict) {
  const std::string& path = plan.native();
  if (path.find_first_of(",()<>;'\"\\ \t\n") != path.npos) {
    return Error{ErrorCode::kInvalidArgument, "opt can't be given the plan '" + path +
                                                  "': name a path without blanks, quotes, commas "
                                                  "and brackets"};
  }
  return "autotune-plan<" + path + (strict ? ";strict>" : ">");
}

bool NeedsPlugin(std::string_view pipeline) {
  return std::ranges::any_of(SplitPipeline(pipeline), [](const std::string& element) {
    return element.starts_with(kPluginPrefix);
  });
}

}  // namespace autotune
