#pragma once

#include <filesystem>
#include <optional>
#include <span>
#include <string>
#include <string_view>

#include "core/objective.h"
#include "term/terminal.h"
#include "tune/front.h"
#include "tune/result.h"

namespace autotune {

/// The `opt` line that repeats the result. Before it, if the program was made whole, the line that
/// does this.
std::string ResultLine(const TuneJob& options, const Reproduction& result,
                       const std::optional<WholeProgram>& whole_program);
std::string ResultLine(const TuneResult& outcome);

/// Returns the `llc` line that makes the object file of the module that the job writes.
std::string ObjectLine(const TuneJob& options, const CodeModel& code_model,
                       std::span<const std::string> code_options = {});

/// Returns the sentence that no module was written, if the user named no output; else nothing.
std::string OutputHint(const TuneJob& options);

/// A result, as `title`, against the standard levels: those that people look for and the best one.
/// `code_model` is that of the object sizes.
std::string Table(const Baselines& baselines, Objective objective, std::string_view title,
                  const Cost& result, const CodeModel& code_model, const Terminal& terminal);

/// The line under object sizes that says how their code was generated.
std::string CodeModelLine(const CodeModel& code_model);

/// The line that says what stayed visible in a whole program, and what that removed; else nothing.
std::string WholeProgramLine(const std::optional<WholeProgram>& whole_program);

/// The warning that a result with fewer instructions has more bytes than -Oz gives; else nothing.
std::string GrowthWarning(const TuneResult& outcome);

/// The run as a person wants to read it: the table, what it means, the line to copy.
std::string Summary(const TuneResult& outcome, const Terminal& terminal);

/// The results of a front, with a mark at the one that was picked.
std::string FrontTable(const Front& front, const Terminal& terminal);

/// The result of one of several programs: what it means, and the line to copy.
std::string ShortSummary(const TuneResult& outcome, const Terminal& terminal);

/// The `opt` line that applies the plan of a result, which is in file `plan`.
std::string PlanLine(const TuneResult& outcome, const std::filesystem::path& plan);

/// A result's plan, and the line that applies it from file `plan`.
std::string PlanSummary(const TuneResult& outcome, const std::filesystem::path& plan,
                        const Terminal& terminal);

/// How people call a level.
std::string_view Title(Level level);

}  // namespace autotune
