#pragma once

#include <functional>
#include <string>

#include "cli/options.h"
#include "eval/worker_pool.h"
#include "search/excerpts.h"

namespace autotune {

/// True for a program that is searched by excerpts: of smaller ones more is found on the program
/// itself (experiments/search).
bool IsLarge(const ProgramInfo& program);

/// True for one that is a whole program, going by its size: lists that were learned on such do more
/// for it than those learned on translation units (experiments/learned-lists).
bool IsWhole(const ProgramInfo& program);

/// Excerpts of a program that `pool` has loaded; both have to live longer, and `options`, too.
/// `say` is told of each that is made. One that can't be made costs a warning.
Excerpts ExcerptsOf(WorkerPool& pool, const ProgramInfo& program, const TuneOptions& options,
                    std::function<void(const std::string&)> say);

}  // namespace autotune
