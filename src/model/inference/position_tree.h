#pragma once

#include <cstddef>
#include <cstdint>
#include <map>
#include <memory>

#include "core/action_space.h"
#include "model/inference/incremental_decoder.h"

namespace autotune {

/// Positions that were read, by their lists. Lists share the positions of their common prefix.
/// Bounded: positions not used for long are forgotten, with all that follow them. Not thread-safe.
class PositionTree {
 public:
  struct Node {
    Position position;
    std::map<PassId, std::unique_ptr<Node>> children;
    std::uint64_t last_use = 0;
  };

  explicit PositionTree(std::int64_t start) { root_.position.pass = start; }

  Node& Root() { return Use(root_); }
  /// Returns the position after one more pass, a new one if it isn't known. New positions have no
  /// `keys_values`.
  Node& Child(Node& node, PassId pass);

  /// Forgets old positions if there are more than `most`. Positions used since the last call stay.
  void Forget(std::size_t most);
  /// Forgets everything, even at the root.
  void Clear();

 private:
  Node& Use(Node& node);
  void Forget(Node& node, std::uint64_t unused_since);

  Node root_;
  std::size_t size_ = 0;  ///< number of positions without the root
  std::uint64_t now_ = 0;
};

}  // namespace autotune
