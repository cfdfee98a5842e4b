#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "core/budget.h"
#include "core/result.h"
#include "learn/environment.h"
#include "python/binding/session.h"

namespace autotune::gym {

/// Something that an agent may see of an episode: some whole numbers.
struct ObservationSpace {
  std::string_view name;                    ///< CompilerGym's, if it has one
  std::size_t (*size)(const Environment&);  ///< of the vector
  void (*write)(const Environment&, std::size_t slot, std::int64_t* out);
};

/// Something that an agent is rewarded with.
struct RewardSpace {
  std::string_view name;  ///< CompilerGym's
  /// `saved`: instructions before the step minus those after it.
  double (*value)(const EnvironmentStep& step, double saved, const EnvironmentProgram& program);
};

/// All spaces.
std::span<const ObservationSpace> ObservationSpaces();
std::span<const RewardSpace> RewardSpaces();

/// The outcome of one action.
struct EpisodeStep {
  double reward = 0;
  EnvironmentStep outcome{};
  bool without_effect = false;  ///< true if the pass left the program as it was
};

/// An `Environment` that owns what it needs, for callers who know nothing of it: all arguments are
/// checked. Not thread-safe.
class Episodes {
 public:
  /// Makes `slots` slots for episodes of `length` passes. Errors: `kInvalidArgument` if either is
  /// 0.
  static Result<Episodes> Make(std::shared_ptr<Session> session, std::size_t slots,
                               std::uint32_t length);

  std::size_t slots() const { return environment_.slots(); }

  /// Begins an episode. Errors: those of `Session::Load`; `kInvalidArgument` if there is no such
  /// slot, and in a forked process.
  Status Reset(std::size_t slot, const std::string& file);

  /// Applies an action in each slot that has an episode under way. Errors: `kInvalidArgument` if
  /// there is no such action, and in a forked process; the pool's.
  Result<std::vector<EpisodeStep>> Step(std::span<const std::int64_t> actions,
                                        const RewardSpace& reward);

  /// Returns episodes that begin in the states of these and go on apart from them.
  Episodes Fork() { return {session_, environment_.Fork()}; }

  const Environment& environment() const { return environment_; }

 private:
  Episodes(std::shared_ptr<Session> session, Environment environment)
      : session_(std::move(session)), environment_(std::move(environment)) {}

  Status Check(std::span<const std::int64_t> actions) const;

  std::shared_ptr<Session> session_;
  Environment environment_;
};

}  // namespace autotune::gym
