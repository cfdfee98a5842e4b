#include "core/code_model.h"

namespace autotune {

std::string_view Name(Relocation relocation) {
  switch (relocation) {
    case Relocation::kPic: return "pic";
    case Relocation::kStatic: return "static";
    case Relocation::kDynamicNoPic: return "dynamic-no-pic";
    case Relocation::kRopi: return "ropi";
    case Relocation::kRwpi: return "rwpi";
    case Relocation::kRopiRwpi: return "ropi-rwpi";
  }
  return "unknown";  // the value came from a worker with broken memory
}

std::string Describe(const CodeModel& model) {
  std::string text(model.relocation ? Name(*model.relocation) : "default");
  const auto add = [&text](std::string_view part) { text.append(", ").append(part); };
  if (!model.cpu.empty()) add(model.cpu);
  if (!model.features.empty()) add(model.features);
  if (model.function_sections) add("function-sections");
  if (model.data_sections) add("data-sections");
  return text;
}

std::vector<std::string> LlcFlags(const CodeModel& model) {
  std::vector<std::string> flags;
  if (model.relocation)
    flags.push_back("-relocation-model=" + std::string(Name(*model.relocation)));
  if (!model.cpu.empty()) flags.push_back("-mcpu=" + model.cpu);
  if (!model.features.empty()) flags.push_back("-mattr=" + model.features);
  if (model.function_sections) flags.emplace_back("-function-sections");
  if (model.data_sections) flags.emplace_back("-data-sections");
  return flags;
}

}  // namespace autotune
