#include <atomic>
#include <chrono>
#include <string>

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

}  // namespace
}  // namespace autotune
