#pragma once

#include <cstddef>
#include <cstdint>
#include <string_view>

namespace autotune {

enum class PolicyAlgorithm {
  kPpo,            ///< proximal policy optimisation (Schulman et al., arXiv 1707.06347)
  kNvp,            ///< normalised value prediction over a coreset (Liang et al., arXiv 2301.05104)
  kGatv2,          ///< PPO with a graph network (Brody et al., arXiv 2105.14491) on program graphs
  kDqn,            ///< double deep Q-learning (van Hasselt et al., arXiv 1509.06461)
  kCompilerDream,  ///< a world model, and an actor that learns in it (arXiv 2404.16077)
};

/// The names of all algorithms, in the order of the enumerators.
inline constexpr std::string_view kPolicyAlgorithms[] = {"ppo", "nvp", "gatv2", "dqn",
                                                         "compilerdream"};

inline std::string_view Name(PolicyAlgorithm algorithm) {
  return kPolicyAlgorithms[static_cast<std::size_t>(algorithm)];
}

/// The shape of a policy, stored with its weights: layers of tanh, or with `kGatv2` two layers of
/// graph attention; then one head of `outputs` numbers and one of a single number. `kCompilerDream`
/// has several networks of layers with norms, and a state.
struct PolicyConfig {
  PolicyAlgorithm algorithm = PolicyAlgorithm::kPpo;
  std::int64_t actions = 0;  ///< size of the action space
  std::int64_t outputs = 0;  ///< `actions`; with `kNvp` the number of lists
  std::int64_t width = 128;  ///< width of each layer; with `kGatv2` of the last
  std::int64_t layers = 3;   ///< with `kGatv2` always 2
  std::int64_t length = 45;  ///< passes of an episode; the methods that play one play as many
  // With `kCompilerDream` only. Published: 1024, 32, 32, and 4 layers of width 400.
  std::int64_t memory = 128;  ///< numbers of the state that follow from those before
  std::int64_t latents = 16;  ///< categoricals of the state
  std::int64_t classes = 16;  ///< of each categorical
};

}  // namespace autotune
