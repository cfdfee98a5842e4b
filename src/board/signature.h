#pragma once

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <functional>
#include <string>
#include <string_view>
#include <vector>

#include "core/budget.h"
#include "core/hash.h"
#include "core/objective.h"
#include "core/program.h"
#include "core/result.h"

namespace autotune {

/// A small program that is built into this one: textual IR of `examples`.
struct BenchProgram {
  std::string_view name;
  std::string_view ir;
};

/// All of them, in the order in which they are searched.
const std::vector<BenchProgram>& BenchPrograms();

/// The names of the search methods that need no network, in the order of the table of methods. A
/// method that only begins with a network is left out too: without one it is the portfolio.
std::vector<std::string> BenchMethods();

struct BenchOptions {
  std::uint64_t evaluations = 200;         ///< limit of each search, > 0
  std::uint64_t threads = 1;               ///< searching threads, a worker each, > 0
  std::vector<std::string> methods{};      ///< some of `BenchMethods`, in any order; empty: all
  std::filesystem::path worker_program{};  ///< empty: `autotune-worker` beside this executable
};

/// The answer of one method for one program.
struct BenchResult {
  std::string program;
  std::string method;
  std::uint64_t start = 0;  ///< cost of the program as it came
  std::uint64_t cost = 0;
  std::uint64_t evaluations = 0;  ///< fewer than the limit if the method ended by itself
  std::size_t passes = 0;
  std::string list;  ///< the best list as a text for `opt -passes=`; empty if nothing helped
};

/// The objective of every search.
inline constexpr Objective kBenchObjective = kDefaultObjective;

/// The whole answer. It has nothing in it that was measured in time.
struct Bench {
  std::string llvm_version;
  std::string action_space;
  Hash128 fingerprint;               ///< of the action space
  std::vector<BenchResult> results;  ///< program by program, in each by the table of methods
};

/// Lets each method search each program, one after the other, and calls `on_result` after each with
/// all there is so far. Evaluations are the only limit, the seed is 0, and nothing is remembered of
/// other runs. So the answer depends neither on the number of threads nor on the machine's load.
/// Errors: the worker can't be started; a search fails; `kPassTimedOut` if a pass hangs, for
/// then the clock decides on the answer; `kCancelled` once `budget` is interrupted.
Result<Bench> RunBench(const BenchOptions& options, Budget& budget,
                       const std::function<void(const Bench&)>& on_result);

/// The first half of a content hash as 16 hexadecimal digits.
std::string ShortHash(std::string_view text);

/// 16 hexadecimal digits that stand for the whole answer, its order included.
std::string Signature(const Bench& bench);

}  // namespace autotune
