#pragma once

#include <memory>
#include <string>

#include <llvm/ADT/StringRef.h>

#include "core/result.h"
#include "eval/worker/ir_hash.h"
#include "eval/worker_pool.h"

namespace llvm {
class Module;
}

namespace autotune::worker {

/// Runs pipeline texts as `opt -passes=` does, for modules of one target triple. Analyses are
/// computed afresh for each run; their managers are built once, since registering costs more than
/// most passes. A pass that LLVM breaks down in takes the process with it. Not thread-safe.
class PassRunner {
 public:
  PassRunner(llvm::StringRef triple, PipelineTuning tuning);
  ~PassRunner();
  PassRunner(const PassRunner&) = delete;
  PassRunner& operator=(const PassRunner&) = delete;

  /// Runs the pipeline in one pass manager. Errors: `kInvalidArgument` where the text does not
  /// parse; the module is untouched then.
  Status Run(llvm::Module& module, llvm::StringRef pipeline);

  /// The pipeline as an explicit text, macros such as `default<Oz>` spelt out.
  Result<std::string> Expand(llvm::StringRef pipeline);

 private:
  struct State;
  std::unique_ptr<State> state_;
};

/// An error with the verifier's first complaint where the module is invalid.
Status Verify(const llvm::Module& module);

/// As `Verify`, for a module that was valid when its hashes were `before`: while the context
/// stands, only the bodies that changed are looked at.
Status VerifyChanges(const llvm::Module& module, const ModuleHash& before, const ModuleHash& now);

}  // namespace autotune::worker
