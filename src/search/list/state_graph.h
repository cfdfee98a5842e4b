#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <unordered_map>
#include <utility>
#include <vector>

#include "core/hash.h"
#include "core/program.h"
#include "search/engine/stepper.h"

namespace autotune {

/// States that one search has met, and the result of each pass on them. States of equal IR are
/// merged into the first of them. A pass that changes nothing is a dead end. Not thread-safe.
class StateGraph {
 public:
  using Node = std::uint32_t;  ///< index in the order of meeting; the root is 0
  enum class Edge : std::uint8_t { kUntried, kUnderWay, kDead, kLeads };
  /// Allowed targets of edges. `kOnward` allows only edges away from the root, so that there is no
  /// cycle. A pass to a state first met no deeper than its start is then a dead end, too. `kAll`
  /// allows any target.
  enum class Ways : std::uint8_t { kOnward, kAll };

  StateGraph(std::shared_ptr<const Sighting> root, std::size_t actions, Ways ways = Ways::kOnward);

  std::size_t size() const { return nodes_.size(); }
  /// True if the graph holds as many states as memory allows.
  bool full() const { return nodes_.size() >= kMaxNodes; }
  std::size_t actions() const { return actions_; }
  const std::shared_ptr<const Sighting>& at(Node node) const { return nodes_[node].sighting; }
  /// Returns the objective of a state: that of its first sighting, or of the first one measured.
  std::uint64_t value(Node node) const { return nodes_[node].value; }

  /// Forgets all states except `node`, which becomes the root.
  void KeepOnly(Node node);

  Edge Kind(Node from, PassId pass) const;
  /// Returns the target of an edge of kind `kLeads`.
  Node Next(Node from, PassId pass) const { return nodes_[from].next[pass]; }

  void SetUnderWay(Node from, PassId pass) { Slot(from, pass) = kUnderWay; }
  /// Makes an edge untried again if it is still `kUnderWay`.
  void Release(Node from, PassId pass);
  /// Records the outcome of a pass. Returns the state reached, even if the edge is a dead end, or
  /// nothing if the pass changed nothing or failed.
  std::optional<Node> Record(Node from, Outcome outcome);

 private:
  static constexpr std::size_t kMaxNodes = 1 << 16;  ///< some 100 MB
  static constexpr Node kUntried = -1U;
  static constexpr Node kUnderWay = -2U;
  static constexpr Node kDead = -3U;

  struct Entry {
    explicit Entry(std::shared_ptr<const Sighting> its, std::size_t its_depth)
        : sighting(std::move(its)),
          value(sighting->value),
          measured(sighting->measured),
          depth(its_depth) {}

    std::shared_ptr<const Sighting> sighting;
    std::uint64_t value;  ///< see `StateGraph::value`
    bool measured;
    std::size_t depth;       ///< edges from the root on the way by which it was first met
    std::vector<Node> next;  ///< target by pass; empty until a pass is tried
  };

  Node& Slot(Node from, PassId pass);
  void TakeMeasured(Node node, std::uint64_t value);

  const std::size_t actions_;
  const Ways ways_;
  std::vector<Entry> nodes_;
  std::unordered_map<Hash128, Node> by_ir_;
};

}  // namespace autotune
