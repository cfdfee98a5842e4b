#include "tune/weights_file.h"

#include <string>
#include <string_view>

#include "core/action_space.h"
#include "core/file.h"
#include "core/hash.h"
#include "model/policy_config.h"

namespace autotune {

namespace {

// An archive of torch is a zip file with uncompressed members. One of them holds the metadata of
// `SaveWeights`, as JSON with its keys in order.
constexpr std::string_view kZipBegin = "PK\3\4";
constexpr std::string_view kZipEnd = "PK\5\6";
constexpr std::size_t kZipEndSize = 22;
constexpr std::string_view kActionsKey = R"({"actions":")";
constexpr std::string_view kAlgorithmKey = R"(","algorithm":")";  // of policies, after the actions
constexpr std::string_view kPassformer = "passformer";

bool IsWholeZip(std::string_view content) {
  return content.starts_with(kZipBegin) && content.size() >= kZipEndSize &&
         content.substr(content.size() - kZipEndSize).starts_with(kZipEnd);
}

/// Returns the algorithm that the metadata names after the actions. The Passformer's has none.
std::string_view AlgorithmOf(std::string_view rest) {
  if (!rest.starts_with(kAlgorithmKey)) return kPassformer;
  rest.remove_prefix(kAlgorithmKey.size());
  return rest.substr(0, rest.find('"'));
}

/// Returns the action space with this fingerprint; empty if there is none.
std::string SpaceOf(std::string_view fingerprint) {
  for (const std::string& name : ActionSpaceNames()) {
    const Result<ActionSpace> space = LoadActionSpace(name);
    if (space && ToHex(space->fingerprint()) == fingerprint) return name;
  }
  return "";
}

}  // namespace

Result<Observe> CheckWeightsFile(const std::filesystem::path& file, const ActionSpace& actions,
                                 const Method* method) {
  const auto refuse = [&](const std::string& why) -> Error {
    return {ErrorCode::kInvalidArgument, "'" + file.string() + "' " + why};
  };
  if (Status regular = CheckRegularFile(file); !regular.ok()) return regular.error();
  const Result<std::string> content = ReadFile(file);
  if (!content) return refuse("can't be read");
  const std::size_t key = content->find(kActionsKey);
  if (!IsWholeZip(*content) || key == std::string::npos) {
    return refuse("holds no weights, or not all of them");
  }
  const std::string_view rest = std::string_view(*content).substr(key + kActionsKey.size());
  const std::string fingerprint = ToHex(actions.fingerprint());
  if (!rest.starts_with(fingerprint + '"')) {
    const std::string own = SpaceOf(rest.substr(0, fingerprint.size()));
    return refuse("was trained for other actions than '" + actions.name() + "' has: " +
                  (own.empty() ? "name the --action-space that it was trained for"
                               : "give --action-space " + own) +
                  ", or other weights");
  }
  const std::string_view trained = AlgorithmOf(rest.substr(fingerprint.size()));
  const auto algorithm = FindPolicyAlgorithm(trained);
  const Observe needs{.features = true, .graph = algorithm && RowOf(*algorithm).sees_graph};
  if (!method) return needs;
  const std::string asked = std::filesystem::path(method->weights).stem().string();
  // A method that any prior may guide can't ask for an order of lists.
  const bool ranks = algorithm && RowOf(*algorithm).ranks_lists;
  const bool fits = asked == kPassformer ? !ranks : trained == asked;
  if (fits) return needs;
  return refuse("holds weights of " + std::string(trained) + ", which the method " +
                std::string(method->name) + " can't use");
}

}  // namespace autotune
