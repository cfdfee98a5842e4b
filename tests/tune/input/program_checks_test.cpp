#include "tune/input/program_checks.h"

#include <atomic>
#include <chrono>
#include <fstream>
#include <thread>

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <sys/stat.h>

#include "support/llvm_tools.h"
#include "support/test_directory.h"

namespace autotune {
namespace {

using testing::AllOf;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;

ProgramInfo Ordinary() {
  ProgramInfo program;
  program.target_triple = "x86_64-pc-linux-gnu";
  program.has_data_layout = true;
  program.functions = 10;
  return program;
}

TEST(InputWarnings, AreSilentAboutAnOrdinaryProgram) {
  EXPECT_THAT(*InputWarnings("a.bc", Ordinary()), IsEmpty());
}

TEST(InputWarnings, ShowHowToStripOptnone) {
  ProgramInfo program = Ordinary();
  program.optnone_functions = program.noinline_functions = 10;
  EXPECT_THAT(
      *InputWarnings("a b.bc", program),
      ElementsAre(
          AllOf(HasSubstr("every function is optnone"),
                HasSubstr(Opt(" -passes=forceattrs -force-remove-attribute=optnone "
                              "-force-remove-attribute=noinline 'a b.bc' -o 'a b.stripped.bc'")))));
  program.optnone_functions = 3;
  EXPECT_THAT(*InputWarnings("a.bc", program),
              ElementsAre(HasSubstr("3 of 10 functions are optnone")));
}

TEST(InputWarnings, NameWhatIsOdd) {
  ProgramInfo program;
  program.functions = program.noinline_functions = 2;
  EXPECT_THAT(*InputWarnings("a.bc", program),
              ElementsAre(HasSubstr("noinline"), HasSubstr("no target triple"),
                          HasSubstr("no data layout")));
}

TEST(InputWarnings, RefuseAModuleWithoutBodies) {
  ProgramInfo program = Ordinary();
  program.functions = 0;
  const auto warnings = InputWarnings("a.bc", program);
  ASSERT_FALSE(warnings.ok());
  EXPECT_THAT(warnings.error().message, HasSubstr("nothing to optimise"));
}

TEST(MemoryWarning, NamesTheMemoryThatIsNeeded) {
  constexpr std::uint64_t kMiB = 1 << 20;
  EXPECT_EQ(MemoryWarning("a.bc", kMiB, 2, 1000 * kMiB), std::nullopt);
  EXPECT_THAT(MemoryWarning("a.bc", kMiB, 2, 100 * kMiB).value_or(""),
              HasSubstr("'a.bc' needs about 138 MiB of memory, and there are 100 MiB"));
  EXPECT_EQ(MemoryWarning("a.ll", kMiB, 2, 100 * kMiB), std::nullopt);
}

TEST(ReadProgram, GivesTheBytesOrOneReason) {
  const TestDirectory directory;
  for (const std::string& program :
       {std::string("BC\xC0\xDE\0\0", 6), std::string("\xDE\xC0\x17\x0B\0\0", 6),
        std::string("define void @f()"), "; " + std::string(10'000, 'x')}) {
    EXPECT_EQ(*ReadProgram(directory.Write("a.bc", program)), program);
  }
  EXPECT_THAT(ReadProgram(directory.Write("empty.bc", "")).error().message, HasSubstr("is empty"));
  EXPECT_THAT(ReadProgram(directory.path()).error().message, HasSubstr("is a directory"));
  EXPECT_THAT(ReadProgram("/dev/null").error().message, HasSubstr("no regular file"));
  EXPECT_EQ(ReadProgram(directory.path() / "none.bc").error().code, ErrorCode::kNotFound);
}

TEST(ReadProgram, LooksAtTheFirstBytesAndTheSizeBeforeItReads) {
  const TestDirectory directory;
  const auto huge = [&](std::string_view begin) {
    const std::filesystem::path file = directory.Write("huge.bc", begin);
    std::filesystem::resize_file(file, 3ull << 30);
    return ReadProgram(file);
  };
  const auto start = std::chrono::steady_clock::now();
  EXPECT_THAT(huge(std::string_view("B\0C", 3)).error().message, HasSubstr("not LLVM IR"));
  EXPECT_THAT(huge("BC\xC0\xDE").error().message, HasSubstr("3072 MiB are too many; "));
  EXPECT_LT(std::chrono::steady_clock::now() - start, std::chrono::seconds(1));
}

TEST(ReadProgram, NeverWaitsForAPipe) {
  const TestDirectory directory;
  const std::filesystem::path pipe = directory.path() / "pipe.bc";
  ASSERT_EQ(mkfifo(pipe.c_str(), 0600), 0);
  EXPECT_THAT(ReadProgram(pipe).error().message, HasSubstr("no regular file"));
}

TEST(ReadProgram, RefusesAFileThatIsBeingWritten) {
  const TestDirectory directory;
  const std::filesystem::path file =
      directory.Write("a.bc", "BC\xC0\xDE" + std::string(32 << 20, 'x'));
  std::atomic<bool> done = false;
  std::thread writer([&] {
    while (!done) {
      std::ofstream(file, std::ios::app) << 'x';
      std::this_thread::sleep_for(std::chrono::milliseconds(1));
    }
  });
  bool refused = false;
  for (int i = 0; i < 200 && !refused; ++i) {
    const Result<std::string> read = ReadProgram(file);
    refused = !read.ok();
    if (refused) {
      EXPECT_THAT(read.error().message, HasSubstr("it was written meanwhile"));
    }
  }
  done = true;
  writer.join();
  EXPECT_TRUE(refused);
}

}  // namespace
}  // namespace autotune
