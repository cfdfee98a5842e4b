#include "model/graph/graph_batch.h"

#include <algorithm>
#include <cstddef>
#include <vector>

namespace autotune {

namespace {

std::int64_t LabelOf(const GraphEdge& edge) {
  return static_cast<std::int64_t>(edge.flow) * kEdgePositions +
         std::min<std::int64_t>(edge.position, kEdgePositions - 1);
}

constexpr std::int64_t kOwnLabel = (kGraphFlows - 1) * kEdgePositions;

/// Writes the edges of a graph whose first node has the number `first`. `begins` is moved to the
/// end of the edges to each node, which is the beginning of those to the next.
void WriteEdges(const ProgramGraph& graph, std::int64_t first, std::int64_t* begins,
                std::int64_t* from, std::int64_t* labels) {
  const auto write = [&](std::int64_t start, std::int64_t end, std::int64_t label) {
    const std::int64_t place = begins[first + end]++;
    from[place] = first + start;
    labels[place] = label;
  };
  for (std::size_t node = 0; node < graph.nodes.size(); ++node) {
    write(static_cast<std::int64_t>(node), static_cast<std::int64_t>(node), kOwnLabel);
  }
  for (const GraphEdge& edge : graph.edges) write(edge.from, edge.to, LabelOf(edge));
}

}  // namespace

GraphBatch Join(std::span<const ProgramGraph* const> graphs) {
  std::int64_t nodes = 0;
  std::int64_t edges = 0;
  for (const ProgramGraph* graph : graphs) {
    nodes += static_cast<std::int64_t>(graph->nodes.size());
    edges += static_cast<std::int64_t>(graph->edges.size() + graph->nodes.size());
  }
  GraphBatch batch{.texts = torch::empty({nodes}, torch::kLong),
                   .kinds = torch::empty({nodes}, torch::kLong),
                   .graphs = torch::empty({nodes}, torch::kLong),
                   .sizes = torch::empty({static_cast<std::int64_t>(graphs.size()), 1}),
                   .begins = torch::zeros({nodes + 1}, torch::kLong),
                   .from = torch::empty({edges}, torch::kLong),
                   .labels = torch::empty({edges}, torch::kLong)};
  const auto data = [](torch::Tensor& tensor) { return tensor.data_ptr<std::int64_t>(); };
  // The number of edges to node i is counted in begins[i + 1], and summed up to where they begin.
  std::int64_t first = 0;
  for (std::size_t i = 0; i < graphs.size(); ++i) {
    const ProgramGraph& graph = *graphs[i];
    batch.sizes.data_ptr<float>()[i] = static_cast<float>(graph.nodes.size());
    for (std::size_t node = 0; node < graph.nodes.size(); ++node) {
      const auto number = first + static_cast<std::int64_t>(node);
      data(batch.texts)[number] = graph.nodes[node].text;
      data(batch.kinds)[number] = static_cast<std::int64_t>(graph.nodes[node].kind);
      data(batch.graphs)[number] = static_cast<std::int64_t>(i);
      ++data(batch.begins)[number + 1];
    }
    for (const GraphEdge& edge : graph.edges) ++data(batch.begins)[first + edge.to + 1];
    first += static_cast<std::int64_t>(graph.nodes.size());
  }
  for (std::int64_t node = 0; node < nodes; ++node) {
    data(batch.begins)[node + 1] += data(batch.begins)[node];
  }
  torch::Tensor places = batch.begins.clone();
  first = 0;
  for (const ProgramGraph* graph : graphs) {
    WriteEdges(*graph, first, data(places), data(batch.from), data(batch.labels));
    first += static_cast<std::int64_t>(graph->nodes.size());
  }
  return batch;
}

}  // namespace autotune
