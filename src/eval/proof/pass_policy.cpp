#include "eval/proof/pass_policy.h"

#include <algorithm>
#include <optional>
#include <utility>
#include <vector>

namespace autotune {

namespace {

/// Linux allows 128 KiB for one argument of a program; proofs lengthen the pipeline.
constexpr std::size_t kMaxPipeline = 100'000;

/// A pass that needs permission, or the beginning of the names of several.
struct GuardedPass {
  std::string_view name;
  std::string_view why;
};

// The last are the passes of our own plugin.
constexpr GuardedPass kGuardedPrefixes[] = {{"dot-", "writes files"},
                                            {"view-", "writes a file and opens a viewer"},
                                            {kPluginPrefix, "may read or write a file"}};

// Tried one by one on all that `opt --print-passes` of LLVM 19 lists. Polly's are those of its
// plugin.
constexpr GuardedPass kGuarded[] = {
    {"insert-gcov-profiling", "writes a file that the module names"},
    {"instrprof", "makes a program that writes a profile"},
    {"pgo-instr-gen", "makes a program that writes a profile"},
    {"instrorderfile", "makes a program that writes a profile"},
    {"pgo-instr-use", "reads a profile"},
    {"sample-profile", "reads a profile"},
    {"memprof-use", "reads a profile"},
    {"function-import", "reads other modules"},
    {"polly-export-jscop", "writes files"},
    {"polly-import-jscop", "reads files"},
};

/// Returns the reason if `name` needs permission, else nothing.
std::optional<std::string> WhyGuarded(std::string_view name) {
  if (name == kNarrowTables) return std::nullopt;
  for (const GuardedPass& prefix : kGuardedPrefixes) {
    if (name.starts_with(prefix.name)) return std::string(prefix.why);
  }
  const auto found = std::ranges::find(kGuarded, name, &GuardedPass::name);
  if (found == std::end(kGuarded)) return std::nullopt;
  return std::string(found->why);
}

/// A pass of a pipeline that needs permission, and the reason.
using Finding = std::pair<std::string, std::string>;

/// Returns the passes of `pipeline` that need permission. The text is split as LLVM does: at commas
/// and parentheses, whatever stands in angle brackets.
std::vector<Finding> Find(std::string_view pipeline) {
  std::vector<Finding> found;
  while (!pipeline.empty()) {
    const std::size_t end = std::min(pipeline.find_first_of(",()"), pipeline.size());
    const std::string_view element = pipeline.substr(0, end);
    pipeline.remove_prefix(std::min(end + 1, pipeline.size()));
    const std::string_view name = element.substr(0, element.find('<'));
    if (element == kQuickElement) continue;  // without a parameter it reads no file
    std::optional<std::string> why = WhyGuarded(name);
    if (!why && element.find('/') != element.npos) why = "has a path for a parameter";
    if (why) found.emplace_back(name, *std::move(why));
  }
  return found;
}

}  // namespace

bool IsGuardedPass(std::string_view name) { return WhyGuarded(name).has_value(); }

Status CheckPipeline(std::string_view pipeline, std::span<const std::string> allowed) {
  if (pipeline.size() > kMaxPipeline) {
    return Error{ErrorCode::kInvalidArgument,
                 "the pipeline has " + std::to_string(pipeline.size()) + " bytes; opt takes " +
                     std::to_string(kMaxPipeline) + " at most"};
  }
  for (const char c : pipeline) {
    if (c > ' ' && c <= '~') continue;
    return Error{ErrorCode::kInvalidArgument, "the pipeline holds the byte " +
                                                  std::to_string(static_cast<unsigned char>(c)) +
                                                  ", which no pass has in its name"};
  }
  for (const auto& [name, why] : Find(pipeline)) {
    if (std::ranges::find(allowed, name) != allowed.end()) continue;
    return Error{ErrorCode::kInvalidArgument,
                 "the pass '" + name + "' " + why +
                     ": replay, minimize and validate run it with --allow " + name};
  }
  return {};
}

}  // namespace autotune
