#include "eval/proof/force_attributes.h"

#include <algorithm>
#include <iterator>
#include <string_view>
#include <utility>
#include <vector>

#include "eval/process/subprocess.h"
#include "eval/process/temp_directory.h"
#include "eval/proof/pass_policy.h"
#include "eval/proof/reproduction.h"

namespace autotune {
namespace {

constexpr std::string_view kPass = "-passes=forceattrs";
/// `forceattrs` can't take an attribute off single functions whose names have a colon, so all lose
/// theirs first.
std::vector<std::string> Removals(bool no_unwind_tables) {
  std::vector<std::string> flags = {"-force-remove-attribute=minsize",
                                    "-force-remove-attribute=optsize"};
  if (no_unwind_tables) flags.emplace_back("-force-remove-attribute=uwtable");
  return flags;
}

constexpr std::string_view kCsvFlag = "-forceattrs-csv-path=";

/// Attributes in the order in which a file for it names them.
constexpr std::string_view kForced[] = {"minsize",
                                        "optsize",
                                        "no-jump-tables=true",
                                        "nooutline=true",
                                        "frame-pointer=none",
                                        "autotune-convention=preserve_nonecc"};
constexpr std::string_view kTuneCpu = "tune-cpu=";

/// The flag of `opt` that gives attributes.
std::string GivingPasses(const PluginWork& plugin) {
  if (plugin.flag.empty()) return std::string(kPass);
  std::string narrowing;
  if (plugin.least_saved) narrowing = NarrowingElement(*plugin.least_saved) + ',';
  return "-passes=" + narrowing + "forceattrs,autotune-conventions";
}

Status RunOpt(std::vector<std::string> arguments, const std::string& name,
              const ForceOptions& options, const Budget& budget) {
  arguments.insert(arguments.begin(), options.opt_program.string());
  const Result<SubprocessResult> run = RunSubprocess(
      arguments, {.time_limit = options.time_limit, .memory_bytes = options.memory_bytes}, budget);
  if (!run) return run.error();
  if (!run->Succeeded()) return OptFailure(*run, name);
  return {};
}

/// Corrects the first line of textual IR, a comment that names the file it was made from: the
/// user's `opt` reads a pipe.
void NameAfterStdin(std::string& text) {
  const std::string_view name = "; ModuleID = ";
  if (text.starts_with(name)) text.replace(0, text.find('\n'), std::string(name) + "'<stdin>'");
}

}  // namespace

std::vector<std::string> ForcedAttributes(const FunctionAttributes& function) {
  const SizeAttributes& its = function.best;
  const bool no_frame_pointer = its.no_frame_pointer && !function.given.no_frame_pointer;
  const bool wanted[] = {its.minsize,    its.optsize,      its.no_jump_tables,
                         its.no_outline, no_frame_pointer, its.preserve_none};
  static_assert(std::size(wanted) == std::size(kForced));
  std::vector<std::string> attributes;
  for (std::size_t i = 0; i < std::size(wanted); ++i) {
    if (wanted[i]) attributes.emplace_back(kForced[i]);
  }
  if (its.tune_cpu != function.given.tune_cpu) {
    attributes.push_back(std::string(kTuneCpu) + its.tune_cpu);
  }
  return attributes;
}

bool IsForcedAttribute(std::string_view attribute) {
  return attribute.starts_with(kTuneCpu) || std::ranges::count(kForced, attribute) > 0;
}

Result<std::string> AttributesCsv(std::span<const FunctionAttributes> functions) {
  std::string csv;
  for (const FunctionAttributes& function : functions) {
    const std::vector<std::string> attributes = ForcedAttributes(function);
    if (attributes.empty()) continue;
    if (function.name.empty() || function.name.find_first_of(",\n\r") != function.name.npos) {
      FunctionAttributes as_given = function;
      as_given.best = function.given;
      if (ForcedAttributes(as_given).empty()) continue;  // it can go without
      return Error{ErrorCode::kInvalidArgument,
                   "a function's name has a comma or no letter: '" + function.name + "'"};
    }
    for (const std::string& attribute : attributes) csv += function.name + ',' + attribute + '\n';
  }
  return csv;
}

Result<std::string> ForceAttributes(const std::string& bitcode, const std::string& csv,
                                    const std::string& name, const ForceOptions& options,
                                    const Budget& budget) {
  const Result<TempDirectory> directory = TempDirectory::Create(options.temp_root);
  if (!directory) return directory.error();
  if (Status status = directory->Write("in", bitcode); !status.ok()) return status.error();
  if (Status status = directory->Write("csv", csv); !status.ok()) return status.error();
  const auto path = [&](const char* file) { return (directory->path() / file).string(); };
  std::vector<std::string> removing = Removals(options.no_unwind_tables);
  removing.insert(removing.end(), {std::string(kPass), path("in"), "-o", path("bare")});
  Status status = RunOpt(std::move(removing), name, options, budget);
  if (!status.ok()) return status.error();
  std::vector<std::string> giving = {GivingPasses(options.plugin),
                                     std::string(kCsvFlag) + path("csv"), path("bare"), "-o",
                                     path("out")};
  if (!options.plugin.flag.empty()) giving.push_back(options.plugin.flag);
  if (options.text) giving.insert(giving.end(), kTextFlags.begin(), kTextFlags.end());
  status = RunOpt(std::move(giving), name, options, budget);
  if (!status.ok()) return status.error();
  Result<std::string> module = directory->Read("out");
  if (module && options.text) NameAfterStdin(*module);
  return module;
}

std::string NarrowingElement(std::uint64_t least) {
  return std::string(kNarrowTables) + '<' + std::to_string(least) + '>';
}

Result<std::string> NarrowTables(const std::string& bitcode, const std::string& name,
                                 const ForceOptions& options, const Budget& budget) {
  const Result<TempDirectory> directory = TempDirectory::Create(options.temp_root);
  if (!directory) return directory.error();
  if (Status status = directory->Write("in", bitcode); !status.ok()) return status.error();
  const auto path = [&](const char* file) { return (directory->path() / file).string(); };
  const Status status =
      RunOpt({options.plugin.flag, "-passes=" + NarrowingElement(*options.plugin.least_saved),
              path("in"), "-o", path("out")},
             name, options, budget);
  if (!status.ok()) return status.error();
  return directory->Read("out");
}

std::string ForceAttributesCommand(const std::filesystem::path& opt_program,
                                   const std::filesystem::path& csv,
                                   const std::filesystem::path& output, bool no_unwind_tables,
                                   const PluginWork& plugin) {
  const std::string opt = ShellQuote(opt_program.string()) + ' ';
  std::string command = opt + std::string(kPass);
  for (const std::string& removal : Removals(no_unwind_tables)) command += ' ' + removal;
  command += " | " + opt;
  if (!plugin.flag.empty()) command += ShellQuote(plugin.flag) + ' ';
  return command + ShellQuote(GivingPasses(plugin)) + ' ' +
         ShellQuote(std::string(kCsvFlag) + csv.string()) + " -o " +
         ShellQuote(FileArgument(output));
}

}  // namespace autotune
