#include "tune/memory/file_lock.h"

#include <csignal>
#include <filesystem>

#include <gtest/gtest.h>
#include <sys/wait.h>
#include <unistd.h>

#include "support/test_directory.h"

namespace autotune {
namespace {

/// A process that takes the lock, leaves a child of its own behind that keeps all descriptors, and
/// is killed: what the board's death between fork and exec of a run looks like.
pid_t DieWithTheLock(const std::filesystem::path& file) {
  int pipe_ends[2];
  EXPECT_EQ(pipe(pipe_ends), 0);
  const pid_t holder = fork();
  if (holder == 0) {
    const Result<FileLock> lock = FileLock::Take(file);
    if (!lock.ok()) _exit(1);
    const pid_t child = fork();
    if (child == 0) {
      while (true) pause();
    }
    if (write(pipe_ends[1], &child, sizeof child) != sizeof child) _exit(1);
    while (true) pause();
  }
  close(pipe_ends[1]);
  pid_t child = -1;
  EXPECT_EQ(read(pipe_ends[0], &child, sizeof child), static_cast<ssize_t>(sizeof child));
  EXPECT_FALSE(FileLock::Take(file).ok());
  kill(holder, SIGKILL);
  waitpid(holder, nullptr, 0);
  close(pipe_ends[0]);
  return child;
}

TEST(FileLock, EndsWithItsProcessWhateverThatLeavesBehind) {
  const TestDirectory directory;
  const std::filesystem::path file = directory.path() / "lock";
  const pid_t left_behind = DieWithTheLock(file);
  EXPECT_TRUE(FileLock::Take(file).ok());
  kill(left_behind, SIGKILL);
}

TEST(FileLock, IsSharedByThoseWhoAskForThat) {
  const TestDirectory directory;
  const std::filesystem::path file = directory.path() / "lock";
  const Result<FileLock> lock = FileLock::TakeShared(file);
  ASSERT_TRUE(lock.ok());
  const pid_t other = fork();
  if (other == 0) {
    const bool is_alone = FileLock::Take(file).ok();
    const bool shares = FileLock::TakeShared(file).ok();
    _exit(shares && !is_alone ? 0 : 1);
  }
  int status = 0;
  waitpid(other, &status, 0);
  EXPECT_EQ(status, 0);
}

TEST(FileLock, MakesNoFileThroughALink) {
  const TestDirectory directory;
  const std::filesystem::path outside = directory.path() / "outside";
  const std::filesystem::path link = directory.path() / "board.lock";
  std::filesystem::create_symlink(outside, link);
  const Result<FileLock> lock = FileLock::Take(link);
  ASSERT_FALSE(lock.ok());
  EXPECT_EQ(lock.error().code, ErrorCode::kIo);
  EXPECT_FALSE(std::filesystem::exists(outside));
}

}  // namespace
}  // namespace autotune
