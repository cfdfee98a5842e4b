#include "eval/worker/function_layout.h"

#include <iterator>
#include <tuple>
#include <vector>

#include <gtest/gtest.h>
#include <llvm/IR/Module.h>

#include "eval/worker/module_io.h"

namespace autotune::worker {
namespace {

constexpr char kLoops[] = R"(
declare void @llvm.pseudoprobe(i64, i64, i32, i64)
define void @loops(i1 %a, i1 %b) {
entry:
  call void @llvm.pseudoprobe(i64 1, i64 1, i32 0, i64 -1)
  br label %outer
outer:
  br label %inner
inner:                                      ; two ways back to it are one loop
  br i1 %a, label %inner, label %tail
tail:
  br i1 %b, label %inner, label %latch
latch:
  %x = and i1 %a, %b
  br i1 %x, label %outer, label %exit
exit:
  ret void
})";

TEST(FunctionLayoutTest, FindsLoopsInTheOrderOfBlocks) {
  const auto owned = ReadModule(kLoops, "test");
  ASSERT_TRUE(owned.ok()) << owned.error().message;
  const FunctionLayout layout(*owned->module->getFunction("loops"));

  using Row = std::tuple<unsigned, unsigned, unsigned, bool>;  // first, predecessors, depth, header
  std::vector<Row> rows;
  for (const auto& block : layout.blocks()) {
    rows.emplace_back(block.first, block.predecessors, block.depth, block.header);
  }
  EXPECT_EQ(rows, (std::vector<Row>{{0, 0, 0, false},
                                    {1, 2, 1, true},
                                    {2, 3, 2, true},
                                    {3, 1, 2, false},
                                    {4, 1, 1, false},
                                    {6, 1, 0, false}}));
  const std::vector<unsigned> blocks = {0, 1, 2, 3, 4, 4, 5};
  for (unsigned number = 0; number < blocks.size(); ++number) {
    EXPECT_EQ(layout.BlockOf(number), blocks[number]) << number;
  }
  EXPECT_EQ(layout.EndOf(4), 6u);
  EXPECT_EQ(layout.EndOf(5), 7u);
  const llvm::BasicBlock* latch = layout.blocks()[4].block;
  EXPECT_EQ(layout.IndexOf(latch), 4u);
  EXPECT_EQ(layout.NumberOf(latch->getTerminator()), 5u);
}

}  // namespace
}  // namespace autotune::worker
