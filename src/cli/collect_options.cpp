#include "cli/collect_options.h"

#include <algorithm>

#include <fmt/format.h>

#include "core/action_space.h"
#include "search/registry.h"
#include "term/option_parser.h"
#include "tune/threads.h"

namespace autotune {

namespace {

using namespace option_kinds;

Error Invalid(std::string message) { return {ErrorCode::kInvalidArgument, std::move(message)}; }

std::vector<Group> OptionTable(CollectOptions& to) {
  return {
      {"Options",
       {
           {"output,o", "FILE", "where programs are added", Text(to.output)},
           {"budget", "TIME", "for each program: 60 % to search, the rest for lists (10s)",
            Duration(to.budget)},
           {"jobs", "J", "programs at once (as many as there are cores for)",
            Count(to.jobs, 1, 1024)},
           {"threads-per-run", "T", "of each search (1)", Count(to.threads, 1, 1024)},
           {"lists", "N", "lists kept of a program, at most (6)", Count(to.lists, 1, 1000)},
           {"method", "NAME",
            fmt::format("how to search; see autotune --help ({})", DefaultMethod()),
            Choice(to.method, MethodNames())},
           {"model", "FILE", "weights of a model to guide the searches (none)", Text(to.model)},
           {"action-space", "NAME", "full (default), compilergym or autophase42",
            Choice(to.action_space, ActionSpaceNames())},
           {"seed", "N", "of the searches (0)", Count(to.seed)},
           {"seeds-from", "FILE", "begin with the lists of this database of results",
            Text(to.seeds_from)},
           {"edits", "FILE", "add what came of each pass that local put into a list",
            Text(to.edits)},
           {"no-fan-out", "", "don't try every pass in every state of the best list",
            Switch(to.no_fan_out)},
           {"force", "", "take programs of a test split too", Switch(to.force)},
           {"worker", "PROGRAM", "autotune-worker (the one beside autotune)",
            Text(to.worker_program)},
           {"quiet,q", "", "no line for each program", Switch(to.quiet)},
           {"help,h", "", "print this", Switch(to.help)},
       }},
  };
}

}  // namespace

Result<CollectOptions> ParseCollectOptions(const std::vector<std::string>& arguments) {
  CollectOptions options;
  options.method = DefaultMethod();
  Result<ParsedArguments> given = ParseInto(OptionTable(options), arguments);
  if (!given) return given.error();
  options.operands = std::move(given->operands);
  if (options.help) return options;
  if (options.output.empty()) return Invalid("autotune collect needs -o SET.db");
  if (options.operands.empty()) {
    return Invalid("no program given: autotune collect -o SET.db PROGRAM...");
  }
  if (FindMethod(options.method).model >= Method::Model::kWanted && options.model.empty()) {
    return Invalid(fmt::format("--method {} needs a --model", options.method));
  }
  if (FindMethod(options.method).model == Method::Model::kUnused && !options.model.empty()) {
    return Invalid(fmt::format("--method {} can't be guided by a --model", options.method));
  }
  if (!options.edits.empty() && !FindMethod(options.method).reports_trials) {
    return Invalid(
        fmt::format("--edits is for local, which --method {} does not use", options.method));
  }
  if (options.jobs == 0) {
    options.jobs = std::max<std::uint64_t>(1, DefaultThreads() / options.threads);
  }
  return options;
}

std::string CollectHelp() {
  CollectOptions unused;
  return "usage: autotune collect -o SET.db [options] PROGRAM...\n"
         "\n"
         "Runs a search on each program and keeps what a model can learn from it: the best lists,\n"
         "what the program was like after each of their passes, and what the search knows of "
         "every\n"
         "pass there. Programs that are in SET.db already are left out, so the same command goes "
         "on\n"
         "where it was stopped; Ctrl-C keeps all programs that are finished. PROGRAM is a file, "
         "or\n"
         "programs of a data set: dataset:SET[:SPLIT[:PATTERN]].\n"
         "\n"
         "  autotune collect -o train.db dataset:debian-c:train\n"
         "  autotune collect -o mine.db --budget 30s --jobs 8 src/*.bc\n"
         "  autotune collect -o train.db --seeds-from results.db dataset:debian-c:train\n" +
         DescribeTable(OptionTable(unused)) + "\ndocs/training-data.md says what is in the file.\n";
}

}  // namespace autotune
