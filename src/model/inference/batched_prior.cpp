#include "model/inference/batched_prior.h"

#include <utility>

namespace autotune {

Result<std::vector<Prediction>> BatchedPrior::Predict(std::span<const PriorQuery> queries) {
  return Wait({.queries = queries});
}

Result<std::vector<Prediction>> BatchedPrior::Wait(Request request) {
  const MutexLock lock(mutex_);
  waiting_.push_back(&request);
  while (!request.done) {
    if (computing_) {
      done_.wait(mutex_);
      continue;
    }
    computing_ = true;
    const std::vector<Request*> batch = std::exchange(waiting_, {});
    mutex_.unlock();
    Compute(batch);
    mutex_.lock();
    computing_ = false;
    for (Request* const answered : batch) answered->done = true;
    done_.notify_all();
  }
  if (!request.status.ok()) return request.status.error();
  return std::move(request.answer);
}

}  // namespace autotune
