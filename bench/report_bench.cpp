// How long `autotune report` takes on a database of 10,000 runs.

#include <cstdlib>

#include <benchmark/benchmark.h>

#include "report/page.h"
#include "report/study.h"
#include "report/synthetic_runs.h"
#include "support/test_directory.h"

namespace autotune {
namespace {

std::unique_ptr<Database> TenThousandRuns(const std::filesystem::path& file) {
  auto database = Database::Open(file);
  if (!database) std::abort();
  FillWithSyntheticRuns(**database, {.methods = {"a", "b", "c", "d", "e", "f", "g", "h"},
                                     .programs = 50,
                                     .seeds = 25,
                                     .label = "bench"});
  return *std::move(database);
}

void BM_Report(benchmark::State& state) {
  const TestDirectory directory;
  const auto database = TenThousandRuns(directory.path() / "runs.db");
  std::size_t bytes = 0;
  for (auto _ : state) {
    const auto studies = LoadStudies(*database, {});
    if (!studies || studies->front().runs.size() != 10'000) std::abort();
    bytes = RenderPage("bench", *studies).size();
  }
  state.counters["page_bytes"] = static_cast<double>(bytes);
}
BENCHMARK(BM_Report)->Unit(benchmark::kMillisecond)->Iterations(3);

}  // namespace
}  // namespace autotune

BENCHMARK_MAIN();
