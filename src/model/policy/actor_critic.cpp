#include "model/policy/actor_critic.h"

#include "model/graph/graph_network.h"
#include "model/policy/policy_network.h"

namespace autotune {

std::shared_ptr<ActorCritic> MakeActorCritic(const PolicyConfig& config) {
  if (config.algorithm == PolicyAlgorithm::kGatv2) return std::make_shared<GraphNetwork>(config);
  return std::make_shared<PolicyNetwork>(config);
}

}  // namespace autotune
