#pragma once

#include <condition_variable>
#include <mutex>

// Clang's thread-safety analysis needs to know which mutex guards which member; the standard types
// don't say. With -Wthread-safety, touching a guarded member without its mutex does not compile.
#if defined(__clang__)
#define AT_THREAD_ATTRIBUTE(x) __attribute__((x))
#else
#define AT_THREAD_ATTRIBUTE(x)
#endif

#define GUARDED_BY(mutex) AT_THREAD_ATTRIBUTE(guarded_by(mutex))
#define REQUIRES(mutex) AT_THREAD_ATTRIBUTE(requires_capability(mutex))

namespace autotune {

/// A `std::mutex` with annotations for the analysis.
class AT_THREAD_ATTRIBUTE(capability("mutex")) Mutex {
 public:
  void lock() AT_THREAD_ATTRIBUTE(acquire_capability()) { mutex_.lock(); }
  void unlock() AT_THREAD_ATTRIBUTE(release_capability()) { mutex_.unlock(); }

 private:
  std::mutex mutex_;
};

/// Holds a `Mutex` while it lives.
class AT_THREAD_ATTRIBUTE(scoped_lockable) MutexLock {
 public:
  explicit MutexLock(Mutex& mutex) AT_THREAD_ATTRIBUTE(acquire_capability(mutex)) : mutex_(mutex) {
    mutex_.lock();
  }
  ~MutexLock() AT_THREAD_ATTRIBUTE(release_capability()) { mutex_.unlock(); }
  MutexLock(const MutexLock&) = delete;
  MutexLock& operator=(const MutexLock&) = delete;

 private:
  Mutex& mutex_;
};

}  // namespace autotune
