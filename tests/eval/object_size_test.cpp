#include "eval/worker/object_size.h"

#include <cstdio>
#include <iterator>
#include <memory>
#include <random>
#include <sstream>
#include <string>
#include <string_view>
#include <system_error>

#include <gtest/gtest.h>
#include <llvm/AsmParser/Parser.h>
#include <llvm/Bitcode/BitcodeWriter.h>
#include <llvm/Config/llvm-config.h>
#include <llvm/IR/LLVMContext.h>
#include <llvm/IR/Module.h>
#include <llvm/Support/SourceMgr.h>
#include <llvm/Support/raw_ostream.h>

#include "eval/worker/target.h"
#include "support/test_directory.h"

namespace autotune::worker {
namespace {

std::string Tool(const std::string& name) {
  return name + "-" + std::to_string(LLVM_VERSION_MAJOR) + " ";
}

std::string Output(const std::string& command) {
  std::string output;
  FILE* pipe = popen(command.c_str(), "r");
  char buffer[4096];
  while (const std::size_t n = std::fread(buffer, 1, sizeof buffer, pipe)) output.append(buffer, n);
  EXPECT_EQ(pclose(pipe), 0) << command;
  return output;
}

class ObjectSizeTest : public testing::Test {
 protected:
  ObjectSizeTest() { [[maybe_unused]] static const bool initialized = (InitializeTargets(), true); }

  std::unique_ptr<llvm::Module> Parse(const std::string& ir) {
    llvm::SMDiagnostic diagnostic;
    auto module = llvm::parseAssemblyString(ir, diagnostic, context_);
    if (!module) ADD_FAILURE() << diagnostic.getLineNo() << ": " << diagnostic.getMessage().str();
    return module;
  }

  /// The object file stock `llc` makes of the module.
  std::string StockObject(const llvm::Module& module) {
    const std::string input = folder_.path() / "in.bc";
    const std::string object = folder_.path() / "out.o";
    {
      std::error_code error;
      llvm::raw_fd_ostream stream(input, error);
      llvm::WriteBitcodeToFile(module, stream, /*ShouldPreserveUseListOrder=*/true);
    }
    Output(Tool("llc") + "-relocation-model=pic -filetype=obj " + input + " -o " + object);
    return object;
  }

  /// The first two columns of `llvm-size`: text + data.
  std::uint64_t StockTotal(const std::string& object) {
    std::istringstream berkeley(Output(Tool("llvm-size") + object));
    std::string header;
    std::getline(berkeley, header);
    std::uint64_t text = 0, data = 0;
    berkeley >> text >> data;
    return text + data;
  }

  /// The code of an ELF file: .text, .text.hot, ...
  std::uint64_t StockCode(const std::string& object) {
    std::istringstream sections(Output(Tool("llvm-size") + "--format=sysv " + object));
    std::uint64_t code = 0;
    for (std::string line; std::getline(sections, line);) {
      std::istringstream columns(line);
      std::string name;
      std::uint64_t bytes = 0;
      if (columns >> name >> bytes && name.starts_with(".text")) code += bytes;
    }
    return code;
  }

  void ExpectAsStock(const std::string& ir) {
    const auto module = Parse(ir);
    ASSERT_TRUE(module);
    auto size = MeasureObjectSize(*module);
    ASSERT_TRUE(bool(size)) << llvm::toString(size.takeError());
    const std::string stock = StockObject(*module);
    EXPECT_EQ(size->text, StockCode(stock));
    EXPECT_EQ(size->total(), StockTotal(stock));
  }

  std::string ErrorFor(const std::string& ir) {
    const auto module = Parse(ir);
    auto size = MeasureObjectSize(*module);
    return size ? std::string() : llvm::toString(size.takeError());
  }

  llvm::LLVMContext context_;
  TestDirectory folder_;
};

constexpr std::string_view kX86 = "target triple = \"x86_64-unknown-linux-gnu\"\n";

// Each global lands in a section of another kind: .rodata, .data, .bss, .data.rel.ro (for PIC
// only), .init_array (.ctors without llc's defaults), .tdata.
constexpr std::string_view kSections = R"(
@constant = constant [100 x i32] zeroinitializer
@data = global i32 7
@bss = global [1000 x i32] zeroinitializer
@pointer = constant ptr @bss
@string = private unnamed_addr constant [6 x i8] c"hello\00"
@thread = thread_local global i32 3
@llvm.global_ctors = appending global [1 x { i32, ptr, ptr }] [{ i32, ptr, ptr } { i32 65535, ptr @f, ptr null }]
declare i32 @puts(ptr)
define void @f() {
  %r = call i32 @puts(ptr @string)
  store i32 %r, ptr @thread
  ret void
}
define i32 @hot(i32 %x) section ".text.hot" {
  %y = mul i32 %x, %x
  ret i32 %y
}
)";

constexpr std::string_view kAttributes = R"(
declare i32 @personality(...)
declare void @throws()
define float @fma(float %a, float %b, float %c) "target-cpu"="haswell" "target-features"="+avx2,+fma" {
  %r = call float @llvm.fma.f32(float %a, float %b, float %c)
  ret float %r
}
define void @copy(ptr %p, ptr %q) minsize optsize {
  call void @llvm.memcpy.p0.p0.i64(ptr %p, ptr %q, i64 200, i1 false)
  ret void
}
define i32 @table(i32 %x) uwtable personality ptr @personality {
  switch i32 %x, label %d [ i32 0, label %a
    i32 1, label %b
    i32 2, label %c
    i32 3, label %a
    i32 4, label %d
    i32 5, label %b ]
a:
  ret i32 10
b:
  invoke void @throws() to label %c unwind label %pad
c:
  ret i32 -7
d:
  ret i32 %x
pad:
  %e = landingpad { ptr, i32 } cleanup
  resume { ptr, i32 } %e
}
)";

TEST_F(ObjectSizeTest, EmptyModule) { ExpectAsStock(std::string(kX86)); }

TEST_F(ObjectSizeTest, SectionsOfEveryKind) {
  ExpectAsStock(std::string(kX86) + std::string(kSections));
}

TEST_F(ObjectSizeTest, FunctionAttributesDecideOnCpuAndSize) {
  ExpectAsStock(std::string(kX86) + std::string(kAttributes));
}

TEST_F(ObjectSizeTest, WithoutTripleTheHostIsMeant) { ExpectAsStock(std::string(kSections)); }

TEST_F(ObjectSizeTest, OtherTargets) {
  for (const std::string triple :
       {"aarch64-unknown-linux-gnu", "riscv64-unknown-linux-gnu", "i386-pc-linux-gnu"}) {
    SCOPED_TRACE(triple);
    ExpectAsStock("target triple = \"" + triple + "\"\n" + std::string(kSections));
  }
}

TEST_F(ObjectSizeTest, MachOCountsNeitherDebugInfoNorNotesToTheLinker) {
  const auto module =
      Parse("target triple = \"x86_64-apple-macosx11.0.0\"\n" + std::string(kAttributes) + R"(
@data = global i32 7
define void @debuggable() !dbg !3 {
  ret void, !dbg !5
}
!llvm.dbg.cu = !{!0}
!llvm.module.flags = !{!2}
!0 = distinct !DICompileUnit(language: DW_LANG_C99, file: !1, emissionKind: FullDebug)
!1 = !DIFile(filename: "a.c", directory: "/")
!2 = !{i32 2, !"Debug Info Version", i32 3}
!3 = distinct !DISubprogram(name: "f", file: !1, type: !4, unit: !0, spFlags: DISPFlagDefinition)
!4 = !DISubroutineType(types: !{})
!5 = !DILocation(line: 1, scope: !3)
)");
  ASSERT_TRUE(module);
  const ObjectSize size = llvm::cantFail(MeasureObjectSize(*module));
  EXPECT_EQ(size.total(), StockTotal(StockObject(*module)));
  EXPECT_GT(size.text, 0u);
  EXPECT_GT(size.data, 0u);
}

/// Functions of random arithmetic with loops and calls: enough for spills, alignment and constant
/// pools to show.
std::string LargeModule(int functions, unsigned seed) {
  std::mt19937 random(seed);
  const char* const kOpcodes[] = {"add", "sub", "mul", "xor", "and", "or", "udiv", "shl"};
  std::ostringstream ir;
  ir << kX86;
  for (int f = 0; f < functions; ++f) {
    ir << "define i64 @f" << f << "(i64 %v0, i64 %n) {\nentry:\n  br label %loop\nloop:\n"
       << "  %i = phi i64 [ 0, %entry ], [ %next, %loop ]\n"
       << "  %v1 = phi i64 [ %v0, %entry ], [ %v40, %loop ]\n";
    for (int v = 2; v < 40; ++v) {
      ir << "  %v" << v << " = " << kOpcodes[random() % std::size(kOpcodes)] << " i64 %v"
         << random() % v << ", ";
      random() % 3 == 0 ? ir << random() % 1000 + 1 : ir << "%v" << random() % v;
      ir << "\n";
    }
    ir << "  %v40 = call i64 @f" << random() % functions << "(i64 %v39, i64 %v38)\n"
       << "  %next = add i64 %i, 1\n  %more = icmp ult i64 %next, %n\n"
       << "  br i1 %more, label %loop, label %exit\nexit:\n  ret i64 %v40\n}\n";
  }
  return ir.str();
}

TEST_F(ObjectSizeTest, LargeModule) { ExpectAsStock(LargeModule(100, 1)); }

TEST_F(ObjectSizeTest, MeasuringLeavesNoTraceInModuleOrProcess) {
  const auto print = [](const llvm::Module& module) {
    std::string text;
    llvm::raw_string_ostream stream(text);
    module.print(stream, nullptr, /*ShouldPreserveUseListOrder=*/true);
    stream.flush();
    return text;
  };
  const auto attributes = Parse(std::string(kX86) + std::string(kAttributes));
  const auto large = Parse(LargeModule(20, 2));
  const std::string before = print(*attributes);
  const ObjectSize first = llvm::cantFail(MeasureObjectSize(*attributes));
  llvm::cantFail(MeasureObjectSize(*large));
  EXPECT_EQ(llvm::cantFail(MeasureObjectSize(*attributes)), first);
  EXPECT_EQ(print(*attributes), before);
}

TEST_F(ObjectSizeTest, WhatCodeGenerationRefusesIsAnError) {
  EXPECT_NE(ErrorFor("target triple = \"nonsense-unknown-unknown\"\n"), "");
  const std::string bad_assembly = ErrorFor(std::string(kX86) + R"(
define void @f() {
  call void asm "nonexistent", ""()
  ret void
})");
  EXPECT_NE(bad_assembly.find("invalid instruction"), std::string::npos) << bad_assembly;
}

}  // namespace
}  // namespace autotune::worker
