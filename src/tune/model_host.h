#pragma once

#include <atomic>
#include <condition_variable>
#include <filesystem>
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <string_view>
#include <thread>

#include "core/action_space.h"
#include "core/budget.h"
#include "core/mutex.h"
#include "core/prior.h"
#include "core/result.h"
#include "model/model.h"
#include "model/plugin.h"
#include "search/registry.h"
#include "tune/job.h"
#include "tune/observer.h"

namespace autotune {

/// Opens the models' plugin beside this executable, once per process. Errors: it is missing or does
/// not load.
Result<const ModelPlugin*> OpenModelPlugin();

/// Returns the path of weights shipped with the program, those of the Passformer by default.
std::filesystem::path DefaultModelPath(std::string_view file = "passformer.pf");

/// A model that is read in the background, since torch takes half a second to load. Thread-safe.
class ModelHost {
 public:
  /// Begins to read weights for this space and method, null for none. Immediate errors: there is no
  /// plugin, no such file, or it fails `CheckWeightsFile`.
  static Result<std::unique_ptr<ModelHost>> Start(std::filesystem::path weights,
                                                  const ActionSpace& actions,
                                                  const Method* method = nullptr);
  /// Reads the model, on a thread of its own.
  using Read = std::function<Result<std::unique_ptr<Model>>()>;
  /// `needs` are the observations that the model's priors need.
  ModelHost(std::filesystem::path weights, Read read, const Observe& needs = {.features = true});
  ~ModelHost();
  ModelHost(const ModelHost&) = delete;
  ModelHost& operator=(const ModelHost&) = delete;

  const std::filesystem::path& weights() const { return weights_; }
  const Observe& needs() const { return needs_; }
  /// True if the model has been read, or can't be.
  bool ready() const { return ready_; }
  /// Waits for the model, which lives as long as this object. Errors: `kCancelled` if the budget is
  /// interrupted before; otherwise the model can't be read.
  Result<const Model*> Wait(const Budget& budget) const;

 private:
  const std::filesystem::path weights_;
  const Observe needs_;
  mutable Mutex mutex_;  ///< of the wait
  mutable std::condition_variable_any read_;
  std::atomic<bool> ready_ = false;
  std::optional<Result<std::unique_ptr<Model>>> model_;  ///< set once ready
  std::thread reader_;
};

/// The models of a process, each read once and shared by the jobs that want it. Not thread-safe.
class ModelSlot {
 public:
  /// Returns the model, which is being read from now on. Null if the job wants none: its method
  /// can't use a model, or only uses one named by the user. An unusable model is a warning, but an
  /// error if the method needs a model.
  Result<const ModelHost*> Take(const TuneJob& job, const ActionSpace& actions,
                                TuneObserver& observer);

 private:
  /// By file and `Method::weights`; those that could be begun.
  std::map<std::pair<std::filesystem::path, std::string_view>, std::unique_ptr<ModelHost>> hosts_;
  bool warned_ = false;  ///< whether it was said that a search does without
};

/// Makes the model's prior for one program. Until the model has been read, the prior is not ready,
/// and `fallback` answers. If it `waits`, it is ready at once, and the first query waits for the
/// model.
///
/// If the model can't be read, `fallback` continues to answer, after a warning; without a fallback
/// that is an error. A model that is not read by the end of `time` counts as one that can't be, and
/// the prior is then not ready. If `time` is cancelled, a query that waits fails with `kCancelled`.
/// `host`, `time` and `observer` must outlive the prior.
std::unique_ptr<Prior> MakeModelPrior(const ModelHost& host, IrTokens tokens, bool waits,
                                      const Budget& time, std::unique_ptr<Prior> fallback,
                                      TuneObserver& observer);

}  // namespace autotune
