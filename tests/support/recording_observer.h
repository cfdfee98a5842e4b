#pragma once

#include <string>
#include <vector>

#include "core/mutex.h"
#include "tune/observer.h"

namespace autotune {

/// Keeps what a run tells, for tests. Thread-safe; read the members once the run has ended.
class RecordingObserver : public TuneObserver {
 public:
  void Warn(std::string_view message) override { Add(warnings, message); }
  void Remark(std::string_view message) override { Add(remarks, message); }
  void Trace(double, std::string_view message) override { Add(steps, message); }
  void OnProgress(const Progress& now) override {
    const MutexLock lock(mutex_);
    progress.push_back(now);
  }
  void OnStopping() override {
    const MutexLock lock(mutex_);
    ++stops;
  }
  void OnResult(const TuneResult&) override {
    const MutexLock lock(mutex_);
    ++results;
  }

  std::vector<std::string> warnings;
  std::vector<std::string> remarks;
  std::vector<std::string> steps;
  std::vector<Progress> progress;
  int stops = 0;
  int results = 0;

 private:
  void Add(std::vector<std::string>& list, std::string_view message) {
    const MutexLock lock(mutex_);
    list.emplace_back(message);
  }

  Mutex mutex_;
};

}  // namespace autotune
