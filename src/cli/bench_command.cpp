#include <algorithm>
#include <chrono>
#include <cstdio>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "board/signature.h"
#include "cli/commands.h"
#include "core/quantity.h"
#include "term/console.h"
#include "term/option_parser.h"
#include "tune/signals.h"
#include "tune/threads.h"

namespace autotune {

namespace {

using namespace option_kinds;  // NOLINT(google-build-using-namespace)

constexpr std::string_view kHelp =
    "usage: autotune bench [options]\n"
    "\n"
    "Lets each search method look for a short while for lists on five small programs that are\n"
    "built in, and prints one signature of all that was found. A change of the source that keeps\n"
    "the signature changed no search; one that is to change a search gives the new signature.\n"
    "\n"
    "  autotune bench\n"
    "  autotune bench --methods local,evolution --max-evals 5000 -v\n"
    "\n"
    "Standard output is the same each time, whatever the number of threads and however busy the\n"
    "machine is: the limit is a number of passes tried, and nothing is read from or kept in a\n"
    "database or a cache. Methods that need a network are left out, because their answers depend\n"
    "on it and on the matrix library. So are plan and quick, which are more or less than a "
    "search.\n"
    "The columns are a program, a method, its instructions before and after, the passes tried,\n"
    "the passes in the best list and a hash of that list.\n";

struct BenchCommand {
  BenchOptions bench;
  bool verbose = false;
};

/// Names with commas between them.
OptionKind MethodList(std::vector<std::string>& field) {
  return {[&field](const std::string& text) -> Status {
    const std::vector<std::string> known = BenchMethods();
    for (std::size_t begin = 0; begin <= text.size();) {
      const std::size_t end = std::min(text.find(',', begin), text.size());
      std::string name = text.substr(begin, end - begin);
      if (std::ranges::count(known, name) == 0) {
        return Error{ErrorCode::kInvalidArgument,
                     fmt::format("'{}' is not one of: {}", name, fmt::join(known, ", "))};
      }
      field.push_back(std::move(name));
      begin = end + 1;
    }
    return {};
  }};
}

std::vector<Row> OptionTable(BenchCommand& to) {
  return {
      {"max-evals", "N",
       fmt::format("passes tried by each search ({})", BenchOptions().evaluations),
       Count(to.bench.evaluations, 1)},
      {"threads", "N", "searching threads, one worker each (all cores)",
       Count(to.bench.threads, 1, 1024)},
      {"methods", "A,B", "these methods alone (all that need no network)",
       MethodList(to.bench.methods)},
      {"worker", "PROGRAM", "autotune-worker (the one beside autotune)",
       Text(to.bench.worker_program)},
      {"verbose,v", "", "print the lists, too", Switch(to.verbose)},
  };
}

/// Prints the last result, below a heading if it is the first.
void Print(const Bench& bench, const BenchCommand& command) {
  if (bench.results.size() == 1) {
    PrintText("LLVM {}, action space {} ({}), {} evaluations a search\n\n", bench.llvm_version,
              bench.action_space, ToHex(bench.fingerprint), command.bench.evaluations);
    PrintText("{:<8} {:<10} {:>7} {:>7} {:>7} {:>7}  {}\n", "program", "method", "before", "after",
              "tried", "passes", "list");
  }
  const BenchResult& result = bench.results.back();
  PrintText("{:<8} {:<10} {:>7} {:>7} {:>7} {:>7}  {}\n", result.program, result.method,
            result.start, result.cost, result.evaluations, result.passes, ShortHash(result.list));
  if (command.verbose) PrintText("  {}\n", result.list);
  std::fflush(stdout);
}

/// The speed goes to standard error: it is another one each time.
void PrintSpeed(const Bench& bench, double seconds) {
  std::uint64_t evaluations = 0;
  for (const BenchResult& result : bench.results) evaluations += result.evaluations;
  PrintTo(stderr, "{} passes tried in {}, {} a second\n", FormatCount(evaluations),
          FormatSeconds(seconds),
          FormatCount(static_cast<std::uint64_t>(static_cast<double>(evaluations) / seconds)));
}

int Run(const BenchCommand& command) {
  Budget budget({});
  StopSignals signals;
  signals.Watch(budget);
  const Clock::time_point begin = Clock::now();
  const Result<Bench> bench =
      RunBench(command.bench, budget, [&](const Bench& so_far) { Print(so_far, command); });
  if (signals.received() != 0) return 128 + signals.received();
  if (!bench) return Fail(bench.error());
  PrintText("\nSignature: {}\n", Signature(*bench));
  PrintSpeed(*bench, std::chrono::duration<double>(Clock::now() - begin).count());
  return kExitDone;
}

}  // namespace

int RunBenchCommand(const Arguments& arguments) {
  BenchCommand command;
  command.bench.threads = DefaultThreads();
  return RunCommand(
      arguments, kHelp, {{"Options", OptionTable(command)}},
      [&](const ParsedArguments&) { return Run(command); }, "", 0);
}

}  // namespace autotune
