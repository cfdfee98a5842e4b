#include "tune/weights_file.h"

#include <fstream>
#include <iterator>
#include <string>
#include <string_view>

#include "core/hash.h"
#include "core/regular_file.h"

namespace autotune {

namespace {

// An archive of torch is a zip file with uncompressed members. One of them holds the metadata of
// `SaveWeights`, as JSON with its keys in order.
constexpr std::string_view kZipBegin = "PK\3\4";
constexpr std::string_view kZipEnd = "PK\5\6";
constexpr std::size_t kZipEndSize = 22;
constexpr std::string_view kActionsKey = R"({"actions":")";

bool IsWholeZip(std::string_view content) {
  return content.starts_with(kZipBegin) && content.size() >= kZipEndSize &&
         content.substr(content.size() - kZipEndSize).starts_with(kZipEnd);
}

}  // namespace

Status CheckWeightsFile(const std::filesystem::path& file, const ActionSpace& actions) {
  const auto refuse = [&](const std::string& why) -> Status {
    return Error{ErrorCode::kInvalidArgument, "'" + file.string() + "' " + why};
  };
  if (Status regular = CheckRegularFile(file); !regular.ok()) return regular;
  std::ifstream stream(file, std::ios::binary);
  if (!stream) return refuse("can't be read");
  const std::string content(std::istreambuf_iterator<char>(stream), {});
  const std::size_t key = content.find(kActionsKey);
  if (!IsWholeZip(content) || key == std::string::npos) {
    return refuse("holds no weights, or not all of them");
  }
  const std::string_view rest = std::string_view(content).substr(key + kActionsKey.size());
  if (rest.starts_with(ToHex(actions.fingerprint()) + '"')) {
    return {};
  }
  return refuse("was trained for other actions than '" + actions.name() +
                "' has: use weights made for it, or train some");
}

}  // namespace autotune
