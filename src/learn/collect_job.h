#pragma once

#include <chrono>
#include <cstdint>
#include <string>
#include <vector>

namespace autotune {

/// The making of a training file, as asked for.
struct CollectOptions {
  std::vector<std::string> operands;  ///< files, or programs of data sets
  std::string output;                 ///< the training file
  std::chrono::milliseconds budget{10'000};
  std::uint64_t jobs = 0;  ///< 0: as many as there are cores for
  std::uint64_t threads = 1;
  std::uint64_t lists = 6;
  std::uint64_t seed = 0;
  std::string method;
  std::string action_space = "full";
  std::string model;           ///< weights; empty: none
  std::string seeds_from;      ///< a results database; empty: none
  std::string edits;           ///< a file for what `local` tried; empty: none
  std::string worker_program;  ///< empty: beside this executable
  bool no_fan_out = false;
  bool force = false;  ///< take programs of a test split too
  bool quiet = false;
  bool help = false;
};

}  // namespace autotune
