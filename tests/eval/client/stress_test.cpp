// Random passes without end, none excepted: those that crash, hang, loop and write files are in. By
// default a few thousand over the bundled programs; for more, or others:
//   AUTOTUNE_STRESS_STEPS=100000 AUTOTUNE_STRESS_PROGRAMS='a.ll b.ll' stress_test
#include <atomic>
#include <csignal>
#include <cstdlib>
#include <iostream>
#include <iterator>
#include <numeric>
#include <sstream>
#include <thread>
#include <vector>

#include <unistd.h>

#include "core/random.h"
#include "support/bundled_programs.h"
#include "support/pool.h"
#include "support/test_directory.h"

namespace autotune {
namespace {

constexpr std::size_t kEpisodePasses = 45;

std::string Environment(const char* name, const std::string& otherwise) {
  const char* value = std::getenv(name);
  return value ? value : otherwise;
}

/// `full` and all that is excluded from it.
ActionSpace EverythingThereIs() {
  ActionSpace full = *LoadActionSpace("full");
  std::vector<Action> actions = full.actions();
  for (const ExcludedAction& excluded : full.excluded()) actions.push_back({excluded.name, ""});
  return ActionSpace("everything", std::move(actions), {});
}

std::vector<BundledProgram> Programs() {
  std::vector<BundledProgram> programs;
  std::istringstream names(Environment("AUTOTUNE_STRESS_PROGRAMS", ""));
  for (std::string name; names >> name;) {
    std::ifstream file(name);
    programs.push_back({name, std::string(std::istreambuf_iterator<char>(file), {})});
  }
  return programs.empty() ? BundledPrograms() : programs;
}

bool Exists(int pid) { return ::kill(pid, 0) == 0; }

TEST(StressTest, EveryFailureIsAccountedForAndNothingIsLeftBehind) {
  const std::uint64_t steps = std::stoull(Environment("AUTOTUNE_STRESS_STEPS", "2500"));
  const std::vector<BundledProgram> programs = Programs();
  const TestDirectory folder;
  std::filesystem::current_path(folder.path());
  ::setenv("TMPDIR", folder.path().c_str(), 1);

  const std::size_t workers = std::max(2u, std::thread::hardware_concurrency());
  auto pool = StartPool(EverythingThereIs(), {.workers = workers,
                                              .worker_program = {},
                                              .pass_time_limit = std::chrono::seconds(2),
                                              .memory_bytes = 1ull << 30});
  std::vector<ProgramState> roots;
  for (const BundledProgram& program : programs) {
    const auto info = pool->Load(program.name, program.ir, {}, Budget::Unlimited());
    ASSERT_TRUE(info.ok()) << info.error().message;
    roots.push_back(info->root.next);
  }

  std::atomic<std::uint64_t> asked = 0;
  std::atomic<std::uint64_t> done = 0;
  std::atomic<std::uint64_t> failed = 0;
  std::atomic<std::uint64_t> refused = 0;  // a pass that wants an input of its own
  const Budget budget({});
  {
    std::vector<std::jthread> threads;
    for (std::size_t thread = 0; thread < workers; ++thread) {
      threads.emplace_back([&, thread] {
        for (std::uint64_t episode = thread; asked < steps; episode += workers) {
          Random random(1, episode);
          ProgramState state = roots[episode % roots.size()];
          for (std::size_t i = 0; i < kEpisodePasses && asked++ < steps; ++i) {
            const auto pass = static_cast<PassId>(random.Below(pool->actions().size()));
            const Trace trace = pool->Apply(state, {&pass, 1}, {}, budget);
            if (trace.status.ok()) {
              ++done;
              state = trace.steps.front().next;
            } else if (IsEvaluationFailure(trace.status.error().code)) {
              ++failed;
            } else {
              EXPECT_EQ(trace.status.error().code, ErrorCode::kInvalidArgument)
                  << trace.status.error().message;
              ++refused;
            }
          }
        }
      });
    }
  }

  const WorkerPoolStats stats = pool->stats();
  EXPECT_EQ(stats.passes, done);
  EXPECT_EQ(std::accumulate(stats.failures.begin(), stats.failures.end(), std::uint64_t{0}),
            failed);
  EXPECT_EQ(done + failed + refused, steps);
  EXPECT_GT(done, steps / 2);
  for (const ProgramState& root : roots) {
    const PassSequence dce = Ids(pool->actions(), {"function(dce)"});
    EXPECT_TRUE(Apply(*pool, root, dce).status.ok()) << "the pool still serves";
  }
  std::cout << steps << " passes: " << done << " applied, " << refused << " refused";
  for (std::size_t i = 0; i < stats.failures.size(); ++i) {
    std::cout << ", " << stats.failures[i] << ' ' << Name(kEvaluationFailures[i]);
  }
  std::cout << "; " << stats.restarts << " workers replaced, " << stats.lost << " lost\n";

  const std::vector<int> pids = pool->worker_pids();
  pool.reset();
  for (const int pid : pids) EXPECT_FALSE(Exists(pid));
  std::filesystem::current_path("/");
  EXPECT_TRUE(std::filesystem::is_empty(folder.path())) << "a pass left a file behind";
}

}  // namespace
}  // namespace autotune
