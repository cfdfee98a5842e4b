#pragma once

#include <memory>
#include <string>

#include <llvm/ADT/StringRef.h>

#include "core/result.h"
#include "eval/client/worker_pool.h"
#include "eval/worker/ir_hash.h"

namespace llvm {
class Module;
}

namespace autotune::worker {

/// Runs pipeline texts as `opt -passes=` does, for modules of one target triple. Analyses are
/// computed afresh for each run. Their managers are built once, since registering costs more than
/// most passes. A pass that makes LLVM crash takes the process with it. Not thread-safe.
class PassRunner {
 public:
  PassRunner(llvm::StringRef triple, PipelineTuning tuning);
  ~PassRunner();
  PassRunner(const PassRunner&) = delete;
  PassRunner& operator=(const PassRunner&) = delete;

  /// Runs the pipeline in one pass manager. Errors: `kInvalidArgument` if the text does not parse;
  /// the module is then untouched.
  Status Run(llvm::Module& module, llvm::StringRef pipeline);

  /// Returns the pipeline as an explicit text, with macros such as `default<Oz>` spelt out.
  Result<std::string> Expand(llvm::StringRef pipeline);

 private:
  struct State;
  std::unique_ptr<State> state_;
};

/// Verifies a module. The error holds the verifier's first complaint.
Status Verify(const llvm::Module& module);

/// Verifies a module that was valid when its hashes were `before`. If the context is unchanged,
/// only the bodies that changed are verified. Errors as for `Verify`.
Status VerifyChanges(const llvm::Module& module, const ModuleHash& before, const ModuleHash& now);

}  // namespace autotune::worker
