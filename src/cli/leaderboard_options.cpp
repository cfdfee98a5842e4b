#include "cli/leaderboard_options.h"

#include <boost/program_options.hpp>
#include <fmt/format.h>

#include "cli/command_line.h"
#include "cli/quantity.h"

namespace autotune {

namespace {

namespace po = boost::program_options;

Error Invalid(std::string message) { return {ErrorCode::kInvalidArgument, std::move(message)}; }

/// `2/8`, counted from 1.
Status ParseShard(const std::string& text, Shard& out) {
  const std::size_t slash = text.find('/');
  const Result<std::uint64_t> index = ParseCount(text.substr(0, slash));
  const Result<std::uint64_t> count = ParseCount(slash == text.npos ? "" : text.substr(slash + 1));
  if (!index || !count || *index < 1 || *index > *count) {
    return Invalid(fmt::format("--shard: '{}' is no I/N with I from 1 to N", text));
  }
  out = {*index - 1, *count};
  return {};
}

}  // namespace

Result<LeaderboardOptions> ParseLeaderboardOptions(const std::vector<std::string>& arguments) {
  LeaderboardOptions options;
  std::vector<std::string> files;
  std::string jobs;
  std::string threads;
  std::string shard;
  po::options_description description;
  description.add_options()("root", po::value(&options.root))("db", po::value(&options.database))(
      "jobs", po::value(&jobs))("threads", po::value(&threads))("shard", po::value(&shard))(
      "format", po::value(&options.format))("no-run", po::bool_switch(&options.no_run))(
      "help,h", po::bool_switch(&options.help))("operand", po::value(&files));
  Status status = ParseCommandLine("leaderboard", description, arguments);
  if (!status.ok()) return status.error();
  if (options.help) return options;
  if (files.size() != 1) return Invalid("autotune leaderboard takes one CONFIG.toml");
  options.config = files.front();
  status = ParseNumberOption("jobs", jobs, 1, 1024, options.jobs);
  if (status.ok()) status = ParseNumberOption("threads", threads, 1, 1024, options.threads);
  if (status.ok() && !shard.empty()) status = ParseShard(shard, options.shard);
  if (!status.ok()) return status.error();
  if (options.format != "md" && options.format != "csv" && options.format != "json") {
    return Invalid(fmt::format("--format: '{}' is not one of: md, csv, json", options.format));
  }
  return options;
}

std::string LeaderboardHelp() {
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
         "  autotune leaderboard night.toml --no-run --format csv     what there is by now\n"
         "\n"
         "  --root DIR         where the programs are (beside CONFIG.toml)\n"
         "  --db FILE          where runs are kept (autotune.db of the user)\n"
         "  --jobs J           runs at once (1)\n"
         "  --threads T        of each run (as the file says)\n"
         "  --shard I/N        only the I-th of N parts; see autotune db merge\n"
         "  --format FORMAT    md (default), csv or json\n"
         "  --no-run           print the table of what is done, and nothing else\n"
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
         "\n"
         "docs/leaderboard.md says how the runs are made and what the numbers mean.\n";
}

}  // namespace autotune
