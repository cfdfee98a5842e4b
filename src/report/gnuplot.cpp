#include "report/gnuplot.h"

#include <algorithm>
#include <cctype>
#include <span>
#include <string_view>
#include <vector>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "report/figures.h"

namespace autotune {

namespace {

/// Colours of Okabe and Ito, as on the page.
constexpr std::string_view kColors[] = {"0072b2", "d55e00", "009e73", "cc79a7",
                                        "e69f00", "56b4e9", "8c8c8c"};

std::string_view Color(std::size_t method) { return kColors[method % std::size(kColors)]; }

/// Returns the dash type of a method: dashed once all colours are used.
int Dash(std::size_t method) { return method < std::size(kColors) ? 1 : 2; }

/// Returns the text as a string of gnuplot. Characters that gnuplot interprets become `?`.
std::string Quoted(const std::string& text) {
  using nlohmann::json;
  const std::string valid =
      json::parse(json(text).dump(-1, ' ', false, json::error_handler_t::replace));
  std::string quoted = "\"";
  for (const char c : valid) {
    const bool special = std::string_view("\"\\`").find(c) != std::string_view::npos;
    quoted += special || std::iscntrl(static_cast<unsigned char>(c)) != 0 ? '?' : c;
  }
  return quoted + '"';
}

std::string Head(std::size_t width, std::size_t height) {
  return fmt::format(
      "set terminal svg size {},{} dynamic enhanced font 'sans-serif,14' background 'white'\n"
      "set encoding utf8\n"
      "set output ARG1\n"
      "set border 3\n"
      "set tics nomirror out\n"
      "set grid lc rgb '#d9dce1' lw 1\n"
      "set key outside top center horizontal noenhanced\n",
      width, height);
}

}  // namespace

std::string AnytimeScript(const Study& study) {
  const AnytimeCurves curves = AnytimeOf(study);
  // A run of some milliseconds may have found nothing by the last moment.
  const bool shows = std::ranges::any_of(curves.bands, [&](const AnytimeBand& band) {
    return !band.high.empty() && band.high.back() >= curves.lowest;
  });
  if (!shows) return "";
  const std::vector<std::string> methods = MethodsOf(study);
  std::string data;
  std::string areas;
  std::string lines;
  for (std::size_t i = 0; i < curves.bands.size(); ++i) {
    const AnytimeBand& band = curves.bands[i];
    data += fmt::format("$method{} << END\n", i);
    for (std::size_t t = 0; t < curves.seconds.size(); ++t) {
      data += fmt::format("{:.6g} {:.6g} {:.6g} {:.6g}\n", curves.seconds[t], band.low[t],
                          band.median[t], band.high[t]);
    }
    data += "END\n";
    const auto method =
        static_cast<std::size_t>(std::ranges::find(methods, band.method) - methods.begin());
    areas += fmt::format("{}$method{} using 1:2:4 with filledcurves fc rgb '#d8{}' notitle",
                         i == 0 ? "plot " : ", \\\n  ", i, Color(method));
    lines += fmt::format(", \\\n  $method{} using 1:3 with lines lw 2 dt {} lc rgb '#{}' title {}",
                         i, Dash(method), Color(method), Quoted(band.method));
  }
  return Head(900, 560) + data +
         fmt::format(
             "set logscale x\n"
             "set format x '%g'\n"
             "set xlabel 'seconds'\n"
             "set ylabel 'Oz / best'\n"
             "set xrange [{:.6g}:{:.6g}]\n"
             "set yrange [{:.6g}:*]\n",
             curves.seconds.front(), curves.seconds.back(), curves.lowest) +
         areas + lines + "\n";
}

std::string ProgramsScript(const Study& study) {
  const std::vector<ProgramBars> all = SavedByProgram(study);
  const std::span bars = std::span(all).first(std::min(all.size(), kMaxProgramsOfChart));
  if (bars.empty()) return "";
  const std::vector<std::string> methods = MethodsOf(study);
  std::string script = Head(240 + bars.size() * (14 + 6 * methods.size()), 560);
  script += "$saved << END\n";
  for (const ProgramBars& bar : bars) {
    script += Quoted(bar.name);
    for (const std::optional<double>& saved : bar.saved) {
      script += saved ? fmt::format(" {:.6g}", *saved) : " ?";
    }
    script += '\n';
  }
  script +=
      "END\n"
      "set datafile missing '?'\n"
      "set style data histograms\n"
      "set style histogram clustered gap 2\n"
      "set style fill solid noborder\n"
      "set xtics rotate by -45 noenhanced\n"
      "set ylabel 'saved against -Oz, %'\n"
      "set xzeroaxis lt -1\n";
  for (std::size_t i = 0; i < methods.size(); ++i) {
    script += fmt::format("{}$saved using {}:xticlabels(1) lc rgb '#{}' title {}",
                          i == 0 ? "plot " : ", \\\n  ", i + 2, Color(i), Quoted(methods[i]));
  }
  return script + "\n";
}

}  // namespace autotune
