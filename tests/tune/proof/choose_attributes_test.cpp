#include <atomic>
#include <chrono>
#include <mutex>
#include <string>
#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "support/fake_worker_pool.h"
#include "tune/proof/size_attributes.h"

namespace autotune {
namespace {

/// The choices of the second part fail while there is time. No function has a better attribute.
class FailingPool : public FakeWorkerPool {
 public:
  ErrorCode code = ErrorCode::kPassCrashed;
  std::atomic<int> without_time = 0;

  Result<ChosenAttributes> ChooseAttributes(const std::string&, std::string,
                                            const AttributeRequest& request,
                                            const Budget&) override {
    if (request.time.count() == 0) ++without_time;
    if (request.share.part == 1 && request.time.count() > 0) return Error{code, "the worker died"};
    return ChosenAttributes();
  }
};

/// Each part lets its function preserve no register, and the first takes that from the third. The
/// last request fails; those that preserve none are counted before.
class ConventionPool : public FakeWorkerPool {
 public:
  std::mutex mutex;
  std::vector<std::uint64_t> parts;
  std::string known;

  Result<std::vector<FunctionAttributes>> ChooseConventions(const std::string&, std::string,
                                                            const ConventionRequest& request,
                                                            const Budget&) override {
    const std::lock_guard lock(mutex);
    parts.push_back(request.share.parts);
    std::vector<FunctionAttributes> functions = request.functions;
    if (request.share.parts == 1) {
      for (const FunctionAttributes& its : functions) {
        if (its.best.preserve_none) known += its.name;
      }
      return Error{ErrorCode::kPassCrashed, "the worker died"};
    }
    functions[request.share.part].best.preserve_none = true;
    if (request.share.part == 0) functions[2].best.preserve_none = false;
    return functions;
  }
};

ErrorCode CodeOf(FailingPool& pool) {
  TuneJob job;
  job.threads = 2;
  Reproduction module;
  module.cost.object_size.emplace();
  const Budget budget(Budget::Limits{});
  const AttributeSearch search{.time = std::chrono::milliseconds(10), .known = {}};
  return AttributeForSize(job, module, pool, search, budget).error().code;
}

TEST(AttributeForSize, AFunctionWhoseChoiceFailsKeepsWhatItHas) {
  FailingPool pool;
  EXPECT_EQ(CodeOf(pool), ErrorCode::kNotFound) << "nothing is smaller";
  EXPECT_EQ(pool.without_time, 1);
  pool.code = ErrorCode::kCancelled;
  EXPECT_EQ(CodeOf(pool), ErrorCode::kCancelled);
  EXPECT_EQ(pool.without_time, 1);
}

TEST(ChooseConventions, ChoicesOfAllPartsCountAndOutliveAFailure) {
  ConventionPool pool;
  TuneJob job;
  job.threads = 2;
  const std::vector<FunctionAttributes> given = {
      {"f", {}, {}}, {"g", {}, {}}, {"h", {}, {.preserve_none = true}}};
  std::vector<FunctionAttributes> functions = given;
  const Budget budget(Budget::Limits{});
  const Clock::time_point end = Clock::now() + std::chrono::seconds(60);
  ChooseConventions(job, {}, pool, end, functions, budget);
  EXPECT_THAT(pool.parts, testing::UnorderedElementsAre(2, 2, 1));
  EXPECT_EQ(pool.known, "fg");
  EXPECT_TRUE(functions[0].best.preserve_none && functions[1].best.preserve_none);
  EXPECT_FALSE(functions[2].best.preserve_none);
  // Threads must not count if evaluations do.
  job.max_evaluations = 1;
  pool.parts.clear();
  functions = given;
  ChooseConventions(job, {}, pool, end, functions, budget);
  EXPECT_THAT(pool.parts, testing::ElementsAre(1));
}

}  // namespace
}  // namespace autotune
