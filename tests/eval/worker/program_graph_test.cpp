#include "eval/worker/program_graph.h"

#include <string>
#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/Module.h>

#include "eval/worker/disguise.h"
#include "eval/worker/module_io.h"
#include "eval/worker/opcode_token.h"
#include "eval/worker/pass_runner.h"
#include "eval/worker/target.h"
#include "support/bundled_programs.h"

namespace autotune {

void PrintTo(const GraphNode& node, std::ostream* out) {
  *out << "node " << static_cast<int>(node.kind) << ' ' << node.text;
}

void PrintTo(const GraphEdge& edge, std::ostream* out) {
  *out << edge.from << " -> " << edge.to << ' ' << static_cast<int>(edge.flow) << ' '
       << edge.position;
}

namespace worker {
namespace {

using testing::ElementsAreArray;
using enum EdgeFlow;
using enum NodeKind;

OwnedModule Parse(const std::string& ir) {
  auto owned = ReadModule(ir, "test");
  EXPECT_TRUE(owned.ok()) << owned.error().message << '\n' << ir;
  return *std::move(owned);
}

ProgramGraph GraphOf(const std::string& ir) { return MakeProgramGraph(*Parse(ir).module); }

// Entries of `TokenField::kType`.
constexpr std::uint16_t kInt1 = kFirstTypeText + 3;
constexpr std::uint16_t kInt32 = kFirstTypeText + 6;
constexpr std::uint16_t kPointer = kFirstTypeText + 13;

TEST(ProgramGraphTest, IsTheOneWrittenByHand) {
  const OwnedModule owned = Parse(R"(
define i32 @f(i32 %a) {
entry:
  %c = icmp eq i32 %a, 0
  br i1 %c, label %yes, label %no
yes:
  ret i32 0
no:
  %x = add i32 %a, 1
  %y = call i32 @g(i32 %x)
  ret i32 %y
}
define internal i32 @g(i32 %b) {
  %z = call i32 @h(i32 %b)
  ret i32 %z
}
declare i32 @h(i32)
declare i32 @unused(i32)
)");
  std::vector<std::uint16_t> opcodes;
  for (const llvm::Function& function : *owned.module) {
    for (const llvm::Instruction& instruction : llvm::instructions(function)) {
      opcodes.push_back(OpcodeToken(instruction));
    }
  }
  ASSERT_EQ(opcodes.size(), 8u);
  const ProgramGraph graph = MakeProgramGraph(*owned.module);
  EXPECT_TRUE(IsWellFormed(graph));
  EXPECT_THAT(graph.nodes, ElementsAreArray<GraphNode>({
                               {kInstruction, kOutsideText},
                               {kVariable, kInt32},               // 1: a
                               {kInstruction, opcodes[0]},        // 2: icmp
                               {kVariable, kInt1},                // 3: c
                               {kConstant, kInt32},               // 4: 0
                               {kInstruction, opcodes[1]},        // 5: br
                               {kInstruction, opcodes[2]},        // 6: ret 0
                               {kInstruction, opcodes[3]},        // 7: add
                               {kVariable, kInt32},               // 8: x
                               {kConstant, kInt32},               // 9: 1
                               {kInstruction, opcodes[4]},        // 10: call g
                               {kVariable, kInt32},               // 11: y
                               {kInstruction, opcodes[5]},        // 12: ret y
                               {kVariable, kInt32},               // 13: b
                               {kInstruction, opcodes[6]},        // 14: call h
                               {kVariable, kInt32},               // 15: z
                               {kInstruction, kDeclarationText},  // 16: h
                               {kInstruction, opcodes[7]},        // 17: ret z
                           }));
  EXPECT_THAT(
      graph.edges,
      ElementsAreArray<GraphEdge>({
          {2, 5, kControl, 0},   {1, 2, kData, 0},    {4, 2, kData, 1},      {2, 3, kData, 0},
          {5, 6, kControl, 0},   {5, 7, kControl, 1}, {3, 5, kData, 0},      {4, 6, kData, 0},
          {7, 10, kControl, 0},  {1, 7, kData, 0},    {9, 7, kData, 1},      {7, 8, kData, 0},
          {10, 12, kControl, 0}, {8, 10, kData, 0},   {10, 11, kData, 0},    {10, 14, kCall, 0},
          {17, 10, kCall, 0},    {11, 12, kData, 0},  {14, 17, kControl, 0}, {13, 14, kData, 0},
          {14, 15, kData, 0},    {14, 16, kCall, 0},  {16, 14, kCall, 0},    {15, 17, kData, 0},
          {0, 2, kCall, 0},      {6, 0, kCall, 0},    {12, 0, kCall, 0},
      }));
}

TEST(ProgramGraphTest, SharesConstantsAndTakesFunctionsThatAreNotCalledForData) {
  const ProgramGraph graph = GraphOf(R"(
@v = global i32 7
define void @f(ptr %p) {
  store ptr @f, ptr @v
  store ptr @f, ptr %p
  call void %p(ptr @v)
  ret void
})");
  EXPECT_THAT(graph.edges, testing::IsSupersetOf<GraphEdge>({{3, 2, kData, 0},
                                                             {4, 2, kData, 1},
                                                             {3, 5, kData, 0},
                                                             {1, 5, kData, 1},
                                                             {4, 6, kData, 0},
                                                             {1, 6, kData, 1}}));
  EXPECT_EQ(graph.nodes.size(), 8u);
  EXPECT_EQ(graph.nodes[3], (GraphNode{kConstant, kPointer}));
}

TEST(ProgramGraphTest, NamesAndOrderOfUsesDoNotMatter) {
  for (const BundledProgram& program : BundledPrograms()) {
    const OwnedModule owned = Parse(program.ir);
    const ProgramGraph before = MakeProgramGraph(*owned.module);
    Disguise(*owned.module);
    EXPECT_EQ(MakeProgramGraph(*owned.module), before) << program.name;
    EXPECT_EQ(MakeProgramGraph(*ReadSnapshot(TakeSnapshot(*owned.module)).module), before)
        << program.name;
  }
}

TEST(ProgramGraphTest, DebugAndProbesAreNotThere) {
  const auto graph = [](const std::string& aside) {
    return GraphOf("declare void @llvm.pseudoprobe(i64, i64, i32, i64)\ndefine i32 @f(i32 %i) {\n" +
                   aside + "br label %next\nnext:\n" + aside + "%x = add i32 %i, 1\n" + aside +
                   "ret i32 %x }");
  };
  EXPECT_EQ(graph("call void @llvm.pseudoprobe(i64 1, i64 1, i32 0, i64 -1)\n"), graph(""));
}

TEST(ProgramGraphTest, ProgramsFitBeforeAndAfterOptimisation) {
  InitializeTargets();
  for (const BundledProgram& program : BundledPrograms()) {
    const OwnedModule owned = Parse(program.ir);
    llvm::Module& module = *owned.module;
    PassRunner runner(llvm::Triple(module.getTargetTriple()).str(), PipelineTuning::kOpt);
    for (const char* pipeline : {"", "default<O3>", "function(reg2mem)"}) {
      if (*pipeline) {
        ASSERT_TRUE(runner.Run(module, pipeline).ok());
      }
      const ProgramGraph graph = MakeProgramGraph(module);
      EXPECT_TRUE(IsWellFormed(graph)) << program.name << ' ' << pipeline;
      const auto instructions = std::ranges::count_if(graph.nodes, [](const GraphNode& node) {
        return node.kind == kInstruction && node.text > kDeclarationText;
      });
      EXPECT_EQ(static_cast<unsigned>(instructions), module.getInstructionCount())
          << program.name << ' ' << pipeline;
    }
  }
}

TEST(ProgramGraphTest, TooManyNodesAreCutWithTheirEdges) {
  std::string ir = "define void @f(i32 %a) {\n";
  for (int i = 0; i < 6000; ++i) ir += "add i32 %a, %a\n";
  const ProgramGraph graph = GraphOf(ir + "ret void\n}");
  EXPECT_EQ(graph.nodes.size(), kMaxGraphNodes);
  EXPECT_TRUE(IsWellFormed(graph));
  // The outside and a, then 4,999 instructions with results. Each has a successor but the last.
  EXPECT_EQ(graph.edges.size(), 4998u + 3 * 4999 + 1);
}

TEST(ProgramGraphTest, TooManyEdgesAreCut) {
  std::string ir = "declare void @v(...)\ndefine void @f(i32 %a) {\ncall void (...) @v(i32 %a";
  for (int i = 0; i < 60'000; ++i) ir += ",i32 %a";
  const ProgramGraph graph = GraphOf(ir + ")\nret void\n}");
  EXPECT_EQ(graph.edges.size(), kMaxGraphEdges);
  EXPECT_TRUE(IsWellFormed(graph));
  EXPECT_EQ(graph.edges.back(), (GraphEdge{1, 2, kData, kMaxGraphEdges - 2}));
}

}  // namespace
}  // namespace worker
}  // namespace autotune
