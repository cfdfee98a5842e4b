#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "term/exit_code.h"

namespace autotune {

using Arguments = std::vector<std::string>;

/// `autotune [options] FILE`. `arguments` is all of argv; so below.
int RunTune(const Arguments& arguments);
/// `autotune actions [SPACE] [--excluded] [--json]`.
int RunActions(const Arguments& arguments);
/// `autotune bench`.
int RunBenchCommand(const Arguments& arguments);
/// `autotune dataset ACTION ...`.
int RunDataset(const Arguments& arguments);
/// `autotune replay FILE --passes TEXT`.
int RunReplay(const Arguments& arguments);
/// `autotune minimize FILE --passes TEXT`.
int RunMinimize(const Arguments& arguments);
/// `autotune cache stats|prune|clear`.
int RunCacheCommand(const Arguments& arguments);
/// `autotune collect -o SET.db PROGRAM...`.
int RunCollect(const Arguments& arguments);
/// `autotune coreset --from FILE PROGRAM...`.
int RunCoreset(const Arguments& arguments);
/// `autotune leaderboard CONFIG.toml`.
int RunLeaderboardCommand(const Arguments& arguments);
/// `autotune db merge INTO FROM...`.
int RunDbCommand(const Arguments& arguments);
/// `autotune model info [WEIGHTS]`.
int RunModelCommand(const Arguments& arguments);
/// `autotune doctor`.
int RunDoctor(const Arguments& arguments);
/// `autotune query [NAME] [key=value...]`.
int RunQueryCommand(const Arguments& arguments);
/// `autotune refine MODEL.pf -o NEW.pf PROGRAM...`.
int RunRefine(const Arguments& arguments);
/// `autotune report [-o FILE]`.
int RunReport(const Arguments& arguments);
/// `autotune show RUN`.
int RunShow(const Arguments& arguments);
/// `autotune train SET.db... -o FILE`.
int RunTrain(const Arguments& arguments);

/// A word that may stand first on the command line.
struct Command {
  std::string_view name;
  std::string_view usage;
  std::string_view help;
  int (*run)(const Arguments&);
};

/// All of them but the nameless one, `RunTune`.
const std::vector<Command>& Commands();

/// The text of `autotune --help`.
std::string HelpText();

/// A command line for a model card: no folders, and of many words the first.
std::string DescribeCommandLine(const Arguments& arguments);

}  // namespace autotune
