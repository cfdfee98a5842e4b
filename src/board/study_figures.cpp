#include "board/study_figures.h"

#include <string>
#include <utility>

#include <fmt/format.h>

#include "core/file.h"
#include "eval/process/subprocess.h"
#include "eval/process/temp_directory.h"
#include "report/gnuplot.h"
#include "tune/output/output_file.h"

namespace autotune {

namespace fs = std::filesystem;

namespace {

/// The SVG that gnuplot makes of the script.
Result<std::string> Draw(const std::string& script) {
  const Result<TempDirectory> folder = TempDirectory::Create(TempRoot());
  if (!folder) return folder.error();
  if (Status status = folder->Write("script", script); !status.ok()) return status.error();
  const Budget unlimited({});
  const Result<SubprocessResult> run = RunSubprocess(
      {"gnuplot", "-c", folder->path() / "script", folder->path() / "svg"}, {}, unlimited);
  if (!run && run.error().code == ErrorCode::kNotFound) {
    return Error{ErrorCode::kNotFound, "--svg needs gnuplot: apt-get install gnuplot-nox"};
  }
  if (!run) return run.error();
  if (!run->Succeeded()) {
    return Error{ErrorCode::kIo, "gnuplot failed: " + run->error_output};
  }
  return folder->Read("svg");
}

}  // namespace

Result<std::vector<fs::path>> WriteSvgs(std::span<const Study> studies, const fs::path& folder) {
  if (const Status made = MakeFolder(folder); !made.ok()) return made.error();
  std::vector<fs::path> files;
  for (std::size_t i = 0; i < studies.size(); ++i) {
    const std::string number = studies.size() == 1 ? "" : fmt::format("-{}", i + 1);
    const std::pair<const char*, std::string> figures[] = {
        {"anytime", AnytimeScript(studies[i])}, {"programs", ProgramsScript(studies[i])}};
    for (const auto& [name, script] : figures) {
      if (script.empty()) continue;
      const Result<std::string> svg = Draw(script);
      if (!svg) return svg.error();
      files.push_back(folder / fmt::format("{}{}.svg", name, number));
      if (Status status = WriteAtomically(files.back(), *svg); !status.ok()) return status.error();
    }
  }
  return files;
}

}  // namespace autotune
