#include <cstdio>
#include <string>
#include <utility>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "cli/commands.h"
#include "core/pipeline_text.h"
#include "eval/process/temp_directory.h"
#include "term/console.h"
#include "term/terminal.h"
#include "tune/input/given_pipeline.h"
#include "tune/input/loaded_program.h"
#include "tune/levels.h"
#include "tune/memory/level_cache.h"
#include "tune/output/output_format.h"
#include "tune/output/result_module.h"
#include "tune/proof/delivery.h"
#include "tune/proof/prove.h"
#include "ui/console_observer.h"
#include "ui/options.h"
#include "ui/summary.h"

namespace autotune {

namespace {

constexpr PipelineCommand kReplay = {
    "replay",
    "whole-program keep relocation-model mcpu mattr function-sections data-sections output "
    "color memory-limit opt worker db no-db help"};

constexpr std::string_view kHelp =
    "usage: autotune replay FILE --passes TEXT | --passes-file PATH | --run RUN [options]\n"
    "\n"
    "Lets fresh processes of stock opt run the pipeline on FILE, as they do with the result of a\n"
    "search: they have to agree, and one verifies the module after each pass. With --run, they\n"
    "also give the run's size attributes, and llc makes the object file with the run's options.\n"
    "\n"
    "  autotune replay bench.bc --passes 'default<Oz>,function(gvn)' -o small.bc\n"
    "  autotune replay bench.bc --passes-file best.txt\n"
    "  autotune replay next-version.bc --run last\n";

Result<Reproduction> ReproduceAsItStands(const TuneOptions& options, const GivenPipeline& pipeline,
                                         const Observe& observe, const LoadedProgram& loaded,
                                         const Budget& budget) {
  Candidate candidate{
      .elements = SplitPipeline(pipeline.text), .cost = {}, .opt_flags = pipeline.opt_flags};
  if (observe.object_size) candidate.cost.object_size.emplace();
  const ReproductionOptions reproduction{.opt_program = options.opt_program,
                                         .temp_root = TempRoot(),
                                         .memory_bytes = OptMemory(options),
                                         .repair = false,
                                         .text = IsTextualIr(options.output),
                                         .object = IsObjectFile(options.output)};
  return Reproduce(loaded.input.program(), candidate, reproduction, *loaded.pool, budget);
}

/// Does to a module what the run did to its own after the list, and returns the lines about it.
Result<std::string> DeliverAsRun(const TuneOptions& options, const Delivery& delivery,
                                 LoadedProgram& loaded, Reproduction& result,
                                 const Budget& budget) {
  const CodeModel& model = loaded.program.code_model;
  const bool object = IsObjectFile(options.output);
  Delivery wanted = delivery;
  if (!object) wanted.code_options.clear();
  Result<Delivered> made = Deliver(options, wanted, result.bitcode, model, budget);
  if (!made) return made.error();
  const Result<ProgramInfo> measured =
      loaded.pool->Measure("what opt made of " + options.program.string(), made->bitcode,
                           {.object_size = true, .object_file = object}, budget);
  if (!measured) return measured.error();
  result.bitcode = std::move(made->bitcode);
  if (!made->text.empty()) result.text = std::move(made->text);
  result.cost = measured->root.cost;
  result.object = measured->object;
  std::string lines;
  if (wanted.attributes) lines += "functions have the size attributes of the run\n";
  if (wanted.least_saved) lines += "tables are narrow as in the run\n";
  if (made->object) {
    result.cost.object_size = made->object->size;
    result.object = std::move(made->object->object);
  }
  if (!delivery.code_options.empty()) {
    lines += fmt::format("options of llc{}: {}\n", object ? "" : ", for its object file",
                         fmt::join(delivery.code_options, " "));
  }
  return lines;
}

Status Run(TuneOptions& options, const Budget& budget, const StopToken&) {
  const Result<GivenPipeline> pipeline = ReadChosen(options.pipeline, options.database_file);
  if (!pipeline) return pipeline.error();
  if (Status writable = CheckOutput(options); !writable.ok()) return writable;
  ConsoleObserver observer({.color = options.color});
  RunDatabase database(observer);
  Result<LoadedProgram> loaded =
      LoadProgram(options, ActionSpace("none", {}, {}), database, budget);
  if (!loaded) return loaded.error();
  for (const std::string& warning : loaded->warnings) PrintWarning(warning);
  if (const auto warning = WarnOfAnotherProgram(*pipeline, loaded->program.root.next.program)) {
    PrintWarning(*warning);
  }
  const Result<LevelMeasurements> levels =
      MeasureLevelsCached(*loaded->pool, loaded->program, options.objective,
                          {.time_limit = kLevelTimeLimit}, budget, options.code_model, database);
  if (!levels) return levels.error();
  const Observe observe{.object_size = levels->baselines.sized()};
  if (!observe.object_size) PrintWarning(WhyNoSizes(options.program, levels->baselines));
  Result<Reproduction> result = ReproduceAsItStands(options, *pipeline, observe, *loaded, budget);
  if (!result) return result.error();
  const Result<Delivery> delivery = ParseDelivery(pipeline->run ? pipeline->run->delivery : "");
  if (!delivery) return delivery.error();
  std::string delivered;
  if (!delivery->empty()) {
    Result<std::string> lines = DeliverAsRun(options, *delivery, *loaded, *result, budget);
    if (!lines) return lines.error();
    delivered = *std::move(lines);
  }
  if (const auto change = loaded->input.Change(budget)) PrintWarning(*change);
  const Status written = WriteModule(options, *result);
  PrintText(
      "{}{}\n{}verified: {} fresh processes of {} agree{}\n",
      Composed{WholeProgramLine(loaded->whole_program)},
      Composed{Table(levels->baselines, options.objective, "replayed", result->cost,
                     loaded->program.code_model, Terminal::Of(fileno(stdout), options.color))},
      Composed{delivered}, kFullReproduction, options.opt_program,
      pipeline->plan_folder ? "" : ", and every pass left valid IR");
  if (written.ok() && !options.output.empty()) PrintText("\nwrote {}\n", options.output);
  return written;
}

}  // namespace

int RunReplay(const Arguments& arguments) {
  return RunPipelineCommand(arguments, kReplay, kHelp, Run);
}

}  // namespace autotune
