// libautotune-plan.so: applies plans in stock `opt` and `clang` (docs/plans.md), and writes the
// modules that clang compiles (docs/build.md).

#include <llvm/Passes/PassBuilder.h>
#include <llvm/Passes/PassPlugin.h>

#include "plugin/plan_pass.h"
#include "plugin/record_pass.h"

extern "C" __attribute__((visibility("default"))) llvm::PassPluginLibraryInfo
llvmGetPassPluginInfo() {
  return {LLVM_PLUGIN_API_VERSION, "autotune-plan", "1", [](llvm::PassBuilder& builder) {
            autotune::RegisterPlanPass(builder);
            autotune::RegisterPlanAtStart(builder);
            autotune::RegisterRecordAtStart(builder);
          }};
}
