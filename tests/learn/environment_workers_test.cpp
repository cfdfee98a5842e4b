#include <chrono>
#include <memory>
#include <vector>

#include <gtest/gtest.h>

#include "learn/environment.h"
#include "support/breaking_programs.h"
#include "support/pool.h"
#include "support/test_directory.h"

// The environment over real workers and passes.

namespace autotune {
namespace {

EnvironmentProgram Load(WorkerPool& pool, const char* ir) {
  const auto info = pool.Load("test.ll", ir, {.features = true}, Budget::Unlimited());
  EXPECT_TRUE(info.ok()) << info.error().message;
  const auto oz =
      pool.RunPipeline(info->root.next.program, {.text = "default<Oz>"}, Budget::Unlimited());
  EXPECT_TRUE(oz.ok()) << oz.error().message;
  return {"test", info->root, oz->evaluation.cost.instructions};
}

TEST(EnvironmentWithWorkers, TheStandardLevelIsWorthOne) {
  const auto pool = StartPool(Actions({"default<Oz>", "function(sroa)", "function(dce)"}));
  const EnvironmentProgram program = Load(*pool, kLoopProgram);
  ASSERT_LT(program.oz, program.root.cost.instructions);
  Environment environment(pool->actions(), *pool, 1, 2);
  Budget budget({});
  for (int episode = 0; episode < 2; ++episode) {
    environment.Reset(0, program);
    const auto steps = environment.Step(std::vector<PassId>{0}, budget);
    ASSERT_TRUE(steps.ok()) << steps.error().message;
    EXPECT_DOUBLE_EQ((*steps)[0].reward, 1);
    EXPECT_EQ(environment.lowest(0), program.oz);
    EXPECT_NE(*environment.observation(0).now, *program.root.features);
  }
}

TEST(EnvironmentWithWorkers, APassThatKillsItsWorkerEndsTheEpisodeOnly) {
  const auto pool = StartPool(Actions({"trigger-crash-module", "function(sroa)"}), {.workers = 2});
  const EnvironmentProgram program = Load(*pool, kLoopProgram);
  Environment environment(pool->actions(), *pool, 2, 4);
  environment.Reset(0, program);
  environment.Reset(1, program);
  Budget budget({});
  const auto steps = environment.Step(std::vector<PassId>{0, 1}, budget);
  ASSERT_TRUE(steps.ok()) << steps.error().message;
  EXPECT_EQ((*steps)[0].end, EpisodeEnd::kFailed);
  EXPECT_EQ((*steps)[0].failure, ErrorCode::kPassCrashed);
  EXPECT_GT((*steps)[1].reward, 0);
  environment.Reset(0, program);
  const auto again = environment.Step(std::vector<PassId>{1, 1}, budget);
  ASSERT_TRUE(again.ok()) << again.error().message;
  EXPECT_DOUBLE_EQ((*again)[0].reward, (*steps)[1].reward);
}

}  // namespace
}  // namespace autotune
