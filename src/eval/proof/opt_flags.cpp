#include "eval/proof/opt_flags.h"

#include <algorithm>
#include <filesystem>
#include <ranges>
#include <string_view>

#include "core/own_program.h"

namespace autotune {

namespace {

constexpr std::string_view kRelocationModels[] = {"static", "pic",  "dynamic-no-pic",
                                                  "ropi",   "rwpi", "ropi-rwpi"};
constexpr std::string_view kCodeModels[] = {"tiny", "small", "kernel", "medium", "large"};

bool IsRelocationModel(std::string_view value) {
  return std::ranges::find(kRelocationModels, value) != std::end(kRelocationModels);
}

bool IsCodeModel(std::string_view value) {
  return std::ranges::find(kCodeModels, value) != std::end(kCodeModels);
}

/// True for a CPU name: at most 64 letters, digits and `._+-`, no `-` in front. It can't be a path.
bool IsCpu(std::string_view value) {
  constexpr std::string_view kLetters =
      "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789._+-";
  return !value.empty() && value.size() <= 64 && value.front() != '-' &&
         value.find_first_not_of(kLetters) == value.npos;
}

/// A plugin's path is never taken from stored text: it must be that of the installed one.
bool IsPlanPlugin(std::string_view value) {
  return std::filesystem::path(value) == OwnFolder() / kPluginFile;
}

/// True for names of symbols with commas between them. A `?` stands for any character.
bool IsSymbolList(std::string_view value) {
  std::string names(value);
  std::ranges::replace(names, '?', '_');
  return !names.empty() && std::ranges::all_of(std::views::split(names, ','), [](const auto& name) {
    return IsSymbolName({name.begin(), name.end()});
  });
}

/// True for a function and what the inliner is told about it, and for size attributes of all.
bool IsInlineChoice(std::string_view value) {
  if (value == "optsize" || value == "minsize") return true;
  const std::size_t colon = value.find(':');
  if (colon == value.npos || !IsSymbolName(value.substr(0, colon))) return false;
  return value.substr(colon) == ":noinline" || value.substr(colon) == ":alwaysinline";
}

bool IsNothing(std::string_view value) { return value.empty(); }

/// A flag's fixed beginning, and a test of the rest.
struct AllowedFlag {
  std::string_view begin;
  bool (*allows)(std::string_view value);
};

constexpr AllowedFlag kAllowed[] = {
    {"-relocation-model=", IsRelocationModel},
    {"-code-model=", IsCodeModel},
    {"-mcpu=", IsCpu},
    {"-function-sections", IsNothing},
    {"-data-sections", IsNothing},
    {"-load-pass-plugin=", IsPlanPlugin},
    {"-internalize-public-api-list=", IsSymbolList},
    {"-force-attribute=", IsInlineChoice},
};

bool IsAllowed(std::string_view flag) {
  return std::ranges::any_of(kAllowed, [flag](const AllowedFlag& allowed) {
    return flag.starts_with(allowed.begin) && allowed.allows(flag.substr(allowed.begin.size()));
  });
}

}  // namespace

bool IsSymbolName(std::string_view name) {
  constexpr std::string_view kLetters =
      "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_.$";
  return !name.empty() && name.find_first_not_of(kLetters) == name.npos;
}

Status CheckOptFlags(std::span<const std::string> flags) {
  for (const std::string& flag : flags) {
    if (IsAllowed(flag)) continue;
    return Error{ErrorCode::kBadInput,
                 "the flag '" + flag +
                     "' of a stored list is refused: opt gets -relocation-model=, -code-model=, "
                     "-mcpu=, -function-sections, -data-sections, -internalize-public-api-list= "
                     "and -force-attribute= with noinline, alwaysinline, optsize or minsize from "
                     "there and nothing else"};
  }
  return {};
}

}  // namespace autotune
