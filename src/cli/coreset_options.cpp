#include "cli/coreset_options.h"

#include <boost/program_options.hpp>
#include <fmt/format.h>

#include "cli/command_line.h"
#include "cli/quantity.h"
#include "cli/threads.h"

namespace autotune {

namespace {

namespace po = boost::program_options;

Error Invalid(std::string message) { return {ErrorCode::kInvalidArgument, std::move(message)}; }

Status Check(const CoresetOptions& options) {
  if (options.from.empty()) return Invalid("autotune coreset needs --from SET.db");
  if (options.operands.empty()) {
    return Invalid("no program given: autotune coreset --from SET.db PROGRAM...");
  }
  if (!(options.cost_weight >= 0 && options.cost_weight <= 2)) {
    return Invalid(
        fmt::format("--cost-weight: {} is not a number from 0 to 2", options.cost_weight));
  }
  return {};
}

}  // namespace

Result<CoresetOptions> ParseCoresetOptions(const std::vector<std::string>& arguments) {
  CoresetOptions options;
  options.jobs = DefaultThreads();
  std::string count;
  std::string max_lists;
  std::string jobs;
  std::string seed;
  po::options_description description;
  description.add_options()("from", po::value(&options.from))("count,k", po::value(&count))(
      "max-lists", po::value(&max_lists))("jobs", po::value(&jobs))("seed", po::value(&seed))(
      "cost-weight", po::value(&options.cost_weight))("worker", po::value(&options.worker_program))(
      "force", po::bool_switch(&options.force))("quiet,q", po::bool_switch(&options.quiet))(
      "help,h", po::bool_switch(&options.help))("operand", po::value(&options.operands));
  Status status = ParseCommandLine("coreset", description, arguments);
  if (!status.ok()) return status.error();
  if (options.help) return options;
  status = ParseNumberOption("count", count, 1, 10'000, options.count);
  if (status.ok()) {
    status = ParseNumberOption("max-lists", max_lists, 1, 1'000'000, options.max_lists);
  }
  if (status.ok()) status = ParseNumberOption("jobs", jobs, 1, 1024, options.jobs);
  if (status.ok()) status = ParseNumberOption("seed", seed, 0, UINT64_MAX, options.seed);
  if (status.ok()) status = Check(options);
  if (!status.ok()) return status.error();
  return options;
}

std::string CoresetHelp() {
  return "usage: autotune coreset --from FILE [options] PROGRAM... > lists.txt\n"
         "\n"
         "Chooses a few lists, such that for most programs one of the first is good: tries lists "
         "that\n"
         "were found on some programs on all the programs given, and takes, one after the other, "
         "the\n"
         "list that adds most to what the ones before it take off what -Oz leaves. PROGRAM is a "
         "file, or\n"
         "programs of a data set: dataset:SET[:SPLIT[:PATTERN]].\n"
         "\n"
         "  autotune coreset --from set.db dataset:debian-c:train > lists.txt\n"
         "  autotune coreset --from results.db --max-lists 200 -k 8 src/*.bc > mine.txt\n"
         "\n"
         "Prints the lists, a pipeline a line, and on standard error what they are worth on "
         "programs of\n"
         "families (packages, folders) that they were neither found on nor chosen for. Ctrl-C "
         "chooses by\n"
         "the programs that are done.\n"
         "\n"
         "  --from FILE            the best list of each program in there: a training file of\n"
         "                         autotune collect, or a database of results; may be repeated\n"
         "  -k, --count N          lists to choose, at most (32)\n"
         "  --max-lists N          lists to try; of more, so many are drawn at random (500)\n"
         "  --cost-weight W        what a list adds counts divided by its cost to the power of W:\n"
         "                         0 for the best lists whatever they cost (0.5)\n"
         "  --jobs J               programs at once (all cores)\n"
         "  --seed N               of what is drawn and how families are parted (0)\n"
         "  --force                learn from programs of a test split too\n"
         "  --worker PROGRAM       autotune-worker (the one beside autotune)\n"
         "  -q, --quiet            no line for each program\n";
}

}  // namespace autotune
