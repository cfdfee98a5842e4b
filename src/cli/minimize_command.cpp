#include <chrono>
#include <cstdio>

#include "cli/commands.h"
#include "core/quantity.h"
#include "term/console.h"
#include "term/terminal.h"
#include "tune/inlining.h"
#include "tune/input/given_pipeline.h"
#include "tune/minimize_list.h"
#include "tune/output/output_format.h"
#include "tune/output/result_module.h"
#include "ui/console_observer.h"
#include "ui/options.h"
#include "ui/summary.h"

namespace autotune {

namespace {

constexpr PipelineCommand kMinimize = {
    "minimize",
    "budget objective threads whole-program keep relocation-model mcpu mattr function-sections "
    "data-sections output quiet color check check-as check-link check-timeout pass-timeout "
    "memory-limit opt worker db no-db help",
    "wall time for minimising; the proof comes on top: 60s, 2m, 500ms (60s)"};

constexpr std::string_view kHelp =
    "usage: autotune minimize FILE --passes TEXT | --passes-file PATH | --run RUN [options]\n"
    "\n"
    "Drops the passes of a pipeline that FILE does as well or better without, for --budget at "
    "most,\n"
    "lets stock opt reproduce what is left, and prints the opt line.\n"
    "\n"
    "  autotune minimize bench.bc --passes 'function(sroa),function(gvn),function(adce)'\n"
    "  autotune minimize bench.bc --passes-file best.txt --objective object-size -o small.bc\n"
    "  autotune minimize bench.bc --run last --budget 5m\n";

Status Run(TuneOptions& options, const Budget&, const StopToken& stop) {
  const Clock::time_point started = Clock::now();
  const Result<GivenPipeline> pipeline = ReadChosen(options.pipeline, options.database_file);
  if (!pipeline) return pipeline.error();
  if (Status writable = CheckOutput(options); !writable.ok()) return writable;
  ConsoleObserver observer({.color = options.color});
  const Result<MinimizedList> minimized = MinimizeList(options, *pipeline, observer, stop, started);
  if (!minimized) return minimized.error();
  options.program = minimized->program;
  const Reproduction& result = minimized->proven.reproduction;
  const Status written = WriteModule(options, result);
  if (options.quiet) {
    PrintText("{}\n", Composed{ResultLine(options, result, minimized->whole_program)});
    return written;
  }
  const std::size_t left = WithoutChoices(minimized->proven.passes).size();
  PrintText("{}{}\n{} of {} {} left\nreproduced by {} fresh processes of {}:\n\n{}\n",
            Composed{WholeProgramLine(minimized->whole_program)},
            Composed{Table(minimized->baselines, options.objective, "minimised", result.cost,
                           minimized->code_model, Terminal::Of(fileno(stdout), options.color))},
            Counted(left, "pass", "passes"), FormatCount(minimized->length),
            left == 1 ? "is" : "are", kFullReproduction, options.opt_program,
            Composed{ResultLine(options, result, minimized->whole_program)});
  if (IsObjectFile(options.output)) {
    PrintText("{}", Composed{ObjectLine(options, minimized->code_model)});
  }
  PrintText("{}", Composed{OutputHint(options)});
  if (written.ok() && !options.output.empty()) PrintText("\nwrote {}\n", options.output);
  return written;
}

}  // namespace

int RunMinimize(const Arguments& arguments) {
  return RunPipelineCommand(arguments, kMinimize, kHelp, Run);
}

}  // namespace autotune
