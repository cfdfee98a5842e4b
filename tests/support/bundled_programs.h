#pragma once

#include <filesystem>
#include <fstream>
#include <iterator>
#include <string>
#include <vector>

#include <gtest/gtest.h>

namespace autotune {

/// A program of the `examples` folder (`AUTOTUNE_EXAMPLES_DIR`).
struct BundledProgram {
  std::string name;
  std::string ir;
};

inline BundledProgram ReadBundledProgram(const std::string& name) {
  std::ifstream file(std::filesystem::path(AUTOTUNE_EXAMPLES_DIR) / (name + ".ll"));
  BundledProgram program{name, std::string(std::istreambuf_iterator<char>(file), {})};
  EXPECT_FALSE(program.ir.empty()) << name << " is not in " << AUTOTUNE_EXAMPLES_DIR;
  return program;
}

inline std::vector<BundledProgram> BundledPrograms() {
  std::vector<BundledProgram> programs;
  for (const char* name : {"calc", "lzpack", "routes", "words"}) {
    programs.push_back(ReadBundledProgram(name));
  }
  return programs;
}

}  // namespace autotune
