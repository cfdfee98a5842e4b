#include <algorithm>
#include <atomic>
#include <iostream>
#include <string>
#include <thread>
#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "core/random.h"
#include "eval/client/worker_pool.h"
#include "eval/process/subprocess.h"
#include "support/bundled_programs.h"
#include "support/llvm_tools.h"
#include "support/pool.h"
#include "support/test_directory.h"

namespace autotune {
namespace {

using namespace std::chrono_literals;
using testing::AnyOf;
using testing::HasSubstr;
using testing::Not;

constexpr std::size_t kMutants = kSanitized ? 500 : 8000;
constexpr std::size_t kThreads = 3;

/// The bundled programs, as text and as bitcode.
std::vector<std::string> Originals() {
  const TestDirectory directory;
  const Budget unlimited({});
  std::vector<std::string> originals;
  for (const BundledProgram& program : BundledPrograms()) {
    originals.push_back(program.ir);
    const auto text = directory.Write("in.ll", program.ir);
    const auto run = RunSubprocess(
        {Opt(), "-passes=", text.string(), "-o", (directory.path() / "out.bc").string()}, {},
        unlimited);
    EXPECT_TRUE(run.ok() && run->Succeeded());
    originals.push_back(directory.Read("out.bc"));
  }
  return originals;
}

/// Damages one place.
void Damage(std::string& bytes, Random& random) {
  const std::size_t at = random.Below(bytes.size());
  const std::size_t length = std::min<std::size_t>(1 + random.Below(16), bytes.size() - at);
  switch (random.Below(7)) {
    case 0: bytes[at] = static_cast<char>(random.Below(256)); break;
    case 1: bytes[at] = static_cast<char>(bytes[at] ^ 1 << random.Below(8)); break;
    case 2: bytes.erase(at, length); break;
    case 3: bytes.insert(at, bytes.substr(random.Below(bytes.size()), length)); break;
    case 4: std::fill_n(bytes.begin() + static_cast<std::ptrdiff_t>(at), length, '\xFF'); break;
    case 5:  // another number
      if (const std::size_t digit = bytes.find_first_of("0123456789", at); digit < bytes.size()) {
        bytes[digit] = static_cast<char>('0' + random.Below(10));
      }
      break;
    case 6: bytes.resize(std::max<std::size_t>(at, 1)); break;
  }
}

std::string Mutate(std::string bytes, Random& random) {
  for (std::uint64_t damages = 1 + random.Below(4); damages > 0; --damages) Damage(bytes, random);
  return bytes;
}

TEST(MalformedInputTest, DamagedFilesAreReadOrRefusedInOneLine) {
  const std::vector<std::string> originals = Originals();
  // The limits keep what a damaged size field asks for in bounds, and what LLVM never ends with:
  // one or another of the mutants, it depends on where the worker's memory lies.
  const auto pool =
      StartPool(Actions({"function(dce)"}),
                {.workers = kThreads, .read_time_limit = 5s, .memory_bytes = 512 << 20});
  const Observe observe{.features = true, .object_size = false};
  const auto before = pool->Measure("original", originals[0], observe, Budget::Unlimited());
  ASSERT_TRUE(before.ok()) << before.error().message;

  std::atomic<std::size_t> next = 0;
  std::atomic<std::size_t> read = 0;
  std::vector<std::thread> team;
  for (std::size_t t = 0; t < kThreads; ++t) {
    team.emplace_back([&] {
      for (std::size_t i; (i = next++) < kMutants;) {
        Random random(4711, i);
        const std::string mutant = Mutate(originals[i % originals.size()], random);
        const auto start = Clock::now();
        const auto measured = pool->Measure("mutant", mutant, observe, Budget::Unlimited());
        EXPECT_LT(Clock::now() - start, 10s) << "mutant " << i;
        if (measured.ok()) {
          ++read;
          continue;
        }
        EXPECT_THAT(measured.error().code, AnyOf(ErrorCode::kBadInput, ErrorCode::kOutOfMemory))
            << "mutant " << i;
        EXPECT_THAT(measured.error().message, HasSubstr("'mutant'"));
        EXPECT_THAT(measured.error().message, Not(HasSubstr("\n"))) << "mutant " << i;
        EXPECT_LT(measured.error().message.size(), 500u) << measured.error().message;
      }
    });
  }
  for (std::thread& thread : team) thread.join();

  const auto after = pool->Measure("original", originals[0], observe, Budget::Unlimited());
  ASSERT_TRUE(after.ok()) << after.error().message;
  EXPECT_EQ(after->root.next.ir, before->root.next.ir);
  EXPECT_EQ(after->root.features, before->root.features);
  std::cout << read << " of " << kMutants << " mutants read, " << pool->stats().restarts
            << " took a worker down\n";
  EXPECT_GT(read, 0u);
  EXPECT_LT(read, kMutants);
}

}  // namespace
}  // namespace autotune
