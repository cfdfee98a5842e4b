#include "cli/model_host.h"

#include <mutex>
#include <system_error>
#include <utility>

#include <dlfcn.h>

#include "cli/console.h"
#include "cli/registry.h"
#include "cli/weights_file.h"

namespace autotune {

namespace {

std::filesystem::path ProgramFolder() {
  std::error_code ignored;
  return std::filesystem::read_symlink("/proc/self/exe", ignored).parent_path();
}

std::filesystem::path PluginPath() { return ProgramFolder() / kModelPluginFile; }

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

/// One program's prior, of a model that may not be there yet.
class ModelPrior : public Prior {
 public:
  ModelPrior(const ModelHost& host, IrTokens tokens, bool waits, std::unique_ptr<Prior> fallback)
      : host_(host), tokens_(std::move(tokens)), waits_(waits), fallback_(std::move(fallback)) {}

  Observe needs() const override { return {.features = true}; }
  bool ready() const override { return waits_ || host_.ready(); }

  Result<std::vector<Prediction>> Predict(std::span<const PriorQuery> queries) override {
    const Result<Prior*> prior = Get();
    if (!prior) return prior.error();
    return (*prior)->Predict(queries);
  }

 private:
  Result<Prior*> Get() {
    const Result<const Model*> model = host_.Wait();
    std::call_once(once_, [&] {
      if (model) {
        prior_ = (*model)->MakePrior(tokens_);
      } else if (fallback_) {
        PrintWarning("searching without the model: " + model.error().message);
        prior_ = std::move(fallback_);
      }
    });
    if (!prior_) return model.error();
    return prior_.get();
  }

  const ModelHost& host_;
  const IrTokens tokens_;
  const bool waits_;
  std::once_flag once_;
  std::unique_ptr<Prior> fallback_;
  std::unique_ptr<Prior> prior_;
};

}  // namespace

Result<const ModelPlugin*> OpenModelPlugin() {
  static const Result<const ModelPlugin*> plugin = Open();
  return plugin;
}

std::filesystem::path DefaultModelPath() {
  return ProgramFolder().parent_path() / "share/autotune/models/passformer.pf";
}

Result<std::unique_ptr<ModelHost>> ModelHost::Start(std::filesystem::path weights,
                                                    const ActionSpace& actions) {
  if (weights.empty()) weights = DefaultModelPath();
  for (const std::filesystem::path& file : {weights, PluginPath()}) {
    if (std::filesystem::exists(file)) continue;
    return Error{ErrorCode::kInvalidArgument, "there is no '" + file.string() + "'"};
  }
  if (const Status status = CheckWeightsFile(weights, actions); !status) return status.error();
  return std::unique_ptr<ModelHost>(new ModelHost(std::move(weights), actions));
}

ModelHost::ModelHost(std::filesystem::path weights, const ActionSpace& actions)
    : weights_(std::move(weights)), reader_([this, actions] { Read(actions); }) {}

ModelHost::~ModelHost() { reader_.join(); }

void ModelHost::Read(const ActionSpace& actions) {
  const Result<const ModelPlugin*> plugin = OpenModelPlugin();
  model_.emplace(plugin.ok() ? (*plugin)->load(weights_, actions)
                             : Result<std::unique_ptr<Model>>(plugin.error()));
  ready_ = true;
  ready_.notify_all();
}

Result<const Model*> ModelHost::Wait() const {
  ready_.wait(false);
  if (!model_->ok()) return model_->error();
  return static_cast<const Model*>((**model_).get());
}

Result<const ModelHost*> ModelShelf::Take(const ActionSpace& actions) {
  const Method::Model use = FindMethod(options_.method).model;
  const bool wanted = use >= Method::Model::kWanted || !options_.model.empty();
  if (failed_ || !wanted) return nullptr;
  if (use == Method::Model::kUnused) {
    failed_ = true;
    PrintWarning("searching without the model: " + options_.method + " can't be guided by one");
    return nullptr;
  }
  if (!host_) {
    Result<std::unique_ptr<ModelHost>> host = ModelHost::Start(options_.model, actions);
    if (host) {
      host_ = *std::move(host);
    } else if (use == Method::Model::kRequired) {
      return host.error();
    } else {
      failed_ = true;
      PrintWarning("searching without the model: " + host.error().message);
      return nullptr;
    }
  }
  return host_.get();
}

std::unique_ptr<Prior> MakeModelPrior(const ModelHost& host, IrTokens tokens, bool waits,
                                      std::unique_ptr<Prior> fallback) {
  return std::make_unique<ModelPrior>(host, std::move(tokens), waits, std::move(fallback));
}

}  // namespace autotune
