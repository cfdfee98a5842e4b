#include "dataset/verify.h"

#include <algorithm>
#include <set>

#include "core/file.h"
#include "dataset/parallel.h"
#include "dataset/set_folder.h"

namespace autotune {

Result<std::vector<Damage>> VerifySet(const std::filesystem::path& folder, const Manifest& manifest,
                                      std::size_t jobs, const Budget& budget) {
  std::vector<std::string> verdicts(manifest.programs.size());
  ParallelFor(jobs, verdicts.size(), budget, [&](std::size_t i) {
    const DatasetProgram& program = manifest.programs[i];
    const Result<std::string> module = ReadFile(folder / program.file);
    if (!module) {
      verdicts[i] = module.error().code == ErrorCode::kNotFound ? "missing" : "unreadable";
    } else if (HashBytes(*module) != program.content) {
      verdicts[i] = "changed";
    }
  });
  if (budget.Interrupted()) return Error{ErrorCode::kCancelled, "stopped"};
  std::vector<Damage> damages;
  std::set<std::string_view> known;
  for (std::size_t i = 0; i < verdicts.size(); ++i) {
    const std::string& file = manifest.programs[i].file;
    known.insert(file);
    if (!verdicts[i].empty()) damages.push_back({file, verdicts[i]});
  }
  const Result<std::vector<std::string>> modules = ListModules(folder);
  if (!modules) return modules.error();
  for (const std::string& file : *modules) {
    if (!known.contains(file)) damages.push_back({file, "not in the manifest"});
  }
  std::ranges::sort(damages, {}, &Damage::file);
  return damages;
}

}  // namespace autotune
