#include "tune/input/read_program.h"

#include <atomic>
#include <chrono>
#include <fstream>
#include <string_view>
#include <thread>

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <sys/stat.h>
#include <unistd.h>

#include "support/test_directory.h"

namespace autotune {
namespace {

using testing::AllOf;
using testing::HasSubstr;

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

TEST(ReadProgram, NamesTheCommandThatGetsIr) {
  const TestDirectory directory;
  const auto refusal = [&](const std::string& name, std::string_view bytes) {
    return ReadProgram(directory.Write(name, std::string(bytes))).error().message;
  };
  const std::string header =
      "\x7F"
      "ELF" +
      std::string(12, '\0');
  const std::string object = header + std::string("\x01\0", 2) + std::string(10'000, '\0');
  EXPECT_THAT(refusal("a.o", object), HasSubstr("object file without bitcode"));
  EXPECT_THAT(refusal("a.out", header + std::string("\x03\0", 2)),
              HasSubstr("it is a program or a library"));
  EXPECT_THAT(refusal("a.a", std::string_view("!<arch>\nfoo.o/\0", 15)), HasSubstr("a.a:MEMBER"));
  EXPECT_THAT(refusal("a.c", "int f(void);"),
              AllOf(HasSubstr("-Xclang -disable-llvm-passes -emit-llvm -c "), HasSubstr("a.bc")));
  EXPECT_THAT(refusal("a.cc", "int f();"), HasSubstr("clang++-"));
  EXPECT_THAT(refusal("compile_commands.json", "[]"),
              HasSubstr("autotune dataset build compile-commands"));
}

/// Standard input is a pipe that gets `text` while this lives.
class PipedInput {
 public:
  explicit PipedInput(const std::string& text) : saved_(dup(STDIN_FILENO)) {
    int ends[2];
    EXPECT_EQ(pipe(ends), 0);
    dup2(ends[0], STDIN_FILENO);
    close(ends[0]);
    writer_ = std::thread([text, end = ends[1]] {
      EXPECT_EQ(write(end, text.data(), text.size()), static_cast<ssize_t>(text.size()));
      close(end);
    });
  }
  ~PipedInput() {
    writer_.join();
    dup2(saved_, STDIN_FILENO);
    close(saved_);
  }
  PipedInput(const PipedInput&) = delete;
  PipedInput& operator=(const PipedInput&) = delete;

 private:
  int saved_;
  std::thread writer_;
};

TEST(ReadStandardInput, ReadsAPipeToItsEnd) {
  const std::string program = "; " + std::string(1 << 20, 'x');
  const PipedInput input(program);
  EXPECT_EQ(*ReadStandardInput(Budget::Unlimited()), program);
}

TEST(ReadStandardInput, RefusesWhatIsNoIr) {
  {
    const PipedInput input("");
    EXPECT_THAT(ReadStandardInput(Budget::Unlimited()).error().message, HasSubstr("is empty"));
  }
  const PipedInput input(std::string("a\0b", 3));
  EXPECT_THAT(ReadStandardInput(Budget::Unlimited()).error().message, HasSubstr("not LLVM IR"));
}

TEST(ReadStandardInput, WaitsNoLongerThanTheBudget) {
  int ends[2];
  ASSERT_EQ(pipe(ends), 0);
  const int saved = dup(STDIN_FILENO);
  dup2(ends[0], STDIN_FILENO);
  const Budget budget({.deadline = Clock::now() + std::chrono::milliseconds(50)});
  EXPECT_EQ(ReadStandardInput(budget).error().code, ErrorCode::kCancelled);
  dup2(saved, STDIN_FILENO);
  for (const int descriptor : {ends[0], ends[1], saved}) close(descriptor);
}

}  // namespace
}  // namespace autotune
