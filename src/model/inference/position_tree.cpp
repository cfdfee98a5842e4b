#include "model/inference/position_tree.h"

#include <algorithm>
#include <vector>

namespace autotune {
namespace {

void CollectUses(const PositionTree::Node& node, std::vector<std::uint64_t>& uses) {
  for (const auto& [pass, child] : node.children) {
    uses.push_back(child->last_use);
    CollectUses(*child, uses);
  }
}

}  // namespace

PositionTree::Node& PositionTree::Child(Node& node, PassId pass) {
  std::unique_ptr<Node>& child = node.children[pass];
  if (!child) {
    child = std::make_unique<Node>();
    child->position.parent = &node.position;
    child->position.pass = pass;
    child->position.index = node.position.index + 1;
    ++size_;
  }
  return Use(*child);
}

PositionTree::Node& PositionTree::Use(Node& node) {
  node.last_use = now_;
  return node;
}

void PositionTree::Forget(std::size_t most) {
  if (size_ > most) {
    std::vector<std::uint64_t> uses;
    CollectUses(root_, uses);
    // Forget down to half of `most`, so that it happens seldom, but nothing that is in use now.
    const auto middle = uses.end() - static_cast<std::ptrdiff_t>(most / 2);
    std::ranges::nth_element(uses, middle);
    Forget(root_, std::min(*middle, now_));
  }
  ++now_;
}

void PositionTree::Forget(Node& node, std::uint64_t unused_since) {
  // A position is used with each of its successors, so successors of an old one are old, too.
  std::erase_if(node.children, [&](auto& entry) {
    Forget(*entry.second, unused_since);
    const bool old = entry.second->last_use < unused_since;
    size_ -= old ? 1 : 0;
    return old;
  });
}

void PositionTree::Clear() {
  root_.children.clear();
  root_.position.keys_values.clear();
  size_ = 0;
}

}  // namespace autotune
