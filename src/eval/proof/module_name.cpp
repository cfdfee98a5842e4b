#include "eval/proof/module_name.h"

#include <system_error>

#include "core/toolchain.h"
#include "eval/process/subprocess.h"
#include "eval/proof/reproduction.h"

namespace autotune {

namespace fs = std::filesystem;

ModuleName ParseModuleName(const fs::path& name) {
  std::error_code ignored;  // a path that can't be looked at is no file
  std::string text = name.string();
  ModuleName parts;
  if (fs::exists(text, ignored)) return {.file = name, .member = {}, .section = {}};
  for (const std::string_view section : kModuleSections) {
    if (!text.ends_with(":" + std::string(section))) continue;
    parts.section = section;
    text.resize(text.size() - section.size() - 1);
  }
  if (!fs::exists(text, ignored)) {
    for (std::size_t at = text.find(':'); at != text.npos; at = text.find(':', at + 1)) {
      if (!fs::is_regular_file(text.substr(0, at), ignored)) continue;
      parts.member = text.substr(at + 1);
      text.resize(at);
    }
  }
  parts.file = text;
  return parts;
}

std::string ModuleCommand(const fs::path& name) {
  const ModuleName parts = ParseModuleName(name);
  std::string file = ShellQuote(FileArgument(parts.file));
  std::string command;
  if (!parts.member.empty()) {
    command = std::string(kArProgram) + " p " + file + ' ' + ShellQuote(FileArgument(parts.member));
    file = "-";
  }
  if (parts.section.empty()) return command;
  return command + (command.empty() ? "" : " | ") + std::string(kObjcopyProgram) +
         " --dump-section=" + parts.section + "=- " + file + " /dev/null";
}

std::string ModuleStem(const fs::path& name) {
  const ModuleName parts = ParseModuleName(name);
  return (parts.member.empty() ? parts.file : fs::path(parts.member)).stem().string();
}

}  // namespace autotune
