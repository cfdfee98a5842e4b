#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <unordered_map>
#include <vector>

#include "core/hash.h"
#include "core/program.h"
#include "core/training_set.h"

namespace autotune {

/// Graph of all passes tried on one program. Nodes are the states met, those of equal IR merged;
/// edges are the passes tried in them. Unlike a `StateGraph`, which steers a search, it keeps every
/// edge and so may have cycles. Costs are instructions. Size is bounded: once the graph is full,
/// edges to new states are not recorded. Not thread-safe.
class SearchGraph {
 public:
  /// Index of a state, in the order of meeting; the root is 0, and all can be reached from it.
  using Node = std::uint32_t;

  struct Edge {
    PassId pass = 0;
    Node to = 0;  ///< target; the start if the pass changed nothing or failed
    std::uint32_t visits = 0;
  };

  struct Limits {
    std::size_t nodes = 1 << 18;  ///< maximum number of states, some 30 MB
    std::size_t edges = 1 << 20;  ///< maximum number of edges, some 30 MB
  };

  explicit SearchGraph(const Evaluation& root) : SearchGraph(root, Limits()) {}
  SearchGraph(const Evaluation& root, const Limits& limits);

  /// Records the outcome of a pass on the state `from`. Ignored if that state is not in the graph.
  void Record(const Hash128& from, PassId pass, const Evaluation& outcome);
  /// Records a failed pass, as one that changed nothing.
  void RecordFailure(const Hash128& from, PassId pass);

  std::size_t size() const { return nodes_.size(); }
  std::optional<Node> Find(const Hash128& ir) const;
  const Hash128& ir(Node node) const { return nodes_[node].ir; }
  std::uint64_t cost(Node node) const { return nodes_[node].cost; }
  std::span<const Edge> edges(Node node) const { return nodes_[node].edges; }

  /// Returns, for each node, the lowest cost on any way that leads on from it, itself included.
  std::vector<std::uint64_t> LowestReachable() const;

  /// Last edge of a shortest way from the root to a node.
  struct Arrival {
    Node from = 0;
    PassId pass = 0;
    std::uint32_t depth = 0;  ///< edges from the root; 0 for the root alone
  };
  /// Returns the arrival at each node.
  std::vector<Arrival> Arrivals() const;

  /// Returns the results of each pass tried in a state, ordered by pass. `lowest` is the result of
  /// `LowestReachable`.
  std::vector<TriedPass> Tried(Node node, std::span<const std::uint64_t> lowest) const;

 private:
  struct Entry {
    Hash128 ir;
    std::uint64_t cost = 0;
    std::vector<Edge> edges;
  };

  std::optional<Node> FindOrAdd(const Evaluation& state);
  void Visit(Node from, PassId pass, Node to);

  const Limits limits_;
  std::vector<Entry> nodes_;
  std::unordered_map<Hash128, Node> by_ir_;
  std::size_t edges_ = 0;
};

}  // namespace autotune
