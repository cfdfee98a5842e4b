#include "tune/proof/code_options.h"

namespace autotune {

namespace {

constexpr std::string_view kCodeOptions[] = {
    "-disable-lsr",
    "-disable-machine-licm",
    "-regalloc=basic",
    "-enable-ext-tsp-block-placement",
    "-split-spill-mode=size",
    "-disable-block-placement",
    "-enable-misched=false",
    "-pre-RA-sched=source",
    "-pre-RA-sched=list-ilp",
    "-sink-insts-to-avoid-spills",
    "-enable-shrink-wrap=false",
    "-tail-merge-size=1",
};

}  // namespace

std::span<const std::string_view> CodeOptions() { return kCodeOptions; }

std::vector<std::string> ChooseCodeOptions(std::uint64_t bytes, const SizeWithOptions& size,
                                           Clock::time_point end) {
  std::vector<std::string> chosen;
  for (const std::string_view option : kCodeOptions) {
    if (Clock::now() >= end) break;
    chosen.emplace_back(option);
    const std::optional<std::uint64_t> with = size(chosen);
    if (with && *with < bytes) {
      bytes = *with;
    } else {
      chosen.pop_back();
    }
  }
  return chosen;
}

}  // namespace autotune
