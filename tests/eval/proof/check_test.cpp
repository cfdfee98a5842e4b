#include "eval/proof/check.h"

#include <filesystem>
#include <thread>
#include <utility>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "core/budget.h"
#include "core/toolchain.h"
#include "support/test_directory.h"

namespace autotune {
namespace {

using namespace std::chrono_literals;
using testing::HasSubstr;

/// Everything lies in a directory whose name has to be quoted.
class CheckTest : public testing::Test {
 protected:
  CheckTest() {
    options_.temp_root = directory_.path() / "it's a root";
    std::filesystem::create_directory(options_.temp_root);
  }
  ~CheckTest() override { EXPECT_TRUE(std::filesystem::is_empty(options_.temp_root)); }

  Status Run(const std::string& command, const std::string& bitcode = "bitcode") {
    options_.command = command;
    return RunCheck(bitcode, options_, budget_);
  }

  TestDirectory directory_;
  CheckOptions options_;
  Budget budget_{{}};
};

TEST_F(CheckTest, AcceptsByExitCode) {
  EXPECT_TRUE(Run("test -f {}").ok());
  EXPECT_TRUE(Run("test \"$(cat {})\" = bitcode && grep -q bit {}").ok());
}

// Whatever quotes the user wrote, and whatever the folder for temporary files is called.
TEST_F(CheckTest, NoShellExpandsTheFile) {
  const std::string here = "cd '" + directory_.path().string() + "' && ";
  for (const std::string name : {"plain", "it's", "a b", "$(touch evil)", "`touch evil`", "a\"b",
                                 "a;touch evil;", "$HOME", "-n", "a\nb", "*", "\\"}) {
    options_.temp_root = directory_.path() / name;
    std::filesystem::create_directory(options_.temp_root);
    for (const std::string command :
         {"test -f {}", "test -f \"{}\"", "grep -q bit '{}'", "sh -c 'grep -q bit {}'",
          "test \"$(cat {})\" = bitcode", "test \"`cat '{}'`\" = bitcode",
          "f() { grep -q bit {}; }; f another", "xargs grep bit <<END\n{}\nEND\n",
          "set -- $(echo {}); test $# = 1 && test -f \"$1\"", "env -i /bin/grep -q bit {}"}) {
      const Status status = Run(here + command);
      EXPECT_TRUE(status.ok()) << name << ": " << command << ": " << status.error().message;
    }
    EXPECT_FALSE(std::filesystem::exists(directory_.path() / "evil")) << name;
    EXPECT_TRUE(std::filesystem::is_empty(options_.temp_root));
  }
  options_.temp_root = directory_.path() / "it's a root";
}

// The command runs where we do, and may go elsewhere.
TEST_F(CheckTest, GivesAnAbsolutePath) {
  const std::filesystem::path before = std::filesystem::current_path();
  const std::filesystem::path root = std::exchange(options_.temp_root, "-x");
  std::filesystem::current_path(directory_.path());
  std::filesystem::create_directory("./-x");
  const Status status = Run("cd / && test -f {}");
  std::filesystem::current_path(before);
  options_.temp_root = root;
  EXPECT_TRUE(status.ok()) << status.error().message;
}

TEST_F(CheckTest, RejectsByExitCode) {
  const Status status = Run("echo first >&2; echo 'wrong answer' >&2; exit 3; cat {}");
  ASSERT_FALSE(status.ok());
  EXPECT_EQ(status.error().code, ErrorCode::kBadInput);
  EXPECT_THAT(status.error().message, HasSubstr("exit code 3: wrong answer"));
}

TEST_F(CheckTest, RejectsCrash) {
  const Status status = Run("kill -SEGV $$; cat {}");
  ASSERT_FALSE(status.ok());
  EXPECT_EQ(status.error().code, ErrorCode::kBadInput);
  EXPECT_THAT(status.error().message, HasSubstr("signal 11"));
}

TEST_F(CheckTest, RejectsWhatTakesTooLong) {
  options_.time_limit = 200ms;
  const auto start = Clock::now();
  const Status status = Run("cat {}; sleep 100");
  ASSERT_FALSE(status.ok());
  EXPECT_EQ(status.error().code, ErrorCode::kBadInput);
  EXPECT_THAT(status.error().message, HasSubstr("time"));
  EXPECT_LT(Clock::now() - start, 5s);
}

TEST_F(CheckTest, NeedsAPlaceholder) {
  const Status status = Run("true");
  ASSERT_FALSE(status.ok());
  EXPECT_EQ(status.error().code, ErrorCode::kInvalidArgument);
  EXPECT_THAT(status.error().message, HasSubstr("{}"));
}

TEST_F(CheckTest, CanBeCancelled) {
  std::thread user([this] {
    std::this_thread::sleep_for(100ms);
    budget_.Cancel();
  });
  const auto start = Clock::now();
  const Status status = Run("cat {}; sleep 100");
  user.join();
  ASSERT_FALSE(status.ok());
  EXPECT_EQ(status.error().code, ErrorCode::kCancelled);
  EXPECT_LT(Clock::now() - start, 5s);
}

/// Object code and linking are of the LLVM that the workers are built for.
TEST_F(CheckTest, TakesTheToolsOfTheBuild) {
  EXPECT_EQ(CheckOptions().llc_program, kLlcProgram);
  EXPECT_EQ(CheckOptions().linker, kClangProgram);
}

TEST_F(CheckTest, MissingToolIsNoRejection) {
  options_.as = CheckAs::kObject;
  options_.llc_program = "no-such-llc";
  const Status status = Run("true {}");
  ASSERT_FALSE(status.ok());
  EXPECT_EQ(status.error().code, ErrorCode::kNotFound);
  EXPECT_THAT(status.error().message, HasSubstr(kLlvmPackage));
}

// llc reads textual IR as well.
constexpr char kProgram[] = R"(
target triple = "x86_64-pc-linux-gnu"

declare double @cos(double)
declare i32 @printf(ptr, ...)
@format = private constant [4 x i8] c"%g\0A\00"

define i32 @main(i32 %argc, ptr %argv) {
  %zero = sub i32 %argc, %argc
  %angle = sitofp i32 %zero to double
  %value = call double @cos(double %angle)
  %count = call i32 (ptr, ...) @printf(ptr @format, double %value)
  ret i32 0
}
)";

TEST_F(CheckTest, GivesAnObject) {
  options_.as = CheckAs::kObject;
  const Status status = Run("head -c 4 {} | grep -q ELF", kProgram);
  EXPECT_TRUE(status.ok()) << status.error().message;
}

TEST_F(CheckTest, GivesAnExecutable) {
  options_.as = CheckAs::kExecutable;
  options_.link_flags = {"-lm"};
  const Status status = Run("test \"$({})\" = 1", kProgram);
  EXPECT_TRUE(status.ok()) << status.error().message;
}

TEST_F(CheckTest, CompilesAndLinksAsTheCodeModelSays) {
  options_.link_flags = {"-lm"};
  for (const auto& [relocation, type] :
       {std::pair(Relocation::kPic, "DYN"), std::pair(Relocation::kStatic, "EXEC")}) {
    options_.code_model = {.relocation = relocation, .function_sections = true};
    options_.as = CheckAs::kExecutable;
    const Status linked = Run(std::string("{} && readelf -h {} | grep -q ") + type, kProgram);
    EXPECT_TRUE(linked.ok()) << linked.error().message;
    options_.as = CheckAs::kObject;
    const Status compiled = Run("readelf -S {} | grep -q '[.]text[.]main'", kProgram);
    EXPECT_TRUE(compiled.ok()) << compiled.error().message;
  }
}

/// Counts 100 instructions in each process, whatever it runs.
constexpr char kValgrind[] = R"(for word; do case $word in
  --version) exit;;
  --callgrind-out-file=*) file=${word#*=}; shift;;
  -*) shift;;
  *) break;;
esac; done
printf 'events: Ir\nsummary: 100\ntotals: 100\n' > "${file%\%p}$$"
exec "$@"
)";

TEST_F(CheckTest, CountsWhatAllProcessesExecute) {
  options_.as = CheckAs::kExecutable;
  options_.link_flags = {"-lm"};
  options_.valgrind = directory_.WriteScript("val grind", kValgrind);
  options_.command = "test \"$({})\" = 1 && {} an 'argument or two'";
  const Result<std::uint64_t> twice = CountExecuted(kProgram, options_, budget_);
  ASSERT_TRUE(twice.ok()) << twice.error().message;
  EXPECT_EQ(*twice, 200u);

  options_.command = "true {}";
  const Result<std::uint64_t> never = CountExecuted(kProgram, options_, budget_);
  ASSERT_FALSE(never.ok());
  EXPECT_THAT(never.error().message, HasSubstr("in valgrind, the check 'true {}' ran no program"));
  options_.valgrind = "no-such-valgrind";
  const Result<std::uint64_t> none = CountExecuted(kProgram, options_, budget_);
  ASSERT_FALSE(none.ok());
  EXPECT_THAT(none.error().message, HasSubstr("apt-get install valgrind"));
}

TEST_F(CheckTest, RejectsWhatDoesNotCompileOrLink) {
  options_.as = CheckAs::kObject;
  const Status unreadable = Run("true {}", "no IR at all");
  ASSERT_FALSE(unreadable.ok());
  EXPECT_EQ(unreadable.error().code, ErrorCode::kBadInput);
  EXPECT_THAT(unreadable.error().message, HasSubstr("compiling"));

  options_.as = CheckAs::kExecutable;
  const Status unlinkable = Run("true {}", "define void @f() {\n  ret void\n}\n");
  ASSERT_FALSE(unlinkable.ok());
  EXPECT_EQ(unlinkable.error().code, ErrorCode::kBadInput);
  EXPECT_THAT(unlinkable.error().message, HasSubstr("linking"));
  EXPECT_THAT(unlinkable.error().message, HasSubstr("undefined reference to"));
}

}  // namespace
}  // namespace autotune
