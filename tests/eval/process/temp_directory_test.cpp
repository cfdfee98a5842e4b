#include "eval/process/temp_directory.h"

#include <csignal>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <optional>
#include <thread>
#include <vector>

#include <gtest/gtest.h>
#include <sys/wait.h>
#include <unistd.h>

#include "support/test_directory.h"

namespace autotune {
namespace {

namespace fs = std::filesystem;

TEST(TempDirectoryTest, GoesAwayWithItsContents) {
  const TestDirectory root;
  {
    const auto directory = TempDirectory::Create(root.path());
    ASSERT_TRUE(directory.ok());
    EXPECT_EQ(directory->path().parent_path(), root.path());
    ASSERT_TRUE(directory->Write("file", "bytes").ok());
    fs::create_directory(directory->path() / "sub");
    EXPECT_EQ((fs::status(directory->path()).permissions() & fs::perms::mask),
              fs::perms::owner_all);
  }
  EXPECT_TRUE(fs::is_empty(root.path()));
}

TEST(TempDirectoryTest, ReadsWhatWasWritten) {
  const TestDirectory root;
  const auto directory = TempDirectory::Create(root.path());
  ASSERT_TRUE(directory.ok());
  const std::string bytes("\0\n\xff", 3);
  ASSERT_TRUE(directory->Write("file", bytes).ok());
  EXPECT_EQ(*directory->Read("file"), bytes);
  ASSERT_TRUE(directory->Write("file", "").ok());
  EXPECT_EQ(*directory->Read("file"), "");
}

TEST(TempDirectoryTest, ErrorsNameTheFile) {
  const TestDirectory root;
  const auto directory = TempDirectory::Create(root.path());
  ASSERT_TRUE(directory.ok());
  EXPECT_EQ(directory->Read("absent").error().code, ErrorCode::kIo);
  EXPECT_NE(directory->Read("absent").error().message.find("absent"), std::string::npos);
  EXPECT_EQ(directory->Write("no/such", "").error().code, ErrorCode::kIo);
  const auto nowhere = TempDirectory::Create(root.path() / "nowhere");
  ASSERT_FALSE(nowhere.ok());
  EXPECT_EQ(nowhere.error().code, ErrorCode::kIo);
}

TEST(TempDirectoryTest, TheRootIsThereWhateverTheUserSays) {
  const TestDirectory root;
  setenv("TMPDIR", root.path().c_str(), 1);
  EXPECT_EQ(TempRoot(), root.path());
  setenv("TMPDIR", (root.path() / "nowhere").c_str(), 1);
  EXPECT_EQ(TempRoot(), "/tmp");
  unsetenv("TMPDIR");
}

TEST(TempDirectoryTest, RemovesThoseOfKilledProcessesOnly) {
  const TestDirectory root;
  fs::create_directory(root.path() / "autotune-results");
  const auto living = TempDirectory::Create(root.path());
  ASSERT_TRUE(living.ok());
  const pid_t victim = fork();
  if (victim == 0) {
    const auto lost = TempDirectory::Create(root.path());
    (void)lost->Write("file", "bytes");
    raise(SIGKILL);
  }
  waitpid(victim, nullptr, 0);
  ASSERT_EQ(std::distance(fs::directory_iterator(root.path()), {}), 3);

  const auto next = TempDirectory::Create(root.path());
  ASSERT_TRUE(next.ok());
  EXPECT_EQ(std::distance(fs::directory_iterator(root.path()), {}), 3);
  EXPECT_TRUE(fs::exists(living->path()));
  EXPECT_TRUE(fs::exists(next->path()));
  EXPECT_TRUE(fs::exists(root.path() / "autotune-results"));
}

TEST(TempDirectoryTest, ManyAtOnceDoNotTakeEachOther) {
  const TestDirectory root;
  {
    std::vector<std::jthread> threads;
    for (int i = 0; i < 16; ++i) {
      threads.emplace_back([&] {
        for (int k = 0; k < 20; ++k) {
          const auto directory = TempDirectory::Create(root.path());
          ASSERT_TRUE(directory.ok()) << directory.error().message;
          ASSERT_TRUE(directory->Write("file", "bytes").ok());
          EXPECT_EQ(*directory->Read("file"), "bytes");
        }
      });
    }
  }
  EXPECT_TRUE(fs::is_empty(root.path()));
}

}  // namespace
}  // namespace autotune
