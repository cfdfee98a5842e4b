#include <algorithm>
#include <clocale>
#include <cstdint>
#include <cstdio>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include <fmt/format.h>
#include <fmt/ranges.h>
#include <langinfo.h>
#include <unistd.h>

#include "cli/commands.h"
#include "core/objective.h"
#include "core/printable.h"
#include "core/quantity.h"
#include "db/run_data.h"
#include "eval/process/subprocess.h"
#include "eval/proof/force_attributes.h"
#include "eval/proof/module_name.h"
#include "eval/proof/opt_flags.h"
#include "eval/proof/pass_policy.h"
#include "eval/proof/reproduction.h"
#include "term/console.h"
#include "term/option_parser.h"
#include "term/plot.h"
#include "term/query_output.h"
#include "term/terminal.h"
#include "term/user_files.h"
#include "tune/input/whole_program.h"
#include "tune/memory/run_list.h"
#include "tune/plan/plan_file.h"
#include "tune/proof/delivery.h"

namespace autotune {

namespace {

using namespace option_kinds;  // NOLINT(google-build-using-namespace)

constexpr std::string_view kUsage =
    "usage: autotune show RUN [options]\n"
    "\n"
    "Shows one run: what it found and when, and what each pass of its list does. RUN is a number\n"
    "from `autotune query runs`, or `last`.\n"
    "\n"
    "  autotune show last\n"
    "  autotune show last --plan > plan.json\n"
    "  autotune show last --attributes > bench.attributes.csv\n";

struct ShowOptions {
  std::string database;     ///< as given; empty: the user's own
  bool plan = false;        ///< the plan and nothing else
  bool attributes = false;  ///< the size attributes and nothing else
};

/// On one line, for people.
std::string Shown(const AnswerRow& row, std::string_view column) {
  return Printable(row.Text(column));
}

std::string Head(const AnswerRow& run) {
  std::string text = fmt::format("run {}, {}{}{}, {}, {}\n", run.Count("run"), Shown(run, "status"),
                                 run.Has("error") ? ": " : "", Shown(run, "error"),
                                 Shown(run, "started_at"), Shown(run, "path"));
  text += fmt::format("{} over {}, seed {}, {}, budget {}", Shown(run, "method"),
                      Shown(run, "action_space"), run.Count("seed"),
                      Counted(run.Count("threads"), "thread", "threads"),
                      FormatSeconds(run.Real("budget_seconds")));
  if (run.Has("max_evaluations")) {
    text += ", at most " + Counted(run.Count("max_evaluations"), "pass", "passes");
  }
  text += ": " + Counted(run.Count("evaluations"), "pass", "passes") + " tried";
  if (run.Has("search_seconds")) {
    text += " in " + FormatSeconds(run.Real("search_seconds"));
  }
  text += fmt::format("\nLLVM {}, {}, {}, {} cores\n", Shown(run, "llvm"), Shown(run, "target"),
                      Shown(run, "cpu"), run.Count("cores"));
  text += fmt::format("text+data measured as: {}\n", Shown(run, "code_model"));
  if (run.Has("kept")) text += fmt::format("whole program: kept {}\n", Shown(run, "kept"));
  if (run.Has("label")) text += fmt::format("label {}\n", Shown(run, "label"));
  return text;
}

/// Unit of the run's values. A newer autotune may have had other objectives.
std::string Unit(const AnswerRow& run) {
  const std::optional<Objective> objective = FindObjective(run.Text("objective"));
  return objective ? std::string(RowOf(*objective).unit) : Shown(run, "objective");
}

std::string Achievement(const AnswerRow& run) {
  if (!run.Has("best")) return "\nnothing was found\n";
  const std::uint64_t best = run.Count("best");
  std::string text = fmt::format("\n{} {}", FormatCount(best), Unit(run));
  if (run.Has("oz")) {
    text += fmt::format(", {} vs Oz ({}): ratio {:.3f}, reward {:.3f}",
                        FormatChange(best, run.Count("oz")), FormatCount(run.Count("oz")),
                        run.Real("ratio"), run.Real("reward"));
  }
  if (run.Has("level")) text += fmt::format("; this is the standard level {}", Shown(run, "level"));
  text += run.Count("verified") != 0 ? "; reproduced by opt\n" : "; found, but not proved\n";
  if (run.Has("plan") && run.Has("found_value")) {
    text +=
        fmt::format("one list for the module gives {}\n", FormatCount(run.Count("found_value")));
  } else if (run.Count("verified") != 0 && run.Has("found_value")) {
    text += fmt::format("a list that gives {} was found and could not be proved\n",
                        FormatCount(run.Count("found_value")));
  }
  return text;
}

std::string Failures(const SqlTable& failures) {
  std::string text;
  for (std::size_t i = 0; i < failures.rows.size(); ++i) {
    const AnswerRow row(failures, i);
    text += fmt::format("{}{} {}", i == 0 ? "failed and survived: " : ", ",
                        FormatCount(row.Count("count")), Shown(row, "kind"));
  }
  return text.empty() ? text : text + "\n";
}

std::string Plot(const RunData& data, const AnswerRow& run) {
  std::vector<CurvePoint> curve;
  for (std::size_t i = 0; i < data.curve.rows.size(); ++i) {
    const AnswerRow point(data.curve, i);
    curve.push_back({point.Real("seconds"), point.Count("evaluations"), point.Count("value")});
  }
  if (curve.size() < 2) return "";
  PlotOptions options;
  options.width = Terminal::Of(STDOUT_FILENO, ColorMode::kNever).width;
  std::setlocale(LC_CTYPE, "");
  options.braille = std::string_view(nl_langinfo(CODESET)) == "UTF-8";
  options.end = run.Real("wall_seconds");
  if (run.Has("oz")) options.oz = run.Count("oz");
  return fmt::format("\n{}, best so far:\n{}", Unit(run), PlotCurve(curve, options));
}

/// Without the columns that hold nothing.
std::string Effects(const SqlTable& effects) {
  SqlTable shown;
  shown.rows.resize(effects.rows.size());
  for (std::size_t i = 0; i < effects.columns.size(); ++i) {
    const bool any = std::ranges::any_of(effects.rows, [i](const auto& row) {
      return !std::holds_alternative<std::monostate>(row[i]);
    });
    if (!any) continue;
    shown.columns.push_back(effects.columns[i]);
    for (std::size_t k = 0; k < effects.rows.size(); ++k) {
      shown.rows[k].push_back(effects.rows[k][i]);
    }
  }
  return effects.rows.empty() ? "" : "\n" + FormatTable(shown, 0);
}

/// Returns the line that writes a part of the run to a file.
std::string ShowLine(const AnswerRow& run, const std::string& database, std::string_view part,
                     const std::string& file) {
  return fmt::format("autotune show {} {}{} > {}\n", run.Count("run"), part,
                     database.empty() ? "" : " --db " + ShellQuote(database), ShellQuote(file));
}

/// Returns the last lines that make the result again. `alone` writes the module after its list to
/// `best`, and `piped` to a pipe.
std::string Delivering(const Delivery& delivery, const AnswerRow& run, const std::string& database,
                       const std::string& alone, const std::string& piped,
                       const std::string& best) {
  std::string lines;
  if (!delivery.attributes) {
    lines = alone + "\n";
  } else {
    const std::string csv = ModuleStem(run.Text("path")) + ".attributes.csv";
    PluginWork plugin{.least_saved = delivery.least_saved};
    if (delivery.needs_plugin()) {
      if (const Result<std::string> flag = PluginFlag()) plugin.flag = *flag;
    }
    lines = ShowLine(run, database, "--attributes", csv);
    lines += piped + " | " +
             ForceAttributesCommand(ReproductionOptions().opt_program, csv, best,
                                    delivery.no_unwind_tables, plugin) +
             "\n";
  }
  if (!delivery.code_options.empty()) {
    lines += fmt::format("\noptions of llc, for its object file: {}\n",
                         fmt::join(delivery.code_options, " "));
  }
  return lines;
}

/// Returns the lines that make the result again. `database`: as given. Errors: the list holds
/// something that nobody should paste.
Result<std::string> OptLine(const AnswerRow& run, const std::string& database) {
  if (!run.Has("pipeline")) return std::string();
  Reproduction list;
  list.pipeline = run.Text("pipeline");
  list.opt_flags = SplitFlags(run.Text("opt_flags"));
  if (Status flags = CheckOptFlags(list.opt_flags); !flags.ok()) return flags.error();
  const bool plan = run.Has("plan") && list.pipeline == kStoredPlan;
  if (!plan) {
    if (Status passes = CheckPipeline(list.pipeline); !passes.ok()) return passes.error();
  }
  if (NeedsPlugin(list.pipeline)) {
    const Result<std::string> plugin = PluginFlag();
    if (!plugin) return plugin.error();
    list.opt_flags.push_back(*plugin);
  }
  const std::filesystem::path opt = ReproductionOptions().opt_program;
  const std::filesystem::path program = run.Text("path");
  std::filesystem::path input = program;
  std::string lines = "\n";
  if (run.Has("kept")) {
    const Reproduction making = MakingWhole(run.Text("kept"));
    if (Status flags = CheckOptFlags(making.opt_flags); !flags.ok()) return flags.error();
    input = WholeFile(program);
    lines += OptCommand(opt, making, program, input) + "\n";
  }
  if (plan) {
    lines += ShowLine(run, database, "--plan", std::string(kStoredPlanFile));
  }
  const Result<Delivery> delivery = ParseDelivery(run.Text("delivery"));
  if (!delivery) return delivery.error();
  const std::string best = ModuleStem(program) + ".best.bc";
  return lines + Delivering(*delivery, run, database, OptCommand(opt, list, input, best),
                            OptCommand(opt, list, input, {}), best);
}

std::vector<Row> OptionTable(ShowOptions& to) {
  return {
      {"db", "FILE", "the database (autotune.db of the user)", Text(to.database)},
      {"plan", "", "print the plan of the run, and nothing else", Switch(to.plan)},
      {"attributes", "",
       "print the run's size attributes for opt -forceattrs-csv-path=", Switch(to.attributes)},
  };
}

int Run(const ShowOptions& options, const std::vector<std::string>& operands) {
  if (operands.size() != 1) {
    return Fail(Invalid("autotune show takes one run: autotune show last"));
  }
  const Result<std::filesystem::path> path = DatabasePath(options.database);
  if (!path) return Fail(path.error());
  const Result<std::unique_ptr<Database>> database = Database::OpenReadOnly(*path);
  if (!database) return Fail(database.error());
  const Result<std::int64_t> number = FindRun(**database, operands.front());
  if (!number) return Fail(number.error());
  const Result<RunData> data = ReadRunData(**database, *number);
  if (!data) return Fail(data.error());
  if (data->run.rows.empty()) return Fail(NoSuchRun(*number));
  const AnswerRow run(data->run, 0);
  if (options.plan) {
    if (!run.Has("plan")) {
      return Fail({ErrorCode::kNotFound, fmt::format("run {} has no plan", *number)});
    }
    PrintExact(run.Text("plan"));
    return kExitDone;
  }
  if (options.attributes) {
    const Result<Delivery> delivery = ParseDelivery(run.Text("delivery"));
    if (!delivery) return Fail(delivery.error());
    if (!delivery->attributes) {
      return Fail({ErrorCode::kNotFound, fmt::format("run {} has no size attributes", *number)});
    }
    PrintExact(*delivery->attributes);
    return kExitDone;
  }
  const Result<std::string> line = OptLine(run, options.database);
  const std::string text = Head(run) + Achievement(run) + Failures(data->failures) +
                           Plot(*data, run) + Effects(data->effects) + (line ? *line : "");
  PrintText("{}", Composed{text});
  if (line) return kExitDone;
  return Fail({ErrorCode::kBadInput, fmt::format("run {} has no opt line that can be shown: {}",
                                                 run.Count("run"), line.error().message)});
}

}  // namespace

int RunShow(const Arguments& arguments) {
  ShowOptions options;
  return RunCommand(arguments, kUsage, {{"Options", OptionTable(options)}},
                    [&](const ParsedArguments& given) { return Run(options, given.operands); });
}

}  // namespace autotune
