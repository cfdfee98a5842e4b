#include "cli/refine_options.h"

#include <algorithm>
#include <utility>

#include <boost/program_options.hpp>
#include <fmt/format.h>
#include <fmt/ranges.h>

#include "cli/command_line.h"
#include "cli/quantity.h"
#include "core/action_space.h"

namespace autotune {

namespace {

namespace po = boost::program_options;

Error Invalid(std::string message) { return {ErrorCode::kInvalidArgument, std::move(message)}; }

/// The options whose value is not just text or a real number, as they were given.
struct Texts {
  std::string output;
  std::string budget;
  std::string programs;
  std::string rollouts;
  std::string length;
  std::string interval;
  std::string seed;
};

po::options_description Describe(RefineCommand& command, Texts& texts) {
  RefineOptions& refining = command.refining;
  po::options_description description;
  description.add_options()("output,o", po::value(&texts.output))(
      "budget", po::value(&texts.budget))("programs", po::value(&texts.programs))(
      "rollouts", po::value(&texts.rollouts))("length", po::value(&texts.length))(
      "interval", po::value(&texts.interval))("seed", po::value(&texts.seed))(
      "learning-rate", po::value(&refining.learning_rate))("entropy", po::value(&refining.entropy))(
      "anchor", po::value(&refining.anchor))("validation", po::value(&refining.validation_share))(
      "action-space", po::value(&command.action_space))(
      "worker", po::value(&command.worker_program))("force", po::bool_switch(&command.force))(
      "quiet,q", po::bool_switch(&command.quiet))("help,h", po::bool_switch(&command.help))(
      "operand", po::value(&command.operands));
  return description;
}

Status ParseTexts(const Texts& texts, RefineCommand& command) {
  RefineOptions& refining = command.refining;
  refining.output = texts.output;
  if (!texts.budget.empty()) {
    const Result<std::chrono::milliseconds> budget = ParseDuration(texts.budget);
    if (!budget) return Invalid("--budget: " + budget.error().message);
    command.budget = *budget;
  }
  Status status = ParseNumberOption("programs", texts.programs, 1, 1000, refining.programs);
  if (status.ok())
    status = ParseNumberOption("rollouts", texts.rollouts, 2, 1000, refining.rollouts);
  if (status.ok()) status = ParseNumberOption("length", texts.length, 1, 1000, refining.length);
  if (status.ok())
    status = ParseNumberOption("interval", texts.interval, 1, 1'000'000, refining.interval);
  if (status.ok()) status = ParseNumberOption("seed", texts.seed, 0, UINT64_MAX, refining.seed);
  return status;
}

Status CheckReal(std::string_view name, double value, double min, double max) {
  if (value >= min && value <= max) return {};
  return Invalid(fmt::format("--{}: {} is not a number from {} to {}", name, value, min, max));
}

Status Check(RefineCommand& command) {
  RefineOptions& refining = command.refining;
  Status status = CheckReal("learning-rate", refining.learning_rate, 1e-8, 1);
  if (status.ok()) status = CheckReal("entropy", refining.entropy, 0, 10);
  if (status.ok()) status = CheckReal("anchor", refining.anchor, 0, 1000);
  if (status.ok()) status = CheckReal("validation", refining.validation_share, 0, 0.9);
  if (!status.ok()) return status;
  const std::vector<std::string>& spaces = ActionSpaceNames();
  if (std::ranges::find(spaces, command.action_space) == spaces.end()) {
    return Invalid(fmt::format("--action-space: '{}' is not one of: {}", command.action_space,
                               fmt::join(spaces, ", ")));
  }
  if (command.operands.empty()) {
    return Invalid("no weights given: autotune refine MODEL.pf -o NEW.pf PROGRAM...");
  }
  refining.start = command.operands.front();
  command.operands.erase(command.operands.begin());
  if (refining.output.empty()) return Invalid("autotune refine needs -o NEW.pf");
  if (command.operands.empty()) {
    return Invalid("no program given: autotune refine MODEL.pf -o NEW.pf PROGRAM...");
  }
  return {};
}

}  // namespace

Result<RefineCommand> ParseRefineCommand(const std::vector<std::string>& arguments) {
  RefineCommand command;
  Texts texts;
  const po::options_description description = Describe(command, texts);
  Status status = ParseCommandLine("refine", description, arguments);
  if (!status.ok()) return status.error();
  if (command.help) return command;
  status = ParseTexts(texts, command);
  if (status.ok()) status = Check(command);
  if (!status.ok()) return status.error();
  return command;
}

std::string RefineHelp() {
  const RefineOptions defaults;
  return fmt::format(
      "usage: autotune refine MODEL.pf -o NEW.pf [options] PROGRAM...\n"
      "\n"
      "Lets a trained model write lists for the programs, measures them, and makes what did well\n"
      "more probable (policy gradients, PPO). Now and then the model's own list, that of --method\n"
      "passformer, is measured on families of programs that it doesn't learn from; NEW.pf always\n"
      "has the weights that were best there, MODEL.pf's to begin with. Ctrl-C keeps them.\n"
      "PROGRAM is a file, or programs of a data set: dataset:SET[:SPLIT[:PATTERN]].\n"
      "\n"
      "  autotune refine passformer.pf -o better.pf --budget 1h dataset:debian-c:train\n"
      "  autotune refine passformer.pf -o mine.pf src/*/*.bc\n"
      "\n"
      "  -o, --output FILE      the weights; FILE.csv gets the log\n"
      "  --budget TIME          to learn (10m)\n"
      "  --programs N           that a step plays on ({})\n"
      "  --rollouts N           lists of each program in a step ({})\n"
      "  --length N             passes of a list ({})\n"
      "  --interval N           steps from one judgement to the next ({})\n"
      "  --learning-rate X      of AdamW ({})\n"
      "  --entropy X            what it is worth not to be sure ({})\n"
      "  --anchor X             what it costs to differ from MODEL.pf ({})\n"
      "  --validation X         share of families to judge on ({})\n"
      "  --action-space NAME    of the model: full (default), compilergym or autophase42\n"
      "  --seed N               of everything random ({})\n"
      "  --force                take programs of a test split too\n"
      "  --worker PROGRAM       autotune-worker (the one beside autotune)\n"
      "  -q, --quiet            no line for each judgement\n",
      defaults.programs, defaults.rollouts, defaults.length, defaults.interval,
      defaults.learning_rate, defaults.entropy, defaults.anchor, defaults.validation_share,
      defaults.seed);
}

}  // namespace autotune
