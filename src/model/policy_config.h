#pragma once

#include <cstddef>
#include <cstdint>
#include <string_view>

namespace autotune {

enum class PolicyAlgorithm {
  kPpo,  ///< proximal policy optimisation (Schulman et al., arXiv 1707.06347)
  kNvp,  ///< normalised value prediction over a coreset (Liang et al., arXiv 2301.05104)
};

/// The names of all algorithms, in the order of the enumerators.
inline constexpr std::string_view kPolicyAlgorithms[] = {"ppo", "nvp"};

inline std::string_view Name(PolicyAlgorithm algorithm) {
  return kPolicyAlgorithms[static_cast<std::size_t>(algorithm)];
}

/// The shape of a policy, stored with its weights: layers of tanh, one head of `outputs` numbers
/// and one of a single number.
struct PolicyConfig {
  PolicyAlgorithm algorithm = PolicyAlgorithm::kPpo;
  std::int64_t actions = 0;  ///< size of the action space
  std::int64_t outputs = 0;  ///< `actions`; with `kNvp` the number of lists
  std::int64_t width = 128;  ///< width of each layer
  std::int64_t layers = 3;
  std::int64_t length = 45;  ///< passes of an episode; the methods that play one play as many
};

}  // namespace autotune
