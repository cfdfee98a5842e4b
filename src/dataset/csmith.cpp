#include "dataset/csmith.h"

#include <string>
#include <utility>

#include <fmt/format.h>

#include "dataset/compiler.h"
#include "eval/process/subprocess.h"

namespace autotune {

namespace {

namespace fs = std::filesystem;
using namespace std::chrono_literals;

constexpr auto kCsmithTimeLimit = 60s;  ///< for some seeds csmith runs for ever
constexpr char kInclude[] = "-I/usr/include/csmith";

}  // namespace

Result<std::string> CsmithVersion(const Budget& budget) {
  return VersionOf("csmith", "csmith libcsmith-dev", budget);
}

Status BuildCsmithProgram(std::uint64_t seed, Flavour flavour, const fs::path& scratch,
                          const fs::path& file, const Budget& budget) {
  // Runs in a scratch folder: csmith leaves a file in its working folder.
  const Result<SubprocessResult> run =
      RunSubprocess({"env", "-C", scratch.string(), "csmith", "--seed", std::to_string(seed),
                     "--output", "program.c"},
                    {.time_limit = kCsmithTimeLimit}, budget);
  if (!run) return run.error();
  if (!run->Succeeded()) return Error{ErrorCode::kBadInput, "csmith " + HowItEnded(*run)};
  return Compile({.folder = scratch, .source = "program.c", .flags = {kInclude}}, flavour, file,
                 budget);
}

Result<std::vector<Unit>> CsmithUnits(const CsmithOptions& options, const std::string& compiler,
                                      const Budget& budget) {
  const Result<std::string> version = CsmithVersion(budget);
  if (!version) return version.error();
  std::vector<Unit> units;
  for (std::uint64_t i = 0; i < options.count; ++i) {
    const std::uint64_t seed = options.first_seed + i;
    for (const Flavour flavour : kFlavours) {
      std::vector<std::string> words = Flags(flavour);
      words.emplace_back(kInclude);
      const std::string flags = JoinFlags(words);
      units.push_back(
          {.file = fmt::format("{}/{}/{:08}.bc", Name(flavour), Name(options.split), seed),
           .split = options.split,
           .flags = flags,
           .origin = {.package = "csmith",
                      .version = *version,
                      .source = fmt::format("seed {}", seed)},
           .inputs = HashBytes(fmt::format("{}\n{}\n{}\n{}", *version, compiler, flags, seed)),
           .build = [seed, flavour](const fs::path& scratch, const fs::path& file,
                                    const Budget& limit) {
             return BuildCsmithProgram(seed, flavour, scratch, file, limit);
           }});
    }
  }
  return units;
}

}  // namespace autotune
