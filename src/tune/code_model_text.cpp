#include "tune/code_model_text.h"

#include <algorithm>
#include <ranges>
#include <string_view>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "core/toolchain.h"

namespace autotune {

namespace {

bool IsNameCharacter(char c) {
  return ('a' <= c && c <= 'z') || ('A' <= c && c <= 'Z') || ('0' <= c && c <= '9') || c == '.' ||
         c == '_' || c == '-' || c == '+';
}

bool IsName(std::string_view text) {
  return !text.empty() && std::ranges::all_of(text, IsNameCharacter);
}

}  // namespace

std::vector<std::string> RelocationNames() {
  std::vector<std::string> names;
  for (const Relocation relocation : kRelocations) names.emplace_back(Name(relocation));
  return names;
}

Result<Relocation> ParseRelocation(const std::string& text) {
  const auto found =
      std::ranges::find(kRelocations, text, [](Relocation relocation) { return Name(relocation); });
  if (found != kRelocations.end()) return *found;
  return Error{ErrorCode::kInvalidArgument,
               fmt::format("there is no relocation model '{}', but: {}", text,
                           fmt::join(RelocationNames(), ", "))};
}

Status CheckCpuName(const std::string& text) {
  if (IsName(text)) return {};
  return Error{ErrorCode::kInvalidArgument,
               fmt::format("'{}' is no name of a CPU: '{} -mtriple=... -mcpu=help' lists them",
                           text, kLlcProgram)};
}

Status CheckFeatureNames(const std::string& text) {
  bool valid = !text.empty() && text.back() != ',';
  for (const auto part : std::views::split(text, ',')) {
    const std::string_view feature(part.begin(), part.end());
    valid = valid && (feature.starts_with('+') || feature.starts_with('-')) &&
            IsName(feature.substr(1));
  }
  if (valid) return {};
  return Error{ErrorCode::kInvalidArgument,
               fmt::format("'{}' is no list of features: write +dsp,-fpu", text)};
}

std::vector<std::string> CodeModelArguments(const CodeModel& model) {
  std::vector<std::string> arguments;
  if (model.relocation) {
    arguments.push_back(fmt::format("--relocation-model={}", Name(*model.relocation)));
  }
  if (!model.cpu.empty()) arguments.push_back("--mcpu=" + model.cpu);
  if (!model.features.empty()) arguments.push_back("--mattr=" + model.features);
  if (model.function_sections) arguments.emplace_back("--function-sections");
  if (model.data_sections) arguments.emplace_back("--data-sections");
  return arguments;
}

}  // namespace autotune
