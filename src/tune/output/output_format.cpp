#include "tune/output/output_format.h"

namespace autotune {

bool IsTextualIr(const std::filesystem::path& file) { return file.extension() == ".ll"; }

bool IsObjectFile(const std::filesystem::path& file) { return file.extension() == ".o"; }

std::filesystem::path ModuleOf(std::filesystem::path file) {
  return IsObjectFile(file) ? file.replace_extension(".bc") : file;
}

}  // namespace autotune
