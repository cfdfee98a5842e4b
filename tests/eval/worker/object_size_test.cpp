#include "eval/worker/object_size.h"

#include <cstdio>
#include <initializer_list>
#include <iterator>
#include <memory>
#include <random>
#include <set>
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

const CodeModel kPicModel{.relocation = Relocation::kPic};

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

  /// The object file stock `llc` makes of the module, with position-independent code by default.
  std::string StockObject(const llvm::Module& module, const CodeModel& model = kPicModel) {
    const std::string input = folder_.path() / "in.bc";
    const std::string object = folder_.path() / "out.o";
    {
      std::error_code error;
      llvm::raw_fd_ostream stream(input, error);
      llvm::WriteBitcodeToFile(module, stream, /*ShouldPreserveUseListOrder=*/true);
    }
    std::string command = Tool("llc") + "-filetype=obj " + input + " -o " + object;
    for (const std::string& flag : LlcFlags(model)) command += " " + flag;
    Output(command + " 2>" + std::string(folder_.path() / "warnings"));
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

  /// The code of an ELF file: .text, .text.hot, .ltext of the large code model, ...
  std::uint64_t StockCode(const std::string& object) {
    std::istringstream sections(Output(Tool("llvm-size") + "--format=sysv " + object));
    std::uint64_t code = 0;
    for (std::string line; std::getline(sections, line);) {
      std::istringstream columns(line);
      std::string name;
      std::uint64_t bytes = 0;
      if (columns >> name >> bytes && (name.starts_with(".text") || name.starts_with(".ltext")))
        code += bytes;
    }
    return code;
  }

  /// The size that both agree on.
  ObjectSize ExpectAsStock(const std::string& ir, const CodeModel& model = kPicModel) {
    const auto module = Parse(ir);
    if (!module) return {};
    auto size = MeasureObjectSize(*module, model);
    if (!size) {
      ADD_FAILURE() << llvm::toString(size.takeError());
      return {};
    }
    const std::string stock = StockObject(*module, model);
    EXPECT_EQ(size->text, StockCode(stock));
    EXPECT_EQ(size->total(), StockTotal(stock));
    return *size;
  }

  std::string ErrorFor(const std::string& ir) {
    const auto module = Parse(ir);
    auto size = MeasureObjectSize(*module, kPicModel);
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

/// Code that depends on the relocation model (variables here and elsewhere, calls, a table of
/// jumps), on the CPU (division, floating point) and on sections (alignment, unwind tables).
constexpr std::string_view kTargetDependent = R"(
@counter = dso_local global i32 7
@elsewhere = external global i32
@table = dso_local constant [4 x i32] [i32 1, i32 20, i32 300, i32 4000]
@pointer = dso_local constant ptr @counter
@message = private unnamed_addr constant [6 x i8] c"hello\00"
declare void @print(ptr)
define dso_local i32 @first(i32 %i) {
  %c = load i32, ptr @counter
  %e = load i32, ptr @elsewhere
  %q = sdiv i32 %c, %e
  store i32 %q, ptr @counter
  call void @print(ptr @message)
  %slot = getelementptr [4 x i32], ptr @table, i32 0, i32 %i
  %v = load i32, ptr %slot
  ret i32 %v
}
define dso_local float @second(float %x, float %y) {
  %p = fmul float %x, %y
  %s = fadd float %p, 2.5
  ret float %s
}
define dso_local i64 @third(i64 %x) {
  %v = call i32 @first(i32 2)
  %w = zext i32 %v to i64
  %y = mul i64 %x, %w
  ret i64 %y
}
define dso_local i32 @fourth(i32 %x) {
  switch i32 %x, label %z [ i32 0, label %a
    i32 1, label %b
    i32 2, label %c
    i32 3, label %d
    i32 4, label %b
    i32 5, label %a
    i32 6, label %d
    i32 7, label %c ]
a:
  call void @print(ptr null)
  ret i32 10
b:
  ret i32 %x
c:
  ret i32 -7
d:
  %r = call i32 @first(i32 3)
  ret i32 %r
z:
  ret i32 77
}
)";

struct ForeignTarget {
  std::string triple;
  std::string cpu;
  std::string features;
  bool differs_without_pic;
};

TEST_F(ObjectSizeTest, EveryCodeModelGivesWhatStockToolsGive) {
  const ForeignTarget targets[] = {
      {"x86_64-unknown-linux-gnu", "haswell", "+avx2", true},
      {"aarch64-unknown-linux-gnu", "cortex-a53", "+sve", false},
      {"armv7m-none-eabi", "cortex-m4", "+dsp", true},
      {"thumbv7em-none-eabihf", "cortex-m7", "-fp64", true},
      {"riscv32-unknown-elf", "sifive-e31", "+zba", true},
      {"loongarch64-unknown-linux-gnu", "la464", "+d,-lsx", true},
      {"msp430-none-elf", "msp430x", "+hwmult32", false},  // aborts over a table of jumps with PIC
  };
  for (const auto& [triple, cpu, features, differs] : targets) {
    SCOPED_TRACE(triple);
    const std::string ir = "target triple = \"" + triple + "\"\n" + std::string(kTargetDependent);
    std::set<std::uint64_t> sizes;
    for (const Relocation relocation : {Relocation::kPic, Relocation::kStatic}) {
      if (triple.starts_with("msp430") && relocation == Relocation::kPic) continue;
      for (const CodeModel& model : std::initializer_list<CodeModel>{
               {.relocation = relocation}, {relocation, cpu, features, true, true}}) {
        SCOPED_TRACE(Describe(model));
        const ObjectSize size = ExpectAsStock(ir, model);
        if (model == CodeModel{.relocation = relocation}) sizes.insert(size.total());
      }
    }
    EXPECT_EQ(sizes.size(), differs ? 2u : 1u);
  }
}

TEST_F(ObjectSizeTest, ReadOnlyPositionIndependentArm) {
  for (const Relocation relocation :
       {Relocation::kRopi, Relocation::kRwpi, Relocation::kRopiRwpi}) {
    ExpectAsStock("target triple = \"armv7m-none-eabi\"\n" + std::string(kTargetDependent),
                  {.relocation = relocation, .cpu = "cortex-m3"});
  }
}

TEST_F(ObjectSizeTest, AFunctionsOwnCpuWins) {
  const std::string ir = std::string(kX86) + R"(
define i32 @own(i32 %x) "target-cpu"="x86-64" {
  %n = call i32 @llvm.ctpop.i32(i32 %x)
  ret i32 %n
}
)";
  const CodeModel model{.relocation = Relocation::kStatic, .cpu = "haswell"};
  EXPECT_EQ(ExpectAsStock(ir, model), ExpectAsStock(ir, {.relocation = Relocation::kStatic}));
  std::string without = ir;
  without.erase(without.find("\"target-cpu\""), std::string("\"target-cpu\"=\"x86-64\"").size());
  EXPECT_LT(ExpectAsStock(without, model).text, ExpectAsStock(ir, model).text);
}

TEST_F(ObjectSizeTest, AModulesCodeModelFlagHoldsAsInLlc) {
  const std::string large = "!llvm.module.flags = !{!0}\n!0 = !{i32 1, !\"Code Model\", i32 4}\n";
  const std::string ir = std::string(kX86) + std::string(kTargetDependent);
  EXPECT_GT(ExpectAsStock(ir + large).text, ExpectAsStock(ir).text);
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
  const ObjectSize size = llvm::cantFail(MeasureObjectSize(*module, kPicModel));
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
  const ObjectSize first = llvm::cantFail(MeasureObjectSize(*attributes, kPicModel));
  llvm::cantFail(MeasureObjectSize(*large, kPicModel));
  EXPECT_EQ(llvm::cantFail(MeasureObjectSize(*attributes, kPicModel)), first);
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
