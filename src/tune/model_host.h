#pragma once

#include <atomic>
#include <filesystem>
#include <functional>
#include <memory>
#include <optional>
#include <thread>

#include "core/action_space.h"
#include "core/prior.h"
#include "core/result.h"
#include "model/model.h"
#include "model/plugin.h"
#include "tune/job.h"
#include "tune/observer.h"

namespace autotune {

/// Opens the models' plugin beside this executable, once a process. Errors: it is not there or does
/// not load.
Result<const ModelPlugin*> OpenModelPlugin();

/// The weights that are shipped with the program.
std::filesystem::path DefaultModelPath();

/// A model that is read in the background, since torch takes half a second to load. Thread-safe.
class ModelHost {
 public:
  /// Weights in a file for this space; an empty path stands for those shipped with the program.
  /// Errors, at once: there is no plugin, no such file, or it fails `CheckWeightsFile`.
  static Result<std::unique_ptr<ModelHost>> Start(std::filesystem::path weights,
                                                  const ActionSpace& actions);
  /// Whatever way they are read, on a thread of its own.
  using Read = std::function<Result<std::unique_ptr<Model>>()>;
  ModelHost(std::filesystem::path weights, Read read);
  ~ModelHost();
  ModelHost(const ModelHost&) = delete;
  ModelHost& operator=(const ModelHost&) = delete;

  const std::filesystem::path& weights() const { return weights_; }
  /// Whether it has been read, or can't be.
  bool ready() const { return ready_; }
  /// Waits for it. The model lives as long as this object.
  Result<const Model*> Wait() const;

 private:
  const std::filesystem::path weights_;
  std::atomic<bool> ready_ = false;
  std::optional<Result<std::unique_ptr<Model>>> model_;  ///< once ready
  std::thread reader_;
};

/// The model of a process, read once and shared by the jobs that want it, which all name the same
/// weights. Not thread-safe.
class ModelSlot {
 public:
  /// The model, which is being read from now on; null if the job wants none: its method can't use
  /// one, or only uses one that the user names. A model that can't be used is a warning, and an
  /// error if the method can't do without.
  Result<const ModelHost*> Take(const TuneJob& job, const ActionSpace& actions,
                                TuneObserver& observer);

 private:
  std::unique_ptr<ModelHost> host_;
  bool failed_ = false;
};

/// The model's prior for one program. Until the model has been read the prior is not ready, and
/// `fallback` answers, unless it `waits`: then it always is ready, and the first question takes as
/// long. If the model can't be read, `fallback` goes on answering, after a warning; without one
/// that is the error. `host` and `observer` must outlive the prior.
std::unique_ptr<Prior> MakeModelPrior(const ModelHost& host, IrTokens tokens, bool waits,
                                      std::unique_ptr<Prior> fallback, TuneObserver& observer);

}  // namespace autotune
