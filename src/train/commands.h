#pragma once

#include <string>
#include <vector>

#include "term/program.h"

namespace autotune {

/// `autotune-train collect -o SET.db PROGRAM...`. `arguments` is all of argv; so below.
int RunCollect(const Arguments& arguments);
/// `autotune-train coreset --from FILE PROGRAM...`.
int RunCoreset(const Arguments& arguments);
/// `autotune-train model info [WEIGHTS]`.
int RunModelCommand(const Arguments& arguments);
/// `autotune-train policy -o FILE PROGRAM...`.
int RunPolicy(const Arguments& arguments);
/// `autotune-train train SET.db... -o FILE`.
int RunTrain(const Arguments& arguments);

/// `autotune-train COMMAND ...`.
int RunAutotuneTrain(const Arguments& arguments);

/// The text of `autotune-train --help`.
std::string TrainProgramHelp();

/// A command line for a model card: file names without folders, and the first words of many.
std::string DescribeCommandLine(const Arguments& arguments);

}  // namespace autotune
