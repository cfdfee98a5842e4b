#include "ui/summary.h"

#include <algorithm>
#include <array>
#include <set>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "core/code_model.h"
#include "core/printable.h"
#include "core/quantity.h"
#include "core/toolchain.h"
#include "eval/process/subprocess.h"
#include "eval/proof/force_attributes.h"
#include "eval/proof/module_name.h"
#include "tune/input/read_program.h"
#include "tune/output/output_format.h"

namespace autotune {

namespace {

std::string CostRow(std::string_view title, const Cost& cost, const Baseline* oz) {
  std::string row = fmt::format("{:<10}{:>14}{:>9}", title, FormatCount(cost.instructions),
                                oz ? FormatChange(cost.instructions, oz->cost.instructions) : "");
  if (!cost.object_size) return row + fmt::format("{:>14}", "-");
  const ObjectSize& size = *cost.object_size;
  const std::string change =
      oz && oz->cost.object_size ? FormatChange(size.total(), oz->cost.object_size->total()) : "";
  return row + fmt::format("{:>14}{:>9}{:>11}{:>9}", FormatCount(size.total()), change,
                           FormatCount(size.text), FormatCount(size.data));
}

const Baseline* FindLevel(const Baselines& baselines, Level level) {
  const auto found = baselines.levels.find(level);
  return found == baselines.levels.end() ? nullptr : &found->second;
}

/// `6.2% below`; the value and the reference differ.
std::string Difference(std::uint64_t value, std::uint64_t reference) {
  const std::string change = FormatChange(value, reference);
  return change.substr(1) + (value < reference ? " below" : " above");
}

/// `the best standard level, Oz`. The table may show a better one that needs too many bytes.
std::string BestLevel(const TuneResult& outcome) {
  const Level level = outcome.best_level();
  const Level shown = outcome.baselines.BestLevel(outcome.job.objective);
  const bool limited = shown != level && !outcome.KeepsLimit(outcome.baseline(shown).cost);
  return fmt::format("the best standard level{}, {}", limited ? " that keeps to the limit" : "",
                     Title(level));
}

std::string Verdict(const TuneResult& outcome, const Terminal& terminal) {
  const Objective objective = outcome.job.objective;
  const Level level = outcome.best_level();
  if (outcome.result.level && outcome.unproven) {
    return fmt::format("{} was found, but there was no time to prove it: the result is {}\n",
                       FormatCount(Value(outcome.unproven->cost, objective)),
                       Title(*outcome.result.level));
  }
  if (outcome.result.level) {
    return fmt::format("nothing found beats the standard levels: the result is {}\n",
                       Title(*outcome.result.level));
  }
  const std::uint64_t best = Value(outcome.result.reproduction.cost, objective);
  const std::uint64_t standard = Value(outcome.baseline(level).cost, objective);
  std::string verdict = fmt::format("{} {}", Difference(best, standard), BestLevel(outcome));
  const Baseline* const oz = FindLevel(outcome.baselines, Level::kOz);
  if (oz && level != Level::kOz && Value(oz->cost, objective) > best) {
    verdict += fmt::format(", {} Oz", Difference(best, Value(oz->cost, objective)));
  }
  return (GrowthWarning(outcome).empty() ? terminal.Green(verdict) : verdict) + "\n";
}

/// Says that clang -Oz of the source, whose functions get size attributes, may be smaller than that
/// of the module.
std::string SizeLine(const TuneResult& outcome) {
  const ProgramInfo& program = outcome.program;
  if (program.functions == 0 || program.size_attribute_functions > 0) return "";
  return "no size attributes: clang -Oz of the source may be smaller; -Oz -Xclang "
         "-disable-llvm-passes has them\n";
}

/// Says that nothing kept the bytes of a found list from growing, though the user may expect that.
std::string BytesLine(const TuneResult& outcome) {
  if (outcome.byte_limit || outcome.result.level || NeedsCode(outcome.job.objective)) return "";
  if (!outcome.job.guard_bytes)
    return "bytes had no limit: --objective and --experiment set none\n";
  if (outcome.facts && outcome.facts->object && outcome.oz_facts && outcome.oz_facts->object) {
    return "";
  }
  return "bytes were not compared with those of clang -Oz: a longer --budget has time for that\n";
}

/// Says how many choices the inliner was given, if the result has any.
std::string InliningLine(const TuneResult& outcome) {
  if (!outcome.inlined) return "";
  const std::vector<InlineChoice>& choices = outcome.inlined->choices;
  const auto count = [&](PassOrder order) {
    return static_cast<std::uint64_t>(std::ranges::count(choices, order, &InlineChoice::order));
  };
  std::string line;
  const bool is_level = outcome.result.level.has_value();
  if (count(PassOrder::kOptSize) > 0 && !is_level) {
    line = fmt::format("all functions get {} before the passes\n",
                       count(PassOrder::kMinSize) > 0 ? "optsize and minsize" : "optsize");
  }
  if (count(PassOrder::kAsWritten) > 0) {
    line += fmt::format("calls of {} are inlined{}: --allow always-inline may save more\n",
                        Counted(outcome.program.always_inline_functions, "always_inline function",
                                "always_inline functions"),
                        is_level ? ", except in O0" : " first");
  }
  if (is_level) return line;
  const std::uint64_t always = count(PassOrder::kAlwaysInline);
  const std::uint64_t never = count(PassOrder::kNoInline);
  if (always + never == 0) return line;
  return line + fmt::format("inlining chosen for {}: {} always, {} never\n",
                            Counted(always + never, "function", "functions"), FormatCount(always),
                            FormatCount(never));
}

/// Says what size attributes did, if some were chosen.
std::string AttributesLine(const TuneResult& outcome) {
  if (!outcome.attributed) return "";
  const std::uint64_t size = outcome.attributed->size.total();
  const std::uint64_t before = outcome.result.reproduction.cost.object_size->total();
  std::string line;
  if (outcome.attributed->functions > 0) {
    line = fmt::format("size attributes chosen for {}: text+data {} that without them\n",
                       Counted(outcome.attributed->functions, "function", "functions"),
                       Difference(size, before));
  }
  if (outcome.attributed->conventions > 0) {
    const std::uint64_t count = outcome.attributed->conventions;
    line += fmt::format("of these, {} {} for {} callers (preserve_nonecc)\n", FormatCount(count),
                        count == 1 ? "saves no register" : "save no register",
                        count == 1 ? "its" : "their");
  }
  if (const std::uint64_t bytes = outcome.attributed->table_bytes; bytes > 0) {
    line += fmt::format("tables of integers: narrower elements save {}\n",
                        Counted(bytes, "byte", "bytes"));
  }
  if (outcome.attributed->frame_pointers > 0) {
    line += fmt::format(
        "{} their frame pointers: --allow frame-pointers may save more\n",
        Counted(outcome.attributed->frame_pointers, "function keeps", "functions keep"));
  }
  return line;
}

/// Bytes that other objects may hold are told of if they are more than a hundredth of all.
constexpr std::uint64_t kLeastSharedPart = 100;

std::string PartsRow(std::string_view title, const ObjectParts& parts) {
  return fmt::format("{:<10}{:>14}{:>11}{:>11}{:>9}{:>9}\n", title, FormatCount(parts.total()),
                     FormatCount(parts.text), FormatCount(parts.read_only), FormatCount(parts.data),
                     FormatCount(parts.unwind));
}

/// Shows the parts of -Oz and of the result: of object files, or of what was linked.
std::string PartsTable(std::string_view title, const std::optional<ObjectParts>& oz,
                       const std::optional<ObjectParts>& parts) {
  if (!parts) return "";
  std::string table = fmt::format("\n{:<10}{:>14}{:>11}{:>11}{:>9}{:>9}\n", title, "text+data",
                                  "text", "read-only", "data", "unwind");
  if (oz) table += PartsRow(Title(Level::kClangOz), *oz);
  return table + PartsRow("autotune", *parts);
}

/// `1,234 with clang -Oz, 1,200 now: -2.8%`.
std::string FromTo(std::uint64_t oz, std::uint64_t now) {
  return fmt::format("{} with {}, {} now: {}\n", FormatCount(oz), Title(Level::kClangOz),
                     FormatCount(now), FormatChange(now, oz));
}

/// Shows what is known of the result besides its cost.
std::string FactsOf(const TuneResult& outcome) {
  if (!outcome.facts) return "";
  const ModuleFacts& facts = *outcome.facts;
  const ModuleFacts oz = outcome.oz_facts.value_or(ModuleFacts());
  std::string text = PartsTable("object", oz.object, facts.object);
  if (oz.object && facts.object && kLeastSharedPart * oz.object->shared > oz.object->total()) {
    text += "without what other objects may hold, too: " +
            FromTo(oz.object->total() - oz.object->shared,
                   facts.object->total() - facts.object->shared);
  }
  text += PartsTable("linked", oz.linked, facts.linked);
  if (oz.linked && facts.linked) {
    text += "linked: " + FromTo(oz.linked->total(), facts.linked->total());
  }
  if (oz.executed && facts.executed) {
    text += "instructions executed in your check: " + FromTo(*oz.executed, *facts.executed);
  }
  return text;
}

/// Says what options of code generation did, if some were chosen.
std::string OptionsLine(const TuneResult& outcome) {
  if (!outcome.optioned) return "";
  const std::vector<std::string>& options = outcome.optioned->options;
  std::string line =
      fmt::format("{} of code generation chosen: text+data {} that without\n",
                  Counted(options.size(), "option", "options"),
                  Difference(outcome.optioned->size.total(), outcome.optioned->without.total()));
  const bool outlines = std::ranges::any_of(
      options, [](const std::string& its) { return its.find("outliner") != its.npos; });
  if (outlines) line += "code is outlined: debuggers may not unwind through outlined functions\n";
  return line;
}

std::string Effort(const TuneResult& outcome) {
  const TuneJob& options = outcome.job;
  std::string effort = fmt::format("{} over {} ({}), seed {}, {}: {} tried in {}", options.method,
                                   options.action_space, Counted(outcome.actions, "pass", "passes"),
                                   options.seed, Counted(options.threads, "thread", "threads"),
                                   Counted(outcome.evaluations, "pass", "passes"),
                                   FormatSeconds(outcome.search_seconds));
  if (outcome.search_seconds > 0) {
    const auto rate = static_cast<std::uint64_t>(outcome.evaluations / outcome.search_seconds);
    effort += fmt::format(" ({}/s)", FormatCount(rate));
  }
  effort += "\n";

  std::string failed;
  for (std::size_t i = 0; i < outcome.stats.failures.size(); ++i) {
    const std::uint64_t count = outcome.stats.failures[i];
    if (count == 0) continue;
    failed += fmt::format("{}{} {}", failed.empty() ? "" : ", ", FormatCount(count),
                          Name(kEvaluationFailures[i]));
  }
  if (!failed.empty()) effort += fmt::format("failed and survived: {}\n", failed);
  for (const RejectedPass& rejected : outcome.rejected) {
    effort += fmt::format("left out, for proofs fail of it: {}\n", rejected.pass);
  }
  return effort;
}

std::string Processes(const Reproduction& reproduction) {
  if (reproduction.full()) return fmt::format("{} fresh processes", reproduction.processes);
  return reproduction.verified ? "2 fresh processes" : "1 fresh process";
}

/// Returns the line that makes the whole program, if it was made whole.
std::string MakingLine(const TuneJob& options, const std::optional<WholeProgram>& whole_program) {
  if (!whole_program) return "";
  return OptCommand(options.opt_program, whole_program->made, options.program,
                    WholeFile(options.program)) +
         "\n";
}

/// Returns the file that the result is made from.
std::filesystem::path InputFile(const TuneJob& options,
                                const std::optional<WholeProgram>& whole_program) {
  return whole_program ? WholeFile(options.program) : options.program;
}

/// Returns the line that makes the object file whose size is shown, if a module was asked for.
std::string ShownObjectLine(const TuneResult& outcome) {
  if (outcome.job.output.empty() || !outcome.delivered().object_size) return "";
  return ObjectLine(outcome.job, outcome.program.code_model,
                    outcome.optioned ? outcome.optioned->options : std::vector<std::string>());
}

/// Number of functions that a plan has passes for. Many keep what the module phase made.
std::size_t FunctionsWithPasses(const Plan& plan) {
  std::set<std::string_view> names;
  for (const PlanPhase& phase : plan.phases) {
    for (const PlannedFunction& function : phase.functions) {
      if (!function.passes.empty()) names.insert(function.name);
    }
  }
  return names.size();
}

}  // namespace

std::string_view Title(Level level) {
  return level == Level::kClangOz ? std::string_view("clang -Oz") : Name(level);
}

std::string Table(const Baselines& baselines, Objective objective, std::string_view title,
                  const Cost& result, const CodeModel& code_model, const Terminal& terminal) {
  constexpr std::array kShown = {Level::kO0, Level::kO3, Level::kOz, Level::kClangOz};
  const Level best = baselines.BestLevel(objective);
  const Baseline* const oz = FindLevel(baselines, Level::kOz);
  std::string table = fmt::format("{:<10}{:>14}{:>9}{:>14}{:>9}", "", "instructions", "vs Oz",
                                  "text+data", "vs Oz");
  if (baselines.sized() || result.object_size) table += fmt::format("{:>11}{:>9}", "text", "data");
  table += "\n";
  for (const auto& [level, baseline] : baselines.levels) {
    if (std::ranges::find(kShown, level) == kShown.end() && level != best) continue;
    table += CostRow(Title(level), baseline.cost, level == Level::kOz ? nullptr : oz) + "\n";
  }
  table += terminal.Bold(CostRow(title, result, oz)) + "\n";
  return baselines.sized() || result.object_size ? table + CodeModelLine(code_model) : table;
}

std::string CodeModelLine(const CodeModel& code_model) {
  return fmt::format("text+data measured as: {}\n", Describe(code_model));
}

/// Returns what a line of `opt` ends with to write `output`.
std::string TextFlags(const std::filesystem::path& output) {
  return IsTextualIr(output) ? fmt::format(" {}", fmt::join(kTextFlags, " ")) : "";
}

std::string ResultLine(const TuneJob& options, const Reproduction& result,
                       const std::optional<WholeProgram>& whole_program) {
  std::filesystem::path output = options.output;
  if (output.empty()) {
    const bool piped = options.program == kStandardInput;
    output = (piped ? "stdin" : ModuleStem(options.program)) + ".best.bc";
  }
  return MakingLine(options, whole_program) +
         OptCommand(options.opt_program, result, InputFile(options, whole_program),
                    ModuleOf(output, options.program)) +
         TextFlags(output);
}

std::string ResultLine(const TuneResult& outcome) {
  const TuneJob& job = outcome.job;
  const Reproduction& result = outcome.result.reproduction;
  if (!outcome.attributed) {
    return ResultLine(job, result, outcome.whole_program);
  }
  return MakingLine(job, outcome.whole_program) +
         OptCommand(job.opt_program, result, InputFile(job, outcome.whole_program), {}) + " | " +
         ForceAttributesCommand(job.opt_program, job.attributes_output,
                                ModuleOf(job.output, job.program), job.allowed.unwind_tables,
                                outcome.attributed->plugin) +
         TextFlags(job.output);
}

std::string OutputHint(const TuneJob& options) {
  if (!options.output.empty()) return "";
  return fmt::format("\nno module was written: run {}, or give -o FILE\n",
                     options.whole_program ? "these lines" : "this line");
}

std::string ObjectLine(const TuneJob& options, const CodeModel& code_model,
                       std::span<const std::string> code_options) {
  std::filesystem::path object = options.output;
  object.replace_extension(".o");
  std::string line = fmt::format(
      "\nits object file, as measured (-O options of clang would change the module again):\n\n{} "
      "-filetype=obj",
      kLlcProgram);
  for (const std::string& flag : LlcFlags(code_model)) line += " " + ShellQuote(flag);
  for (const std::string& option : code_options) line += " " + ShellQuote(option);
  return fmt::format("{} {} -o {}\n", line,
                     ShellQuote(FileArgument(ModuleOf(options.output, options.program))),
                     ShellQuote(FileArgument(object)));
}

std::string WholeProgramLine(const std::optional<WholeProgram>& whole_program) {
  if (!whole_program) return "";
  constexpr std::size_t kNamed = 8;
  const WholeProgram& whole = *whole_program;
  const std::size_t named = std::min(whole.kept.size(), kNamed);
  std::string kept =
      fmt::format("{}", fmt::join(whole.kept.begin(), whole.kept.begin() + named, ", "));
  if (named < whole.kept.size()) {
    kept += fmt::format(" and {} more symbols", whole.kept.size() - named);
  }
  return fmt::format(
      "whole program: kept {}; {} -> {} instructions before any level, {} -> {} functions\n", kept,
      FormatCount(whole.given_instructions), FormatCount(whole.made.cost.instructions),
      FormatCount(whole.given_functions), FormatCount(whole.functions));
}

std::string GrowthWarning(const TuneResult& outcome) {
  const auto size = outcome.delivered().object_size;
  const Baseline* const oz = FindLevel(outcome.baselines, Level::kOz);
  if (NeedsCode(outcome.job.objective) || outcome.result.level || !size || !oz ||
      !oz->cost.object_size || size->total() <= oz->cost.object_size->total()) {
    return "";
  }
  // Sizes that there was no time to know are no limit.
  const char* const cure =
      outcome.job.guard_bytes ? "give a longer --budget" : "leave out --objective";
  return fmt::format(
      "'{}': fewer instructions, but the object file GREW to {} that of Oz: {}, or minimise bytes "
      "by --objective object-size",
      outcome.job.program.string(), Difference(size->total(), oz->cost.object_size->total()), cure);
}

std::string Summary(const TuneResult& outcome, const Terminal& terminal) {
  const TuneJob& options = outcome.job;
  std::string text =
      fmt::format("{}, {}, LLVM {}\n{}\n", Printable(options.program.string()),
                  outcome.program.target_triple.empty() ? "no target triple"
                                                        : Printable(outcome.program.target_triple),
                  outcome.llvm_version, WholeProgramLine(outcome.whole_program));
  text += Table(outcome.baselines, options.objective, "autotune", outcome.delivered(),
                outcome.program.code_model, terminal) +
          FactsOf(outcome) + "\n" + Verdict(outcome, terminal) + SizeLine(outcome) +
          BytesLine(outcome) + InliningLine(outcome) + AttributesLine(outcome) +
          OptionsLine(outcome) + Effort(outcome);
  const Reproduction& result = outcome.result.reproduction;
  if (result.processes == 0) {
    text += fmt::format("NOT proved: no process of {} has run it yet:\n\n{}\n",
                        Printable(options.opt_program), ResultLine(outcome));
    return text + ShownObjectLine(outcome) + OutputHint(options);
  }
  text += fmt::format(
      "reproduced by {} of {}{}:\n\n{}\n", Processes(result), Printable(options.opt_program),
      options.check.empty() ? "" : " and accepted by your check", ResultLine(outcome));
  return text + ShownObjectLine(outcome) + OutputHint(options);
}

std::string FrontTable(const Front& front, const Terminal& terminal) {
  std::string table = fmt::format("Pareto front of instructions and bytes: {}\n\n",
                                  Counted(front.results.size(), "result", "results"));
  table += fmt::format("{:<10}{:>14}{:>9}{:>14}{:>9}  {}\n", "", "instructions", "vs Oz",
                       "text+data", "vs Oz", "list");
  for (std::size_t i = 0; i < front.results.size(); ++i) {
    const TuneResult& result = front.results[i];
    const Cost cost = result.delivered();
    const Baseline* const oz = FindLevel(result.baselines, Level::kOz);
    const auto bytes = cost.object_size->total();
    const bool sized = oz && oz->cost.object_size;
    const std::string row = fmt::format(
        "{:<10}{:>14}{:>9}{:>14}{:>9}  {}{}", i == front.picked ? "picked" : "",
        FormatCount(cost.instructions),
        oz ? FormatChange(cost.instructions, oz->cost.instructions) : "", FormatCount(bytes),
        sized ? FormatChange(bytes, oz->cost.object_size->total()) : "",
        result.result.level ? std::string(Title(*result.result.level))
                            : Counted(result.result.passes.size(), "pass", "passes"),
        result.result.proved() ? "" : ", NOT proved");
    table += (i == front.picked ? terminal.Bold(row) : row) + "\n";
  }
  return table;
}

std::string PlanLine(const TuneResult& outcome, const std::filesystem::path& plan) {
  Reproduction with_file = outcome.planned->proven.reproduction;
  if (const Result<std::string> element = PlanElement(plan)) with_file.pipeline = *element;
  return ResultLine(outcome.job, with_file, outcome.whole_program);
}

std::string PlanSummary(const TuneResult& outcome, const std::filesystem::path& plan,
                        const Terminal& terminal) {
  const PlannedResult& planned = *outcome.planned;
  const Reproduction& result = planned.proven.reproduction;
  const std::uint64_t value = outcome.value(result.cost);
  const std::uint64_t without = outcome.value(outcome.result.reproduction.cost);
  std::string text =
      fmt::format("\nwith a plan that has a list of its own for {}: {} passes tried in {}\n\n",
                  Counted(FunctionsWithPasses(planned.plan), "function", "functions"),
                  FormatCount(planned.evaluations), FormatSeconds(planned.search_seconds));
  text += Table(outcome.baselines, outcome.job.objective, "plan", result.cost,
                outcome.program.code_model, terminal);
  text += "\n" + terminal.Green(
                     fmt::format("{} the best list for the module", Difference(value, without)));
  if (outcome.better_than_levels()) {
    const Cost& best = outcome.baseline(outcome.best_level()).cost;
    text += fmt::format(", {} {}", Difference(value, outcome.value(best)), BestLevel(outcome));
  }
  return text + fmt::format("\nreproduced by {} of {}, with the plan in {}:\n\n{}",
                            Processes(result), Printable(outcome.job.opt_program),
                            Printable(plan.string()), PlanLine(outcome, plan));
}

std::string ShortSummary(const TuneResult& outcome, const Terminal& terminal) {
  return fmt::format("{}: {}{}{}{}\n{}\n", Printable(outcome.job.program.string()),
                     Verdict(outcome, terminal), WholeProgramLine(outcome.whole_program),
                     AttributesLine(outcome), OptionsLine(outcome), ResultLine(outcome));
}

}  // namespace autotune
