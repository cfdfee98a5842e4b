#pragma once

#include <span>

#include "core/evaluator.h"
#include "core/mutex.h"
#include "search/search_graph.h"

namespace autotune {

/// Passes everything on to another evaluator and remembers what came of it. Of one program.
/// Thread-safe.
class RecordingEvaluator : public Evaluator {
 public:
  RecordingEvaluator(Evaluator& inner, const Evaluation& root,
                     const SearchGraph::Limits& limits = SearchGraph::Limits())
      : inner_(inner), graph_(root, limits) {}

  Trace Apply(const ProgramState& from, std::span<const PassId> passes,
              const EvaluationOptions& options, const Budget& budget) override;

  /// A copy of what is known by now.
  SearchGraph graph() const;

 private:
  Evaluator& inner_;
  mutable Mutex mutex_;
  SearchGraph graph_ GUARDED_BY(mutex_);
};

}  // namespace autotune
