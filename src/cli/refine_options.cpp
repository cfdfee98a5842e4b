#include "cli/refine_options.h"

#include <utility>

#include <fmt/format.h>

#include "core/action_space.h"
#include "term/option_parser.h"

namespace autotune {

namespace {

using namespace option_kinds;

Error Invalid(std::string message) { return {ErrorCode::kInvalidArgument, std::move(message)}; }

std::vector<Group> OptionTable(RefineCommand& to) {
  const RefineOptions defaults;
  RefineOptions& refining = to.refining;
  const auto with = [](const char* text, auto number) {
    return fmt::format("{} ({})", text, number);
  };
  return {
      {"Options",
       {
           {"output,o", "FILE", "the weights; FILE.csv and FILE.svg get the log",
            Path(refining.output)},
           {"resume", "", "go on where the last run for NEW.pf was stopped",
            Switch(refining.resume)},
           {"budget", "TIME", "to learn (10m)", Duration(to.budget)},
           {"programs", "N", with("that a step plays on", defaults.programs),
            Count(refining.programs, 1, 1000)},
           {"rollouts", "N", with("lists of each program in a step", defaults.rollouts),
            Count(refining.rollouts, 2, 1000)},
           {"length", "N", with("passes tried for a list", defaults.length),
            Count(refining.length, 1, 1000)},
           {"interval", "N", with("steps from one judgement to the next", defaults.interval),
            Count(refining.interval, 1, 1'000'000)},
           {"learning-rate", "X", with("of AdamW", defaults.learning_rate),
            Real(refining.learning_rate, 1e-8, 1)},
           {"entropy", "X", with("what it is worth not to be sure", defaults.entropy),
            Real(refining.entropy, 0, 10)},
           {"anchor", "X", with("what it costs to differ from MODEL.pf", defaults.anchor),
            Real(refining.anchor, 0, 1000)},
           {"validation", "X", with("share of families to judge on", defaults.validation_share),
            Real(refining.validation_share, 0, 0.9)},
           {"action-space", "NAME", "of the model: full (default), compilergym or autophase42",
            Choice(to.action_space, ActionSpaceNames())},
           {"seed", "N", with("of everything random", defaults.seed), Count(refining.seed)},
           {"threads", "N", with("lists measured at once", defaults.threads),
            Count(refining.threads, 1, 1024)},
           {"force", "", "take programs of a test split too", Switch(to.force)},
           {"worker", "PROGRAM", "autotune-worker (the one beside autotune)",
            Text(to.worker_program)},
           {"quiet,q", "", "no line for each judgement", Switch(to.quiet)},
           {"help,h", "", "print this", Switch(to.help)},
       }},
  };
}

}  // namespace

Result<RefineCommand> ParseRefineCommand(const std::vector<std::string>& arguments) {
  RefineCommand command;
  const Result<ParsedArguments> given = ParseInto(OptionTable(command), arguments);
  if (!given) return given.error();
  if (command.help) return command;
  if (given->operands.empty()) {
    return Invalid("no weights given: autotune refine MODEL.pf -o NEW.pf PROGRAM...");
  }
  if (command.refining.output.empty()) return Invalid("autotune refine needs -o NEW.pf");
  command.refining.start = given->operands.front();
  command.operands.assign(given->operands.begin() + 1, given->operands.end());
  if (command.operands.empty()) {
    return Invalid("no program given: autotune refine MODEL.pf -o NEW.pf PROGRAM...");
  }
  return command;
}

std::string RefineHelp() {
  RefineCommand unused;
  return "usage: autotune refine MODEL.pf -o NEW.pf [options] PROGRAM...\n"
         "\n"
         "Lets a trained model write lists for the programs, measures them, and makes what did "
         "well\n"
         "more probable (policy gradients, PPO). Now and then the model's own list, that of "
         "--method\n"
         "passformer, is measured on families of programs that it doesn't learn from; NEW.pf "
         "always\n"
         "has the weights that were best there, MODEL.pf's to begin with. Ctrl-C keeps them, and\n"
         "--resume goes on.\n"
         "PROGRAM is a file, or programs of a data set: dataset:SET[:SPLIT[:PATTERN]].\n"
         "\n"
         "  autotune refine passformer.pf -o better.pf --budget 1h dataset:debian-c:train\n"
         "  autotune refine passformer.pf -o mine.pf src/*/*.bc\n" +
         DescribeTable(OptionTable(unused));
}

}  // namespace autotune
