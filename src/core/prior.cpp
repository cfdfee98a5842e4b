#include "core/prior.h"

#include <cstddef>

namespace autotune {

Result<std::vector<Prediction>> Prior::PredictPath(const PriorQuery& query) {
  const PassSequence& passes = query.state.applied;
  std::vector<ProgramState> states;
  std::vector<FeaturePath> paths(passes.size() + 1);
  std::vector<PriorQuery> queries;
  states.reserve(paths.size());
  for (std::size_t length = 0; length <= passes.size(); ++length) {
    const auto end = passes.begin() + static_cast<std::ptrdiff_t>(length);
    states.push_back({query.state.program, {}, {passes.begin(), end}});
    if (!query.features.empty()) {
      const auto observed = query.features.begin() + static_cast<std::ptrdiff_t>(length);
      paths[length].assign(query.features.begin(), observed + 1);
    }
    queries.push_back({states.back(), paths[length]});
  }
  states.back().ir = query.state.ir;
  return Predict(queries);
}

}  // namespace autotune
