#include <chrono>
#include <cmath>
#include <cstdio>
#include <map>
#include <set>
#include <string>
#include <string_view>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "core/quantity.h"
#include "db/training_db.h"
#include "term/console.h"
#include "term/live_line.h"
#include "train/commands.h"
#include "train/train_options.h"
#include "train/training_plot.h"
#include "tune/memory/file_lock.h"
#include "tune/model_host.h"
#include "tune/output/output_file.h"
#include "tune/signals.h"

namespace autotune {

namespace {

std::string FormatRest(double seconds) {
  return FormatTimeLeft(std::chrono::milliseconds(std::llround(1000 * seconds)));
}

std::string DescribeEpoch(const TrainProgress& progress) {
  const MeanScore& score = progress.validation;
  const std::string losses = progress.validated ? fmt::format("loss {:.4f}, validation {:.4f}",
                                                              progress.training.loss, score.loss)
                                                : fmt::format("training loss {:.4f}", score.loss);
  return fmt::format("{}: first {:.1f}%, of five {:.1f}%, value off by {:.3f}; {}, {} left{}",
                     losses, 100 * score.top1, 100 * score.top5, score.value_error,
                     FormatSeconds(progress.seconds), FormatRest(progress.seconds_left),
                     progress.improved ? "" : "  (no better)");
}

/// A line for each epoch, and one that is redrawn for each step.
void Show(const TrainProgress& progress, LiveLine& line) {
  const std::string where = fmt::format("epoch {}/{}", progress.epoch + 1, progress.epochs);
  if (progress.epoch_ended) {
    line.Print(fmt::format("{:<14} {}", where, DescribeEpoch(progress)));
    return;
  }
  line.Redraw(fmt::format("{:<14} step {}/{}, loss {:.4f}, {} left", where, progress.step,
                          progress.steps, progress.training.loss,
                          FormatRest(progress.seconds_left)));
}

std::map<std::string, std::string> DescribeData(const TrainCommand& command, const TrainingSet& set,
                                                const Arguments& arguments) {
  std::vector<std::string> files;
  for (const auto& file : command.sets) files.push_back(file.filename().string());
  std::size_t episodes = 0;
  std::size_t states = 0;
  for (const TrainingProgram& program : set.programs) {
    episodes += program.episodes.size();
    for (const Episode& episode : program.episodes) states += episode.steps.size();
  }
  return {{"data", fmt::format("{}: {} programs, {} lists, {} states", fmt::join(files, ", "),
                               FormatCount(set.programs.size()), FormatCount(episodes),
                               FormatCount(states))},
          {"command", DescribeCommandLine(arguments)}};
}

/// Says that the best epoch is not chosen on other programs, if that was not asked for.
void WarnWithoutValidation(const TrainCommand& command, const TrainingSet& set) {
  std::set<std::string_view> families;
  for (const TrainingProgram& program : set.programs) families.insert(program.family);
  if (families.size() != 1 || command.training.samples.validation_share == 0) return;
  PrintWarning(
      fmt::format("all programs are of one family, '{}': there are no others to validate on, and "
                  "the best epoch "
                  "is that of the lowest training loss",
                  *families.begin()));
}

void PrintOutcome(const TrainCommand& command, const TrainOutcome& outcome) {
  const std::string file = command.training.output.string();
  if (outcome.stopped) {
    PrintTo(stderr, "autotune-train: stopped after {}; --resume goes on from {}.checkpoint\n",
            FormatSeconds(outcome.seconds), file);
    return;
  }
  const std::string best = outcome.best_epoch == 0
                               ? "no epoch was better than " + command.training.start.string()
                               : fmt::format("the best of epoch {}", outcome.best_epoch);
  PrintText(
      "{}: {}, after {}: first pass right {:.1f}%, among five {:.1f}%, value "
      "off by {:.3f}\n"
      "trained on {} programs, validated on {}\n",
      file, best, FormatSeconds(outcome.seconds), 100 * outcome.best.top1, 100 * outcome.best.top5,
      outcome.best.value_error, FormatCount(outcome.training_programs),
      outcome.validation_programs == 0 ? "none" : FormatCount(outcome.validation_programs));
}

}  // namespace

int RunTrain(const Arguments& arguments) {
  Result<TrainCommand> command = ParseTrainCommand({arguments.begin() + 2, arguments.end()});
  if (!command) return Fail(command.error());
  if (command->help) {
    PrintText("{}", Composed{TrainHelp()});
    return kExitDone;
  }
  if (const Status status = CheckReplaceable(command->training.output, command->sets);
      !status.ok()) {
    return Fail(status.error());
  }
  const Result<FileLock> lock = FileLock::Take(command->training.output.string() + ".lock");
  if (!lock) return Fail(lock.error());
  const Result<const ModelPlugin*> plugin = OpenModelPlugin();
  if (!plugin) return Fail(plugin.error());
  const Result<TrainingSet> set = ReadTrainingSet(command->sets);
  if (!set) return Fail(set.error());
  command->training.card = DescribeData(*command, *set, arguments);
  PrintTo(stderr, "autotune-train: {}\n", command->training.card.at("data"));
  WarnWithoutValidation(*command, *set);

  Budget::Limits limits;
  if (command->budget) limits.deadline = Clock::now() + *command->budget;
  Budget budget(limits);
  StopSignals signals;
  signals.Watch(budget);
  Result<TrainOutcome> outcome = [&] {
    LiveLine line(command->quiet);
    return (*plugin)->train(command->training, *set, budget,
                            [&line](const TrainProgress& progress) { Show(progress, line); });
  }();
  if (!outcome) return Fail(outcome.error());
  const Status plotted = PlotTrainingLog(command->training.output);
  if (!plotted.ok()) PrintWarning(plotted.error().message);
  PrintOutcome(*command, *outcome);
  return signals.received() != 0 ? 128 + signals.received() : kExitDone;
}

}  // namespace autotune
