#include <filesystem>
#include <string>
#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "db/sample_runs.h"
#include "support/autotune_process.h"
#include "support/examples.h"
#include "support/llvm_tools.h"

namespace autotune {
namespace {

namespace fs = std::filesystem;
using testing::EndsWith;
using testing::HasSubstr;
using testing::IsEmpty;
using testing::Not;

/// A shell's exit status for a command in the directory.
int StatusOf(const TestDirectory& directory, const std::string& command) {
  return std::system(("cd '" + directory.path().string() + "' && " + command).c_str());
}

/// A database that somebody else made. Each attack would leave a file named `evil`.
class HostileDatabase : public ResultsTest {
 protected:
  ProgramRun Run(std::vector<std::string> arguments) {
    arguments.insert(arguments.end(), {"--db", file_.string()});
    return RunAutotune(folder_, arguments);
  }
  bool Hit() const { return fs::exists(folder_.path() / "evil"); }

  void Store(const std::string& pipeline, const std::vector<std::string>& opt_flags,
             const std::string& path = "/tmp/p.bc") {
    RunDescription run = RunOf(++stored_);
    run.program.path = path;
    RunResult result = Finished(160, {"function(sroa)"});
    result.list->pipeline = pipeline;
    result.list->opt_flags = opt_flags;
    Add(run, result);
  }

  std::uint64_t stored_ = 0;
};

TEST_F(HostileDatabase, LoadsNoPlugin) {
  folder_.Write(
      "evil.c",
      "#include <fcntl.h>\n"
      "__attribute__((constructor)) void attack(void) { open(\"evil\", O_CREAT, 0600); }\n");
  ASSERT_EQ(StatusOf(folder_, Clang(" -shared -fPIC -o evil.so evil.c")), 0);
  ASSERT_EQ(
      StatusOf(folder_,
               Opt(" -load=./evil.so -passes=verify /dev/null -o /dev/null 2>/dev/null || true")),
      0);
  ASSERT_TRUE(Hit()) << "the attack itself does not work";
  fs::remove(folder_.path() / "evil");
  const std::vector<std::string> attacks[] = {{"-load=./evil.so"},
                                              {"-mcpu=x86-64", "-load", "./evil.so"},
                                              {"-load-pass-plugin=./evil.so"},
                                              {"-relocation-model=pic -load=./evil.so"}};
  for (const std::vector<std::string>& flags : attacks) {
    Store("function(sroa)", flags);
    for (const char* command : {"replay", "minimize"}) {
      const ProgramRun run = Run({command, kWords, "--run", "last", "-o", "out.bc"});
      EXPECT_EQ(run.status, 1) << command;
      EXPECT_EQ(run.error_lines(), 1u) << run.error_output;
      EXPECT_THAT(run.error_output, HasSubstr("-load"));
      EXPECT_THAT(run.output, IsEmpty());
    }
    const ProgramRun shown = Run({"show", "last"});
    EXPECT_EQ(shown.status, 1);
    EXPECT_THAT(shown.output, Not(HasSubstr(Opt())));
    EXPECT_THAT(shown.error_output, HasSubstr("-load"));
    EXPECT_FALSE(Hit());
  }
}

TEST_F(HostileDatabase, KeepsNoSymbolsThatAreFlagsOrShellText) {
  for (const char* kept : {"main -load=evil.so", "main;touch evil", "$(touch evil)", ""}) {
    RunDescription run = RunOf(++stored_);
    run.options = std::string(R"({"whole_program": {"kept": ")") + kept + "\"}}";
    Add(run, Finished(160, {"function(sroa)"}));
    const ProgramRun shown = Run({"show", "last"});
    EXPECT_EQ(shown.status, 1) << kept;
    EXPECT_THAT(shown.output, Not(HasSubstr(Opt())));
    EXPECT_THAT(shown.error_output, HasSubstr("-internalize-public-api-list="));
    EXPECT_FALSE(Hit());
  }
}

TEST_F(HostileDatabase, WritesNoFilesByPasses) {
  for (const char* pipeline :
       {"function(sroa,dot-cfg)", "dot-callgraph", "function(loop(dot-ddg))",
        "insert-gcov-profiling", "view-callgraph", "memprof-use<profile-filename=evil>",
        "autotune-quick,autotune-quick<evil>", "autotune-plan<evil>"}) {
    Store(pipeline, {});
    for (const char* command : {"replay", "minimize"}) {
      const ProgramRun run = Run({command, kWords, "--run", "last"});
      EXPECT_EQ(run.status, 2) << pipeline;
      EXPECT_EQ(run.error_lines(), 1u) << run.error_output;
      EXPECT_THAT(run.error_output, HasSubstr("--allow "));
    }
    EXPECT_NE(Run({"show", "last"}).status, 0);
  }
}

TEST_F(HostileDatabase, APlanExcusesNoOtherPipeline) {
  RunResult result = Finished(160, {"function(sroa)"});
  result.list->pipeline = "function(dot-cfg)";
  result.list->plan = R"({"phases": []})";
  Add(RunOf(1), result);
  EXPECT_EQ(Run({"replay", kWords, "--run", "last"}).status, 2);
  EXPECT_NE(Run({"show", "last"}).status, 0);
}

/// Another LLVM may not know a pass of the plan. In a build -Oz would run instead of it.
TEST_F(HostileDatabase, APlanThatCanNotBeReadIsNotReplayedAsOz) {
  RunResult result = Finished(160, {});
  result.list->pipeline = "autotune-plan<plan.json>";
  result.list->plan = R"({"version": 1, "phases": [{"module": "no-such-pass"}]})";
  Add(RunOf(1), result);
  const ProgramRun run = Run({"replay", kWords, "--run", "last", "-o", "out.bc"});
  EXPECT_EQ(run.status, 2) << run.output;
  EXPECT_THAT(run.error_output, HasSubstr("no-such-pass"));
  EXPECT_FALSE(fs::exists(folder_.path() / "out.bc"));
}

TEST_F(HostileDatabase, AShownLineRunsNothingElse) {
  folder_.WriteScript(Opt(), "printf '%s\\n' \"$@\" > arguments");
  const std::string paths[] = {"/tmp/it's a'; touch evil; '.bc",
                               "/tmp/$(touch evil).bc",
                               "/tmp/`touch evil`.bc",
                               "/tmp/a\n touch evil\n.bc",
                               "/tmp/\x15touch evil\n\x1b[2J.bc",
                               "-load=evil.so",
                               "@evil.bc",
                               "/tmp/\xc2\x9b'\xff\\'.bc"};
  for (const std::string& path : paths) {
    Store("function(sroa)", {"-mcpu=x86-64"}, path);
    const ProgramRun shown = Run({"show", "last"});
    EXPECT_EQ(shown.status, 0) << shown.error_output;
    EXPECT_THAT(shown.output, Not(HasSubstr("\x1b")));
    const std::size_t begin = shown.output.rfind("\n" + Opt(" "));
    ASSERT_NE(begin, std::string::npos) << shown.output;
    folder_.Write("line.sh", "PATH=.:$PATH\n" + shown.output.substr(begin + 1));
    EXPECT_EQ(StatusOf(folder_, "bash ./line.sh"), 0) << path;
    EXPECT_FALSE(Hit()) << path;
    const std::string name = path[0] == '/' ? path : "./" + path;
    EXPECT_THAT(folder_.Read("arguments"),
                HasSubstr("-mcpu=x86-64\n-passes=function(sroa)\n" + name + "\n-o\n"));
  }
  for (const char* pipeline : {"function(sroa)'; touch evil; '", "$(touch evil)", "sroa\x1b[2J"}) {
    Store(pipeline, {});
    const ProgramRun shown = Run({"show", "last"});
    EXPECT_THAT(shown.output, Not(HasSubstr("\x1b")));
    const std::size_t begin = shown.output.rfind("\n" + Opt(" "));
    if (begin == std::string::npos) continue;
    folder_.Write("line.sh", "PATH=.:$PATH\n" + shown.output.substr(begin + 1));
    EXPECT_EQ(StatusOf(folder_, "bash ./line.sh"), 0) << pipeline;
    EXPECT_FALSE(Hit()) << pipeline;
  }
}

TEST_F(HostileDatabase, SendsNothingToTheTerminal) {
  const std::string evil =
      "x\x1b]0;evil\a\x1b[2J\r\n\x9b"
      "2J\xc2\x9b"
      "2J\x7f";
  RunDescription description = RunOf(1, evil);
  description.program.name = description.program.path = description.program.target = evil;
  description.cpu = description.llvm_version = evil;
  description.label = evil;
  RunResult result = Finished(160, {evil});
  result.list->pipeline = "function(sroa)";
  result.list->level = evil;
  result.error = evil;
  Add(description, result);
  const auto harmless = [](const std::string& text) {
    return text.find_first_of("\x1b\a\r\x7f") == text.npos && text.find("\xc2\x9b") == text.npos;
  };
  for (const std::vector<std::string>& arguments :
       {std::vector<std::string>{"show", "last"},
        {"query", "runs"},
        {"query", "best"},
        {"query", "--sql", "SELECT method, label, error, cpu FROM run"},
        {"replay", kWords, "--run", "last"}}) {
    const ProgramRun run = Run(arguments);
    EXPECT_TRUE(harmless(run.output)) << arguments[0] << "\n" << run.output;
    EXPECT_TRUE(harmless(run.error_output)) << arguments[0] << "\n" << run.error_output;
  }
  // For other programs it is what is stored.
  const ProgramRun csv = Run({"query", "--sql", "SELECT method FROM run", "--format", "csv"});
  EXPECT_EQ(csv.output, "method\n\"" + evil + "\"\n");
  const ProgramRun page = Run({"report", "-o", "page.html"});
  EXPECT_EQ(page.status, 0) << page.error_output;
}

TEST(HostilePasses, AreRunWhereTheyAreAskedFor) {
  const TestDirectory directory;
  for (const char* command : {"replay", "minimize"}) {
    const ProgramRun refused =
        RunAutotune(directory, {command, kWords, "--passes", "function(sroa,dot-cfg),globaldce"});
    EXPECT_EQ(refused.status, 2);
    EXPECT_EQ(refused.error_lines(), 1u) << refused.error_output;
    EXPECT_THAT(refused.error_output, HasSubstr("'dot-cfg' writes files"));
  }
  EXPECT_EQ(StatusOf(directory, "test -z \"$(ls -A | grep dot)\""), 0);
  const ProgramRun run =
      RunAutotune(directory, {"replay", kWords, "--passes", "function(sroa,dot-cfg),globaldce",
                              "--allow", "view-cfg,dot-cfg", "--allow", "dot-dom"});
  EXPECT_EQ(run.status, 0) << run.error_output;
  EXPECT_EQ(StatusOf(directory, "ls -A | grep -q '\\.dot$'"), 0);
}

TEST(HostileNames, AreCutInErrors) {
  const TestDirectory directory;
  const std::string name(5'000, 'n');
  const std::vector<std::string> runs[] = {
      {name + ".bc"},
      {"--" + name, "a.bc"},
      {"--method", name, "a.bc"},
      {"--budget", name, "a.bc"},
      {"show", name},
      {"query", name},
      {"replay", kWords, "--passes", name},
      {"replay", kWords, "--passes-file", name},
      {"--worker", name, kWords},
      {"dataset", "build", name},
      {"dataset", "build", "import", name},
      {"leaderboard", name + ".toml"},
      {"db", "merge", "a.db", name},
      {"\x1b[2J\n.bc"},
  };
  for (const std::vector<std::string>& arguments : runs) {
    const ProgramRun run = RunAutotune(directory, arguments);
    EXPECT_NE(run.status, 0) << arguments[0].substr(0, 20);
    EXPECT_EQ(run.error_lines(), 1u) << run.error_output;
    EXPECT_LT(run.error_output.size(), 1'100u) << run.error_output;
    EXPECT_THAT(run.error_output, Not(HasSubstr(name.substr(0, 201)))) << run.error_output;
    EXPECT_THAT(run.error_output, Not(HasSubstr("\x1b")));
  }
}

// Somebody else wrote the commands of a build.
TEST(HostileBuild, RunsNothing) {
  const TestDirectory directory;
  directory.Write("evil.c", "__attribute__((constructor)) void f(void);\n");
  directory.Write("a.c", "int f(int x) { return x + 1; }\n");
  directory.Write("@r.c", "-MJ\nevil\n");
  directory.Write("r.c", "-MJ\nevil\n");
  directory.Write("compile_commands.json", R"([
    {"directory": ".", "file": "a.c", "command": "cc -fplugin=./evil.so -MJ evil -MD -MF evil -save-temps -ftime-trace=evil --serialize-diagnostics evil -ftest-coverage -fproc-stat-report=evil -Xclang -dependency-dot -Xclang evil @r.c -c a.c"},
    {"directory": ".", "file": "@r.c", "command": "cc -c @r.c"}])");
  const ProgramRun run =
      RunAutotune(directory, {"dataset", "build", "compile-commands", "compile_commands.json",
                              "--name", "set", "--dir", "sets"});
  EXPECT_EQ(run.status, 0) << run.error_output;
  EXPECT_THAT(run.error_output, HasSubstr("are left out: "));
  EXPECT_THAT(run.error_output, HasSubstr("'-MJ evil' (1x)"));
  EXPECT_FALSE(fs::exists(directory.path() / "evil"));
  EXPECT_EQ(StatusOf(directory, "test -z \"$(find . -name '*evil*' ! -name evil.c)\""), 0);
  EXPECT_TRUE(fs::exists(directory.path() / "sets/set/O0/a.c.bc"));
}

}  // namespace
}  // namespace autotune
