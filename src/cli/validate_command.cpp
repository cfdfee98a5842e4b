#include <cstdio>
#include <filesystem>
#include <string>
#include <string_view>

#include <fmt/format.h>

#include "board/validation.h"
#include "cli/commands.h"
#include "core/pipeline_text.h"
#include "core/quantity.h"
#include "term/console.h"
#include "term/live_line.h"
#include "term/option_parser.h"
#include "tune/input/given_pipeline.h"
#include "tune/signals.h"
#include "tune/threads.h"
#include "ui/options.h"

namespace autotune {

namespace {

using namespace option_kinds;  // NOLINT(google-build-using-namespace)

constexpr std::string_view kHelp =
    "usage: autotune validate --passes TEXT | --passes-file PATH | --run RUN [options]\n"
    "\n"
    "Runs random C programs as the passes leave them, and as they came: they must print the same.\n"
    "A list that breaks one is not safe, whatever program it was found on. Each broken program\n"
    "is named, and the pass that breaks it. Programs that run for seconds as they came are left\n"
    "out. Needs csmith.\n"
    "\n"
    "  autotune validate --passes 'default<Oz>,function(gvn)'\n"
    "  autotune validate --run last --programs 1000 --jobs 8\n"
    "\n"
    "Exit status: 0 all print the same; 1 a program is broken, or something failed;\n"
    "2 wrong usage.\n";

struct ValidateCommand {
  PipelineChoice pipeline;
  std::string database;
  ValidationOptions options;
  bool quiet = false;
};

std::vector<Group> OptionTable(ValidateCommand& to) {
  return {
      {"Pipeline", PipelineRows(to.pipeline)},
      {"Options",
       {
           {"db", "FILE", "the database (autotune.db of the user)", Text(to.database)},
           {"programs", "N", fmt::format("how many ({})", to.options.programs),
            Count(to.options.programs, 1, 1'000'000)},
           {"first-seed", "N", "csmith's seed of the first one (0)",
            Count(to.options.first_seed, 0, kNoLimit - 1'000'000)},
           {"jobs", "N", "programs at a time (all cores)", Count(to.options.jobs, 1, 1024)},
           {"quiet,q", "", "no progress", Switch(to.quiet)},
       }},
  };
}

/// Prints each broken program when it is found, and how far the others are.
class Progress {
 public:
  Progress(std::uint64_t programs, bool quiet) : programs_(programs), line_(quiet) {}

  void Show(const Validation& so_far) {
    line_.Clear();
    if (so_far.broken.size() > broken_) Print(so_far.broken.back());
    broken_ = so_far.broken.size();
    line_.Redraw(fmt::format("{} of {} programs, {} broken", FormatCount(so_far.done()),
                             FormatCount(programs_), FormatCount(broken_)));
  }
  void Clear() { line_.Clear(); }

 private:
  static void Print(const BrokenProgram& broken) {
    PrintText("seed {} ({}): after pass {}, {}: {}\n", broken.seed, broken.flavour, broken.position,
              broken.pass, broken.what);
    std::fflush(stdout);
  }

  const std::uint64_t programs_;
  LiveLine line_;
  std::size_t broken_ = 0;
};

int Run(ValidateCommand& command) {
  const Result<GivenPipeline> pipeline = ReadChosen(command.pipeline, command.database);
  if (!pipeline) return Fail(pipeline.error());
  if (pipeline->plan_folder || pipeline->text.find("autotune-plan") != std::string::npos) {
    return Fail(Invalid("a plan is for one program: autotune validate can't try it on others"));
  }
  command.options.elements = SplitPipeline(pipeline->text);
  command.options.opt_flags = pipeline->opt_flags;
  Budget budget({});
  StopSignals signals;
  signals.Watch(budget);
  Progress progress(command.options.programs, command.quiet);
  const Result<Validation> validation =
      Validate(command.options, budget, [&](const Validation& so_far) { progress.Show(so_far); });
  progress.Clear();
  if (signals.received() != 0) return 128 + signals.received();
  if (!validation) return Fail(validation.error());
  PrintText("{} the same, {} broken, {} left out\n",
            Counted(validation->same, "program prints", "programs print"),
            FormatCount(validation->broken.size()), FormatCount(validation->left_out));
  return validation->broken.empty() ? static_cast<int>(kExitDone) : 1;
}

}  // namespace

int RunValidate(const Arguments& arguments) {
  ValidateCommand command;
  command.options.jobs = DefaultThreads();
  return RunCommand(
      arguments, kHelp, OptionTable(command), [&](const ParsedArguments&) { return Run(command); },
      "", 0);
}

}  // namespace autotune
