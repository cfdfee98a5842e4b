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
#include "search/learned/edit_prior.h"
#include "search/method/excerpts.h"

namespace autotune {

/// Settings that every search method gets from the command line.
struct SearchSettings {
  Objective objective = kDefaultObjective;
  std::uint64_t seed = 0;
  Prior* model = nullptr;                    ///< null without a model; must outlive the searcher
  bool learned = true;                       ///< whether to use what was learned on other programs
  bool whole_program = false;                ///< see `LocalOptions`
  std::optional<std::uint64_t> reference{};  ///< see `LocalOptions`; none if not known
  std::function<void(const EditTrial&)> on_trial{};  ///< see `LocalOptions`; may be empty
  bool oz_is_known = false;  ///< the result of -Oz costs nothing, and other lists may take too long
  Excerpts excerpts{};       ///< excerpts of the program; null evaluator if it is too small
};

/// A search method that `--method` can name.
struct Method {
  std::string_view name;
  std::string_view help;        ///< one line
  std::string_view trained_on;  ///< what it learned from other programs, for leaderboards
  std::unique_ptr<Searcher> (*make)(const SearchSettings&, const ActionSpace&, Evaluator&);
  enum class Model {
    kUnused,
    kOptional,  ///< used if the user names weights
    kWanted,    ///< used if there is one
    kRequired,  ///< required: the method is the model
  } model = Model::kUnused;
  bool reports_trials = false;  ///< true if it calls `SearchSettings::on_trial`
  /// Weights that it uses if the user names none; a file beside the others shipped.
  std::string_view weights = "passformer.pf";
  enum class Work {
    kSearch,
    kFunctions,  ///< search, and then a list for each function
    kQuick,      ///< no search: fixed lists, which are in no action space; `make` is null
  } work = Work::kSearch;
};

/// Returns the table of all methods. A new method is one line of it.
const std::vector<Method>& Methods();

/// Returns the names of all methods, in the order of the table.
std::vector<std::string> MethodNames();
/// Returns those of the methods that are a search and nothing else.
std::vector<std::string> SearchNames();

/// Returns the name of the method used if none is named.
std::string_view DefaultMethod();

/// Returns the method of this name, which must be one of the table.
const Method& FindMethod(std::string_view name);

}  // namespace autotune
