#include "eval/worker/pass_runner.h"

#include <optional>

#include <llvm/ADT/Any.h>
#include <llvm/Analysis/CGSCCPassManager.h>
#include <llvm/Analysis/LazyCallGraph.h>
#include <llvm/Analysis/LoopAnalysisManager.h>
#include <llvm/Analysis/LoopInfo.h>
#include <llvm/IR/Module.h>
#include <llvm/IR/PassInstrumentation.h>
#include <llvm/IR/Verifier.h>
#include <llvm/Passes/PassBuilder.h>
#include <llvm/Support/raw_ostream.h>
#include <llvm/Target/TargetMachine.h>

#include "eval/worker/target.h"
#include "plugin/plan_pass.h"

namespace autotune::worker {
namespace {

/// Skips optional passes on functions and loops marked `optnone`, as `opt` does. LLVM's own
/// instrumentation for this is bound to one context and brings a dozen printers.
bool ShouldRunOptionalPass(llvm::StringRef, llvm::Any unit) {
  const llvm::Function* function = nullptr;
  if (const auto* as_function = llvm::any_cast<const llvm::Function*>(&unit)) {
    function = *as_function;
  } else if (const auto* as_loop = llvm::any_cast<const llvm::Loop*>(&unit)) {
    function = (*as_loop)->getHeader()->getParent();
  }
  return !function || !function->hasOptNone();
}

llvm::PipelineTuningOptions TuningOptions(PipelineTuning tuning) {
  llvm::PipelineTuningOptions options;
  if (tuning == PipelineTuning::kClang) {
    options.SLPVectorization = true;
    options.LoopVectorization = false;
  }
  return options;
}

/// Does what `opt -mcpu` does: functions that name no CPU get this one, and code is generated for
/// it.
void NameCpu(llvm::Module& module, llvm::StringRef cpu) {
  if (cpu.empty()) return;
  for (llvm::Function& function : module) {
    if (!function.hasFnAttribute("target-cpu")) function.addFnAttr("target-cpu", cpu);
  }
}

/// Turns a verifier's verdict into a status. `broken(stream)` is one of LLVM's verifiers: true if
/// the IR is invalid.
template <typename Verifier>
Status Verdict(Verifier broken) {
  std::string message;
  llvm::raw_string_ostream stream(message);
  if (!broken(stream)) return {};
  stream.flush();
  return Error{ErrorCode::kVerifierRejected,
               "invalid IR: " + llvm::StringRef(message).split('\n').first.str()};
}

}  // namespace

struct PassRunner::State {
  State(llvm::StringRef triple, PipelineTuning tuning)
      : tuning(tuning),
        machine(MakeTargetMachine(triple, tuning)),
        builder(machine.get(), TuningOptions(tuning), std::nullopt, &callbacks) {
    callbacks.registerShouldRunOptionalPassCallback(ShouldRunOptionalPass);
    builder.registerModuleAnalyses(modules);
    builder.registerCGSCCAnalyses(components);
    builder.registerFunctionAnalyses(functions);
    builder.registerLoopAnalyses(loops);
    builder.crossRegisterProxies(loops, functions, components, modules);
    RegisterPlanPass(builder);
  }

  Result<llvm::ModulePassManager> Parse(llvm::StringRef pipeline) {
    // Reading the text would reset some of the tuning to that of `opt`.
    if (tuning == PipelineTuning::kClang && pipeline == "default<Oz>") {
      return builder.buildPerModuleDefaultPipeline(llvm::OptimizationLevel::Oz);
    }
    llvm::ModulePassManager passes;
    if (llvm::Error error = builder.parsePassPipeline(passes, pipeline)) {
      return Error{ErrorCode::kInvalidArgument, llvm::toString(std::move(error))};
    }
    return passes;
  }

  void ForgetAnalyses() {
    // Outermost first: results of outer managers hold proxies into the inner managers.
    modules.clear();
    components.clear();
    functions.clear();
    loops.clear();
  }

  const PipelineTuning tuning;
  std::unique_ptr<llvm::TargetMachine> machine;
  llvm::PassInstrumentationCallbacks callbacks;
  llvm::PassBuilder builder;
  llvm::LoopAnalysisManager loops;
  llvm::FunctionAnalysisManager functions;
  llvm::CGSCCAnalysisManager components;
  llvm::ModuleAnalysisManager modules;
};

PassRunner::PassRunner(llvm::StringRef triple, PipelineTuning tuning)
    : state_(std::make_unique<State>(triple, tuning)) {}

PassRunner::~PassRunner() = default;

Status PassRunner::Run(llvm::Module& module, llvm::StringRef pipeline) {
  auto passes = state_->Parse(pipeline);
  if (!passes) return passes.error();
  if (state_->machine) NameCpu(module, state_->machine->getTargetCPU());
  passes->run(module, state_->modules);
  state_->ForgetAnalyses();
  return {};
}

Result<std::string> PassRunner::Expand(llvm::StringRef pipeline) {
  auto passes = state_->Parse(pipeline);
  if (!passes) return passes.error();
  std::string text;
  llvm::raw_string_ostream stream(text);
  passes->printPipeline(stream, [this](llvm::StringRef class_name) {
    const llvm::StringRef pass_name = state_->callbacks.getPassNameForClassName(class_name);
    return pass_name.empty() ? class_name : pass_name;
  });
  stream.flush();
  return text;
}

Status Verify(const llvm::Module& module) {
  return Verdict([&](llvm::raw_ostream& out) { return llvm::verifyModule(module, &out); });
}

Status VerifyChanges(const llvm::Module& module, const ModuleHash& before, const ModuleHash& now) {
  if (now.context != before.context) return Verify(module);
  for (const auto& [function, hash] : now.bodies) {
    const auto old = before.bodies.find(function);
    if (old != before.bodies.end() && old->second == hash) continue;
    Status status = Verdict([&, function = function](llvm::raw_ostream& out) {
      return llvm::verifyFunction(*function, &out);
    });
    if (!status) return status;
  }
  return {};
}

}  // namespace autotune::worker
