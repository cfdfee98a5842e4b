#pragma once

#include <condition_variable>
#include <span>
#include <vector>

#include "core/mutex.h"
#include "core/prior.h"

namespace autotune {

/// Gathers what several threads ask at once into one batch. One of the threads computes it, with no
/// lock held, while the others wait; whoever asks in the meantime is in the next batch. So an
/// answer waits for two batches at most, and no thread is needed that lives longer than a query.
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

  /// Sets `answer` or `status` of each. Never runs twice at once.
  virtual void Compute(std::span<Request* const> requests) = 0;

 private:
  Result<std::vector<Prediction>> Wait(Request request);

  Mutex mutex_;
  std::condition_variable_any done_;
  std::vector<Request*> waiting_ GUARDED_BY(mutex_);
  bool computing_ GUARDED_BY(mutex_) = false;
};

}  // namespace autotune
