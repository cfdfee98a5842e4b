#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "core/action_space.h"
#include "core/evaluator.h"
#include "core/prior.h"
#include "core/searcher.h"
#include "search/edit_prior.h"
#include "search/excerpts.h"

namespace autotune {

/// What every search method gets from the command line.
struct SearchSettings {
  Objective objective = kDefaultObjective;
  std::uint64_t seed = 0;
  Prior* model = nullptr;                            ///< where there is one; outlives the searcher
  bool learned = true;                               ///< what other programs taught is used
  bool whole_program = false;                        ///< see `LocalOptions`
  std::optional<std::uint64_t> reference{};          ///< likewise
  std::function<void(const EditTrial&)> on_trial{};  ///< likewise
  Excerpts excerpts{};                               ///< of the program, where it is large enough
};

/// A search method that `--method` can name.
struct Method {
  std::string_view name;
  std::string_view help;        ///< one line
  std::string_view trained_on;  ///< what it learned from other programs, for leaderboards
  std::unique_ptr<Searcher> (*make)(const SearchSettings&, const ActionSpace&, Evaluator&);
  enum class Model {
    kUnused,
    kOptional,  ///< used where the user names weights
    kWanted,    ///< used, but it can do without
    kRequired,  ///< it is the model
  } model = Model::kUnused;
  bool reports_trials = false;  ///< to `SearchSettings::on_trial`
};

/// A new method is one line of this table.
const std::vector<Method>& Methods();

/// Of all of them, in order.
std::vector<std::string> MethodNames();

std::string_view DefaultMethod();

/// The method of this name, which must be one of the table's.
const Method& FindMethod(std::string_view name);

}  // namespace autotune
