#include "cli/coreset_options.h"

#include <utility>

#include "term/option_parser.h"
#include "tune/threads.h"

namespace autotune {

namespace {

using namespace option_kinds;

Error Invalid(std::string message) { return {ErrorCode::kInvalidArgument, std::move(message)}; }

std::vector<Group> OptionTable(CoresetOptions& to) {
  return {
      {"Options",
       {
           {"from", "FILE",
            "best lists of a training file or a database of results; may be repeated",
            Texts(to.from)},
           {"lists", "FILE", "lists to try besides, all of them, one a line; may be repeated",
            Texts(to.lists)},
           {"count,k", "N", "lists to choose, at most (32)", Count(to.count, 1, 10'000)},
           {"max-lists", "N", "lists to try; of more, so many are drawn at random (500)",
            Count(to.max_lists, 1, 1'000'000)},
           {"cost-weight", "W", "divide what a list adds by its cost to the power of W (0.5)",
            Real(to.cost_weight, 0, 2)},
           {"against-input", "", "measure lists by the programs as they came, not by -Oz",
            Switch(to.against_input)},
           {"table", "", "also print what each list does for each program ('=' lines)",
            Switch(to.table)},
           {"jobs", "J", "programs at once (all cores)", Count(to.jobs, 1, 1024)},
           {"seed", "N", "of what is drawn and how families are parted (0)", Count(to.seed)},
           {"force", "", "learn from programs of a test split too", Switch(to.force)},
           {"worker", "PROGRAM", "autotune-worker (the one beside autotune)",
            Text(to.worker_program)},
           {"quiet,q", "", "no line for each program", Switch(to.quiet)},
           {"help,h", "", "print this", Switch(to.help)},
       }},
  };
}

}  // namespace

Result<CoresetOptions> ParseCoresetOptions(const std::vector<std::string>& arguments) {
  CoresetOptions options;
  options.jobs = DefaultThreads();
  Result<ParsedArguments> given = ParseInto(OptionTable(options), arguments);
  if (!given) return given.error();
  options.operands = std::move(given->operands);
  if (options.help) return options;
  if (options.from.empty() && options.lists.empty()) {
    return Invalid("autotune coreset needs --from SET.db or --lists FILE");
  }
  if (options.operands.empty()) {
    return Invalid("no program given: autotune coreset --from SET.db PROGRAM...");
  }
  return options;
}

std::string CoresetHelp() {
  CoresetOptions unused;
  return "usage: autotune coreset --from FILE [options] PROGRAM... > lists.txt\n"
         "\n"
         "Chooses a few lists, such that for most programs one of the first is good: tries lists\n"
         "that were found on some programs on all the programs given, and takes, one after the\n"
         "other, the list that adds most to what the ones before it take off what -Oz leaves.\n"
         "PROGRAM is a file, or programs of a data set: dataset:SET[:SPLIT[:PATTERN]].\n"
         "\n"
         "  autotune coreset --from set.db dataset:debian-c:train > lists.txt\n"
         "  autotune coreset --from results.db --max-lists 200 -k 8 src/*.bc > mine.txt\n"
         "\n"
         "Prints the lists, a pipeline a line, and on standard error what they are worth on\n"
         "programs of families (packages, folders) that they were neither found on nor chosen "
         "for.\n"
         "Ctrl-C chooses by the programs that are done.\n" +
         DescribeTable(OptionTable(unused));
}

}  // namespace autotune
