#include "model/graph/graph_network.h"

#include <algorithm>
#include <memory>
#include <numeric>
#include <string>
#include <vector>

#include <gtest/gtest.h>
#include <torch/csrc/autograd/autograd.h>
#include <torch/utils.h>

#include "core/random.h"
#include "model/graph/graph_attention.h"
#include "model/graph/graph_batch.h"

namespace autotune {
namespace {

const PolicyConfig kSmall{
    .algorithm = PolicyAlgorithm::kGatv2, .actions = 7, .outputs = 7, .width = 16, .layers = 2};

ProgramGraph RandomGraph(std::uint64_t seed, std::size_t nodes, std::size_t edges) {
  Random random(seed);
  ProgramGraph graph;
  for (std::size_t i = 0; i < nodes; ++i) {
    graph.nodes.push_back({static_cast<NodeKind>(random.Below(kNodeKinds)),
                           static_cast<std::uint16_t>(random.Below(kNodeTexts))});
  }
  for (std::size_t i = 0; i < edges; ++i) {
    graph.edges.push_back({static_cast<std::uint16_t>(random.Below(nodes)),
                           static_cast<std::uint16_t>(random.Below(nodes)),
                           static_cast<EdgeFlow>(random.Below(kEdgeFlows)),
                           static_cast<std::uint16_t>(random.Below(4))});
  }
  return graph;
}

GraphBatch Only(const ProgramGraph& graph) {
  const ProgramGraph* const pointer = &graph;
  return Join({&pointer, 1});
}

/// The published equations, edge by edge, on the edges of the graph and one from each node to
/// itself.
torch::Tensor Attend(const GraphAttention& layer, const torch::Tensor& nodes,
                     const torch::Tensor& labels, const ProgramGraph& graph, std::int64_t heads) {
  const auto parameters = layer.named_parameters();
  const auto source = torch::linear(nodes, parameters["source.weight"], parameters["source.bias"]);
  const auto target = torch::linear(nodes, parameters["target.weight"], parameters["target.bias"]);
  const auto edge = torch::linear(labels, parameters["edge.weight"]);
  const std::int64_t width = source.size(1) / heads;
  std::vector<torch::Tensor> rows;
  for (std::size_t to = 0; to < graph.nodes.size(); ++to) {
    const auto i = static_cast<std::int64_t>(to);
    std::vector<torch::Tensor> sources = {source[i]};
    std::vector<torch::Tensor> sums = {source[i] + target[i] + edge[3 * kEdgePositions]};
    for (const GraphEdge& e : graph.edges) {
      if (e.to != to) continue;
      sources.push_back(source[e.from]);
      sums.push_back(source[e.from] + target[i] +
                     edge[static_cast<std::int64_t>(e.flow) * kEdgePositions + e.position]);
    }
    const auto together = torch::stack(sums).view({-1, heads, width});
    const auto scores = (torch::leaky_relu(together, 0.2) * parameters["attention"]).sum(-1);
    const auto weights = torch::softmax(scores, 0).unsqueeze(-1);
    rows.push_back((weights * torch::stack(sources).view({-1, heads, width})).sum(0).view({-1}));
  }
  return torch::stack(rows);
}

TEST(GraphAttention, IsThatOfTheEquationsWithItsGradients) {
  torch::manual_seed(1);
  const std::int64_t heads = 2;
  GraphAttention layer(6, 3, heads, 8);
  const ProgramGraph graph = RandomGraph(1, 5, 9);
  std::vector<torch::Tensor> inputs = {torch::randn({5, 6}, torch::requires_grad()),
                                       torch::randn({kEdgeLabels, 3}, torch::requires_grad())};
  for (const torch::Tensor& weights : layer.parameters()) inputs.push_back(weights);
  ASSERT_EQ(inputs.size(), 8u);
  const auto out = layer.Forward(inputs[0], inputs[1], Only(graph));
  const auto expected = Attend(layer, inputs[0], inputs[1], graph, heads);
  EXPECT_TRUE(torch::allclose(out, expected, 1e-4, 1e-5)) << out << expected;
  const auto loss_weights = torch::randn_like(out);
  const auto got = torch::autograd::grad({(out * loss_weights).sum()}, inputs);
  const auto wanted = torch::autograd::grad({(expected * loss_weights).sum()}, inputs);
  for (std::size_t i = 0; i < inputs.size(); ++i) {
    EXPECT_TRUE(torch::allclose(got[i], wanted[i], 1e-3, 1e-5)) << i << got[i] << wanted[i];
  }
}

TEST(GraphNetwork, TheNumbersOfNodesDoNotMatter) {
  const GraphNetwork network(kSmall);
  const ProgramGraph graph = RandomGraph(2, 30, 80);
  std::vector<std::uint16_t> number(graph.nodes.size());
  std::iota(number.begin(), number.end(), std::uint16_t{0});
  std::ranges::reverse(number);
  std::swap(number[3], number[17]);
  ProgramGraph other = graph;
  for (std::size_t i = 0; i < number.size(); ++i) other.nodes[number[i]] = graph.nodes[i];
  for (GraphEdge& edge : other.edges) {
    edge.from = number[edge.from];
    edge.to = number[edge.to];
  }
  std::ranges::reverse(other.edges);
  const PolicyOutput before = network.Forward(Only(graph));
  const PolicyOutput after = network.Forward(Only(other));
  EXPECT_TRUE(torch::allclose(before.logits, after.logits, 1e-4, 1e-6));
  EXPECT_TRUE(torch::allclose(before.value, after.value, 1e-4, 1e-6));
}

TEST(GraphNetwork, SeesTextsKindsFlowsPositionsAndEnds) {
  const GraphNetwork network(kSmall);
  const ProgramGraph graph = RandomGraph(3, 6, 10);
  const auto logits = network.Forward(Only(graph)).logits;
  const auto differs = [&](auto change) {
    ProgramGraph other = graph;
    change(other);
    return !torch::allclose(logits, network.Forward(Only(other)).logits, 1e-5, 1e-8);
  };
  EXPECT_FALSE(differs([](ProgramGraph&) {}));
  EXPECT_TRUE(differs([](ProgramGraph& g) { g.nodes[0].text ^= 1; }));
  EXPECT_TRUE(differs([](ProgramGraph& g) {
    g.nodes[0].kind =
        g.nodes[0].kind == NodeKind::kVariable ? NodeKind::kConstant : NodeKind::kVariable;
  }));
  EXPECT_TRUE(differs([](ProgramGraph& g) {
    g.edges[0].flow = g.edges[0].flow == EdgeFlow::kCall ? EdgeFlow::kData : EdgeFlow::kCall;
  }));
  EXPECT_TRUE(differs([](ProgramGraph& g) { g.edges[0].position += 5; }));
  EXPECT_TRUE(differs([](ProgramGraph& g) { g.edges[0].to = g.edges[0].to == 0 ? 1 : 0; }));
}

TEST(GraphNetwork, AnswersAboutSeveralGraphsAsAboutEach) {
  const GraphNetwork network(kSmall);
  std::vector<std::shared_ptr<const ProgramGraph>> graphs;
  for (std::size_t i = 0; i < 3; ++i) {
    graphs.push_back(std::make_shared<ProgramGraph>(RandomGraph(i, 1 + 20 * i, 60 * i)));
  }
  std::vector<Observation> states(4);
  for (std::size_t i = 0; i < states.size(); ++i) states[i].graph = graphs[i == 2 ? 0 : i % 3];
  states[3].graph = graphs[2];
  std::vector<const Observation*> views;
  for (const Observation& state : states) views.push_back(&state);
  const PolicyOutput together = network.Read(views);
  for (std::size_t i = 0; i < views.size(); ++i) {
    const PolicyOutput alone = network.Read({&views[i], 1});
    const auto row = static_cast<std::int64_t>(i);
    EXPECT_TRUE(torch::allclose(together.logits[row], alone.logits[0], 1e-4, 1e-6)) << i;
    EXPECT_TRUE(torch::allclose(together.value[row], alone.value[0], 1e-4, 1e-6)) << i;
  }
  EXPECT_TRUE(torch::equal(together.logits[0], together.logits[2]));
}

TEST(GraphNetwork, RefusesAWidthThatItCannotCompute) {
  PolicyConfig odd = kSmall;
  odd.width = 18;
  EXPECT_THROW(GraphNetwork{odd}, std::invalid_argument);
}

}  // namespace
}  // namespace autotune
