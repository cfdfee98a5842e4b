#include "tune/output/json_report.h"

#include <algorithm>
#include <string_view>
#include <thread>

#include <fmt/format.h>
#include <fmt/ranges.h>
#include <nlohmann/json.hpp>

#include "core/toolchain.h"
#include "tune/front.h"
#include "tune/machine.h"
#include "tune/seconds.h"

namespace autotune {

namespace {

using Json = nlohmann::ordered_json;

constexpr int kSchemaVersion = 1;
// Of an array as `ToText` writes it.
constexpr std::string_view kArrayBegin = "[\n";
constexpr std::string_view kArrayEnd = "\n]\n";

/// `member(cost)` for each level that was measured, and for the result.
template <typename Member>
Json ByLevel(const TuneResult& outcome, Member member) {
  Json values = Json::object();
  for (const auto& [level, baseline] : outcome.baselines.levels) {
    values[std::string(Name(level))] = member(baseline.cost);
  }
  values["best"] = member(outcome.delivered());
  return values;
}

Json Failures(const WorkerPoolStats& stats) {
  Json failures = Json::object();
  for (std::size_t i = 0; i < stats.failures.size(); ++i) {
    failures[std::string(Name(kEvaluationFailures[i]))] = stats.failures[i];
  }
  return failures;
}

Json ToJson(const CodeModel& model) {
  return {{"relocation_model", model.relocation ? Json(Name(*model.relocation)) : Json()},
          {"cpu", model.cpu.empty() ? Json() : Json(model.cpu)},
          {"features", model.features.empty() ? Json() : Json(model.features)},
          {"function_sections", model.function_sections},
          {"data_sections", model.data_sections}};
}

void AddMeasurements(const TuneResult& outcome, Json& report) {
  report["instructions"] = ByLevel(outcome, [](const Cost& cost) { return cost.instructions; });
  report["object_size"] = ByLevel(outcome, [](const Cost& cost) {
    return cost.object_size ? Json(cost.object_size->total()) : Json();
  });
  report["object_sections"] = ByLevel(outcome, [](const Cost& cost) {
    return cost.object_size
               ? Json{{"text", cost.object_size->text}, {"data", cost.object_size->data}}
               : Json();
  });
  report["code_model"] = ToJson(outcome.program.code_model);
  Json failed = Json::object();
  for (const auto& [level, error] : outcome.baselines.failed) {
    failed[std::string(Name(level))] = error.message;
  }
  report["failed_levels"] = failed;
}

/// `ratio` and `reward`, by the objective; null where Oz could not be measured.
void AddScores(const TuneResult& outcome, Json& report) {
  const Objective objective = outcome.job.objective;
  const auto& levels = outcome.baselines.levels;
  const auto oz = levels.find(Level::kOz);
  report["ratio"] = nullptr;
  report["reward"] = nullptr;
  if (oz == levels.end()) return;
  const auto value = [&](const Cost& cost) { return static_cast<double>(Value(cost, objective)); };
  const double at_o0 = value(levels.at(Level::kO0).cost);
  const double at_oz = value(oz->second.cost);
  const double best = value(outcome.delivered());
  report["ratio"] = RatioToOz(outcome.value(oz->second.cost), outcome.value(outcome.delivered()));
  report["reward"] = std::max(0.0, (at_o0 - best) / std::max(at_o0 - at_oz, 1.0));
}

void AddResult(const TuneResult& outcome, Json& report) {
  const Proven& result = outcome.result;
  report["passes"] = result.passes;
  report["pipeline"] = result.reproduction.pipeline;
  report["opt_flags"] = result.reproduction.opt_flags;
  report["verified"] = result.reproduction.verified;
  report["processes"] = result.reproduction.processes;
  report["repaired"] = result.reproduction.repaired;
  report["result_ir_hash"] = ToHex(result.reproduction.ir);
  report["standard_level"] = result.level ? Json(Name(*result.level)) : Json();
  report["best_standard_level"] = Name(outcome.best_level());
  if (outcome.unproven) {
    report["unproven"] = {{"passes", outcome.unproven->elements},
                          {"opt_flags", outcome.unproven->opt_flags},
                          {"instructions", outcome.unproven->cost.instructions}};
  }
}

Json Curve(const std::vector<CurvePoint>& points) {
  Json curve = Json::array();
  for (const CurvePoint& point : points) {
    curve.push_back({point.seconds, point.evaluations, point.best});
  }
  return curve;
}

Json Rejected(const std::vector<RejectedPass>& passes) {
  Json rejected = Json::array();
  for (const RejectedPass& pass : passes) {
    rejected.push_back({{"pass", pass.pass}, {"reason", pass.reason}});
  }
  return rejected;
}

Json PlanOf(const BatchEntry& entry) {
  const PlannedResult& planned = *entry.outcome->planned;
  const Reproduction& result = planned.proven.reproduction;
  Json plan = {{"file", entry.plan_file.empty() ? Json() : Json(entry.plan_file)},
               {"instructions", result.cost.instructions},
               {"object_size", nullptr},
               {"functions", planned.functions},
               {"evaluations", planned.evaluations},
               {"search_seconds", planned.search_seconds},
               {"processes", result.processes},
               {"result_ir_hash", ToHex(result.ir)}};
  if (result.cost.object_size) plan["object_size"] = result.cost.object_size->total();
  return plan;
}

Json FrontOf(const BatchEntry& entry) {
  if (entry.front.empty()) return {};
  Json front = Json::array();
  for (const TuneResult& result : entry.front) {
    const Reproduction& reproduction = result.result.reproduction;
    front.push_back({{"instructions", result.delivered().instructions},
                     {"object_size", result.delivered().object_size->total()},
                     {"passes", result.result.passes},
                     {"pipeline", reproduction.pipeline},
                     {"opt_flags", reproduction.opt_flags},
                     {"processes", reproduction.processes},
                     {"result_ir_hash", ToHex(reproduction.ir)}});
  }
  return front;
}

Json InliningOf(const TuneResult& outcome) {
  if (!outcome.inlined || outcome.result.level) return {};
  Json functions = Json::object();
  for (const InlineChoice& choice : outcome.inlined->choices) {
    if (choice.function.empty()) continue;  // in `opt_flags` or the pipeline
    functions[choice.function] = choice.order == PassOrder::kAlwaysInline ? "always" : "never";
  }
  return functions.empty() ? Json() : functions;
}

Json AttributesOf(const TuneResult& outcome) {
  if (!outcome.attributed) return {};
  const Attributed& attributed = *outcome.attributed;
  return {{"functions", attributed.functions},
          {"preserve_none_functions", attributed.conventions},
          {"narrow_table_bytes", attributed.table_bytes},
          {"object_size_without", outcome.result.reproduction.cost.object_size->total()},
          {"result_ir_hash", ToHex(attributed.ir)},
          {"file", outcome.job.attributes_output}};
}

Json CodeOptionsOf(const TuneResult& outcome) {
  if (!outcome.optioned) return {};
  return {{"options", outcome.optioned->options},
          {"object_size_without", outcome.optioned->without.total()}};
}

Json PartsOf(const std::optional<ObjectParts>& parts) {
  if (!parts) return {};
  return {{"text", parts->text},
          {"read_only", parts->read_only},
          {"data", parts->data},
          {"unwind", parts->unwind},
          {"shared", parts->shared}};
}

/// `member(facts)` of clang -Oz and of the result; null if the result has none.
template <typename Member>
Json Facts(const TuneResult& outcome, Member member) {
  const Json best = outcome.facts ? member(*outcome.facts) : Json();
  if (best.is_null()) return {};
  const Json oz = outcome.oz_facts ? member(*outcome.oz_facts) : Json();
  return {{std::string(Name(Level::kClangOz)), oz}, {"best", best}};
}

void AddFacts(const TuneResult& outcome, Json& report) {
  report["object_parts"] =
      Facts(outcome, [](const ModuleFacts& facts) { return PartsOf(facts.object); });
  report["linked_parts"] =
      Facts(outcome, [](const ModuleFacts& facts) { return PartsOf(facts.linked); });
  report["executed_instructions"] = Facts(outcome, [](const ModuleFacts& facts) {
    return facts.executed ? Json(*facts.executed) : Json();
  });
}

/// The program as given, if it was made whole.
Json WholeProgramOf(const TuneResult& outcome) {
  if (!outcome.whole_program) return {};
  const WholeProgram& whole = *outcome.whole_program;
  return {{"kept", whole.kept},
          {"given_ir_hash", ToHex(whole.given_ir)},
          {"given_instructions", whole.given_instructions},
          {"given_functions", whole.given_functions},
          {"functions", whole.functions}};
}

Json ToJson(const BatchEntry& entry, const std::vector<std::string>& argv) {
  if (!entry.outcome) {
    return {{"schema_version", kSchemaVersion},
            {"program", entry.program.string()},
            {"error", entry.outcome.error().message}};
  }
  const TuneResult& outcome = *entry.outcome;
  const TuneJob& options = outcome.job;
  Json report;
  report["schema_version"] = kSchemaVersion;
  report["autotune_version"] = kVersion;
  report["argv"] = argv;
  report["program"] = options.program.string();
  report["ir_hash"] = ToHex(outcome.program.root.next.ir);
  report["whole_program"] = WholeProgramOf(outcome);
  report["llvm_version"] = outcome.llvm_version;
  report["target"] = outcome.program.target_triple;
  report["cpu"] = CpuModel();
  report["cores"] = std::thread::hardware_concurrency();
  report["objective"] = Name(options.objective);
  // A run of a front that looks for the fewest instructions has one that nothing exceeds.
  const bool limited = outcome.byte_limit.value_or(kNoByteLimit) != kNoByteLimit;
  report["byte_limit"] = limited ? Json(*outcome.byte_limit) : Json();
  report["method"] = options.method;
  report["model"] = outcome.model.empty() ? Json() : Json(outcome.model);
  report["action_space"] = options.action_space;
  report["action_space_fingerprint"] = ToHex(outcome.action_space_fingerprint);
  report["threads"] = options.threads;
  report["seed"] = options.seed;
  report["budget_seconds"] = Seconds(options.budget);
  report["max_evaluations"] = options.max_evaluations ? Json(*options.max_evaluations) : Json();
  report["wall_seconds"] = outcome.wall_seconds;
  report["search_seconds"] = outcome.search_seconds;
  report["inlining_seconds"] = outcome.inlining_seconds;
  report["attributes_seconds"] = outcome.attributes_seconds;
  report["code_options_seconds"] = outcome.options_seconds;
  report["interrupted"] = outcome.signal != 0;
  report["evaluations"] = outcome.evaluations;
  report["failures"] = Failures(outcome.stats);
  report["rejected_passes"] = Rejected(outcome.rejected);
  report["workers_lost"] = outcome.stats.lost;
  AddMeasurements(outcome, report);
  AddScores(outcome, report);
  AddResult(outcome, report);
  report["inlining"] = InliningOf(outcome);
  report["size_attributes"] = AttributesOf(outcome);
  report["code_options"] = CodeOptionsOf(outcome);
  AddFacts(outcome, report);
  report["plan"] = outcome.planned ? PlanOf(entry) : Json();
  report["front"] = FrontOf(entry);
  report["curve"] = Curve(outcome.curve);
  return report;
}

std::string ToText(const Json& json) {
  // A file name need not be UTF-8, JSON must be.
  return json.dump(2, ' ', false, Json::error_handler_t::replace) + "\n";
}

}  // namespace

std::string JsonReport(const BatchEntry& entry, const std::vector<std::string>& argv) {
  return ToText(ToJson(entry, argv));
}

std::string JsonElement(const BatchEntry& entry, const std::vector<std::string>& argv) {
  Json array = Json::array();
  array.push_back(ToJson(entry, argv));
  const std::string text = ToText(array);
  return text.substr(kArrayBegin.size(), text.size() - kArrayBegin.size() - kArrayEnd.size());
}

std::string JsonArray(std::span<const std::string> elements) {
  if (elements.empty()) return ToText(Json::array());
  return fmt::format("{}{}{}", kArrayBegin, fmt::join(elements, ",\n"), kArrayEnd);
}

}  // namespace autotune
