#include "eval/process/system_memory.h"

#include <filesystem>
#include <string>

#include <gtest/gtest.h>

#include "support/test_directory.h"

namespace autotune {
namespace {

constexpr std::uint64_t kMiB = 1 << 20;

/// A system as `AvailableMemory` looks at it, with 1000 MiB.
class SystemMemoryTest : public testing::Test {
 protected:
  SystemMemoryTest() {
    Put("proc/meminfo", "MemTotal: 4096000 kB\nMemAvailable:    1024000 kB\nSwapFree: 0 kB\n");
  }

  void Put(const std::string& name, const std::string& text) const {
    std::filesystem::create_directories((root_.path() / name).parent_path());
    root_.Write(name, text);
  }
  void PutNumber(const std::string& name, std::uint64_t number) const {
    Put(name, std::to_string(number) + "\n");
  }

  const TestDirectory root_;
};

TEST_F(SystemMemoryTest, IsWhatTheMachineHas) {
  EXPECT_EQ(AvailableMemory(root_.path()), 1000 * kMiB);
  Put("proc/meminfo", "MemAvailable: 1024 kB\nSwapFree: 2048 kB\n");
  EXPECT_EQ(AvailableMemory(root_.path()), 3 * kMiB);
}

TEST_F(SystemMemoryTest, IsWhatAControlGroupLeaves) {
  Put("proc/self/cgroup", "0::/a/b\n");
  Put("sys/fs/cgroup/a/b/memory.max", "max\n");
  PutNumber("sys/fs/cgroup/a/b/memory.current", 5 * kMiB);
  EXPECT_EQ(AvailableMemory(root_.path()), 1000 * kMiB);
  PutNumber("sys/fs/cgroup/a/memory.max", 100 * kMiB);  // of the group above
  PutNumber("sys/fs/cgroup/a/memory.current", 70 * kMiB);
  EXPECT_EQ(AvailableMemory(root_.path()), 30 * kMiB);
  Put("sys/fs/cgroup/a/memory.stat", "anon 1\ninactive_file 10485760\n");
  EXPECT_EQ(AvailableMemory(root_.path()), 40 * kMiB);
  PutNumber("sys/fs/cgroup/a/memory.current", 200 * kMiB);
  EXPECT_EQ(AvailableMemory(root_.path()), 0u);
}

TEST_F(SystemMemoryTest, IsWhatAControlGroupOfVersion1Leaves) {
  Put("proc/self/cgroup", "8:pids:/x\n4:cpu,memory:/a\n");
  PutNumber("sys/fs/cgroup/memory/a/memory.limit_in_bytes", 64 * kMiB);
  PutNumber("sys/fs/cgroup/memory/a/memory.usage_in_bytes", 4 * kMiB);
  EXPECT_EQ(AvailableMemory(root_.path()), 60 * kMiB);
}

TEST_F(SystemMemoryTest, ContainerMaySeeItsGroupAsTheRoot) {
  Put("proc/self/cgroup", "0::/docker/1234\n");
  PutNumber("sys/fs/cgroup/memory.max", 50 * kMiB);
  PutNumber("sys/fs/cgroup/memory.current", 10 * kMiB);
  EXPECT_EQ(AvailableMemory(root_.path()), 40 * kMiB);
}

TEST(SystemMemory, OfThisMachineIsKnown) {
  ASSERT_TRUE(AvailableMemory());
  EXPECT_GT(*AvailableMemory(), kMiB);
}

}  // namespace
}  // namespace autotune
