#include "project/build_plan.h"

#include <algorithm>
#include <charconv>
#include <utility>
#include <vector>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "core/file.h"
#include "core/pipeline_text.h"
#include "core/toolchain.h"
#include "eval/proof/force_attributes.h"
#include "eval/proof/opt_flags.h"
#include "tune/input/whole_program.h"
#include "tune/memory/run_list.h"
#include "tune/plan/plan_file.h"
#include "tune/proof/code_options.h"

namespace autotune {

namespace {

using nlohmann::json;

constexpr int kPlanFormat = 1;

constexpr std::string_view kTuneCpu = "tune-cpu=";
constexpr std::string_view kForcedAttribute = "-force-attribute=";

struct NamedAttribute {
  std::string_view name;
  bool SizeAttributes::* its;
};

constexpr NamedAttribute kAttributes[] = {
    {"minsize", &SizeAttributes::minsize},
    {"optsize", &SizeAttributes::optsize},
    {"no-jump-tables", &SizeAttributes::no_jump_tables},
    {"nooutline", &SizeAttributes::no_outline},
    {"no-frame-pointer", &SizeAttributes::no_frame_pointer},
    {"preserve-none", &SizeAttributes::preserve_none},
};

/// A name that is no UTF-8 changes, so its function is not found again.
std::string Quoted(const std::string& text) {
  return json(text).dump(-1, ' ', false, json::error_handler_t::replace);
}

/// Frame pointers and CPUs count as far as they are not those that the function has.
std::string Words(const FunctionAttributes& function) {
  std::vector<std::string> words;
  for (const NamedAttribute& attribute : kAttributes) {
    const bool is_given =
        attribute.its == &SizeAttributes::no_frame_pointer && function.given.*attribute.its;
    if (function.best.*attribute.its && !is_given) words.emplace_back(attribute.name);
  }
  const std::string& cpu = function.best.tune_cpu;
  if (cpu != function.given.tune_cpu) words.push_back(std::string(kTuneCpu) + cpu);
  return fmt::format("{}", fmt::join(words, " "));
}

std::optional<SizeAttributes> ReadWords(const std::string& text) {
  SizeAttributes attributes;
  for (const std::string& word : SplitFlags(text)) {
    const auto named = std::ranges::find(kAttributes, word, &NamedAttribute::name);
    if (named != std::end(kAttributes)) {
      attributes.*named->its = true;
    } else if (word.starts_with(kTuneCpu)) {
      attributes.tune_cpu = word.substr(kTuneCpu.size());
      if (!CheckOptFlags(std::vector{"-mcpu=" + attributes.tune_cpu})) return std::nullopt;
    } else {
      return std::nullopt;
    }
  }
  return attributes;
}

std::optional<std::uint64_t> ReadHexNumber(const std::string& text) {
  std::uint64_t number = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number, 16);
  if (error != std::errc() || end != text.data() + text.size()) return std::nullopt;
  return number;
}

/// The lines of an answer between its braces.
std::string Lines(const Answer& answer) {
  std::vector<std::string> passes;
  for (const std::string& pass : SplitPipeline(answer.pipeline)) passes.push_back(Quoted(pass));
  std::string text = fmt::format("  \"passes\": [{}]", fmt::join(passes, ", "));
  if (!answer.opt_flags.empty()) text += ",\n  \"flags\": " + Quoted(answer.opt_flags);
  if (!answer.code_options.empty()) {
    text += fmt::format(",\n  \"code\": [\"{}\"]", fmt::join(answer.code_options, "\", \""));
  }
  if (answer.least_saved) text += fmt::format(",\n  \"tables\": {}", *answer.least_saved);
  if (answer.attributes.empty()) return text;
  std::vector<std::string> functions;
  for (const FunctionAttributes& its : answer.attributes) {
    functions.push_back(
        fmt::format("    [{}, \"{:016x}\", {}]", Quoted(its.name), its.body, Quoted(Words(its))));
  }
  std::ranges::sort(functions);
  return text + fmt::format(",\n  \"functions\": [\n{}\n  ]", fmt::join(functions, ",\n"));
}

/// True if a list takes symbols from an object that other objects may need. No search has such
/// passes.
bool TakesSymbols(const Answer& answer) {
  const auto has = [](const std::string& text, std::string_view word) {
    return text.find(word) != std::string::npos;
  };
  return has(answer.pipeline, "internalize") || has(answer.pipeline, "metarenamer") ||
         has(answer.opt_flags, "internalize");
}

/// Throws what `nlohmann::json` throws.
std::optional<Answer> FromJson(const json& object) {
  Answer answer;
  const auto passes = object.at("passes").get<std::vector<std::string>>();
  answer.pipeline = fmt::format("{}", fmt::join(passes, ","));
  answer.opt_flags = object.value("flags", "");
  if (answer.pipeline.empty() || TakesSymbols(answer)) return std::nullopt;
  answer.code_options = object.value("code", std::vector<std::string>());
  if (!std::ranges::all_of(answer.code_options, IsCodeOption)) return std::nullopt;
  if (object.contains("tables")) answer.least_saved = object.at("tables").get<std::uint64_t>();
  if (!object.contains("functions")) return answer;
  for (const json& entry : object.at("functions")) {
    const std::optional<std::uint64_t> body = ReadHexNumber(entry.at(1).get<std::string>());
    const std::optional<SizeAttributes> best = ReadWords(entry.at(2).get<std::string>());
    if (!body || !best) return std::nullopt;
    FunctionAttributes& its = answer.attributes.emplace_back();
    its.name = entry.at(0).get<std::string>();
    its.best = *best;
    its.body = *body;
  }
  return answer;
}

std::string FilesText(const std::map<std::string, PlannedFile>& files) {
  std::vector<std::string> entries;
  for (const auto& [path, file] : files) {
    std::string bytes;
    if (file.before && file.after) {
      bytes = fmt::format("  \"bytes\": [{}, {}],\n", *file.before, *file.after);
    }
    std::string made;
    if (file.made) {
      made = fmt::format("  \"unit\": \"{}\",\n  \"object\": \"{}\",\n", ToHex(file.made->key),
                         ToHex(file.made->contents));
    }
    entries.push_back(fmt::format("{{\n  \"file\": {},\n{}{}{}\n}}", Quoted(path), bytes, made,
                                  Lines(file.answer)));
  }
  return fmt::format("[{}]", fmt::join(entries, ", "));
}

std::optional<std::map<std::string, PlannedFile>> ReadFiles(const json& entries) {
  std::map<std::string, PlannedFile> files;
  for (const json& entry : entries) {
    std::optional<Answer> answer = FromJson(entry);
    if (!answer) return std::nullopt;
    PlannedFile file{*std::move(answer)};
    if (entry.contains("bytes")) {
      file.before = entry.at("bytes").at(0).get<std::uint64_t>();
      file.after = entry.at("bytes").at(1).get<std::uint64_t>();
    }
    const std::optional<Hash128> key = FromHex(entry.value("unit", ""));
    const std::optional<Hash128> contents = FromHex(entry.value("object", ""));
    if (key && contents) file.made = {*key, *contents};
    files[entry.at("file").get<std::string>()] = std::move(file);
  }
  return files;
}

}  // namespace

std::string AnswerText(const Answer& answer) { return "{\n" + Lines(answer) + "\n}\n"; }

std::optional<Answer> ReadAnswer(std::string_view text) {
  if (!text.starts_with('{')) {
    const std::size_t line = std::min(text.find('\n'), text.size());
    Answer answer{std::string(text.substr(0, line)), std::string(text.substr(line)), {}};
    std::erase(answer.opt_flags, '\n');
    return answer.pipeline.empty() ? std::nullopt : std::optional(std::move(answer));
  }
  try {
    return FromJson(json::parse(text));
  } catch (const json::exception&) {
    return std::nullopt;
  }
}

std::optional<Answer> AnswerOf(const Hash128& key, const UnitFolder& folder) {
  const Result<std::string> text = ReadFile(folder.List(key));
  return text ? ReadAnswer(*text) : std::nullopt;
}

std::optional<ObjectRecipe> RecipeOf(const Answer& answer, const std::string& visible) {
  // Lists run in `opt`, whose vectorisers differ from those of clang's -Oz.
  ObjectRecipe recipe{.object = {}, .plan = {}, .words = {"-fvectorize", "-fno-slp-vectorize"}};
  Plan plan{.llvm_version = std::to_string(kLlvmMajor), .target_triple = {}, .phases = {}};
  std::vector<std::string> flags = SplitFlags(answer.opt_flags);
  const auto is_forced = [](const std::string& flag) { return flag.starts_with(kForcedAttribute); };
  if (!std::ranges::all_of(flags, is_forced)) return std::nullopt;
  if (!visible.empty()) {
    const Reproduction whole = MakingWhole(visible);
    plan.phases.push_back({.module = SplitPipeline(whole.pipeline)});
    flags.insert(flags.end(), whole.opt_flags.begin(), whole.opt_flags.end());
  }
  plan.phases.push_back({.module = SplitPipeline(answer.pipeline)});
  if (!CheckOptFlags(flags)) return std::nullopt;
  flags.insert(flags.end(), answer.code_options.begin(), answer.code_options.end());
  for (std::string& flag : flags) {
    recipe.words.emplace_back("-mllvm");
    recipe.words.push_back(std::move(flag));
  }
  if (answer.least_saved) {
    plan.phases.push_back({.module = {NarrowingElement(*answer.least_saved)}});
  }
  PlanPhase attributes;
  for (const FunctionAttributes& function : answer.attributes) {
    attributes.attributes.push_back({function.name, ForcedAttributes(function)});
  }
  if (!attributes.attributes.empty()) plan.phases.push_back(std::move(attributes));
  recipe.plan = PlanText(plan);
  return recipe;
}

std::string BuildPlanText(const BuildPlan& plan) {
  std::vector<std::string> plain;
  for (const auto& [path, key] : plan.plain) {
    plain.push_back(fmt::format("\n  {}: \"{}\"", Quoted(path), ToHex(key)));
  }
  std::vector<std::string> rejected;
  for (const std::string& path : plan.rejected) rejected.push_back("\n  " + Quoted(path));
  return fmt::format(
      "{{\n\"version\": {},\n\"llvm\": {},\n\"units\": {},\n\"programs\": {},\n"
      "\"plain\": {{{}\n}},\n\"rejected\": [{}\n]\n}}\n",
      kPlanFormat, plan.llvm, FilesText(plan.units), FilesText(plan.programs),
      fmt::join(plain, ","), fmt::join(rejected, ","));
}

Result<BuildPlan> ReadBuildPlan(const std::filesystem::path& file) {
  const Result<std::string> text = ReadText(file);
  if (!text) return text.error();
  const auto refused = [&file](const std::string& why) {
    return Error{ErrorCode::kBadInput,
                 fmt::format("'{}' is no plan of a build: {}", file.string(), why)};
  };
  try {
    const json object = json::parse(*text);
    const int version = object.at("version").get<int>();
    if (version != kPlanFormat) {
      return refused(fmt::format("its version is {}, not {}", version, kPlanFormat));
    }
    auto units = ReadFiles(object.at("units"));
    auto programs = ReadFiles(object.at("programs"));
    if (!units || !programs)
      return refused("a file has no passes, or unknown attributes or options");
    BuildPlan plan{object.at("llvm").get<int>(), *std::move(units), *std::move(programs)};
    plan.rejected = object.value("rejected", std::set<std::string>());  // not in earlier versions
    const json plain = object.value("plain", json::object());
    for (const auto& [path, key] : plain.items()) {
      if (const auto unit = FromHex(key.get<std::string>())) plan.plain[path] = *unit;
    }
    return plan;
  } catch (const json::exception& error) {
    return refused(error.what());
  }
}

}  // namespace autotune
