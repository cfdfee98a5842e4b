#pragma once

#include <cstdint>
#include <string>
#include <unordered_map>
#include <vector>

#include <llvm/Support/Error.h>

#include "core/code_model.h"
#include "core/hash.h"
#include "core/program.h"

namespace llvm {
class Function;
class Module;
}  // namespace llvm

namespace autotune::worker {

/// Object sizes of a program's states. Code is generated for each function by itself and
/// remembered by the function's body, so that only functions that a pass has changed cost time.
///
/// The sum differs from `MeasureObjectSize` by some bytes at most, where code depends on where
/// other functions lie (short jumps between them). What is reported is measured by that function.
/// Not thread-safe.
class CodeSizes {
 public:
  /// Returns the size of `module`, with the flags of `model`, which must be the same for all calls.
  /// All modules with a triple and data must be states of one program (`HashCode`). The module
  /// stays as it is. Errors as for `MeasureObjectSize`, which measures what can't be divided:
  /// object files that are not ELF, and targets whose default outliner works across functions.
  llvm::Expected<ObjectSize> Measure(const llvm::Module& module, const CodeModel& model);

  /// Returns the functions and remainders that code was generated for.
  std::uint64_t generated() const { return generated_; }

 private:
  struct Section {
    std::string name;
    std::uint64_t size;   ///< in bytes
    std::uint64_t align;  ///< in bytes
    bool text;
  };

  /// What a function, or the rest of a module, adds to the object file.
  struct Part {
    std::vector<Section> sections;  ///< loaded ones but `.eh_frame`
    /// Unwind entries that functions share, with their sizes in bytes, and its own entries.
    std::vector<std::pair<Hash128, std::uint64_t>> shared_frames;
    std::uint64_t frames = 0;        ///< bytes
    std::uint64_t frames_align = 1;  ///< bytes
  };

  class Sum;

  bool IsDivisible(const llvm::Module& module, const CodeModel& model);
  llvm::Expected<Part> Generate(const llvm::Module& code, const llvm::Function* function,
                                const CodeModel& model);

  std::unordered_map<Hash128, Part> parts_;
  std::unordered_map<std::string, bool> divisible_;  ///< by triple
  std::uint64_t generated_ = 0;
};

}  // namespace autotune::worker
