#include "cli/textual_ir.h"

#include "cli/output_file.h"

namespace autotune {

bool IsTextualIr(const std::filesystem::path& file) { return file.extension() == ".ll"; }

Status WriteModule(const TuneOptions& options, const Reproduction& result) {
  if (options.output.empty()) return {};
  return WriteAtomically(options.output,
                         IsTextualIr(options.output) ? result.text : result.bitcode);
}

}  // namespace autotune
