#pragma once

#include <chrono>
#include <cstddef>
#include <cstdlib>
#include <filesystem>
#include <string>
#include <system_error>
#include <thread>
#include <vector>

#include <gtest/gtest.h>

#include "support/autotune_process.h"
#include "wrapper/unit_folder.h"

namespace autotune {

namespace fs = std::filesystem;

inline constexpr char kMakefile[] =
    "CC = cc\n"
    "CFLAGS = -Oz\n"
    "all: words routes calc\n"
    "words: words.o\n"
    "\t$(CC) -o $@ words.o\n"
    "routes: routes.o\n"
    "\t$(CC) -o $@ routes.o\n"
    "calc: calc.o\n"
    "\t$(CC) -o $@ calc.o\n"
    "%.o: %.c\n"
    "\t$(CC) $(CFLAGS) -c -o $@ $<\n"
    "clean:\n"
    "\trm -f *.o words routes calc\n";

/// A project of three small programs with a makefile, and the folder of its builds.
class BuiltProject : public testing::Test {
 protected:
  BuiltProject() {
    directory_.Write("Makefile", kMakefile);
    for (const std::string name : {"words", "routes", "calc"}) {
      fs::copy_file(EXAMPLES "/" + name + ".c", directory_.path() / (name + ".c"));
    }
  }

  ProgramRun Build(std::vector<std::string> options,
                   std::vector<std::string> command = {"make", "-j4"}) {
    std::vector<std::string> words = {"build", "--state", folder_.root()};
    words.insert(words.end(), options.begin(), options.end());
    words.emplace_back("--");
    words.insert(words.end(), command.begin(), command.end());
    return RunAutotune(directory_, words);
  }

  /// Runs a shell command in the project and returns what it prints.
  std::string Shell(const std::string& command) {
    const std::string line =
        "cd '" + directory_.path().string() + "' && { " + command + "; } > shell 2>&1";
    EXPECT_EQ(std::system(line.c_str()), 0) << command << '\n' << directory_.Read("shell");
    return directory_.Read("shell");
  }

  std::string Behaviour() { return Shell("./words < words.c; ./routes; ./calc; true"); }

  /// Waits until no process works in the project: make outlives a tuner that was killed.
  void WaitForOrphans() const {
    const auto busy = [this] {
      std::error_code error;
      for (const auto& process : fs::directory_iterator("/proc")) {
        const fs::path folder = fs::read_symlink(process.path() / "cwd", error);
        if (!error && folder == directory_.path()) return true;
      }
      return false;
    };
    while (busy()) std::this_thread::sleep_for(std::chrono::milliseconds(50));
  }

  std::size_t Tuned() const {
    std::size_t files = 0;
    for ([[maybe_unused]] const auto& each : fs::directory_iterator(folder_.root() / "tuned")) {
      ++files;
    }
    return files;
  }

  TestDirectory directory_;
  const UnitFolder folder_{directory_.path() / "state"};
};

}  // namespace autotune
