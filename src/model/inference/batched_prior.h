#pragma once

#include <condition_variable>
#include <span>
#include <vector>

#include "core/mutex.h"
#include "core/prior.h"

namespace autotune {

/// Gathers simultaneous queries of several threads into one batch. One of the threads computes it,
/// with no lock held, while the others wait. Queries that arrive meanwhile join the next batch. An
/// answer thus waits for at most two batches, and no thread has to outlive a query.
class BatchedPrior : public Prior {
 public:
  Observe needs() const override { return {.features = true}; }
  Result<std::vector<Prediction>> Predict(std::span<const PriorQuery> queries) override;

 protected:
  struct Request {
    std::span<const PriorQuery> queries;
    std::vector<Prediction> answer{};
    Status status{};
    bool done = false;
  };

  /// Sets `answer` or `status` of each request. Never runs twice at once.
  virtual void Compute(std::span<Request* const> requests) = 0;

 private:
  Result<std::vector<Prediction>> Wait(Request request);

  Mutex mutex_;
  std::condition_variable_any done_;
  std::vector<Request*> waiting_ GUARDED_BY(mutex_);
  bool computing_ GUARDED_BY(mutex_) = false;
};

}  // namespace autotune
