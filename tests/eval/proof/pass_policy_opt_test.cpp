#include <algorithm>
#include <array>
#include <atomic>
#include <filesystem>
#include <sstream>
#include <string>
#include <thread>
#include <utility>
#include <vector>

#include <gtest/gtest.h>

#include "eval/process/subprocess.h"
#include "eval/proof/pass_policy.h"
#include "support/llvm_tools.h"
#include "support/test_directory.h"

namespace autotune {
namespace {

namespace fs = std::filesystem;

/// A loop, debug information, and the notes of gcov: something to write for whoever writes.
constexpr char kProgram[] = R"(
source_filename = "m.c"
define i32 @f(i32 %n) !dbg !4 {
entry:
  br label %loop
loop:
  %i = phi i32 [ 0, %entry ], [ %next, %loop ]
  %next = add i32 %i, 1
  %more = icmp slt i32 %next, %n
  br i1 %more, label %loop, label %exit
exit:
  ret i32 %next
}
!llvm.dbg.cu = !{!0}
!llvm.gcov = !{!7}
!llvm.module.flags = !{!2}
!0 = distinct !DICompileUnit(language: DW_LANG_C99, file: !1, emissionKind: FullDebug)
!1 = !DIFile(filename: "m.c", directory: ".")
!2 = !{i32 2, !"Debug Info Version", i32 3}
!4 = distinct !DISubprogram(name: "f", scope: !1, file: !1, line: 1, type: !5, unit: !0, spFlags: DISPFlagDefinition)
!5 = !DISubroutineType(types: !6)
!6 = !{null}
!7 = !{!"note.gcno", !"note.gcda", !0}
)";

struct Kind {
  const char* heading;
  const char* before;
  const char* after;
};
constexpr std::array<Kind, 5> kKinds = {{{"Module passes", "", ""},
                                         {"CGSCC passes", "cgscc(", ")"},
                                         {"Function passes", "function(", ")"},
                                         {"LoopNest passes", "function(loop(", "))"},
                                         {"Loop passes", "function(loop(", "))"}}};

/// Every pass that `opt` lists: its name, and a pipeline with it alone.
std::vector<std::pair<std::string, std::string>> Registry() {
  const auto list = RunSubprocess({Opt(), "--print-passes"}, {}, Budget(Budget::Limits{}));
  std::vector<std::pair<std::string, std::string>> passes;
  std::istringstream lines(list.ok() ? list->output : "");
  const Kind* kind = nullptr;
  for (std::string line; std::getline(lines, line);) {
    if (!line.starts_with("  ")) {
      const auto found = std::ranges::find_if(
          kKinds, [&](const Kind& known) { return line.starts_with(known.heading); });
      kind = found == kKinds.end() ? nullptr : &*found;
      continue;
    }
    if (kind == nullptr) continue;
    const std::string name = line.substr(2, line.find('<', 2) - 2);
    passes.emplace_back(name, kind->before + name + kind->after);
  }
  return passes;
}

/// Whether `opt` leaves more in an empty folder than the module it was asked for.
bool Writes(const std::string& pipeline) {
  const TestDirectory directory;
  directory.Write("m.ll", kProgram);
  const std::string folder = directory.path();
  const auto run =
      RunSubprocess({"env", "-C", folder, "TMPDIR=" + folder, "PATH=/usr/bin:/bin", Opt(),
                     "-passes=" + pipeline, "m.ll", "-o", "out.bc"},
                    {.time_limit = std::chrono::seconds(20)}, Budget(Budget::Limits{}));
  EXPECT_TRUE(run.ok());
  return std::ranges::any_of(fs::directory_iterator(directory.path()), [](const auto& entry) {
    return entry.path().filename() != "m.ll" && entry.path().filename() != "out.bc";
  });
}

TEST(PassPolicy, GuardsEveryPassThatWritesFiles) {
  const auto passes = Registry();
  ASSERT_GT(passes.size(), 300u);
  std::atomic<std::size_t> next = 0;
  std::atomic<int> guarded = 0;
  {
    std::array<std::jthread, 4> threads;
    for (std::jthread& thread : threads) {
      thread = std::jthread([&] {
        for (std::size_t i = next++; i < passes.size(); i = next++) {
          const auto& [name, pipeline] = passes[i];
          if (!Writes(pipeline)) continue;
          EXPECT_TRUE(IsGuardedPass(name)) << name;
          ++guarded;
        }
      });
    }
  }
  EXPECT_GE(guarded, 10) << "the test itself sees nothing";
}

}  // namespace
}  // namespace autotune
