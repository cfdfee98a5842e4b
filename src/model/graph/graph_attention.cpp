#include "model/graph/graph_attention.h"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstring>
#include <limits>
#include <stdexcept>
#include <vector>

#include <torch/csrc/autograd/custom_function.h>
#include <torch/utils.h>

namespace autotune {

namespace {

constexpr float kSlope = 0.2F;  // of LeakyReLU below 0, as published

/// Floats that are computed at once.
using Lanes = float __attribute__((vector_size(16)));
constexpr std::int64_t kLanes = 4;

Lanes Load(const float* from) {
  Lanes lanes;
  std::memcpy(&lanes, from, sizeof lanes);
  return lanes;
}
void Store(float* to, const Lanes& lanes) { std::memcpy(to, &lanes, sizeof lanes); }
float Sum(const Lanes& lanes) { return lanes[0] + lanes[1] + (lanes[2] + lanes[3]); }
Lanes Leaky(const Lanes& lanes) { return lanes > 0 ? lanes : lanes * kSlope; }
/// Returns `scale` times the derivative of `Leaky`.
Lanes LeakySlope(const Lanes& lanes, const Lanes& scale) {
  return lanes > 0 ? scale : scale * kSlope;
}

float Dot(const float* a, const float* b, std::int64_t width) {
  Lanes sum{};
  for (std::int64_t d = 0; d < width; d += kLanes) sum += Load(a + d) * Load(b + d);
  return Sum(sum);
}

/// The numbers of a layer; all pointers to rows of `heads * width`, but for attention.
struct Layer {
  std::int64_t nodes;
  std::int64_t heads;
  std::int64_t width;
  const float* source;     ///< by node
  const float* target;     ///< by node
  const float* label;      ///< by label
  const float* attention;  ///< [heads, width]
  const std::int64_t* begins;
  const std::int64_t* from;
  const std::int64_t* labels;

  std::int64_t row() const { return heads * width; }
};

Layer LayerOf(const torch::Tensor& source, const torch::Tensor& target, const torch::Tensor& label,
              const torch::Tensor& attention, const torch::Tensor& begins,
              const torch::Tensor& from, const torch::Tensor& labels) {
  return {source.size(0),
          attention.size(0),
          attention.size(1),
          source.data_ptr<float>(),
          target.data_ptr<float>(),
          label.data_ptr<float>(),
          attention.data_ptr<float>(),
          begins.data_ptr<std::int64_t>(),
          from.data_ptr<std::int64_t>(),
          labels.data_ptr<std::int64_t>()};
}

float Score(const Layer& layer, const float* source, const float* target, const float* label,
            const float* attention) {
  Lanes sum{};
  for (std::int64_t d = 0; d < layer.width; d += kLanes) {
    sum += Load(attention + d) * Leaky(Load(source + d) + Load(target + d) + Load(label + d));
  }
  return Sum(sum);
}

/// Computes one head of one node: `weights` of the edges to it, `heads` apart, and `out`.
void AttendNode(const Layer& layer, std::int64_t node, std::int64_t head, float* weights,
                float* out) {
  const std::int64_t offset = head * layer.width;
  const std::int64_t begin = layer.begins[node];
  const std::int64_t end = layer.begins[node + 1];
  const float* const target = layer.target + node * layer.row() + offset;
  const auto source = [&](std::int64_t edge) {
    return layer.source + layer.from[edge] * layer.row() + offset;
  };
  float highest = -std::numeric_limits<float>::infinity();
  for (std::int64_t edge = begin; edge < end; ++edge) {
    float& score = weights[edge * layer.heads + head];
    score =
        Score(layer, source(edge), target, layer.label + layer.labels[edge] * layer.row() + offset,
              layer.attention + offset);
    highest = std::max(highest, score);
  }
  float total = 0;
  for (std::int64_t edge = begin; edge < end; ++edge) {
    float& weight = weights[edge * layer.heads + head];
    weight = std::exp(weight - highest);
    total += weight;
  }
  for (std::int64_t edge = begin; edge < end; ++edge) {
    const float weight = weights[edge * layer.heads + head] /= total;
    for (std::int64_t d = 0; d < layer.width; d += kLanes) {
      Store(out + d, Load(out + d) + weight * Load(source(edge) + d));
    }
  }
}

struct Gradients {
  float* source;
  float* target;
  float* label;
  float* attention;
};

/// Adds the gradients of one head of one node, whose output has the gradient `out`.
void AttendNodeBackward(const Layer& layer, std::int64_t node, std::int64_t head,
                        const float* weights, const float* out, const Gradients& gradients,
                        std::vector<float>& of_weights) {
  const std::int64_t offset = head * layer.width;
  const std::int64_t begin = layer.begins[node];
  const std::int64_t end = layer.begins[node + 1];
  of_weights.clear();
  float mean = 0;
  for (std::int64_t edge = begin; edge < end; ++edge) {
    const float* const source = layer.source + layer.from[edge] * layer.row() + offset;
    of_weights.push_back(Dot(out, source, layer.width));
    mean += weights[edge * layer.heads + head] * of_weights.back();
  }
  const std::int64_t to = node * layer.row() + offset;
  for (std::int64_t edge = begin; edge < end; ++edge) {
    const float weight = weights[edge * layer.heads + head];
    const float of_score = weight * (of_weights[static_cast<std::size_t>(edge - begin)] - mean);
    const std::int64_t from = layer.from[edge] * layer.row() + offset;
    const std::int64_t label = layer.labels[edge] * layer.row() + offset;
    for (std::int64_t d = 0; d < layer.width; d += kLanes) {
      const auto add = [d](float* to_row, const Lanes& lanes) {
        Store(to_row + d, Load(to_row + d) + lanes);
      };
      const Lanes sum = Load(layer.source + from + d) + Load(layer.target + to + d) +
                        Load(layer.label + label + d);
      const Lanes change = LeakySlope(sum, of_score * Load(layer.attention + offset + d));
      add(gradients.source + from, weight * Load(out + d) + change);
      add(gradients.target + to, change);
      add(gradients.label + label, change);
      add(gradients.attention + offset, of_score * Leaky(sum));
    }
  }
}

/// The sums over edges, with their gradients for the first four inputs.
struct Attend : public torch::autograd::Function<Attend> {
  static torch::Tensor forward(torch::autograd::AutogradContext* context,
                               const torch::Tensor& source, const torch::Tensor& target,
                               const torch::Tensor& label, const torch::Tensor& attention,
                               const torch::Tensor& begins, const torch::Tensor& from,
                               const torch::Tensor& labels) {
    const Layer layer = LayerOf(source, target, label, attention, begins, from, labels);
    const torch::Tensor weights = torch::empty({from.size(0), layer.heads});
    const torch::Tensor out = torch::zeros_like(source);
    for (std::int64_t node = 0; node < layer.nodes; ++node) {
      for (std::int64_t head = 0; head < layer.heads; ++head) {
        AttendNode(layer, node, head, weights.data_ptr<float>(),
                   out.data_ptr<float>() + node * layer.row() + head * layer.width);
      }
    }
    context->save_for_backward({source, target, label, attention, begins, from, labels, weights});
    return out;
  }

  static torch::autograd::tensor_list backward(torch::autograd::AutogradContext* context,
                                               const torch::autograd::tensor_list& outputs) {
    const auto saved = context->get_saved_variables();
    const Layer layer =
        LayerOf(saved[0], saved[1], saved[2], saved[3], saved[4], saved[5], saved[6]);
    const torch::Tensor out = outputs[0].contiguous();
    std::vector<torch::Tensor> results;
    for (int input = 0; input < 4; ++input) results.push_back(torch::zeros_like(saved[input]));
    const Gradients gradients{results[0].data_ptr<float>(), results[1].data_ptr<float>(),
                              results[2].data_ptr<float>(), results[3].data_ptr<float>()};
    std::vector<float> of_weights;
    for (std::int64_t node = 0; node < layer.nodes; ++node) {
      for (std::int64_t head = 0; head < layer.heads; ++head) {
        AttendNodeBackward(layer, node, head, saved[7].data_ptr<float>(),
                           out.data_ptr<float>() + node * layer.row() + head * layer.width,
                           gradients, of_weights);
      }
    }
    results.resize(7);  // none for the numbers of nodes and labels
    return results;
  }
};

}  // namespace

GraphAttention::GraphAttention(std::int64_t inputs, std::int64_t edge_inputs, std::int64_t heads,
                               std::int64_t width)
    : source_(inputs, heads * width),
      target_(inputs, heads * width),
      edge_(torch::nn::LinearOptions(edge_inputs, heads * width).bias(false)) {
  if (width % kLanes != 0) {
    throw std::invalid_argument("the width of a graph network is no multiple of 4");
  }
  register_module("source", source_);
  register_module("target", target_);
  register_module("edge", edge_);
  const torch::Tensor attention =
      torch::randn({heads, width}) / std::sqrt(static_cast<double>(width));
  attention_ = register_parameter("attention", attention);
}

torch::Tensor GraphAttention::Forward(const torch::Tensor& nodes, const torch::Tensor& labels,
                                      const GraphBatch& batch) const {
  return Attend::apply(torch::linear(nodes, source_->weight, source_->bias),
                       torch::linear(nodes, target_->weight, target_->bias),
                       torch::linear(labels, edge_->weight), attention_, batch.begins, batch.from,
                       batch.labels);
}

}  // namespace autotune
