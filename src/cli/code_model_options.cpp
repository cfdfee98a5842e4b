#include "cli/code_model_options.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "tune/code_model_text.h"

namespace autotune {

using namespace option_kinds;

std::vector<Row> CodeModelRows(CodeModel& to) {
  return {
      {"relocation-model",
       "MODEL",
       fmt::format("{} (by PIC Level)", fmt::join(RelocationNames(), ", ")),
       {[&to](const std::string& text) -> Status {
         const Result<Relocation> relocation = ParseRelocation(text);
         if (!relocation) return relocation.error();
         to.relocation = *relocation;
         return {};
       }}},
      {"mcpu",
       "NAME",
       "CPU of functions that name none (the target's generic one)",
       {[&to](const std::string& text) -> Status {
         to.cpu = text;
         return CheckCpuName(text);
       }}},
      {"mattr",
       "LIST",
       "features of the CPU: +dsp,-fpu",
       {[&to](const std::string& text) -> Status {
         to.features = text;
         return CheckFeatureNames(text);
       }}},
      {"function-sections", "", "each function in a section of its own",
       Switch(to.function_sections)},
      {"data-sections", "", "each variable in a section of its own", Switch(to.data_sections)},
  };
}

}  // namespace autotune
