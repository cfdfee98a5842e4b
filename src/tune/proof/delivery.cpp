#include "tune/proof/delivery.h"

#include <sstream>
#include <utility>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "eval/process/temp_directory.h"
#include "eval/proof/force_attributes.h"
#include "tune/output/output_format.h"
#include "tune/plan/plan_file.h"
#include "tune/proof/code_options.h"
#include "tune/proof/prove.h"

namespace autotune {

namespace {

using Json = nlohmann::ordered_json;

Result<std::string> ForceTwice(const std::string& bitcode, const Delivery& delivery,
                               const std::string& name, const ForceOptions& options,
                               const Budget& budget) {
  Result<std::string> once = ForceAttributes(bitcode, *delivery.attributes, name, options, budget);
  if (!once) return once;
  const Result<std::string> again =
      ForceAttributes(bitcode, *delivery.attributes, name, options, budget);
  if (!again) return again.error();
  if (*again == *once) return once;
  return Error{ErrorCode::kBadInput, "two processes of opt give functions other attributes"};
}

}  // namespace

Delivery DeliveryOf(const TuneResult& outcome) {
  Delivery delivery;
  if (outcome.attributed) {
    delivery.attributes = outcome.attributed->csv;
    delivery.no_unwind_tables = outcome.job.allowed.unwind_tables;
    delivery.conventions = outcome.attributed->conventions > 0;
    delivery.least_saved = outcome.attributed->plugin.least_saved;
  }
  if (outcome.optioned) delivery.code_options = outcome.optioned->options;
  return delivery;
}

std::string DeliveryText(const Delivery& delivery) {
  Json json = {{"attributes", delivery.attributes ? Json(*delivery.attributes) : Json()},
               {"no_unwind_tables", delivery.no_unwind_tables},
               {"conventions", delivery.conventions},
               {"least_saved", delivery.least_saved ? Json(*delivery.least_saved) : Json()},
               {"code_options", delivery.code_options}};
  return json.dump(-1, ' ', false, Json::error_handler_t::replace);
}

Result<Delivery> ParseDelivery(const std::string& text) {
  Delivery delivery;
  if (text.empty()) return delivery;
  const Json json = Json::parse(text, nullptr, /*allow_exceptions=*/false);
  try {
    const Json& attributes = json.at("attributes");
    if (!attributes.is_null()) delivery.attributes = attributes.get<std::string>();
    delivery.no_unwind_tables = json.at("no_unwind_tables").get<bool>();
    delivery.conventions = json.at("conventions").get<bool>();
    const Json& least = json.at("least_saved");
    if (!least.is_null()) delivery.least_saved = least.get<std::uint64_t>();
    delivery.code_options = json.at("code_options").get<std::vector<std::string>>();
  } catch (const Json::exception& exception) {
    return Error{ErrorCode::kBadInput,
                 fmt::format("the database is damaged: {}", exception.what())};
  }
  std::istringstream lines(delivery.attributes.value_or(""));
  for (std::string line; std::getline(lines, line);) {
    const std::size_t comma = line.find(',');
    if (comma != line.npos && IsForcedAttribute(line.substr(comma + 1))) continue;
    return Error{ErrorCode::kBadInput, fmt::format("'{}' gives no size attribute", line)};
  }
  for (const std::string& option : delivery.code_options) {
    if (IsCodeOption(option)) continue;
    return Error{ErrorCode::kBadInput, fmt::format("'{}' is no option of code generation", option)};
  }
  return delivery;
}

Result<Delivered> Deliver(const TuneJob& job, const Delivery& delivery, const std::string& bitcode,
                          const CodeModel& model, const Budget& budget) {
  Delivered made{.bitcode = bitcode};
  if (delivery.attributes) {
    ForceOptions options{.opt_program = job.opt_program,
                         .temp_root = TempRoot(),
                         .memory_bytes = OptMemory(job),
                         .no_unwind_tables = delivery.no_unwind_tables};
    if (delivery.needs_plugin()) {
      Result<std::string> flag = PluginFlag();
      if (!flag) return flag.error();
      options.plugin = {*std::move(flag), delivery.least_saved};
    }
    const std::string name = job.program.string();
    Result<std::string> forced = ForceTwice(bitcode, delivery, name, options, budget);
    if (!forced) return forced.error();
    made.bitcode = *std::move(forced);
    if (IsTextualIr(job.output)) {
      options.text = true;
      Result<std::string> text =
          ForceAttributes(bitcode, *delivery.attributes, name, options, budget);
      if (!text) return text.error();
      made.text = *std::move(text);
    }
  }
  if (delivery.code_options.empty()) return made;
  Result<OptionedObject> object = CodeWith(made.bitcode, model, delivery.code_options, budget);
  if (!object) return object.error();
  made.object = *std::move(object);
  return made;
}

}  // namespace autotune
