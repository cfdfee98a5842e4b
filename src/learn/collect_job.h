#pragma once

#include <chrono>
#include <cstdint>
#include <string>
#include <vector>

#include "core/action_space.h"

namespace autotune {

/// Options of making a training file.
struct CollectOptions {
  std::vector<std::string> operands;         ///< files, or names of programs of data sets
  std::string output;                        ///< path of the training file
  std::chrono::milliseconds budget{10'000};  ///< time for each program
  std::uint64_t jobs = 0;     ///< programs at a time; 0: as many as there are cores for
  std::uint64_t threads = 1;  ///< threads for each program
  std::uint64_t lists = 6;    ///< maximum number of episodes for each program
  std::uint64_t seed = 0;
  std::string method;
  std::string action_space{kDefaultActionSpace};
  std::string model;           ///< path of the weights; empty: none
  std::string seeds_from;      ///< path of a results database; empty: none
  std::string edits;           ///< path of the log of the edits of `local`; empty: none
  std::string worker_program;  ///< path of the worker; empty: beside this executable
  bool no_fan_out = false;
  bool force = false;  ///< take programs of a test split too
  bool quiet = false;
};

}  // namespace autotune
