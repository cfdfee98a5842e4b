#include "search/list/pass_costs.h"

#include <algorithm>

namespace autotune {
namespace {

/// Cost of a whole pipeline, in units of the mean of the other passes, roughly (`default<Oz>` on
/// csmith programs and the bundled examples).
constexpr double kWholePipeline = 30;
/// Cost of asking for any pass: hash, messages, now and then the verifier. Unit: the mean pass.
constexpr double kOverhead = 0.3;
/// Extra time of actions that a process does for the first time, part of a millisecond. A single
/// run of a pass that takes no longer itself says little.
constexpr double kFirstRunNoise = 1e6;  // nanoseconds

}  // namespace

bool IsWholePipeline(std::string_view pipeline) {
  return pipeline.starts_with("default<") || pipeline.starts_with("thinlto-") ||
         pipeline.starts_with("scc-oz-module-inliner") ||
         pipeline.starts_with("function(function-simplification");
}

PassCosts::PassCosts(const ActionSpace& actions, Source source)
    : source_(source), passes_(actions.size()) {
  for (PassId pass = 0; pass < actions.size(); ++pass) {
    guess_.push_back(IsWholePipeline(actions.Pipeline(pass)) ? kWholePipeline : 1);
  }
}

void PassCosts::Record(PassId pass, std::uint64_t nanoseconds) {
  if (source_ == Source::kGuess) return;
  passes_[pass].nanoseconds += static_cast<double>(nanoseconds);
  passes_[pass].runs += 1;
  nanoseconds_ += static_cast<double>(nanoseconds);
  guessed_ += guess_[pass];
}

double PassCosts::Expected(PassId pass) const {
  const Total& measured = passes_[pass];
  if (measured.runs == 0 || nanoseconds_ == 0) return kOverhead + guess_[pass];
  const double unit = nanoseconds_ / guessed_;
  const double trust = 1 + kFirstRunNoise / unit;  // weight of the guess, in runs
  return kOverhead + (trust * guess_[pass] + measured.nanoseconds / unit) / (trust + measured.runs);
}

double PassCosts::Expected(std::span<const PassId> passes) const {
  double sum = 0;
  for (const PassId pass : passes) sum += Expected(pass);
  return sum;
}

}  // namespace autotune
