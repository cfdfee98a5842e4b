#pragma once

namespace autotune {

/// Quality of predictions: weighted sums over targets, so the scores of parts add up to that of the
/// whole.
struct Score {
  double policy = 0;  ///< Kullback-Leibler divergence from the target: 0 is perfect
  double top1 = 0;    ///< weight of targets whose most probable entry was predicted first
  double top5 = 0;    ///< weight of targets whose most probable entry was among the first five
  double policy_weight = 0;
  double value = 0;        ///< loss of the value
  double value_error = 0;  ///< absolute error of the value
  double value_weight = 0;

  Score& operator+=(const Score& other) {
    policy += other.policy;
    top1 += other.top1;
    top5 += other.top5;
    policy_weight += other.policy_weight;
    value += other.value;
    value_error += other.value_error;
    value_weight += other.value_weight;
    return *this;
  }
};

/// Means over targets.
struct MeanScore {
  double loss = 0;
  double policy = 0;
  double top1 = 0;
  double top5 = 0;
  double value_error = 0;
};

/// Returns the means. The loss is the sum of the losses of policy and value, which are of similar
/// size.
inline MeanScore Mean(const Score& score) {
  const double policies = score.policy_weight > 0 ? score.policy_weight : 1;
  const double values = score.value_weight > 0 ? score.value_weight : 1;
  return {.loss = score.policy / policies + score.value / values,
          .policy = score.policy / policies,
          .top1 = score.top1 / policies,
          .top5 = score.top5 / policies,
          .value_error = score.value_error / values};
}

/// Means over the rollouts of a step of policy gradients.
struct PolicyGradientScore {
  double reward = 0;      ///< log of the root's cost over the lowest cost met
  double entropy = 0;     ///< entropy of the next pass, before the updates
  double divergence = 0;  ///< Kullback-Leibler, from the initial network, before the updates
};

}  // namespace autotune
