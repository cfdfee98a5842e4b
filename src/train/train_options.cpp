#include "train/train_options.h"

#include <utility>

#include <fmt/format.h>

#include "term/option_parser.h"

namespace autotune {

namespace {

using namespace option_kinds;  // NOLINT(google-build-using-namespace)

std::vector<Group> OptionTable(TrainCommand& to) {
  constexpr std::uint64_t kMany = 1'000'000;
  const TrainOptions defaults;
  TrainOptions& training = to.training;
  const auto with = [](const char* text, auto number) {
    return fmt::format("{} ({})", text, number);
  };
  return {
      {"Training",
       {
           {"output,o", "FILE", "the weights; FILE.csv gets the log, FILE.svg its curves",
            Text(training.output)},
           {"start", "WEIGHTS", "begin with these instead of random ones", Text(training.start)},
           {"resume", "", "go on where the last training of FILE was stopped",
            Switch(training.resume)},
           {"budget", "TIME", "stop after so long (none)", Duration(to.budget)},
           {"epochs", "N", with("over the episodes, at most", defaults.epochs),
            Count(training.epochs, 1, kMany)},
           {"patience", "N", with("stop after N epochs that were no better", defaults.patience),
            Count(training.patience, 0, kMany)},
           {"batch", "N", with("episodes in a step", defaults.batch),
            Count(training.batch, 1, kMany)},
           {"accumulation", "N",
            with("parts a step is made in, to save memory", defaults.accumulation),
            Count(training.accumulation, 1, kMany)},
           {"learning-rate", "X", with("at its height", defaults.learning_rate),
            Real(training.learning_rate, 1e-8, 1)},
           {"warm-up", "N", with("steps that it rises for", defaults.warm_up),
            Count(training.warm_up, 0, kMany)},
           {"weight-decay", "X", with("of AdamW", defaults.weight_decay),
            Real(training.weight_decay, 0, 1)},
       }},
      {"Model",
       {
           {"encoder-layers", "N", with("of the model", defaults.model.encoder_layers),
            Count(training.model.encoder_layers, 1, 48)},
           {"decoder-layers", "N", with("of the model", defaults.model.decoder_layers),
            Count(training.model.decoder_layers, 1, 48)},
       }},
      {"What is learned from the lists",
       {
           {"nearness", "X",
            with("log of the cost that makes a list e times worse", defaults.samples.nearness),
            Real(training.samples.nearness, 1e-6, 10)},
           {"search-share", "X",
            with("of the target that the search's statistics make", defaults.targets.search_share),
            Real(training.targets.search_share, 0, 1)},
           {"temperature", "X",
            with("log of the cost that makes a pass e times worse", defaults.targets.temperature),
            Real(training.targets.temperature, 1e-6, 10)},
           {"validation", "X",
            with("share of families to validate on", defaults.samples.validation_share),
            Real(training.samples.validation_share, 0, 0.9)},
       }},
      {"Machinery",
       {
           {"seed", "N", with("of everything random", defaults.seed), Count(training.seed)},
           {"threads", "N", with("on a CPU", defaults.threads), Count(training.threads, 1, 1024)},
           {"device", "KIND", "auto (default: CUDA where there is some), cpu or cuda",
            Choice(training.device, Words<TrainingDevice>{{"auto", TrainingDevice::kAuto},
                                                          {"cpu", TrainingDevice::kCpu},
                                                          {"cuda", TrainingDevice::kCuda}})},
           {"quiet,q", "", "no line for each epoch", Switch(to.quiet)},
           {"help,h", "", "this text", Switch(to.help)},
       }},
  };
}

}  // namespace

Result<TrainCommand> ParseTrainCommand(const std::vector<std::string>& arguments) {
  TrainCommand command;
  const Result<ParsedArguments> given = ParseInto(OptionTable(command), arguments);
  if (!given) return given.error();
  command.sets.assign(given->operands.begin(), given->operands.end());
  if (command.help) return command;
  if (command.sets.empty())
    return Invalid("no training set given: autotune-train train SET.db -o FILE");
  if (command.training.output.empty()) return Invalid("autotune-train train needs -o FILE");
  if (command.training.start.empty()) return command;
  for (const char* option : {"encoder-layers", "decoder-layers"}) {
    if (!given->seen.contains(option)) continue;
    return Invalid(fmt::format("--{} says how to make a model, but --start has one", option));
  }
  return command;
}

std::string TrainHelp() {
  std::string text =
      "usage: autotune-train train SET.db... -o FILE [options]\n"
      "\n"
      "Trains a model on what collect found. Programs of one family, a package say, are\n"
      "all trained on or all validated on. FILE always has the best weights so far; Ctrl-C stops\n"
      "after the step under way, and --resume goes on from there.\n"
      "\n"
      "  autotune-train train train.db -o passformer.pf --budget 30m --threads 2\n"
      "  autotune-train train train.db -o passformer.pf --resume\n"
      "  autotune-train train more.db --start passformer.pf -o better.pf --learning-rate 0.0003\n";
  TrainCommand unused;
  return text + DescribeTable(OptionTable(unused));
}

}  // namespace autotune
