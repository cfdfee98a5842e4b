// Modules in object files and in archives.
#include <cstdlib>
#include <string>
#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include "support/autotune_process.h"
#include "support/llvm_tools.h"

namespace autotune {
namespace {

using nlohmann::json;
using testing::HasSubstr;
using testing::StartsWith;

class NamedModule : public testing::Test {
 protected:
  NamedModule() {
    directory_.Write("foo.c",
                     "static int f(int x) { int s = 0; for (int i = 0; i < x; i++) s += i * x;\n"
                     "  return s; }\n"
                     "int g(int x) { return f(x) + f(x + 1); }\n"
                     "int main(int n, char **v) { return g(n); }\n");
    Shell(Clang(" -c -Oz -Xclang -fembed-bitcode=all foo.c"));
  }

  void Shell(const std::string& command) const {
    const std::string line = "cd '" + directory_.path().string() + "' && " + command;
    EXPECT_EQ(std::system(line.c_str()), 0) << line;
  }

  ProgramRun Run(std::vector<std::string> arguments) const {
    return RunAutotune(directory_, std::move(arguments));
  }

  /// Tunes quickly, with a report in `a.json`.
  ProgramRun Tune(const std::string& name, std::vector<std::string> more = {}) const {
    more.insert(more.begin(),
                {"--method", "greedy", "--max-evals", "10", "--threads", "1", "--objective",
                 "ir-instructions", "--keep-attributes", "--json", "a.json", "-o", "a.bc", name});
    const ProgramRun run = Run(std::move(more));
    EXPECT_EQ(run.status, 0) << run.error_output;
    return run;
  }

  json Report() const { return json::parse(directory_.Read("a.json")); }

  /// Runs the lines of the output that begin so, and expects the module that was written.
  void ExpectLineWrites(const ProgramRun& run, const std::string& begin) const {
    const std::string module = directory_.Read("a.bc");
    const std::size_t at = run.output.find("\n" + begin);
    ASSERT_NE(at, std::string::npos) << run.output;
    Shell("rm a.bc && " + run.output.substr(at + 1, run.output.find("\n\n", at) - at));
    EXPECT_EQ(directory_.Read("a.bc"), module);
  }

  /// One line on standard error and nothing on standard output.
  void ExpectRefusal(const std::string& name, const std::string& reason) const {
    const ProgramRun run = Run({name});
    EXPECT_EQ(run.status, 1);
    EXPECT_EQ(run.error_lines(), 1u) << run.error_output;
    EXPECT_THAT(run.error_output, HasSubstr(reason));
    EXPECT_EQ(run.output, "");
  }

  const TestDirectory directory_;
};

TEST_F(NamedModule, OfAnObjectFileIsTheSameProgram) {
  const std::string take = std::string(kObjcopyProgram) + " --dump-section=";
  for (const auto& [flags, section] : {std::pair("-fembed-bitcode", ".llvmbc"),
                                       std::pair("-flto -ffat-lto-objects", ".llvm.lto")}) {
    SCOPED_TRACE(flags);
    Shell(Clang(" -c -Oz ") + flags + " foo.c && " + take + section + "=foo.bc foo.o /dev/null");
    Tune("foo.bc");
    const json plain = Report();
    const ProgramRun run = Tune("foo.o");
    EXPECT_THAT(run.output, StartsWith(std::string("foo.o:") + section + ", "));
    ExpectLineWrites(run, take + section + "=- foo.o /dev/null | " + Opt(" "));
    const json report = Report();
    EXPECT_EQ(report["program"], std::string("foo.o:") + section);
    for (const char* key : {"ir_hash", "result_ir_hash", "pipeline", "instructions"}) {
      EXPECT_EQ(report[key], plain[key]) << key;
    }
  }
}

TEST_F(NamedModule, IsAMemberOfAnArchive) {
  const std::string ar(kArProgram);
  Shell(Clang(" -c -Oz -flto foo.c -o lto.o && ") + ar + " rc lib.a foo.o lto.o && " + ar +
        " rcT thin.a lto.o");
  for (const char* archive : {"lib.a", "thin.a"}) {
    const ProgramRun run = Tune(std::string(archive) + ":lto.o");
    ExpectLineWrites(run, ar + " p " + archive + " lto.o | " + Opt(" "));
  }
  const ProgramRun run = Tune("lib.a:foo.o", {"--whole-program", "-o", "a.bc"});
  EXPECT_THAT(run.output, StartsWith("lib.a:foo.o:.llvmbc, "));
  ExpectLineWrites(run, ar + " p lib.a foo.o | " + std::string(kObjcopyProgram) +
                            " --dump-section=.llvmbc=- - /dev/null | " + Opt(" "));
  ExpectRefusal("lib.a:none.o", "'none.o' was not found");
  EXPECT_THAT(Run({"-o", "lib.a", "lib.a:foo.o"}).error_output, HasSubstr("--output"));
}

TEST_F(NamedModule, CanBeGivenToEveryCommand) {
  Tune("foo.o", {"--db", "a.db"});
  const std::string tuned = directory_.Read("a.bc");
  ASSERT_EQ(Run({"replay", "foo.o", "--run", "last", "--db", "a.db", "-o", "b.bc"}).status, 0);
  EXPECT_EQ(directory_.Read("b.bc"), tuned);
  EXPECT_THAT(Run({"show", "last", "--db", "a.db"}).output,
              HasSubstr("/foo.o /dev/null | " + Opt(" ")));
  for (const std::vector<std::string>& arguments :
       {std::vector<std::string>{"--quick", "-o", "a.bc", "foo.o"},
        {"minimize", "foo.o", "--passes", "function(sroa),default<Oz>", "-o", "a.bc"}}) {
    const ProgramRun run = Run(arguments);
    ASSERT_EQ(run.status, 0) << run.error_output;
    ExpectLineWrites(run, std::string(kObjcopyProgram) + " ");
  }
  const ProgramRun text =
      Run({"-q", "--max-evals", "1", "--keep-attributes", "-o", "a.ll", "foo.o:.llvmbc"});
  ASSERT_EQ(text.status, 0) << text.error_output;
  const std::string module = directory_.Read("a.ll");
  Shell(text.output.substr(text.output.find(std::string(kObjcopyProgram))));
  EXPECT_EQ(directory_.Read("a.ll"), module);
}

TEST_F(NamedModule, IsRefusedInOneLine) {
  const std::string object = directory_.Read("foo.o");
  directory_.Write("cut.o", object.substr(0, object.size() - 200));
  ExpectRefusal("cut.o", "goes past the end of");
  Shell(Clang(" -c foo.c -o plain.o && ld -r foo.o foo.o -z muldefs -o both.o && ") +
        Clang(" -c -fembed-bitcode=marker foo.c -o marker.o"));
  ExpectRefusal("plain.o", "it is an object file without bitcode; 'clang -c -emit-llvm'");
  ExpectRefusal("plain.o:.llvmbc", "section '.llvmbc' not found");
  ExpectRefusal("both.o", "can't read 'both.o:.llvmbc': it holds 2 modules");
  ExpectRefusal("marker.o", "can't read 'marker.o:.llvmbc': it is empty");
  const ProgramRun same = Run({"-o", "foo.o", "foo.o:.llvmbc"});
  EXPECT_EQ(same.status, 2);
  EXPECT_THAT(same.error_output, HasSubstr("is the input"));
}

}  // namespace
}  // namespace autotune
