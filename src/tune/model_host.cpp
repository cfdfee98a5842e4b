#include "tune/model_host.h"

#include <chrono>
#include <mutex>
#include <system_error>
#include <utility>

#include <dlfcn.h>
#include <tbb/task_arena.h>

#include "core/own_program.h"
#include "search/registry.h"
#include "tune/weights_file.h"

namespace autotune {

namespace {

/// Interval at which a wait for the model looks at its budget.
constexpr std::chrono::milliseconds kLookInterval{20};

std::filesystem::path PluginPath() { return OwnFolder() / kModelPluginFile; }

Result<const ModelPlugin*> Open() {
  const std::filesystem::path file = PluginPath();
  if (!std::filesystem::exists(file)) {
    return Error{ErrorCode::kInvalidArgument,
                 "there is no '" + file.string() + "': this autotune was built without models"};
  }
  // Never closed: torch does not survive that.
  void* const library = ::dlopen(file.c_str(), RTLD_NOW | RTLD_LOCAL);
  if (!library) return Error{ErrorCode::kInvalidArgument, ::dlerror()};
  void* const entry = ::dlsym(library, kModelPluginEntry);
  if (!entry) return Error{ErrorCode::kInvalidArgument, ::dlerror()};
  return reinterpret_cast<ModelPluginEntry*>(entry)();
}

/// Returns the weights that a method uses if the user names none. A space may have its own:
/// `passformer.compilergym.pf`.
std::filesystem::path ShippedWeights(const Method& method, const std::string& action_space) {
  const std::filesystem::path file = DefaultModelPath(method.weights);
  std::filesystem::path own = file;
  own.replace_extension(action_space + ".pf");
  std::error_code ignored;
  return std::filesystem::exists(own, ignored) ? own : file;
}

/// A prior of one program, from a model that may not be read yet.
class ModelPrior : public Prior {
 public:
  ModelPrior(const ModelHost& host, IrTokens tokens, bool waits, const Budget& time,
             std::unique_ptr<Prior> fallback, TuneObserver& observer)
      : host_(host),
        tokens_(std::move(tokens)),
        waits_(waits),
        time_(time),
        fallback_(std::move(fallback)),
        observer_(observer) {}

  Observe needs() const override { return host_.needs(); }
  bool ready() const override { return !late_ && (waits_ || host_.ready()); }

  Result<std::vector<Prediction>> Predict(std::span<const PriorQuery> queries) override {
    if (fallback_ && !ready()) return fallback_->Predict(queries);
    const Result<Prior*> prior = Get();
    if (!prior) return prior.error();
    return (*prior)->Predict(queries);
  }

 private:
  Result<Prior*> Get() {
    const Result<const Model*> model = host_.Wait(time_);
    const bool late = !model && model.error().code == ErrorCode::kCancelled;
    // A search that was stopped needs no fallback.
    if (late && (!fallback_ || Clock::now() < time_.end())) return model.error();
    std::call_once(once_, [&] {
      if (model) {
        prior_ = (*model)->MakePrior(tokens_);
      } else if (fallback_) {
        late_ = late;
        observer_.Warn("searching without the model: " + model.error().message);
      }
    });
    Prior* const prior = prior_ ? prior_.get() : fallback_.get();
    if (!prior) return model.error();
    return prior;
  }

  const ModelHost& host_;
  const IrTokens tokens_;
  const bool waits_;
  const Budget& time_;
  const std::unique_ptr<Prior> fallback_;  // may be null
  TuneObserver& observer_;
  std::atomic<bool> late_ = false;  ///< the fallback answers, because the model took too long
  std::once_flag once_;
  std::unique_ptr<Prior> prior_;  ///< set once the model is read
};

}  // namespace

Result<const ModelPlugin*> OpenModelPlugin() {
  static const Result<const ModelPlugin*> plugin = Open();
  return plugin;
}

std::filesystem::path DefaultModelPath(std::string_view file) {
  return OwnFolder().parent_path() / "share/autotune/models" / file;
}

Result<std::unique_ptr<ModelHost>> ModelHost::Start(std::filesystem::path weights,
                                                    const ActionSpace& actions,
                                                    const Method* method) {
  for (const std::filesystem::path& file : {weights, PluginPath()}) {
    if (std::filesystem::exists(file)) continue;
    return Error{ErrorCode::kInvalidArgument, "there is no '" + file.string() + "'"};
  }
  const Result<Observe> needs = CheckWeightsFile(weights, actions, method);
  if (!needs) return needs.error();
  // On first use oneTBB opens a library of its own, which would have to wait for torch's.
  tbb::task_arena(1).initialize();
  return std::make_unique<ModelHost>(
      weights,
      [weights, actions] {
        const Result<const ModelPlugin*> plugin = OpenModelPlugin();
        return plugin.ok() ? (*plugin)->load(weights, actions)
                           : Result<std::unique_ptr<Model>>(plugin.error());
      },
      *needs);
}

ModelHost::ModelHost(std::filesystem::path weights, Read read, const Observe& needs)
    : weights_(std::move(weights)), needs_(needs), reader_([this, read = std::move(read)] {
        model_.emplace(read());
        const MutexLock lock(mutex_);
        ready_ = true;
        read_.notify_all();
      }) {}

ModelHost::~ModelHost() { reader_.join(); }

Result<const Model*> ModelHost::Wait(const Budget& budget) const {
  {
    const MutexLock lock(mutex_);
    while (!ready_) {
      if (budget.Interrupted()) return Error{ErrorCode::kCancelled, "it was not read in time"};
      read_.wait_for(mutex_, kLookInterval);
    }
  }
  if (!model_->ok()) return model_->error();
  return static_cast<const Model*>((**model_).get());
}

Result<const ModelHost*> ModelSlot::Take(const TuneJob& job, const ActionSpace& actions,
                                         TuneObserver& observer) {
  const Method& method = FindMethod(job.method);
  const bool wanted = method.model >= Method::Model::kWanted || !job.model.empty();
  if (!wanted) return nullptr;
  const auto do_without = [&](const std::string& why) {
    if (!std::exchange(warned_, true)) observer.Warn("searching without the model: " + why);
    return nullptr;
  };
  if (method.model == Method::Model::kUnused) {
    return do_without(job.method + " can't be guided by one");
  }
  const std::filesystem::path weights =
      job.model.empty() ? ShippedWeights(method, actions.name()) : std::filesystem::path(job.model);
  const auto key = std::pair(weights, method.weights);
  if (const auto known = hosts_.find(key); known != hosts_.end()) return known->second.get();
  Result<std::unique_ptr<ModelHost>> started = ModelHost::Start(weights, actions, &method);
  if (started) return hosts_.emplace(key, *std::move(started)).first->second.get();
  if (method.model == Method::Model::kRequired) return started.error();
  return do_without(started.error().message);
}

std::unique_ptr<Prior> MakeModelPrior(const ModelHost& host, IrTokens tokens, bool waits,
                                      const Budget& time, std::unique_ptr<Prior> fallback,
                                      TuneObserver& observer) {
  return std::make_unique<ModelPrior>(host, std::move(tokens), waits, time, std::move(fallback),
                                      observer);
}

}  // namespace autotune
