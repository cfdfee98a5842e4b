#include "plugin/plan_pass.h"

#include <algorithm>
#include <cstdlib>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include <llvm/ADT/StringMap.h>
#include <llvm/ADT/StringSet.h>
#include <llvm/Config/llvm-config.h>
#include <llvm/IR/Module.h>
#include <llvm/Passes/PassBuilder.h>
#include <llvm/Support/ErrorHandling.h>
#include <llvm/Support/FileSystem.h>
#include <llvm/Support/JSON.h>
#include <llvm/Support/MemoryBuffer.h>
#include <llvm/Support/SaveAndRestore.h>
#include <llvm/Support/WithColor.h>
#include <llvm/Support/raw_ostream.h>
#include <llvm/TargetParser/Triple.h>

#include "eval/proof/pass_policy.h"
#include "plugin/body_hash.h"
#include "plugin/conventions_pass.h"

namespace autotune {
namespace {

constexpr llvm::StringLiteral kPlanPass = "autotune-plan";
constexpr char kPlanVariable[] = "AUTOTUNE_PLAN";
/// End of a plan's name that fails without the plan: `autotune-plan<PATH;strict>`.
constexpr llvm::StringLiteral kStrict = ";strict";
constexpr std::int64_t kPlanVersion = 1;

/// Elements of a list that passes run by, each with fresh analyses.
using FunctionList = std::vector<llvm::FunctionPassManager>;

/// The list of one function, for the body that it was made for.
struct OwnList {
  std::uint64_t body;
  FunctionList list;
};

/// A pipeline for the module, a list for each function, or size attributes.
struct Phase {
  enum class Kind { kModule, kFunctions, kAttributes };

  Kind kind = Kind::kModule;
  llvm::ModulePassManager module;
  llvm::StringMap<OwnList> functions;
  FunctionList others;  ///< list of functions that the plan doesn't know
  llvm::StringMap<std::vector<std::string>> attributes;  ///< by function
};

struct Plan {
  std::vector<Phase> phases;
  std::string llvm_version;   ///< that it was made with; empty: not known
  std::string target_triple;  ///< of the module that it was made for; likewise
};

/// What all plans of a `PassBuilder` know of each other.
struct Plans {
  bool reading = false;  ///< a plan's pipelines are parsed, and get no other plan at their start
  bool running = false;  ///< a plan's passes run
};

llvm::Error Failed(const llvm::Twine& message) {
  return llvm::createStringError(llvm::inconvertibleErrorCode(), message);
}

/// Parses a pipeline of the plan, which is data: passes that read or write files, and those of this
/// plugin, are refused by name.
template <typename Passes>
llvm::Error Parse(llvm::PassBuilder& builder, Passes& passes, llvm::StringRef pipeline) {
  for (llvm::StringRef rest = pipeline; !rest.empty();) {
    const std::size_t end = std::min(rest.find_first_of(",()"), rest.size());
    const llvm::StringRef element = rest.take_front(end);
    const llvm::StringRef name = element.split('<').first;
    rest = rest.drop_front(std::min(end + 1, rest.size()));
    if (IsGuardedPass(name) || element.contains('/')) {
      return Failed("the pass '" + name + "' may not stand in a plan");
    }
  }
  return builder.parsePassPipeline(passes, pipeline);
}

llvm::Error ReadList(const llvm::json::Object& from, llvm::StringRef key,
                     llvm::PassBuilder& builder, FunctionList& list) {
  const llvm::json::Array* const passes = from.getArray(key);
  if (!passes) return Failed("a list of passes is missing");
  for (const llvm::json::Value& pass : *passes) {
    const auto text = pass.getAsString();
    if (!text) return Failed("a pass is not a text");
    if (llvm::Error error = Parse(builder, list.emplace_back(), *text)) return error;
  }
  return llvm::Error::success();
}

llvm::Error ReadFunctions(const llvm::json::Object& from, const llvm::json::Array& functions,
                          llvm::PassBuilder& builder, Phase& phase) {
  phase.kind = Phase::Kind::kFunctions;
  for (const llvm::json::Value& value : functions) {
    const llvm::json::Object* const function = value.getAsObject();
    const auto name = function ? function->getString("name") : std::nullopt;
    const auto body = function ? function->getString("body") : std::nullopt;
    OwnList own;
    if (!name || !body || body->getAsInteger(16, own.body)) {
      return Failed("a function lacks its name or the hash of its body");
    }
    if (llvm::Error error = ReadList(*function, "passes", builder, own.list)) return error;
    phase.functions.insert_or_assign(*name, std::move(own));
  }
  return ReadList(from, "others", builder, phase.others);
}

/// True for attributes that decide how small code becomes, and not what it does.
bool IsSizeAttribute(llvm::StringRef attribute) {
  const auto [key, value] = attribute.split('=');
  if (key == "tune-cpu") return attribute.contains('=');
  if (key == kConventionAttribute) return value == kPreserveNone;
  return attribute == "minsize" || attribute == "optsize" || attribute == "no-jump-tables=true" ||
         attribute == "nooutline=true" || attribute == "frame-pointer=none";
}

llvm::Error ReadAttributes(const llvm::json::Array& functions, Phase& phase) {
  phase.kind = Phase::Kind::kAttributes;
  for (const llvm::json::Value& value : functions) {
    const llvm::json::Object* const function = value.getAsObject();
    const auto name = function ? function->getString("name") : std::nullopt;
    const auto* const list = function ? function->getArray("attributes") : nullptr;
    if (!name || !list) return Failed("a function lacks its name or its attributes");
    std::vector<std::string>& own = phase.attributes[*name];
    for (const llvm::json::Value& its : *list) {
      const auto text = its.getAsString();
      if (!text || !IsSizeAttribute(*text)) {
        return Failed("'" + *name + "' has an attribute that is not for size");
      }
      own.push_back(text->str());
    }
  }
  return llvm::Error::success();
}

/// True if no pass may follow the phase (`MayChangeConvention`).
bool HasConventions(const Phase& phase) {
  return llvm::any_of(phase.attributes, [](const auto& its) {
    return llvm::any_of(its.getValue(), [](llvm::StringRef attribute) {
      return attribute.starts_with(kConventionAttribute);
    });
  });
}

llvm::Expected<Plan> ParsePlan(llvm::StringRef text, llvm::PassBuilder& builder) {
  llvm::Expected<llvm::json::Value> value = llvm::json::parse(text);
  if (!value) return value.takeError();
  const llvm::json::Object* const plan = value->getAsObject();
  if (!plan || plan->getInteger("version") != kPlanVersion) {
    return Failed("it has no \"version\": " + llvm::Twine(kPlanVersion));
  }
  const llvm::json::Array* const phases = plan->getArray("phases");
  if (!phases) return Failed("it has no phases");
  Plan read{.phases = {},
            .llvm_version = plan->getString("llvm").value_or("").str(),
            .target_triple = plan->getString("target").value_or("").str()};
  for (const llvm::json::Value& its : *phases) {
    const llvm::json::Object* const phase = its.getAsObject();
    if (!phase) return Failed("a phase is not an object");
    if (!read.phases.empty() && HasConventions(read.phases.back())) {
      return Failed("a phase follows one that gives calling conventions");
    }
    Phase& next = read.phases.emplace_back();
    if (const auto pipeline = phase->getString("module")) {
      if (llvm::Error error = Parse(builder, next.module, *pipeline)) return error;
    } else if (const llvm::json::Array* const functions = phase->getArray("functions")) {
      if (llvm::Error error = ReadFunctions(*phase, *functions, builder, next)) return error;
    } else if (const llvm::json::Array* const given = phase->getArray("attributes")) {
      if (llvm::Error error = ReadAttributes(*given, next)) return error;
    } else {
      return Failed("a phase has no \"module\", \"functions\" or \"attributes\"");
    }
  }
  return read;
}

llvm::Expected<Plan> ReadPlanFile(llvm::StringRef path, llvm::PassBuilder& builder) {
  const auto file = llvm::MemoryBuffer::getFile(path);
  if (!file) return llvm::errorCodeToError(file.getError());
  return ParsePlan((*file)->getBuffer(), builder);
}

/// Reads the plan of this name. One that can't be read must not break a build, unless that is asked
/// for: it costs a warning, and -Oz is run. `opt` parses a pipeline more than once.
llvm::Expected<Plan> ReadPlan(llvm::StringRef path, llvm::PassBuilder& builder) {
  const bool strict = !llvm::sys::fs::exists(path) && path.consume_back(kStrict);
  llvm::Expected<Plan> plan = ReadPlanFile(path, builder);
  if (plan) return plan;
  const std::string why = llvm::toString(plan.takeError());
  if (strict) return Failed("'" + path + "': " + why);
  static llvm::StringSet<> told;
  if (told.insert(path).second) {
    llvm::WithColor::warning(llvm::errs(), kPlanPass)
        << "default<Oz> instead of the plan '" << path << "': " << why << '\n';
  }
  Plan standard{.phases = std::vector<Phase>(1), .llvm_version = {}, .target_triple = {}};
  llvm::cantFail(builder.parsePassPipeline(standard.phases.front().module, "default<Oz>"));
  return standard;
}

/// Applies a plan to a module.
class PlanPass : public llvm::PassInfoMixin<PlanPass> {
 public:
  PlanPass(Plan plan, std::shared_ptr<Plans> plans)
      : plan_(std::make_shared<Plan>(std::move(plan))), plans_(std::move(plans)) {}

  llvm::PreservedAnalyses run(llvm::Module& module, llvm::ModuleAnalysisManager& modules) {
    WarnOfOther(module);
    plans_->running = true;
    for (Phase& phase : plan_->phases) {
      switch (phase.kind) {
        case Phase::Kind::kModule:
          modules.invalidate(module, phase.module.run(module, modules));
          break;
        case Phase::Kind::kFunctions: RunByFunction(phase, module, modules); break;
        case Phase::Kind::kAttributes:
          GiveAttributes(phase, module);
          modules.clear(module, module.getName());
          break;
      }
    }
    plans_->running = false;
    return llvm::PreservedAnalyses::none();
  }

  static bool isRequired() { return true; }  // NOLINT: LLVM's name

 private:
  /// The plan of another LLVM or another machine may do little here.
  void WarnOfOther(const llvm::Module& module) const {
    constexpr llvm::StringLiteral kOwn = LLVM_VERSION_STRING;
    const llvm::StringRef version = plan_->llvm_version;
    if (!version.empty() && version.split('.').first != kOwn.split('.').first) {
      llvm::WithColor::warning(llvm::errs(), kPlanPass)
          << "the plan is for LLVM " << version << ", and this is " << kOwn << '\n';
    }
    const llvm::Triple target(plan_->target_triple);
    const llvm::Triple own(module.getTargetTriple());
    if (!target.str().empty() && !own.str().empty() && target.getArch() != own.getArch()) {
      llvm::WithColor::warning(llvm::errs(), kPlanPass)
          << "the plan is for " << target.str() << ", and the module for " << own.str() << '\n';
    }
  }

  static void RunByFunction(Phase& phase, llvm::Module& module,
                            llvm::ModuleAnalysisManager& modules) {
    modules.clear(module, module.getName());  // nothing is left of the phase before
    auto& functions =
        modules.getResult<llvm::FunctionAnalysisManagerModuleProxy>(module).getManager();
    unsigned found = 0;
    unsigned changed = 0;
    for (llvm::Function& function : module) {
      if (function.isDeclaration()) continue;
      const auto own = phase.functions.find(function.getName());
      FunctionList* list = &phase.others;
      if (own != phase.functions.end()) {
        ++found;
        const bool same = own->second.body == HashBody(function);
        if (same) list = &own->second.list;
        changed += !same;
      }
      for (llvm::FunctionPassManager& pass : *list) {
        pass.run(function, functions);
        functions.clear(function, function.getName());
      }
    }
    modules.clear(module, module.getName());
    if (found == 0 && !phase.functions.empty()) {
      llvm::WithColor::warning(llvm::errs(), kPlanPass)
          << "the module has none of the " << phase.functions.size() << " functions of the plan\n";
    }
    if (changed == 0) return;
    llvm::WithColor::warning(llvm::errs(), kPlanPass)
        << changed << " of " << phase.functions.size()
        << " functions have another body than the plan was made for\n";
  }

  /// As `forceattrs` does: all functions lose their size attributes first.
  static void GiveAttributes(const Phase& phase, llvm::Module& module) {
    for (llvm::Function& function : module) {
      function.removeFnAttr(llvm::Attribute::MinSize);
      function.removeFnAttr(llvm::Attribute::OptimizeForSize);
    }
    for (const auto& [name, attributes] : phase.attributes) {
      llvm::Function* const function = module.getFunction(name);
      if (!function || function->hasOptNone()) continue;  // LLVM allows no two of these
      for (const llvm::StringRef attribute : attributes) {
        const auto [key, value] = attribute.split('=');
        if (attribute.contains('=')) {
          function->addFnAttr(key, value);
        } else {
          function->addFnAttr(llvm::Attribute::getAttrKindFromName(attribute));
        }
      }
    }
    GiveNamedConventions(module);
  }

  std::shared_ptr<Plan> plan_;  // shared, since pass managers copy passes
  std::shared_ptr<Plans> plans_;
};

/// Returns the text in `autotune-plan<PATH>`, or that of the environment in `autotune-plan`. That
/// there is none is said on stderr.
std::optional<std::string> PathIn(llvm::StringRef element) {
  if (!element.consume_front(kPlanPass)) return std::nullopt;
  if (element.empty()) {
    const char* const path = std::getenv(kPlanVariable);
    if (path && *path) return path;
    llvm::WithColor::error(llvm::errs(), kPlanPass) << kPlanVariable << " is not set\n";
    return std::nullopt;
  }
  if (!element.consume_front("<") || !element.consume_back(">")) return std::nullopt;
  return element.str();
}

/// Makes `autotune-plan` an element of module pipelines.
void RegisterElement(llvm::PassBuilder& builder, const std::shared_ptr<Plans>& plans) {
  builder.registerPipelineParsingCallback(
      [&builder, plans](llvm::StringRef element, llvm::ModulePassManager& passes,
                        llvm::ArrayRef<llvm::PassBuilder::PipelineElement>) {
        const auto path = PathIn(element);
        if (!path) return false;
        const llvm::SaveAndRestore reading(plans->reading, true);
        llvm::Expected<Plan> plan = ReadPlan(*path, builder);
        if (plan) {
          passes.addPass(PlanPass(std::move(*plan), plans));
          return true;
        }
        llvm::WithColor::error(llvm::errs(), kPlanPass) << llvm::toString(plan.takeError()) << '\n';
        return false;
      });
}

/// Makes default pipelines apply the plan of the environment.
void RegisterAtStart(llvm::PassBuilder& builder, const std::shared_ptr<Plans>& plans) {
  const char* const path = std::getenv(kPlanVariable);
  llvm::PassInstrumentationCallbacks* const callbacks = builder.getPassInstrumentationCallbacks();
  if (!path || !*path || !callbacks) return;
  const auto registered = std::make_shared<bool>(false);
  builder.registerPipelineStartEPCallback(
      [=, &builder, plan = std::string(path)](llvm::ModulePassManager& passes,
                                              llvm::OptimizationLevel) {
        if (plans->reading) return;
        const llvm::SaveAndRestore reading(plans->reading, true);
        llvm::Expected<Plan> read = ReadPlan(plan, builder);
        if (!read) {
          llvm::report_fatal_error(kPlanPass + ": " + llvm::toString(read.takeError()),
                                   /*gen_crash_diag=*/false);
        }
        passes.addPass(PlanPass(std::move(*read), plans));
        if (std::exchange(*registered, true)) return;  // a pipeline may hold two levels
        callbacks->registerShouldRunOptionalPassCallback(
            [plans](llvm::StringRef, const llvm::Any&) { return plans->running; });
      });
}

}  // namespace

void RegisterPlanPass(llvm::PassBuilder& builder) {
  RegisterElement(builder, std::make_shared<Plans>());
}

void RegisterPlans(llvm::PassBuilder& builder) {
  const auto plans = std::make_shared<Plans>();
  RegisterElement(builder, plans);
  RegisterAtStart(builder, plans);
}

}  // namespace autotune
