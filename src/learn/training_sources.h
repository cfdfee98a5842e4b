#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "core/result.h"

namespace autotune {

/// A program to be learned from.
struct TrainingSource {
  std::filesystem::path file;
  std::string name;    ///< in a data set: the set's name and the file's in there; else the path
  std::string family;  ///< its package in a data set, or else the name of its folder
};

/// What the operands of `autotune-train collect` and `autotune-train coreset` name: modules, and
/// programs of data sets as `FindPrograms` has them, in an order without pattern, so that any part
/// of them is like the whole. `datasets` is the folder that holds the sets; empty: there is none. A
/// module in a data set's folder is known as a program of it. Errors: `kInvalidArgument` where a
/// program is of a test split and not `forced`; others as `FindPrograms`.
Result<std::vector<TrainingSource>> FindTrainingSources(const std::vector<std::string>& operands,
                                                        bool forced,
                                                        const std::filesystem::path& datasets);

/// The error's message, with the program's file in it.
std::string WithFile(const TrainingSource& source, const Error& error);

}  // namespace autotune
