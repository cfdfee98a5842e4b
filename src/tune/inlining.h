#pragma once

#include <span>
#include <string>
#include <vector>

#include "core/budget.h"
#include "core/program.h"
#include "core/result.h"
#include "eval/client/worker_pool.h"
#include "eval/proof/reproduction.h"
#include "tune/run_parts.h"

namespace autotune {

/// Looks for functions whose calls should all be inlined, or never, so that -Oz makes the run's
/// program smaller by its objective. If instructions are that and bytes have a limit, -Oz makes no
/// more bytes with the choices than without.
/// If bytes are the objective and no function has a size attribute, all may get some.
/// Begins with the choices of the best list that the run's database knows. Keeps to them if more
/// would make the first of `lists` worse, which earlier runs found. Takes at most about `time`, on
/// the job's threads.
///
/// Errors: `kNotFound` if nothing helps, or if there is no time for some runs of -Oz; those of
/// `WorkerPool::LoadInlined`; those of `Prover::Prove` if the user's check does not accept -Oz with
/// the choices.
Result<InlinedProgram> ChooseInlining(const RunParts& run, std::span<const PassSequence> lists,
                                      Clock::duration time);

/// Loads the run's program as its author wrote it: calls of `alwaysinline` functions are inlined.
/// Errors: those of `WorkerPool::LoadInlined`.
Result<InlinedProgram> InlineAsWritten(const RunParts& run);

/// True if a list of these elements inlines all calls of the program's `alwaysinline` functions: by
/// the pass `always-inline`, or as a part of a standard level. True if the program has none.
bool InlinesAsWritten(std::span<const std::string> elements, const ProgramInfo& program);

/// Makes a list for a program with choices one for the program as it came: passes of stock `opt`
/// come first and make them.
void MakeChoices(std::span<const InlineChoice> choices, Candidate& candidate);

/// Returns the choices among the elements and the flags of a list, and takes them out of these.
std::vector<InlineChoice> TakeChoices(std::vector<std::string>& elements,
                                      std::vector<std::string>& opt_flags);

/// Returns the elements of a pipeline without these passes.
std::vector<std::string> WithoutChoices(std::vector<std::string> elements);

}  // namespace autotune
