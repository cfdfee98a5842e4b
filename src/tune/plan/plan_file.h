#pragma once

#include <cstdint>
#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

#include "core/result.h"

namespace autotune {

/// The list of one function in a plan.
struct PlannedFunction {
  std::string name;                 ///< symbol
  std::uint64_t body = 0;           ///< hash of the body that the list was made for
  std::vector<std::string> passes;  ///< elements of a function pipeline
};

/// The size attributes of one function in a plan, as `opt -forceattrs-csv-path=` has them.
struct PlannedAttributes {
  std::string name;  ///< symbol
  std::vector<std::string> attributes;
};

/// A step of a plan: a pipeline for the module, size attributes, or a list for each function.
struct PlanPhase {
  std::vector<std::string> module{};  ///< elements of `opt -passes=`; if not empty, all
  /// If not empty, all: functions lose `minsize` and `optsize`, and these get others.
  std::vector<PlannedAttributes> attributes{};
  std::vector<PlannedFunction> functions{};  ///< functions with a list of their own
  std::vector<std::string> others{};         ///< list of all other functions
};

/// Phases that are applied one after the other (docs/plans.md).
struct Plan {
  std::string llvm_version;
  std::string target_triple;
  std::vector<PlanPhase> phases;
};

/// Version of the files that `PlanText` writes and the plugin reads.
inline constexpr int kPlanVersion = 1;

/// Returns the plan as JSON. Equal plans have equal texts; functions have a line each.
std::string PlanText(const Plan& plan);

/// Returns the plan with a verification after each pass. It makes the same module, or `opt` fails.
Plan Verifying(Plan plan);

/// Returns the text of a function action without `function(` and `)`.
std::string_view InsideFunction(std::string_view pipeline);

/// Flag of `opt` that loads a plugin, without its path.
inline constexpr std::string_view kLoadPlugin = "-load-pass-plugin=";

/// Returns the flag of `opt` that loads the installed plugin. Errors: `kNotFound`.
Result<std::string> PluginFlag();

/// Returns the element of `opt -passes=` that applies the plan in a file. Without a plan there, the
/// plugin warns and runs `default<Oz>`; if `strict`, `opt` fails. Errors: `kInvalidArgument` if the
/// path has a character that pipelines give a meaning.
Result<std::string> PlanElement(const std::filesystem::path& plan, bool strict = false);

/// Pipeline of a plan in the database. It names a file that the plan has to be written to.
inline constexpr std::string_view kStoredPlanFile = "plan.json";
inline constexpr std::string_view kStoredPlan = "autotune-plan<plan.json>";

/// True if an element of the pipeline is a pass of the plugin, such as a plan.
bool NeedsPlugin(std::string_view pipeline);

}  // namespace autotune
