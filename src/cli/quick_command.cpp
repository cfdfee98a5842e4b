#include <cstdio>
#include <filesystem>
#include <utility>
#include <vector>

#include <fmt/format.h>

#include "cli/commands.h"
#include "core/objective.h"
#include "core/quantity.h"
#include "term/console.h"
#include "tune/output/output_format.h"
#include "tune/output/result_module.h"
#include "tune/quick/tune_quick.h"
#include "tune/signals.h"
#include "ui/options.h"
#include "ui/summary.h"

namespace autotune {

namespace {

std::string Row(std::string_view title, const Cost& cost, const Cost& oz) {
  std::string row = fmt::format("{:<10}{:>14}{:>9}", title, FormatCount(cost.instructions),
                                FormatChange(cost.instructions, oz.instructions));
  if (cost.object_size && oz.object_size) {
    row += fmt::format("{:>14}{:>9}", FormatCount(cost.object_size->total()),
                       FormatChange(cost.object_size->total(), oz.object_size->total()));
  }
  return row + "\n";
}

/// The result as a person wants to read it, with the line that repeats it.
std::string Summary(TuneOptions options, const QuickResult& quick) {
  options.program = quick.program;
  std::string line = ResultLine(options, quick.result, {}) + "\n";
  if (IsObjectFile(options.output)) line += ObjectLine(options, quick.result.code_model);
  if (options.quiet) return line;
  std::string text = fmt::format("{:<10}{:>14}{:>9}{:>14}{:>9}\n", "", "instructions", "vs Oz",
                                 "text+data", "vs Oz");
  text += Row("given", quick.given, quick.oz);
  text += Row("Oz", quick.oz, quick.oz);
  text += Row("result", quick.result.cost, quick.oz);
  return text + fmt::format("\nmade by one process of {}:\n\n{}{}", options.opt_program, line,
                            OutputHint(options));
}

bool IsBetter(const Cost& cost, const Cost& oz, Objective objective) {
  return HasValue(cost, objective) && HasValue(oz, objective) &&
         Value(cost, objective) < Value(oz, objective);
}

/// `better` becomes true if -Oz was beaten.
Status Tune(const TuneOptions& options, StopSignals& signals, bool& better) {
  if (Status writable = CheckOutput(options); !writable.ok()) return writable;
  Budget budget(Budget::Limits{});
  signals.Watch(budget);
  const Result<QuickResult> quick = TuneQuick(options, budget);
  signals.Unwatch();
  if (!quick) {
    if (quick.error().code != ErrorCode::kCancelled) return quick.error();
    return Error{ErrorCode::kCancelled, "stopped before there was anything to report"};
  }
  if (!quick->failure.empty()) PrintWarning("the result is that of Oz: " + quick->failure);
  better = IsBetter(quick->result.cost, quick->oz, options.objective);
  const Status written = WriteModule(options, quick->result);
  PrintText("{}", Composed{Summary(options, *quick)});
  if (written.ok() && !options.output.empty() && !options.quiet) {
    PrintText("\nwrote {}\n", options.output);
  }
  return written;
}

}  // namespace

int RunQuick(const TuneOptions& given) {
  StopSignals signals;
  bool failed = false;
  bool all_better = true;
  for (const std::filesystem::path& program : given.programs) {
    bool better = false;
    const Status status = Tune(OptionsFor(given, program), signals, better);
    if (signals.received() != 0) break;
    if (!status.ok()) {
      PrintError(status.error().message);
      failed = true;
    }
    all_better = all_better && better;
  }
  if (signals.received() != 0) return 128 + signals.received();
  if (failed) return kExitFailure;
  return given.fail_unless_better && !all_better ? kExitNotBetter : kExitDone;
}

}  // namespace autotune
