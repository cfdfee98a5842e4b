// libautotune-plan.so: applies plans and learned lists in stock `opt` and `clang` (docs/plans.md),
// writes the modules that clang compiles (docs/build.md), lists the symbols that a whole
// program needs, gives calling conventions and narrows tables.

#include <llvm/Passes/PassBuilder.h>
#if __has_include(<llvm/Plugins/PassPlugin.h>)  // since LLVM 22
#include <llvm/Plugins/PassPlugin.h>
#else
#include <llvm/Passes/PassPlugin.h>
#endif

#include "plugin/conventions_pass.h"
#include "plugin/plan_pass.h"
#include "plugin/quick_pass.h"
#include "plugin/record_pass.h"
#include "plugin/symbols_pass.h"
#include "plugin/tables_pass.h"

extern "C" __attribute__((visibility("default"))) llvm::PassPluginLibraryInfo
llvmGetPassPluginInfo() {
  return {LLVM_PLUGIN_API_VERSION, "autotune-plan", "1", [](llvm::PassBuilder& builder) {
            autotune::RegisterPlans(builder);
            autotune::RegisterQuickPass(builder);
            autotune::RegisterRecordAtStart(builder);
            autotune::RegisterSymbolsPass(builder);
            autotune::RegisterConventionsPass(builder);
            autotune::RegisterTablesPass(builder);
          }};
}
