#pragma once

#include <string>
#include <string_view>

#include "core/budget.h"
#include "term/program.h"
#include "tune/stop_token.h"

namespace autotune {

struct PipelineCommand;
struct TuneOptions;

/// `autotune [options] FILE`. `arguments` is all of argv; so below.
int RunTune(const Arguments& arguments);
/// `autotune --quick FILE...`, for a search that is not wanted.
int RunQuick(const TuneOptions& options);
/// `autotune actions [SPACE] [--excluded] [--json]`.
int RunActions(const Arguments& arguments);
/// `autotune bench`.
int RunBenchCommand(const Arguments& arguments);
/// `autotune build [options] -- COMMAND...`.
int RunBuildCommand(const Arguments& arguments);
/// `autotune dataset ACTION ...`.
int RunDataset(const Arguments& arguments);
/// `autotune replay FILE --passes TEXT`.
int RunReplay(const Arguments& arguments);
/// `autotune minimize FILE --passes TEXT`.
int RunMinimize(const Arguments& arguments);
/// `autotune cache stats|prune|clear`.
int RunCacheCommand(const Arguments& arguments);
/// `autotune leaderboard CONFIG.toml`.
int RunLeaderboardCommand(const Arguments& arguments);
/// `autotune db merge INTO FROM...` and `autotune db export OUT [FROM]`.
int RunDbCommand(const Arguments& arguments);
/// `autotune doctor`.
int RunDoctor(const Arguments& arguments);
/// `autotune query [NAME] [key=value...]`.
int RunQueryCommand(const Arguments& arguments);
/// `autotune report [-o FILE]`.
int RunReport(const Arguments& arguments);
/// `autotune show RUN`.
int RunShow(const Arguments& arguments);
/// `autotune validate --passes TEXT`.
int RunValidate(const Arguments& arguments);

/// Body of `replay` and `minimize`. The first signal ends the budget that `run` gets, and stops it
/// by the token.
int RunPipelineCommand(const Arguments& arguments, const PipelineCommand& command,
                       std::string_view help,
                       Status (*run)(TuneOptions&, const Budget&, const StopToken&));

/// `autotune ...`: the command that is named first, or else tuning.
int RunAutotune(const Arguments& arguments);

/// Refuses a word that is neither a file nor a command, and names the command that it is like.
int FailUnknown(std::string_view kind, std::string_view word);

/// The text of `autotune --help`.
std::string HelpText();

}  // namespace autotune
