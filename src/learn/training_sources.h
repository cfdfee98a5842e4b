#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "core/result.h"

namespace autotune {

/// A program to learn from.
struct TrainingSource {
  std::filesystem::path file;
  std::string name;    ///< names of data set and file in it; outside a data set, the path
  std::string family;  ///< package in a data set, or else the name of its folder
};

/// Finds the programs that operands of `autotune-train` name: modules, and programs of data sets as
/// `FindPrograms` finds them. Programs of a set come in an order without pattern, so that any part
/// of them is like the whole. A module in a data set's folder is known as a program of the set.
/// `datasets` is the folder that holds the sets; empty: there is none. Errors: `kInvalidArgument`
/// if a program is of a test split and not `forced`; others as `FindPrograms`.
Result<std::vector<TrainingSource>> FindTrainingSources(const std::vector<std::string>& operands,
                                                        bool forced,
                                                        const std::filesystem::path& datasets);

/// Returns the message of the error with the program's file in it.
std::string WithFile(const TrainingSource& source, const Error& error);

}  // namespace autotune
