#include "model/inference/position_tree.h"

#include <gtest/gtest.h>

namespace autotune {
namespace {

constexpr std::int64_t kStart = 9;

PositionTree::Node& Find(PositionTree& tree, std::initializer_list<PassId> passes) {
  PositionTree::Node* node = &tree.Root();
  for (const PassId pass : passes) node = &tree.Child(*node, pass);
  node->position.keys_values.resize(1);
  return *node;
}

bool Knows(PositionTree& tree, std::initializer_list<PassId> passes) {
  PositionTree::Node* node = &tree.Root();
  for (const PassId pass : passes) node = &tree.Child(*node, pass);
  return !node->position.keys_values.empty();
}

TEST(PositionTree, ListsShareWhatTheyBeginWith) {
  PositionTree tree(kStart);
  const Position& left = Find(tree, {1, 2, 3}).position;
  const Position& right = Find(tree, {1, 2, 4}).position;
  EXPECT_EQ(left.parent, right.parent);
  EXPECT_EQ(left.parent->pass, 2);
  EXPECT_EQ(left.parent->parent->parent->pass, kStart);
  EXPECT_EQ(left.index, 3);
}

TEST(PositionTree, ForgetsWhatWasUsedLongestAgo) {
  PositionTree tree(kStart);
  for (PassId pass = 0; pass < 10; ++pass) {
    Find(tree, {pass, 1});
    tree.Forget(8);
  }
  EXPECT_TRUE(Knows(tree, {9, 1}));
  EXPECT_FALSE(Knows(tree, {0, 1}));
}

TEST(PositionTree, UseOfTheEndKeepsTheWayToIt) {
  PositionTree tree(kStart);
  Find(tree, {1});
  Find(tree, {1, 2});
  Find(tree, {1, 2, 3});
  for (PassId pass = 10; pass < 30; ++pass) {
    Find(tree, {1, 2, 3});
    Find(tree, {pass});
    tree.Forget(8);
  }
  EXPECT_TRUE(Knows(tree, {1}));
  EXPECT_TRUE(Knows(tree, {1, 2}));
  EXPECT_TRUE(Knows(tree, {1, 2, 3}));
  EXPECT_FALSE(Knows(tree, {10}));
}

TEST(PositionTree, KeepsWhatIsInUseEvenAboveTheBound) {
  PositionTree tree(kStart);
  for (PassId pass = 0; pass < 10; ++pass) Find(tree, {pass});
  tree.Forget(4);
  for (PassId pass = 0; pass < 10; ++pass) EXPECT_TRUE(Knows(tree, {pass}));
}

}  // namespace
}  // namespace autotune
