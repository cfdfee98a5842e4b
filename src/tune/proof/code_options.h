#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "core/budget.h"
#include "core/code_model.h"
#include "core/result.h"
#include "tune/job.h"
#include "tune/result.h"

namespace autotune {

/// Options of code generation, for all functions of a module, that make some object files smaller
/// (experiments/bytes/targets.md). `llc` takes them as they are, clang after `-mllvm`. They turn
/// off what makes code faster and longer, choose another algorithm, or share code. None changes
/// what the code does. Blanks separate options that are tried together. Returns those that do
/// something on the target of the triple, any if it is empty, in the order in which they are tried.
std::vector<std::string_view> CodeOptions(const std::string& triple);

/// True if it is one of any target's `CodeOptions`, alone or of those tried together.
bool IsCodeOption(const std::string& word);

/// Generates the code of a module with these options. Returns its text + data in bytes; none if
/// there is no object, such as with an option that the compiler doesn't know. Thread-safe.
using SizeWithOptions =
    std::function<std::optional<std::uint64_t>(const std::vector<std::string>& options)>;

/// Tries each option together with those that helped before it, until `end`. It replaces one of the
/// same name. Returns those that make the object smaller than `bytes`, its size without any. Makes
/// `at_once` >= 1 objects at a time; the number doesn't change the answer.
std::vector<std::string> ChooseCodeOptions(std::span<const std::string_view> options,
                                           std::uint64_t bytes, const SizeWithOptions& size,
                                           Clock::time_point end, std::size_t at_once);

/// Returns the text + data, in bytes, of the object that stock `llc` makes of a module if it
/// outlines only what saves much. None if it makes none. Blocks.
std::optional<std::uint64_t> OutlinedSize(const std::string& bitcode, const CodeModel& model,
                                          const Budget& budget);

/// Has stock `llc` generate a module's code with these options, in two processes. Returns the
/// object; `without` is empty. Errors: `kBadInput` if there is none, or the processes don't agree;
/// `kCancelled` once `budget` is interrupted. Blocks.
Result<OptionedObject> CodeWith(const std::string& bitcode, const CodeModel& model,
                                const std::vector<std::string>& options, const Budget& budget);

/// Has stock `llc` generate a module's code with options that make its object smaller than
/// `without`. Two processes have to agree on the object, and the job's check to accept it. Tries
/// options until `end`, on the job's threads. Blocks. Errors: `kNotFound` if nothing is smaller;
/// `kBadInput` if the processes don't agree; `kCancelled` once `budget` is interrupted; those of
/// `RunCheck`.
Result<OptionedObject> CodeForSize(const TuneJob& job, const std::string& bitcode,
                                   const CodeModel& model, const ObjectSize& without,
                                   const std::string& triple, Clock::time_point end,
                                   const Budget& budget);

}  // namespace autotune
