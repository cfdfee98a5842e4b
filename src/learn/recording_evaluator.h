#pragma once

#include <span>

#include "core/evaluator.h"
#include "core/mutex.h"
#include "learn/search_graph.h"

namespace autotune {

/// Evaluator of one program that passes everything on to another evaluator and records the
/// outcomes. Thread-safe.
class RecordingEvaluator : public Evaluator {
 public:
  RecordingEvaluator(Evaluator& inner, const Evaluation& root,
                     const SearchGraph::Limits& limits = SearchGraph::Limits())
      : inner_(inner), graph_(root, limits) {}

  Trace Apply(const ProgramState& from, std::span<const PassId> passes,
              const EvaluationOptions& options, const Budget& budget) override;

  /// Returns a copy of the graph recorded so far.
  SearchGraph graph() const;

 private:
  Evaluator& inner_;
  mutable Mutex mutex_;
  SearchGraph graph_ GUARDED_BY(mutex_);
};

}  // namespace autotune
