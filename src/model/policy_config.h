#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string_view>

namespace autotune {

enum class PolicyAlgorithm {
  kPpo,            ///< proximal policy optimisation (Schulman et al., arXiv 1707.06347)
  kNvp,            ///< normalised value prediction over a coreset (Liang et al., arXiv 2301.05104)
  kGatv2,          ///< PPO with a graph network (Brody et al., arXiv 2105.14491) on program graphs
  kDqn,            ///< double deep Q-learning (van Hasselt et al., arXiv 1509.06461)
  kCompilerDream,  ///< a world model, and an actor that learns in it (arXiv 2404.16077)
};

/// Facts about an algorithm that code outside its training needs.
struct PolicyAlgorithmRow {
  PolicyAlgorithm id;
  std::string_view name;     ///< in weights files; also that of its method and of the file shipped
  bool sees_graph = false;   ///< it sees program graphs, else feature counts
  bool ranks_lists = false;  ///< its outputs are the lists of a coreset, else passes
};

/// The rows of all algorithms, in the order of the enumerators.
inline constexpr PolicyAlgorithmRow kPolicyAlgorithms[] = {
    {PolicyAlgorithm::kPpo, "ppo"},
    {.id = PolicyAlgorithm::kNvp, .name = "nvp", .ranks_lists = true},
    {.id = PolicyAlgorithm::kGatv2, .name = "gatv2", .sees_graph = true},
    {PolicyAlgorithm::kDqn, "dqn"},
    {PolicyAlgorithm::kCompilerDream, "compilerdream"}};

inline const PolicyAlgorithmRow& RowOf(PolicyAlgorithm algorithm) {
  return kPolicyAlgorithms[static_cast<std::size_t>(algorithm)];
}

inline std::string_view Name(PolicyAlgorithm algorithm) { return RowOf(algorithm).name; }

/// Returns the algorithm of this name; none if there is none.
inline std::optional<PolicyAlgorithm> FindPolicyAlgorithm(std::string_view name) {
  for (const PolicyAlgorithmRow& row : kPolicyAlgorithms) {
    if (row.name == name) return row.id;
  }
  return std::nullopt;
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
