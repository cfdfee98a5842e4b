#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "core/ir_tokens.h"

namespace autotune {

/// Version of the graphs, raised whenever a graph or one of its texts changes its meaning. Weights
/// trained under another number are refused.
inline constexpr std::uint32_t kProgramGraphVersion = 1000 * kIrTokensVersion + 1;

enum class NodeKind : std::uint8_t { kInstruction, kVariable, kConstant };
inline constexpr std::size_t kNodeKinds = 3;

/// Texts of the two instructions that are not in the module, which no opcode has. All calls from
/// outside come from `kOutsideText`. A called function without a body is `kDeclarationText`.
inline constexpr std::uint16_t kOutsideText = 0;
inline constexpr std::uint16_t kDeclarationText = 1;
/// First text of a variable or constant: its type, as in `TokenField::kType`. Texts before are
/// those of instructions, as in `TokenField::kOpcode`.
inline constexpr std::uint16_t kFirstTypeText =
    kTokenVocabulary[static_cast<std::size_t>(TokenField::kOpcode)];
inline constexpr std::uint16_t kNodeTexts =
    kFirstTypeText + kTokenVocabulary[static_cast<std::size_t>(TokenField::kType)];

struct GraphNode {
  NodeKind kind = NodeKind::kInstruction;
  std::uint16_t text = 0;  ///< below `kNodeTexts`

  bool operator==(const GraphNode&) const = default;
};

enum class EdgeFlow : std::uint8_t {
  kControl,  ///< from an instruction to the next; position: number of the successor
  kData,     ///< to a variable from its instruction; to an instruction with the operand's number
  kCall,     ///< from a call to the function's first instruction, and from each return to the call
};
inline constexpr std::size_t kEdgeFlows = 3;

struct GraphEdge {
  std::uint16_t from = 0;
  std::uint16_t to = 0;
  EdgeFlow flow = EdgeFlow::kControl;
  std::uint16_t position = 0;  ///< 65,535 stands for all from there on

  bool operator==(const GraphEdge&) const = default;
};

/// A module as a graph, as in ProGraML (Cummins et al., arXiv 2003.10536).
struct ProgramGraph {
  std::vector<GraphNode> nodes;  ///< at most `kMaxGraphNodes`; the first is the outside
  std::vector<GraphEdge> edges;  ///< at most `kMaxGraphEdges`

  bool operator==(const ProgramGraph&) const = default;
};
inline constexpr std::size_t kMaxGraphNodes = 10'000;
inline constexpr std::size_t kMaxGraphEdges = 50'000;

/// True if a model can take the graph: all is within the limits above. A graph from another process
/// may not be.
inline bool IsWellFormed(const ProgramGraph& graph) {
  const std::size_t nodes = graph.nodes.size();
  return nodes > 0 && nodes <= kMaxGraphNodes && graph.edges.size() <= kMaxGraphEdges &&
         std::ranges::all_of(graph.nodes,
                             [](const GraphNode& node) {
                               return static_cast<std::size_t>(node.kind) < kNodeKinds &&
                                      node.text < kNodeTexts;
                             }) &&
         std::ranges::all_of(graph.edges, [nodes](const GraphEdge& edge) {
           return edge.from < nodes && edge.to < nodes &&
                  static_cast<std::size_t>(edge.flow) < kEdgeFlows;
         });
}

}  // namespace autotune
