#include "tune/output/textual_ir.h"

namespace autotune {

bool IsTextualIr(const std::filesystem::path& file) { return file.extension() == ".ll"; }

}  // namespace autotune
