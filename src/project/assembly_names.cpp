#include "project/assembly_names.h"

#include <algorithm>
#include <map>
#include <set>
#include <sstream>
#include <string>
#include <utility>

#include <fmt/format.h>

#include "core/file.h"
#include "core/printable.h"
#include "core/toolchain.h"
#include "tune/plan/plan_file.h"

namespace autotune {

namespace {

namespace fs = std::filesystem;

/// What the plugin says of a module (src/plugin/symbols_pass.h).
struct AssemblyNames {
  std::set<std::string> named;  ///< in assembly
  std::set<std::string> locals;
  std::set<std::string> visible;
};

Result<AssemblyNames> ReadNames(const fs::path& module, const UnitFolder& folder,
                                const RunWords& run) {
  const Result<std::string> plugin = PluginFlag();
  if (!plugin) return plugin.error();
  TemporaryFiles files(folder);
  const fs::path list = files.New(".txt");
  const Status done = RunIn(folder.root(),
                            {std::string(kOptProgram), *plugin, "-disable-output",
                             "-passes=autotune-assembly", module.string()},
                            list, run);
  if (!done) return done.error();
  const Result<std::string> text = ReadFile(list);
  if (!text) return text.error();
  AssemblyNames names;
  std::istringstream words(*text);
  for (std::string kind, name; words >> kind >> name;) {
    (kind == "names" ? names.named : kind == "local" ? names.locals : names.visible).insert(name);
  }
  return names;
}

/// Returns the name that a local symbol had before LLVM made it another one than its namesakes.
std::string Unnumbered(const std::string& name) {
  const std::size_t dot = name.find_last_not_of("0123456789");
  const bool has_number = dot != std::string::npos && name[dot] == '.' && dot + 1 < name.size();
  return has_number ? name.substr(0, dot) : name;
}

Error Differs(const std::string& name) {
  return {
      ErrorCode::kBadInput,
      fmt::format("assembly names '{}', which is local in one unit and another symbol elsewhere",
                  Printable(name))};
}

}  // namespace

Status CheckAssemblyNames(const fs::path& merged, const std::vector<RecordedUnit>& units,
                          const UnitFolder& folder, const RunWords& run) {
  const Result<AssemblyNames> all = ReadNames(merged, folder, run);
  if (!all) return all.error();
  const bool is_suspect = std::ranges::any_of(all->locals, [&](const std::string& name) {
    return all->named.contains(name) || all->named.contains(Unnumbered(name)) ||
           all->visible.contains(name);
  });
  if (!is_suspect) return {};
  std::vector<AssemblyNames> apart;
  std::map<std::string, int> units_with;   // by local symbol
  std::map<std::string, int> units_using;  // by visible symbol
  for (const RecordedUnit& unit : units) {
    Result<AssemblyNames> own = ReadNames(folder.Module(unit.module), folder, run);
    if (!own) return own.error();
    for (const std::string& name : own->locals) ++units_with[name];
    for (const std::string& name : own->visible) ++units_using[name];
    apart.push_back(*std::move(own));
  }
  for (const AssemblyNames& unit : apart) {
    for (const std::string& name : unit.named) {
      const bool is_own = unit.locals.contains(name);
      const bool is_renamed = is_own && !all->locals.contains(name);
      const auto found = units_with.find(name);
      const int others = found == units_with.end() ? 0 : found->second - (is_own ? 1 : 0);
      if (is_renamed || others > 0) return Differs(name);
    }
    for (const std::string& name : unit.locals) {
      // Only a label has the name of a visible symbol in one module.
      if (!all->locals.contains(name) || !all->visible.contains(name)) continue;
      if (units_using[name] > (unit.visible.contains(name) ? 1 : 0)) return Differs(name);
    }
  }
  return {};
}

}  // namespace autotune
