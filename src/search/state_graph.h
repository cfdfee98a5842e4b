#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <unordered_map>
#include <vector>

#include "core/hash.h"
#include "core/program.h"
#include "search/scout.h"

namespace autotune {

/// The states that one search has met, those of equal IR merged into the first of them, and what
/// each pass makes of them. A pass that changes nothing is a dead end. Not thread-safe.
class StateGraph {
 public:
  using Node = std::uint32_t;  ///< in the order in which they were met; the root is 0
  enum class Edge : std::uint8_t { kUntried, kUnderWay, kDead, kLeads };
  /// Where edges may lead. Only away from the root, so that there is no cycle: a pass that leads to
  /// a state that was first met no deeper than where it began is a dead end, too. Or anywhere.
  enum class Ways : std::uint8_t { kOnward, kAll };

  StateGraph(std::shared_ptr<const Sighting> root, std::size_t actions, Ways ways = Ways::kOnward);

  std::size_t size() const { return nodes_.size(); }
  /// It holds as much as memory should.
  bool full() const { return nodes_.size() >= kMaxNodes; }
  std::size_t actions() const { return actions_; }
  const std::shared_ptr<const Sighting>& at(Node node) const { return nodes_[node].sighting; }

  /// Forgets all states but this one, which becomes the root.
  void KeepOnly(Node node);

  Edge Kind(Node from, PassId pass) const;
  /// Where an edge that leads somewhere leads.
  Node Next(Node from, PassId pass) const { return nodes_[from].next[pass]; }

  void SetUnderWay(Node from, PassId pass) { Slot(from, pass) = kUnderWay; }
  /// Ends `kUnderWay` where nobody has found out.
  void Release(Node from, PassId pass);
  /// Notes what came of a pass. The state it made, even if the edge is a dead end.
  std::optional<Node> Record(Node from, Outcome outcome);

 private:
  static constexpr std::size_t kMaxNodes = 1 << 16;  ///< some 100 MB
  static constexpr Node kUntried = -1U;
  static constexpr Node kUnderWay = -2U;
  static constexpr Node kDead = -3U;

  struct Entry {
    std::shared_ptr<const Sighting> sighting;
    std::size_t depth = 0;   ///< edges from the root, by the way it was first met
    std::vector<Node> next;  ///< by pass; empty until one is tried
  };

  Node& Slot(Node from, PassId pass);

  const std::size_t actions_;
  const Ways ways_;
  std::vector<Entry> nodes_;
  std::unordered_map<Hash128, Node> by_ir_;
};

}  // namespace autotune
