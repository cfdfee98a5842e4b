#include "cli/train_options.h"

#include <charconv>
#include <functional>
#include <limits>
#include <utility>

#include <boost/program_options.hpp>
#include <fmt/format.h>
#include <fmt/ranges.h>

#include "cli/quantity.h"

namespace autotune {

namespace {

namespace po = boost::program_options;

Error Invalid(std::string message) { return {ErrorCode::kInvalidArgument, std::move(message)}; }

using Set = std::function<Status(TrainCommand&, const std::string& text)>;

struct Flag {
  const char* name;   ///< `output,o`, as Boost has it
  const char* value;  ///< empty for a switch
  std::string help;
  Set set;
};

/// Puts a number within bounds where `field(command)` says.
template <typename Field>
Set Count(Field field, std::uint64_t min, std::uint64_t max) {
  return [=](TrainCommand& command, const std::string& text) -> Status {
    const Result<std::uint64_t> number = ParseCount(text);
    if (!number || *number < min || *number > max) {
      return Invalid(fmt::format("'{}' is not a whole number from {} to {}", text, min, max));
    }
    field(command) = static_cast<std::remove_reference_t<decltype(field(command))>>(*number);
    return {};
  };
}

template <typename Field>
Set Real(Field field, double min, double max) {
  return [=](TrainCommand& command, const std::string& text) -> Status {
    double number = 0;
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
    if (error != std::errc() || end != text.data() + text.size() || !(number >= min) ||
        !(number <= max)) {
      return Invalid(fmt::format("'{}' is not a number from {} to {}", text, min, max));
    }
    field(command) = number;
    return {};
  };
}

template <typename Field, typename T>
Set Choice(Field field, std::vector<std::pair<std::string, T>> values) {
  return [=](TrainCommand& command, const std::string& text) -> Status {
    std::vector<std::string> names;
    for (const auto& [name, value] : values) {
      if (name == text) {
        field(command) = value;
        return {};
      }
      names.push_back(name);
    }
    return Invalid(fmt::format("'{}' is not one of: {}", text, fmt::join(names, ", ")));
  };
}

template <typename Field>
Set Switch(Field field, bool value) {
  return [=](TrainCommand& command, const std::string&) -> Status {
    field(command) = value;
    return {};
  };
}

template <typename Field>
Set Path(Field field) {
  return [=](TrainCommand& command, const std::string& text) -> Status {
    if (text.empty()) return Invalid("needs a file");
    field(command) = text;
    return {};
  };
}

Status SetBudget(TrainCommand& command, const std::string& text) {
  const Result<std::chrono::milliseconds> budget = ParseDuration(text);
  if (!budget) return budget.error();
  command.budget = *budget;
  return {};
}

#define FIELD(member) [](TrainCommand& command) -> auto& { return command.member; }

std::vector<Flag> MakeFlags() {
  constexpr std::uint64_t kMany = 1'000'000;
  const TrainOptions defaults;
  const auto with = [](const char* text, auto number) {
    return fmt::format("{} ({})", text, number);
  };
  return {
      {"output,o", "FILE", "the weights; FILE.csv gets the log", Path(FIELD(training.output))},
      {"budget", "TIME", "stop after so long (none)", SetBudget},
      {"epochs", "N", with("over the episodes, at most", defaults.epochs),
       Count(FIELD(training.epochs), 1, kMany)},
      {"pretrain-epochs", "N", with("of the encoder, before", defaults.pretraining_epochs),
       Count(FIELD(training.pretraining_epochs), 0, kMany)},
      {"patience", "N", with("stop after N epochs that were no better", defaults.patience),
       Count(FIELD(training.patience), 0, kMany)},
      {"batch", "N", with("episodes in a step", defaults.batch),
       Count(FIELD(training.batch), 1, kMany)},
      {"accumulation", "N", with("parts a step is made in, to save memory", defaults.accumulation),
       Count(FIELD(training.accumulation), 1, kMany)},
      {"learning-rate", "X", with("at its height", defaults.learning_rate),
       Real(FIELD(training.learning_rate), 1e-8, 1)},
      {"warm-up", "N", with("steps that it rises for", defaults.warm_up),
       Count(FIELD(training.warm_up), 0, kMany)},
      {"weight-decay", "X", with("of AdamW", defaults.weight_decay),
       Real(FIELD(training.weight_decay), 0, 1)},
      {"joint", "", "train the encoder with the decoder, not just before it",
       Switch(FIELD(training.joint), true)},
      {"start", "WEIGHTS", "begin with these instead of random ones", Path(FIELD(training.start))},
      {"resume", "", "go on where the last training of FILE was stopped",
       Switch(FIELD(training.resume), true)},
      {"encoder", "KIND", "tokens (default), features or none",
       Choice(FIELD(training.model.encoder),
              std::vector<std::pair<std::string, EncoderKind>>{{"tokens", EncoderKind::kTokens},
                                                               {"features", EncoderKind::kFeatures},
                                                               {"none", EncoderKind::kNone}})},
      {"fusion", "KIND", "of tokens and features: add (default) or concat",
       Choice(FIELD(training.model.fusion),
              std::vector<std::pair<std::string, Fusion>>{{"add", Fusion::kAdd},
                                                          {"concat", Fusion::kConcat}})},
      {"blind", "", "let the decoder see the features of the root alone",
       Switch(FIELD(training.model.reobserve), false)},
      {"decoder-layers", "N", with("of the model", defaults.model.decoder_layers),
       Count(FIELD(training.model.decoder_layers), 1, 48)},
      {"encoder-layers", "N", with("of the model", defaults.model.encoder_layers),
       Count(FIELD(training.model.encoder_layers), 1, 48)},
      {"search-share", "X",
       with("of the target that the search's statistics make", defaults.targets.search_share),
       Real(FIELD(training.targets.search_share), 0, 1)},
      {"temperature", "X",
       with("log of the cost that makes a pass e times worse", defaults.targets.temperature),
       Real(FIELD(training.targets.temperature), 1e-6, 10)},
      {"nearness", "X",
       with("log of the cost that makes a list e times worse", defaults.samples.nearness),
       Real(FIELD(training.samples.nearness), 1e-6, 10)},
      {"validation", "X",
       with("share of families to validate on", defaults.samples.validation_share),
       Real(FIELD(training.samples.validation_share), 0, 0.9)},
      {"seed", "N", with("of everything random", defaults.seed),
       Count(FIELD(training.seed), 0, std::numeric_limits<std::uint64_t>::max())},
      {"threads", "N", with("on a CPU", defaults.threads), Count(FIELD(training.threads), 1, 1024)},
      {"device", "KIND", "auto (default: CUDA where there is some), cpu or cuda",
       Choice(
           FIELD(training.device),
           std::vector<std::pair<std::string, TrainingDevice>>{{"auto", TrainingDevice::kAuto},
                                                               {"cpu", TrainingDevice::kCpu},
                                                               {"cuda", TrainingDevice::kCuda}})},
      {"quiet,q", "", "no line for each epoch", Switch(FIELD(quiet), true)},
      {"help,h", "", "this text", Switch(FIELD(help), true)},
  };
}

#undef FIELD

std::string LongName(const Flag& flag) {
  const std::string_view name = flag.name;
  return std::string(name.substr(0, name.find(',')));
}

Result<po::parsed_options> Tokenize(const std::vector<std::string>& arguments,
                                    const std::vector<Flag>& flags) {
  po::options_description description;
  for (const Flag& flag : flags) {
    if (*flag.value == '\0') {
      description.add_options()(flag.name, "");
    } else {
      description.add_options()(flag.name, po::value<std::string>());
    }
  }
  try {
    namespace style = po::command_line_style;
    return po::command_line_parser(arguments)
        .options(description)
        .style(style::unix_style & ~style::allow_guessing)
        .run();
  } catch (const po::error& error) {
    return Invalid(std::string("autotune train: ") + error.what());
  }
}

}  // namespace

Result<TrainCommand> ParseTrainCommand(const std::vector<std::string>& arguments) {
  const std::vector<Flag> flags = MakeFlags();
  const Result<po::parsed_options> parsed = Tokenize(arguments, flags);
  if (!parsed) return parsed.error();
  TrainCommand command;
  for (const po::option& option : parsed->options) {
    const std::string text = option.value.empty() ? std::string() : option.value.front();
    if (option.position_key >= 0) {
      command.sets.emplace_back(text);
      continue;
    }
    const auto flag = std::ranges::find(flags, option.string_key, LongName);
    const Status status = flag->set(command, text);
    if (!status.ok()) {
      return Invalid(fmt::format("--{}: {}", option.string_key, status.error().message));
    }
  }
  if (command.help) return command;
  if (command.sets.empty()) return Invalid("no training set given: autotune train SET.db -o FILE");
  if (command.training.output.empty()) return Invalid("autotune train needs -o FILE");
  return command;
}

std::string TrainHelp() {
  std::string text =
      "usage: autotune train SET.db... -o FILE [options]\n"
      "\n"
      "Trains a model on what autotune collect found. Programs of one family, a package say, are\n"
      "all trained on or all validated on. FILE always has the best weights so far; Ctrl-C stops\n"
      "after the step under way, and --resume goes on from there.\n"
      "\n"
      "  autotune train train.db -o passformer.pf --budget 30m --threads 2\n"
      "  autotune train train.db -o passformer.pf --resume\n"
      "  autotune train more.db --start passformer.pf -o better.pf --learning-rate 0.0003\n"
      "\n";
  for (const Flag& flag : MakeFlags()) {
    const std::string_view name = flag.name;
    const std::size_t comma = name.find(',');
    std::string left = comma == name.npos ? "  " : fmt::format("  -{}, ", name.substr(comma + 1));
    left += fmt::format("--{} {}", LongName(flag), flag.value);
    text += fmt::format("{:<26} {}\n", left, flag.help);
  }
  return text;
}

}  // namespace autotune
