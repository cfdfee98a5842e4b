#include "search/pass_costs.h"

#include <algorithm>

namespace autotune {
namespace {

/// How much longer a whole pipeline takes than the mean of the other passes, roughly
/// (`default<Oz>` on csmith programs and the bundled examples).
constexpr double kWholePipeline = 30;
/// What asking for a pass costs whatever it does: hash, verifier, the messages.
constexpr double kOverhead = 0.3;

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
  for (Total* total : {&passes_[pass], &all_}) {
    total->nanoseconds += static_cast<double>(nanoseconds);
    total->runs += 1;
  }
}

double PassCosts::Expected(PassId pass) const {
  const Total& measured = passes_[pass];
  if (measured.runs == 0 || all_.nanoseconds == 0) return kOverhead + guess_[pass];
  const double mean = all_.nanoseconds / all_.runs;
  return kOverhead + measured.nanoseconds / measured.runs / mean;
}

double PassCosts::Expected(std::span<const PassId> passes) const {
  double sum = 0;
  for (const PassId pass : passes) sum += Expected(pass);
  return sum;
}

}  // namespace autotune
