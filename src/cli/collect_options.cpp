#include "cli/collect_options.h"

#include <algorithm>

#include <boost/program_options.hpp>
#include <fmt/format.h>
#include <fmt/ranges.h>

#include "cli/command_line.h"
#include "cli/quantity.h"
#include "cli/registry.h"
#include "cli/threads.h"
#include "core/action_space.h"

namespace autotune {

namespace {

namespace po = boost::program_options;

Error Invalid(std::string message) { return {ErrorCode::kInvalidArgument, std::move(message)}; }

/// The options whose value is not just text, as they were given; empty where they were not.
struct Texts {
  std::string budget;
  std::string jobs;
  std::string threads;
  std::string lists;
  std::string seed;
};

po::options_description Describe(CollectOptions& options, Texts& texts) {
  po::options_description description;
  description.add_options()("output,o", po::value(&options.output))(
      "budget", po::value(&texts.budget))("jobs", po::value(&texts.jobs))(
      "threads-per-run", po::value(&texts.threads))("lists", po::value(&texts.lists))(
      "seed", po::value(&texts.seed))("method", po::value(&options.method))(
      "action-space", po::value(&options.action_space))("model", po::value(&options.model))(
      "seeds-from", po::value(&options.seeds_from))("worker", po::value(&options.worker_program))(
      "no-fan-out", po::bool_switch(&options.no_fan_out))("force", po::bool_switch(&options.force))(
      "quiet,q", po::bool_switch(&options.quiet))("help,h", po::bool_switch(&options.help))(
      "operand", po::value(&options.operands));
  return description;
}

Status ParseTexts(const Texts& texts, CollectOptions& options) {
  if (!texts.budget.empty()) {
    const Result<std::chrono::milliseconds> budget = ParseDuration(texts.budget);
    if (!budget) return Invalid("--budget: " + budget.error().message);
    options.budget = *budget;
  }
  Status status = ParseNumberOption("jobs", texts.jobs, 1, 1024, options.jobs);
  if (status.ok())
    status = ParseNumberOption("threads-per-run", texts.threads, 1, 1024, options.threads);
  if (status.ok()) status = ParseNumberOption("lists", texts.lists, 1, 1000, options.lists);
  if (status.ok()) status = ParseNumberOption("seed", texts.seed, 0, UINT64_MAX, options.seed);
  return status;
}

Status CheckNames(const CollectOptions& options) {
  if (std::ranges::find(Methods(), options.method, &Method::name) == Methods().end()) {
    std::vector<std::string_view> names;
    for (const Method& method : Methods()) names.push_back(method.name);
    return Invalid(
        fmt::format("--method: '{}' is not one of: {}", options.method, fmt::join(names, ", ")));
  }
  const bool needs_model = FindMethod(options.method).model == Method::Model::kRequired;
  if (needs_model && options.model.empty()) {
    return Invalid(fmt::format("--method {} needs a --model", options.method));
  }
  const std::vector<std::string>& spaces = ActionSpaceNames();
  if (std::ranges::find(spaces, options.action_space) == spaces.end()) {
    return Invalid(fmt::format("--action-space: '{}' is not one of: {}", options.action_space,
                               fmt::join(spaces, ", ")));
  }
  if (options.output.empty()) return Invalid("autotune collect needs -o SET.db");
  if (options.operands.empty()) {
    return Invalid("no program given: autotune collect -o SET.db PROGRAM...");
  }
  return {};
}

}  // namespace

Result<CollectOptions> ParseCollectOptions(const std::vector<std::string>& arguments) {
  CollectOptions options;
  options.method = DefaultMethod();
  Texts texts;
  const po::options_description description = Describe(options, texts);
  const Status parsed = ParseCommandLine("collect", description, arguments);
  if (!parsed.ok()) return parsed.error();
  if (options.help) return options;
  Status status = ParseTexts(texts, options);
  if (status.ok()) status = CheckNames(options);
  if (!status.ok()) return status.error();
  if (options.jobs == 0)
    options.jobs = std::max<std::uint64_t>(1, DefaultThreads() / options.threads);
  return options;
}

std::string CollectHelp() {
  return fmt::format(
      "usage: autotune collect -o SET.db [options] PROGRAM...\n"
      "\n"
      "Runs a search on each program and keeps what a model can learn from it: the best lists, "
      "what\n"
      "the program was like after each of their passes, and what the search knows of every pass "
      "there.\n"
      "Programs that are in SET.db already are left out, so the same command goes on where it was\n"
      "stopped; Ctrl-C keeps all programs that are finished. PROGRAM is a file, or programs of a "
      "data "
      "set:\n"
      "dataset:SET[:SPLIT[:PATTERN]].\n"
      "\n"
      "  autotune collect -o train.db dataset:debian-c:train\n"
      "  autotune collect -o mine.db --budget 30s --jobs 8 src/*.bc\n"
      "  autotune collect -o train.db --seeds-from results.db dataset:debian-c:train\n"
      "\n"
      "  -o, --output FILE      where programs are added\n"
      "  --budget TIME          for each program: 60 % to search, the rest for lists (10s)\n"
      "  --jobs J               programs at once (as many as there are cores for)\n"
      "  --threads-per-run T    of each search (1)\n"
      "  --lists N              lists kept of a program, at most (6)\n"
      "  --method NAME          how to search; see autotune --help ({})\n"
      "  --model FILE           weights of a model to guide the searches (none)\n"
      "  --action-space NAME    full (default), compilergym or autophase42\n"
      "  --seed N               of the searches (0)\n"
      "  --seeds-from FILE      begin with the lists of this database of results\n"
      "  --no-fan-out           don't try every pass in every state of the best list\n"
      "  --force                take programs of a test split too\n"
      "  --worker PROGRAM       autotune-worker (the one beside autotune)\n"
      "  -q, --quiet            no line for each program\n"
      "\n"
      "docs/training-data.md says what is in the file.\n",
      DefaultMethod());
}

}  // namespace autotune
