#pragma once

#include <algorithm>
#include <functional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "eval/client/worker_pool.h"

namespace autotune {

/// A pool without workers, for modules that are mere text: every line is an instruction, but for
/// those that begin with `;`, which count for nothing. `broken` is not readable. An object file has
/// 10 bytes an instruction.
class FakeWorkerPool : public WorkerPool {
 public:
  using Pipelines = std::function<Result<PipelineRun>(const std::string& pipeline, PipelineTuning,
                                                      const Budget&)>;

  bool generates_code = true;  ///< of what pipelines make

  explicit FakeWorkerPool(Pipelines pipelines = {}) : pipelines_(std::move(pipelines)) {}

  static Evaluation MeasureText(std::string_view text, const Observe& observe) {
    Evaluation evaluation;
    std::string body;
    while (!text.empty()) {
      const std::size_t end = std::min(text.find('\n'), text.size());
      if (!text.starts_with(';')) {
        body.append(text.substr(0, end)) += '\n';
        ++evaluation.cost.instructions;
      }
      text.remove_prefix(std::min(end + 1, text.size()));
    }
    evaluation.next.ir = HashBytes(body);
    if (observe.object_size) {
      evaluation.cost.object_size = ObjectSize{evaluation.cost.instructions * 10, 0};
    }
    return evaluation;
  }

  Trace Apply(const ProgramState&, std::span<const PassId>, const EvaluationOptions&,
              const Budget&) override {
    return {{}, Error{ErrorCode::kWorkerLost, "a fake pool applies no passes"}};
  }

  Result<ProgramInfo> Load(const std::string& name, std::string bytes, const Observe& observe,
                           const Budget& budget) override {
    Result<ProgramInfo> info = Measure(name, bytes, observe, budget);
    if (info.ok()) info->root.next.program = HashBytes(bytes);
    return info;
  }

  Result<PipelineRun> RunPipeline(const ProgramId&, const PipelineRequest& request,
                                  const Budget& budget) override {
    Result<PipelineRun> run = pipelines_(request.text, request.tuning, budget);
    if (!run.ok() || !request.observe.object_size) return run;
    if (!generates_code) return Error{ErrorCode::kFatalError, "no object file"};
    Cost& cost = run->evaluation.cost;
    cost.object_size = ObjectSize{cost.instructions * 10, 0};
    return run;
  }

  Result<ProgramInfo> Measure(const std::string& name, std::string bytes, const Observe& observe,
                              const Budget& budget) override {
    if (budget.Interrupted()) return Error{ErrorCode::kCancelled, "the budget has ended"};
    if (bytes == "broken") return Error{ErrorCode::kBadInput, "'" + name + "' is broken"};
    ProgramInfo info;
    info.root = MeasureText(bytes, observe);
    return info;
  }

  /// One token whoever asks.
  Result<IrTokens> Tokenize(const ProgramId&, const Budget&) override {
    IrToken token;
    token.fill(kMaskToken + 1);
    return IrTokens{{{{token}, 1}}};
  }

  Result<ProgramInfo> LoadExcerpt(const ProgramId&, std::uint64_t, std::uint64_t, const Observe&,
                                  const Budget&) override {
    return Error{ErrorCode::kNotFound, "a fake pool has no excerpts"};
  }

  Result<std::vector<LoneFunction>> TakeFunctions(const ProgramId&, const Budget&) override {
    return Error{ErrorCode::kNotFound, "a fake pool has no functions"};
  }

  /// Functions keep what they have.
  Result<ChosenAttributes> ChooseAttributes(const std::string&, std::string,
                                            const AttributeRequest&, const Budget&) override {
    return ChosenAttributes();
  }

  /// And these keep their calling conventions.
  Result<std::vector<FunctionAttributes>> ChooseConventions(const std::string&, std::string,
                                                            const ConventionRequest& request,
                                                            const Budget&) override {
    return request.functions;
  }

  /// The inliner needs no advice.
  Result<ChosenInlining> TryInlining(const ProgramId&, const InlineRequest&,
                                     const Budget&) override {
    return ChosenInlining();
  }

  Result<ProgramInfo> LoadInlined(const ProgramId&, std::span<const InlineChoice>, const Observe&,
                                  const Budget&) override {
    return Error{ErrorCode::kNotFound, "a fake pool makes no choices"};
  }

  const ActionSpace& actions() const override { return actions_; }
  WorkerPoolStats stats() const override { return {}; }
  std::string KeptModule(const ProgramState&) override { return ""; }
  std::vector<int> worker_pids() const override { return {}; }
  const std::string& llvm_version() const override { return version_; }

 private:
  Pipelines pipelines_;
  ActionSpace actions_{"none", {}, {}};
  std::string version_ = "fake";
};

}  // namespace autotune
