#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <unordered_map>
#include <vector>

#include <llvm/ADT/StringSet.h>
#include <llvm/Support/Error.h>

#include "core/code_model.h"
#include "core/hash.h"
#include "core/program.h"
#include "eval/worker/code_parts.h"
#include "eval/worker/ir_hash.h"

namespace llvm {
class Function;
class Module;
}  // namespace llvm

namespace autotune::worker {

/// Object sizes of a program's states. Code is generated for each function as if it were alone, and
/// remembered by the function's body, so that only functions that a pass has changed cost time.
///
/// The sum may differ by 0.1 % from that of `MeasureObjectSize` on real programs: code depends a
/// little on where other functions lie (short jumps between them). No outliner works here, since it
/// works across functions. On targets that have one by default, the sum differs by up to 4 %. Not
/// thread-safe.
class CodeSizes {
 public:
  /// Returns the size of a state of the program, with the flags of `model`. All calls must have the
  /// same model, and the same program, parts of it, or variants with other attributes. The module
  /// stays as it is. `MeasureObjectSize` measures what can't be divided: object files that are not
  /// ELF, and programs with a function that needs assembly of the module. Errors as there.
  llvm::Expected<ObjectSize> Measure(const llvm::Module& module, const CodeModel& model);

  /// Returns the bytes that a function adds to an object file, padded to its alignment as one of
  /// many functions. `code` is `TakeForCode` of it, and `function` its copy there. Nothing is
  /// remembered. Errors: object files of this target can't be divided; as `Measure`.
  llvm::Expected<std::uint64_t> MeasureAlone(const llvm::Module& code,
                                             const llvm::Function& function,
                                             const CodeModel& model);

  /// True if the function's code may be generated with that of others.
  static bool CanBeTogether(const llvm::Function& function);

  /// Returns the same for several functions that `CanBeTogether`, in half of the time. `code` is
  /// `TakeForCode` of them all. None where it is not sure: that function has to be measured alone.
  std::vector<std::optional<std::uint64_t>> MeasureTogether(
      const llvm::Module& code, std::span<const llvm::Function* const> functions,
      const CodeModel& model);

  /// Returns the functions and remainders that code was generated for.
  std::uint64_t generated() const { return generated_; }

 private:
  class Sum;

  bool IsDivisible(const llvm::Module& module, const CodeModel& model);
  llvm::Expected<ObjectSize> MeasureInParts(const llvm::Module& module, const CodeModel& model);
  llvm::Expected<CodePart> Generate(const llvm::Module& code, const llvm::Function* function,
                                    const CodeModel& model);
  /// Generates the code of functions of `code`, which is `TakeForCode` of them, in half of the time
  /// that they take alone. Returns the same parts as if each were alone; none where that is not
  /// sure. Functions that need constants in memory, which they share, are generated alone. If these
  /// don't have all of the constants, so are those that may have some without use for them.
  std::vector<std::optional<CodePart>> GenerateTogether(
      const llvm::Module& code, std::span<const llvm::Function* const> functions,
      const CodeModel& model);
  /// Remembers the parts of as many functions as can be generated together.
  void Remember(std::span<const llvm::Function* const> functions, const CodeHash& hash,
                const CodeModel& model);

  std::unordered_map<Hash128, CodePart> parts_;
  llvm::StringSet<> with_constants_;  ///< functions whose code needed constants in memory
  std::optional<bool> divisible_;     ///< set by the first call
  bool measured_ = false;
  std::uint64_t generated_ = 0;
};

}  // namespace autotune::worker
