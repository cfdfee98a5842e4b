#include "report/figures.h"

#include <algorithm>
#include <cassert>
#include <cmath>
#include <functional>
#include <map>
#include <set>
#include <tuple>
#include <utility>

#include "core/objective.h"
#include "report/board.h"

namespace autotune {

namespace {

constexpr std::size_t kMoments = 60;
constexpr double kFirstShare = 0.001;  ///< beginning of the curves, as a share of the time
constexpr double kLowestRatio = 0.9;

std::optional<double> Saved(std::optional<std::uint64_t> oz, std::optional<std::uint64_t> value) {
  if (!oz || !value || *oz == 0) return std::nullopt;
  const auto reference = static_cast<double>(*oz);
  return 100 * (reference - static_cast<double>(*value)) / reference;
}

std::size_t IndexOf(const std::vector<std::string>& names, const std::string& name) {
  return static_cast<std::size_t>(std::ranges::lower_bound(names, name) - names.begin());
}

/// Returns what a run saved; nothing if a cost is not known.
std::optional<SizePoint> PointOf(const StudiedRun& run) {
  if (!run.oz_cost || !run.best_cost) return std::nullopt;
  const auto& oz = run.oz_cost->object_size;
  const auto& own = run.best_cost->object_size;
  if (!oz || !own) return std::nullopt;
  const auto instructions = Saved(run.oz_cost->instructions, run.best_cost->instructions);
  const auto bytes = Saved(oz->total(), own->total());
  if (!instructions || !bytes) return std::nullopt;
  return SizePoint{run.name, *instructions, *bytes};
}

/// Returns the finished runs of the programs and seeds for which each method has one: curves of
/// other programs can't be compared.
std::vector<const StudiedRun*> PairedRuns(const Study& study) {
  std::vector<const StudiedRun*> finished;
  for (const StudiedRun& run : study.runs) {
    if (run.status == RunStatus::kFinished && run.oz) finished.push_back(&run);
  }
  const std::set<ProgramAndSeed> pairs = PairsOfAllMethods(finished);
  std::erase_if(finished,
                [&](const StudiedRun* run) { return !pairs.contains({run->program, run->seed}); });
  return finished;
}

}  // namespace

double Quantile(std::span<const double> sorted, double q) {
  assert(!sorted.empty() && "a quantile of nothing");
  const double position = q * static_cast<double>(sorted.size() - 1);
  const auto below = static_cast<std::size_t>(position);
  const std::size_t above = std::min(below + 1, sorted.size() - 1);
  return std::lerp(sorted[below], sorted[above], position - static_cast<double>(below));
}

std::vector<double> LogSpaced(double from, double to, std::size_t count) {
  std::vector<double> values(count);
  for (std::size_t i = 0; i < count; ++i) {
    const double share = static_cast<double>(i) / static_cast<double>(count - 1);
    values[i] = from * std::pow(to / from, share);
  }
  values.back() = to;
  return values;
}

std::optional<double> RatioAt(const StudiedRun& run, double seconds) {
  if (!run.oz) return std::nullopt;
  std::uint64_t value = run.o0;
  for (const KnownValue& known : run.curve) {
    if (known.seconds > seconds) break;
    value = known.value;
  }
  return RatioToOz(*run.oz, value);
}

std::vector<std::string> MethodsOf(const Study& study) {
  std::set<std::string> methods;
  for (const StudiedRun& run : study.runs) methods.insert(run.method);
  return {methods.begin(), methods.end()};
}

std::vector<AnytimeBand> AnytimeBands(const Study& study, std::span<const double> seconds) {
  std::vector<AnytimeBand> bands;
  const std::vector<const StudiedRun*> runs = PairedRuns(study);
  for (const std::string& method : MethodsOf(study)) {
    AnytimeBand band{method, {}, {}, {}};
    for (const double moment : seconds) {
      std::vector<double> ratios;
      for (const StudiedRun* const run : runs) {
        if (run->method != method) continue;
        if (const auto ratio = RatioAt(*run, moment)) ratios.push_back(*ratio);
      }
      if (ratios.empty()) break;
      std::ranges::sort(ratios);
      band.low.push_back(Quantile(ratios, 0.25));
      band.median.push_back(Quantile(ratios, 0.5));
      band.high.push_back(Quantile(ratios, 0.75));
    }
    if (band.median.size() == seconds.size()) bands.push_back(std::move(band));
  }
  return bands;
}

AnytimeCurves AnytimeOf(const Study& study) {
  AnytimeCurves curves;
  double end = 0;
  for (const StudiedRun& run : study.runs) {
    if (run.status == RunStatus::kFinished) end = std::max(end, run.wall_seconds.value_or(0));
  }
  end = std::min(end, study.setting.budget_seconds);
  if (end <= 0) return curves;
  curves.seconds = LogSpaced(end * kFirstShare, end, kMoments);
  curves.bands = AnytimeBands(study, curves.seconds);
  for (const AnytimeBand& band : curves.bands) {
    curves.lowest = std::min(curves.lowest, band.low.front());
  }
  curves.lowest = std::max(kLowestRatio, std::floor(curves.lowest * 100) / 100);
  return curves;
}

std::vector<ProgramBars> SavedByProgram(const Study& study) {
  const std::vector<std::string> methods = MethodsOf(study);
  std::map<std::string, ProgramBars> programs;
  std::map<std::pair<std::string, std::size_t>, std::vector<double>> saved;
  for (const StudiedRun& run : study.runs) {
    const auto percent = Saved(run.oz, run.best);
    if (!percent) continue;
    programs[run.program] = {run.name, *run.oz, {}};
    saved[{run.program, IndexOf(methods, run.method)}].push_back(*percent);
  }
  std::vector<ProgramBars> bars;
  for (auto& [program, bar] : programs) {
    bar.saved.resize(methods.size());
    for (std::size_t i = 0; i < methods.size(); ++i) {
      const auto values = saved.find({program, i});
      if (values == saved.end()) continue;
      std::ranges::sort(values->second);
      bar.saved[i] = Quantile(values->second, 0.5);
    }
    bars.push_back(std::move(bar));
  }
  std::ranges::sort(bars, [](const ProgramBars& a, const ProgramBars& b) {
    return std::tie(b.oz, a.name) < std::tie(a.oz, b.name);
  });
  return bars;
}

std::vector<std::vector<SizePoint>> SizePoints(const Study& study) {
  const std::vector<std::string> methods = MethodsOf(study);
  std::map<std::pair<std::size_t, std::string>, const StudiedRun*> best;
  for (const StudiedRun& run : study.runs) {
    if (!run.best || !PointOf(run)) continue;
    const StudiedRun*& known = best[{IndexOf(methods, run.method), run.program}];
    if (!known || *run.best < *known->best) known = &run;
  }
  std::vector<std::vector<SizePoint>> points(methods.size());
  for (const auto& [key, run] : best) {
    if (const auto point = PointOf(*run)) points[key.first].push_back(*point);
  }
  return points;
}

std::vector<ProgramFront> Fronts(std::span<const Study> studies, std::size_t limit) {
  struct Points {
    std::string name;  // the longest: a name is short where a study has no other of it
    std::set<std::string> objectives;
    std::vector<SizePoint> all;
  };
  std::map<std::tuple<std::string, std::string, std::string>, Points> programs;
  for (const Study& study : studies) {
    for (const StudiedRun& run : study.runs) {
      const std::optional<SizePoint> point = run.best ? PointOf(run) : std::nullopt;
      if (!point) continue;
      Points& points = programs[{run.program, run.code_model, study.setting.toolchain}];
      if (run.name.size() > points.name.size()) points.name = run.name;
      points.objectives.insert(study.setting.objective);
      points.all.push_back(*point);
    }
  }
  std::vector<Points> named;
  for (auto& [program, points] : programs) {
    if (points.objectives.size() > 1) named.push_back(std::move(points));
  }
  std::ranges::sort(named, {}, &Points::name);
  std::vector<ProgramFront> fronts;
  for (Points& points : named) {
    if (fronts.size() == limit) break;
    std::ranges::sort(points.all, std::greater(), [](const SizePoint& point) {
      return std::pair(point.instructions_saved, point.bytes_saved);
    });
    ProgramFront front{points.name, {}};
    for (const SizePoint& point : points.all) {
      if (!front.points.empty() && point.bytes_saved <= front.points.back().bytes_saved) continue;
      front.points.push_back(point);
    }
    if (front.points.size() > 1) fronts.push_back(std::move(front));
  }
  return fronts;
}

std::vector<PassShare> PassUsage(const Study& study, std::size_t limit) {
  std::map<std::string, std::size_t> uses;
  std::size_t lists = 0;
  for (const StudiedRun& run : study.runs) {
    lists += run.passes.empty() ? 0 : 1;
    for (const std::string& pass : run.passes) ++uses[pass];
  }
  std::vector<PassShare> shares;
  for (const auto& [pass, count] : uses) {
    shares.push_back({pass, 100 * static_cast<double>(count) / static_cast<double>(lists)});
  }
  std::ranges::sort(shares, [](const PassShare& a, const PassShare& b) {
    return std::tie(b.percent, a.pass) < std::tie(a.percent, b.pass);
  });
  if (shares.size() > limit) shares.resize(limit);
  return shares;
}

}  // namespace autotune
