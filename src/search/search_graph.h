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

/// All that was tried on one program: the states that were met, those of equal IR merged, and where
/// each pass led from there. Unlike a `StateGraph`, which steers a search, it keeps every edge and
/// so may have cycles. Costs are instructions. Bounded: once it is full, what leads to new states
/// is not recorded. Not thread-safe.
class SearchGraph {
 public:
  /// In the order in which they were met; the root is 0, and all can be reached from it.
  using Node = std::uint32_t;

  struct Edge {
    PassId pass = 0;
    Node to = 0;  ///< where it began, if the pass changed nothing or failed
    std::uint32_t visits = 0;
  };

  struct Limits {
    std::size_t nodes = 1 << 18;  ///< some 30 MB
    std::size_t edges = 1 << 20;  ///< likewise
  };

  explicit SearchGraph(const Evaluation& root) : SearchGraph(root, Limits()) {}
  SearchGraph(const Evaluation& root, const Limits& limits);

  /// Notes what came of a pass; nothing where it began in a state that is not in here.
  void Record(const Hash128& from, PassId pass, const Evaluation& outcome);
  void RecordFailure(const Hash128& from, PassId pass);

  std::size_t size() const { return nodes_.size(); }
  std::optional<Node> Find(const Hash128& ir) const;
  const Hash128& ir(Node node) const { return nodes_[node].ir; }
  std::uint64_t cost(Node node) const { return nodes_[node].cost; }
  std::span<const Edge> edges(Node node) const { return nodes_[node].edges; }

  /// For each node the lowest cost on any way that leads on from it, itself included.
  std::vector<std::uint64_t> LowestReachable() const;

  /// For each node the edge that leads to it on a shortest way from the root.
  struct Arrival {
    Node from = 0;
    PassId pass = 0;
    std::uint32_t depth = 0;  ///< edges from the root; 0 for the root alone
  };
  std::vector<Arrival> Arrivals() const;

  /// What is known of each pass that was tried in a state, by pass. `lowest` is `LowestReachable`.
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
