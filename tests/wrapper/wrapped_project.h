#pragma once

#include <cstdlib>
#include <filesystem>
#include <string>

#include <gtest/gtest.h>
#include <sys/wait.h>

#include "support/llvm_tools.h"
#include "support/test_directory.h"
#include "wrapper/unit_folder.h"

namespace autotune {

namespace fs = std::filesystem;

/// Needs the header square.h.
inline constexpr char kSource[] =
    "#include \"square.h\"\n"
    "int table[100];\n"
    "int sum(int n) { int s = 0; for (int i = 0; i < n; ++i) s += square(table[i % 100]);\n"
    "  return s; }\n";

/// A program of two sources, sum.c and main.c, and a folder for its units.
class WrappedProject : public testing::Test {
 protected:
  WrappedProject() {
    EXPECT_TRUE(folder_.Create());
    directory_.Write("square.h", "static int square(int x) { return x * x; }\n");
    directory_.Write("sum.c", kSource);
    directory_.Write("main.c", "int sum(int);\nint main(void) { return sum(7); }\n");
  }

  /// Runs a shell command in the directory with our folder in the environment. Returns its exit
  /// status; `output` and `errors` are its streams.
  int Run(const std::string& command, const std::string& environment = "") {
    const std::string line = "cd '" + directory_.path().string() + "' && export AUTOTUNE_BUILD='" +
                             folder_.root().string() + "' " + environment + " && { " + command +
                             "\n} > stdout 2> stderr";
    const int status = std::system(line.c_str());
    return WIFEXITED(status) ? WEXITSTATUS(status) : -WTERMSIG(status);
  }
  std::string Errors() const { return directory_.Read("stderr"); }
  std::string Output() const { return directory_.Read("stdout"); }
  std::size_t Counted(const std::string& event) const {
    const auto counts = folder_.Counts();
    const auto found = counts.find(event);
    return found == counts.end() ? 0 : found->second;
  }
  std::size_t Files() const {
    std::size_t files = 0;
    for (const auto& entry : fs::directory_iterator(directory_.path())) {
      files += entry.is_regular_file() ? 1 : 0;
    }
    return files;
  }

  TestDirectory directory_;
  const UnitFolder folder_{directory_.path() / "state"};
};

/// A compile with the wrapper, and the same with the plain compiler.
inline std::string Wrapped(const std::string& words) { return AUTOTUNE_CC " " + words; }

}  // namespace autotune
