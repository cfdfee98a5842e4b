#pragma once

#include "core/budget.h"
#include "core/result.h"
#include "model/judged/judged_progress.h"
#include "model/judged/judged_training.h"
#include "model/policy/peers.h"

namespace autotune {

/// Runs `TrainJudged` in the first process of a decentralised training, and tells the others when
/// to make a step and when all is over.
Result<JudgedOutcome> Lead(const JudgedOptions& options, JudgedTask& task, Peers& peers,
                           Budget& budget, const OnJudgedProgress& on_progress);

/// Makes the steps that the first process asks for, until it says that all is over. Begins where
/// the first process begins, from the same checkpoint. Writes no file. Errors: those of the
/// checkpoint and the task; `kWorkerLost` if another process has ended.
Status Follow(const JudgedOptions& options, JudgedTask& task, Peers& peers);

}  // namespace autotune
