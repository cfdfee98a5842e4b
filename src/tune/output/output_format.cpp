#include "tune/output/output_format.h"

namespace autotune {

bool IsTextualIr(const std::filesystem::path& file) { return file.extension() == ".ll"; }

bool IsObjectFile(const std::filesystem::path& file) { return file.extension() == ".o"; }

std::filesystem::path ModuleOf(std::filesystem::path file, const std::filesystem::path& input) {
  constexpr char kModule[] = ".best.bc";
  if (!IsObjectFile(file)) return file;
  file.replace_extension(kModule);
  return file.filename() == input.filename() ? file.replace_extension(kModule) : file;
}

}  // namespace autotune
