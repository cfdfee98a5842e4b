#include "cli/leaderboard_options.h"

#include <fmt/format.h>

#include "core/quantity.h"
#include "term/option_parser.h"

namespace autotune {

namespace {

using namespace option_kinds;

Error Invalid(std::string message) { return {ErrorCode::kInvalidArgument, std::move(message)}; }

/// `2/8`, counted from 1.
Status ParseShard(const std::string& text, Shard& out) {
  const std::size_t slash = text.find('/');
  const Result<std::uint64_t> index = ParseCount(text.substr(0, slash));
  const Result<std::uint64_t> count = ParseCount(slash == text.npos ? "" : text.substr(slash + 1));
  if (!index || !count || *index < 1 || *index > *count) {
    return Invalid(fmt::format("'{}' is no I/N with I from 1 to N", text));
  }
  out = {*index - 1, *count};
  return {};
}

std::vector<Group> OptionTable(LeaderboardOptions& to) {
  return {
      {"Options",
       {
           {"root", "DIR", "where the programs are (beside CONFIG.toml)", Text(to.root)},
           {"db", "FILE", "where runs are kept (autotune.db of the user)", Text(to.database)},
           {"jobs", "J", "runs at once (1)", Count(to.jobs, 1, 1024)},
           {"threads", "T", "of each run (as the file says)", Count(to.threads, 1, 1024)},
           {"shard",
            "I/N",
            "only each N-th program, from the I-th on; see autotune db merge",
            {[&to](const std::string& text) { return ParseShard(text, to.shard); }}},
           {"format", "FORMAT", "md (default), csv or json",
            Choice(to.format, {"md", "csv", "json"})},
           {"no-run", "", "print the table of what is done, and nothing else", Switch(to.no_run)},
           {"help,h", "", "print this", Switch(to.help)},
       }},
  };
}

}  // namespace

Result<LeaderboardOptions> ParseLeaderboardOptions(const std::vector<std::string>& arguments) {
  LeaderboardOptions options;
  const Result<ParsedArguments> given = ParseInto(OptionTable(options), arguments);
  if (!given) return given.error();
  if (options.help) return options;
  if (given->operands.size() != 1) return Invalid("autotune leaderboard takes one CONFIG.toml");
  options.config = given->operands.front();
  return options;
}

std::string LeaderboardHelp() {
  LeaderboardOptions unused;
  return "usage: autotune leaderboard CONFIG.toml [options]\n"
         "\n"
         "Runs methods against each other, each on every program with the same budget and "
         "threads,\n"
         "and prints the table. A run that is done is in the database; after Ctrl-C, kill -9 or a\n"
         "power cut the same command goes on.\n"
         "\n"
         "  autotune leaderboard night.toml --root ~/data/cbench-v1 > night.md\n"
         "  autotune leaderboard night.toml --jobs 16 --threads 4     a host with 64 cores\n"
         "  autotune leaderboard night.toml --shard 2/3 --db two.db   the second of three hosts\n"
         "  autotune leaderboard night.toml --no-run --format csv     what there is by now\n" +
         DescribeTable(OptionTable(unused)) +
         "\n"
         "The file:\n"
         "\n"
         "  name = \"night\"                       # of the experiment in the database\n"
         "  methods = [\"greedy\", \"portfolio\"]    # autotune --help lists them\n"
         "  programs = [\"*.bc\", \"more/big.ll\"]   # below --root; "
         "\"dataset:debian-c:test:Oz/*\"\n"
         "                                       # is what a data set has in a split, by name\n"
         "  seeds = [1, 2, 3]\n"
         "  budgets = [\"10s\", \"60s\"]\n"
         "  threads = 4\n"
         "  action-space = \"full\"                # if not the default\n"
         "  objective = \"ir-instructions\"        # or object-size\n"
         "  relocation-model = \"static\"         # of object sizes, as mcpu, mattr, "
         "function-sections\n"
         "                                       # and data-sections, see autotune --help\n"
         "\n"
         "docs/leaderboard.md says how the runs are made and what the numbers mean.\n";
}

}  // namespace autotune
