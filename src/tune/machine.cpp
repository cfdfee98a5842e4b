#include "tune/machine.h"

#include <fstream>

namespace autotune {

std::string CpuModel() {
  std::ifstream info("/proc/cpuinfo");
  for (std::string line; std::getline(info, line);) {
    if (!line.starts_with("model name")) continue;
    const std::size_t start = line.find_first_not_of(" \t", line.find(':') + 1);
    return start == line.npos ? "" : line.substr(start);
  }
  return "";
}

}  // namespace autotune
