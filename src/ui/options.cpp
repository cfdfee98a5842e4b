#include "ui/options.h"

#include <algorithm>
#include <functional>
#include <map>
#include <set>
#include <sstream>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "core/action_space.h"
#include "core/toolchain.h"
#include "core/words.h"
#include "eval/proof/module_name.h"
#include "eval/proof/opt_flags.h"
#include "search/registry.h"
#include "term/console.h"
#include "term/option_parser.h"
#include "term/user_files.h"
#include "tune/code_model_text.h"
#include "tune/input/read_program.h"
#include "tune/output/output_file.h"
#include "tune/output/output_format.h"
#include "tune/plan/plan_file.h"
#include "tune/proof/module_facts.h"

namespace autotune {

namespace {

using namespace option_kinds;  // NOLINT(google-build-using-namespace)

constexpr std::string_view kBoth = "both";  ///< objectives
/// A word for --allow.
struct Loss {
  std::string_view name;
  bool AllowedLosses::* allowed;
};

constexpr Loss kLosses[] = {{"always-inline", &AllowedLosses::always_inline},
                            {"frame-pointers", &AllowedLosses::frame_pointers},
                            {"unwind-tables", &AllowedLosses::unwind_tables}};

std::string ObjectiveHelp() {
  std::string help;
  for (const ObjectiveRow& row : Objectives()) help += fmt::format("{}, ", row.name);
  return help + fmt::format("{} (instructions without more bytes)", kBoth);
}

/// Takes an objective by its name, or all of them.
OptionKind ObjectiveKind(TuneOptions& to) {
  std::vector<std::string> words(ObjectiveNames().begin(), ObjectiveNames().end());
  words.emplace_back(kBoth);
  return ChoiceInto(
      [&to](std::size_t index) {
        to.front = index == Objectives().size();
        if (!to.front) to.objective = Objectives()[index].id;
      },
      std::move(words));
}

/// The names of the methods that a model may guide; others ask for one by themselves.
std::string GuidedMethods() {
  std::string names;
  for (const Method& method : Methods()) {
    if (method.model != Method::Model::kOptional) continue;
    names += fmt::format("{}{}", names.empty() ? "" : ", ", method.name);
  }
  return names;
}

/// The options that choose how code is generated for object sizes.
std::vector<Row> CodeModelRows(CodeModel& to) {
  return {
      {"relocation-model", "MODEL",
       fmt::format("{} (by PIC Level)", fmt::join(RelocationNames(), ", ")),
       Parsed(to.relocation, ParseRelocation)},
      {"mcpu", "NAME", "CPU of functions that name none (the target's generic one)",
       Checked(to.cpu, CheckCpuName)},
      {"mattr", "LIST", "features of the CPU: +dsp,-fpu", Checked(to.features, CheckFeatureNames)},
      {"function-sections", "", "each function in a section of its own",
       Switch(to.function_sections)},
      {"data-sections", "", "each variable in a section of its own", Switch(to.data_sections)},
  };
}

std::vector<Group> OptionTable(TuneOptions& to) {
  return {
      {"Search",
       {
           {"budget", "TIME", "wall time for each file, proof included: 60s, 2m, 500ms (60s)",
            Duration(to.budget)},
           {"total-budget", "TIME", "wall time for all files: each gets its share of what is left",
            Duration(to.total_budget)},
           {"max-evals", "N", "stop after N passes tried", Count(to.max_evaluations, 1)},
           {"objective", "WHAT", ObjectiveHelp(), ObjectiveKind(to)},
           {"pick", "WHAT", "with --objective both: instructions, bytes or balanced (balanced)",
            Choice(to.pick, Words<Pick>{{"instructions", Pick::kInstructions},
                                        {"bytes", Pick::kBytes},
                                        {"balanced", Pick::kBalanced}})},
           {"quick", "", "no search: -Oz, and learned lists for each function (docs/plans.md)",
            Switch(to.quick)},
           {"keep-inlining", "", "leave it to LLVM which calls are inlined",
            Switch(to.keep_inlining)},
           AllowRow(to.allowed),
           {"keep-attributes", "",
            "with -o: leave size attributes and tables of integers as they are",
            Switch(to.keep_attributes)},
           {"action-space", "NAME", DescribeChoices(ActionSpaceNames()),
            Choice(to.action_space, ActionSpaceNames())},
           {"method", "NAME", fmt::format("see the list below ({})", DefaultMethod()),
            Choice(to.method, MethodNames())},
           {"model", "FILE", "weights for " + GuidedMethods() + ", or for a method that is a model",
            Text(to.model)},
           {"no-model", "", "search without anything that was learned on other programs",
            Switch(to.no_model)},
           {"threads", "N", "searching threads, one worker each (all cores)",
            Count(to.threads, 1, 1024)},
           {"seed", "N", "repeats a run with --max-evals, --no-db and, if --model, one thread (0)",
            Count(to.seed)},
       }},
      {"Linked programs",
       {
           {"whole-program", "", "FILE is all of its program: first drop what main doesn't need",
            Switch(to.whole_program)},
           {"keep", "SYMBOL,...", "with --whole-program: also called from outside, as by dlsym",
            Texts(to.keep)},
           {"link", "'CMD'",
            "your link of -o FILE.o, to compare: 'cc -Wl,--gc-sections {} -o {out}'",
            Text(to.link)},
       }},
      {"Code that object sizes are measured of; passes see the target as plain opt does",
       CodeModelRows(to.code_model)},
      {"Output",
       {
           {"output,o", "PATH",
            "the result: FILE.bc, FILE.ll as text, FILE.o as object file, or DIR/",
            Text(to.output)},
           {"plan", "FILE",
            "a plan with lists for functions, without inlining choices and attributes",
            Text(to.plan)},
           {"module-time", "TIME", "with --plan: time before that, for the whole module (2/5)",
            Duration(to.module_time)},
           {"json", "FILE", "a report; - writes it to stdout and the tables to stderr",
            Text(to.json)},
           {"fail-unless-better", "",
            "exit 3 unless the best standard level was beaten, for each file",
            Switch(to.fail_unless_better)},
           {"color", "WHEN", "auto (default), always or never; auto heeds NO_COLOR and TERM",
            Choice(to.color, Words<ColorMode>{{"auto", ColorMode::kAuto},
                                              {"always", ColorMode::kAlways},
                                              {"never", ColorMode::kNever}})},
           {"quiet,q", "", "print the opt lines alone", Switch(to.quiet)},
           {"verbose,v", "", "say what is being done, and when", Switch(to.verbose)},
       }},
      {"Your own check of a result",
       {
           {"check", "'CMD {}'", "accept a result only if CMD exits 0; {} is its file",
            Text(to.check)},
           {"check-as", "KIND", "what {} is: bc (default), obj or exe",
            Choice(to.check_as, Words<CheckAs>{{"bc", CheckAs::kBitcode},
                                               {"obj", CheckAs::kObject},
                                               {"exe", CheckAs::kExecutable}})},
           {"check-link", "FLAGS", "what linking an exe needs: '-lm -lpthread'",
            Text(to.check_link)},
           {"check-timeout", "TIME", "longer than this is a failed check (60s)",
            Duration(to.check_timeout)},
           {"count-executed", "",
            "with --check-as exe: also run it in valgrind, to count instructions",
            Switch(to.count_executed)},
       }},
      {"Machinery",
       {
           {"pass-timeout", "TIME",
            "longer than this fails a pass (10s; more for -Oz and large programs)",
            Duration(to.pass_timeout)},
           {"memory-limit", "SIZE",
            "memory of one worker, 64M or more (2G); opt: twice that, or 4G",
            ByteSize(to.memory_limit, 64ull << 20)},
           {"opt", "PROGRAM",
            fmt::format("the opt that has to reproduce the result ({})", kOptProgram),
            Text(to.opt_program)},
           {"worker", "PROGRAM", "autotune-worker (the one beside autotune)",
            Text(to.worker_program)},
           {"db", "FILE", "where runs and results are kept (autotune.db of the user)",
            Text(to.database_file)},
           {"no-db", "", "keep nothing, evaluations neither", Switch(to.no_database)},
           {"label", "TEXT", "what to call this run in the database", Text(to.label)},
           {"experiment", "NAME",
            "one run of an experiment: from nothing, timed from the search on",
            Text(to.experiment)},
           {"cache", "FILE", "where evaluations are remembered (see autotune cache --help)",
            Text(to.cache_file)},
           {"no-cache", "", "neither use nor remember evaluations", Switch(to.no_cache)},
           {"cache-size", "SIZE", "the least recent evaluations go beyond that (512M)",
            ByteSize(to.cache_size, 1ull << 20)},
           {"help,h", "", "print this", Switch(to.help)},
           {"version", "", "print the version", Switch(to.version)},
       }},
  };
}

/// A pipeline, and those rows of the table that the command knows.
std::vector<Group> PipelineTable(const PipelineCommand& command, TuneOptions& to) {
  std::vector<Group> table = {{"Pipeline", PipelineRows(to.pipeline)}};
  for (Group& group : OptionTable(to)) {
    std::erase_if(group.rows,
                  [&](const Row& row) { return !HasWord(command.flags, LongName(row)); });
    for (Row& row : group.rows) {
      if (LongName(row) == "budget") row.help = command.budget_help;
    }
    if (!group.rows.empty()) table.push_back(std::move(group));
  }
  return table;
}

/// The names in lists such as `a,b`.
std::vector<std::string> SplitNames(const std::vector<std::string>& lists) {
  std::vector<std::string> names;
  for (const std::string& list : lists) {
    std::istringstream words(list);
    for (std::string name; std::getline(words, name, ',');) {
      if (!name.empty()) names.push_back(name);
    }
  }
  return names;
}

/// Takes the names in `--keep` apart.
Status ReadKeep(TuneOptions& options, const std::set<std::string, std::less<>>& seen) {
  if (!seen.contains("keep")) return {};
  if (!options.whole_program) return Invalid("--keep needs --whole-program");
  options.keep = SplitNames(options.keep);
  if (options.keep.empty()) return Invalid("--keep: name a symbol");
  for (const std::string& name : options.keep) {
    if (IsSymbolName(name)) continue;
    return Invalid(fmt::format(
        "--keep: '{}' is no name of a symbol, of letters, digits, '_', '.' and '$'", name));
  }
  return {};
}

/// The file that `-o` means for one program: a directory keeps the program's name.
std::filesystem::path OutputFile(const TuneOptions& options, const std::filesystem::path& program) {
  std::error_code ignored;  // a path that is not there is no directory
  if (!std::filesystem::is_directory(options.output, ignored)) return options.output;
  return std::filesystem::path(options.output) / (ModuleStem(program) + ".bc");
}

Status CheckOutputName(const TuneOptions& options, const std::filesystem::path& program) {
  const std::filesystem::path output = OutputFile(options, program);
  const bool module = output.extension() == ".bc" || IsTextualIr(output);
  if (!module && !IsObjectFile(output)) {
    return Invalid(fmt::format("--output: '{}' is no directory, ends in none of .bc, .ll, .o and /",
                               options.output));
  }
  std::error_code ignored;  // a file that is not there yet is no other file's twin
  if (std::filesystem::equivalent(output, ParseModuleName(program).file, ignored)) {
    return Invalid(fmt::format(
        "--output: '{}' is the input, without which the printed line could not be repeated",
        output.string()));
  }
  return {};
}

Status CheckOutputNames(const TuneOptions& options) {
  if (options.output.empty()) return {};
  if (options.output.ends_with('/')) {
    std::error_code error;
    std::filesystem::create_directories(options.output, error);
    if (error) {
      return Invalid(fmt::format("--output: can't make '{}': {}", options.output, error.message()));
    }
  }
  std::map<std::filesystem::path, std::filesystem::path> owners;
  for (const std::filesystem::path& program : options.programs) {
    const Status status = CheckOutputName(options, program);
    if (!status.ok()) return status;
    const auto [owner, first] = owners.emplace(OutputFile(options, program), program);
    if (first) continue;
    if (owner->first == options.output) {
      return Invalid(fmt::format("--output: '{}' has to be a directory: there are several programs",
                                 options.output));
    }
    return Invalid(fmt::format("--output: '{}' and '{}' would both become '{}'",
                               owner->second.string(), program.string(), owner->first.string()));
  }
  return {};
}

/// The name by which files are compared.
std::filesystem::path Whole(const std::filesystem::path& file) {
  std::error_code error;  // then it is compared as it stands
  const auto whole = std::filesystem::weakly_canonical(file, error);
  return error ? file : whole;
}

/// Refuses two results for one file, and size attributes in the place of an input.
Status CheckNamesDiffer(const TuneOptions& options) {
  if (options.output.empty()) return {};
  std::map<std::filesystem::path, std::filesystem::path> inputs;
  for (const auto& program : options.programs) inputs.emplace(Whole(program), program);
  TuneOptions shared = options;
  shared.programs.clear();  // there may be too many for a copy with each
  for (const std::filesystem::path& program : options.programs) {
    const TuneOptions its = OptionsFor(shared, program);
    std::vector<std::filesystem::path> written = {Whole(its.output)};
    if (options.size_attributes) written.push_back(Whole(its.attributes_output));
    for (const auto& [flag, file] : {std::pair("json", options.json), {"plan", options.plan}}) {
      if (file.empty() || file == "-" || std::ranges::count(written, Whole(file)) == 0) continue;
      return Invalid(fmt::format("--{}: '{}' is a file that --output writes", flag, file));
    }
    const auto input = inputs.find(written.back());
    if (!options.size_attributes || input == inputs.end()) continue;
    return Invalid(fmt::format("--output: the result's size attributes would replace '{}'",
                               input->second.string()));
  }
  return {};
}

Status CheckAllowed(const TuneOptions& options) {
  if (!options.allowed.of_attributes() || options.size_attributes) return {};
  return Invalid(
      "frame-pointers and unwind-tables of --allow need -o, bytes that count, and neither "
      "--keep-attributes, --plan nor --experiment");
}

/// Refuses what only a search obeys.
Status CheckQuick(const TuneOptions& options, const std::set<std::string, std::less<>>& seen) {
  constexpr std::string_view kObeyed =
      "quick objective output quiet fail-unless-better color opt worker memory-limit check "
      "check-as check-link check-timeout relocation-model mcpu mattr function-sections "
      "data-sections no-db";
  for (const std::string& flag : seen) {
    if (HasWord(kObeyed, flag)) continue;
    return Invalid(fmt::format(
        "--quick makes one result at once: leave out --{}, or give --method quick", flag));
  }
  if (options.front) return Invalid("--quick makes one result: leave out --objective both");
  return {};
}

Status CheckPlan(const TuneOptions& options, const std::set<std::string, std::less<>>& seen) {
  const Method::Work work = FindMethod(options.method).work;
  const bool file = !options.plan.empty();
  const bool experiment = !options.experiment.empty();
  if (!file && work != Method::Work::kFunctions) {
    return seen.contains("module-time") ? Invalid("--module-time needs a --plan") : Status();
  }
  if (!file && !experiment) return Invalid("--method plan needs a --plan FILE");
  if (work == Method::Work::kQuick) return Invalid("--method quick makes no --plan");
  if (work != Method::Work::kFunctions && experiment) {
    return Invalid("--plan in an --experiment needs --method plan");
  }
  if (options.module_time && !options.total_budget && *options.module_time >= options.budget) {
    return Invalid("--module-time leaves nothing of the --budget for functions");
  }
  if (std::ranges::count(options.programs, kStandardInput) > 0) {
    return Invalid("--plan needs a file, which it reads again");
  }
  if (!file) return {};
  if (options.programs.size() != 1) return Invalid("--plan takes one program");
  if (Whole(options.plan) == Whole(options.json)) {
    return Invalid("--plan and --json name one file");
  }
  if (const auto element = PlanElement(options.plan); !element) return element.error();
  return CheckReportName(options.plan, options.programs);
}

Status CheckFront(const TuneOptions& options, const std::set<std::string, std::less<>>& seen) {
  if (!options.front) {
    return seen.contains("pick") ? Invalid("--pick needs --objective both") : Status();
  }
  // Several runs share the time of one.
  for (const std::string_view flag : {"max-evals", "plan", "experiment"}) {
    if (seen.contains(flag)) {
      return Invalid(fmt::format("--objective both and --{} exclude each other", flag));
    }
  }
  if (options.programs.size() == 1) return {};
  return Invalid("--objective both takes one program");
}

/// Checks what compares the result with -Oz by commands of the user's.
Status CheckCompared(const TuneOptions& options) {
  if (options.count_executed && options.check_as != CheckAs::kExecutable) {
    return Invalid("--count-executed needs --check 'CMD {}' --check-as exe");
  }
  if (!options.link.empty()) {
    for (const std::string_view place : {kObjectPlace, kLinkedPlace}) {
      if (options.link.find(place) != std::string::npos) continue;
      return Invalid("--link: write {} for the object file and {out} for what is made of it");
    }
    if (!IsObjectFile(options.output)) return Invalid("--link needs an object file: -o FILE.o");
  }
  const bool compares = options.count_executed || !options.link.empty();
  if (!compares || options.plan.empty()) return {};
  return Invalid("--plan excludes --link and --count-executed");
}

constexpr std::string_view kExclude = "--{} and --{} exclude each other";
constexpr std::string_view kNeedsDatabase = "--{} needs the database that --{} does without";
constexpr std::string_view kKnownByName = "--{1} knows methods by name alone: leave out --{0}";
constexpr std::string_view kRemembersNone = "--{1} remembers no evaluations: leave out --{0}";

/// Two options that don't go together, and the message with their names.
struct Conflict {
  std::string_view first;
  std::string_view second;
  std::string_view message;
};
constexpr Conflict kConflicts[] = {
    {"db", "no-db", kExclude},
    {"model", "no-model", kExclude},
    {"budget", "total-budget", "--{}, for each file, and --{} exclude each other"},
    {"cache", "no-cache", kExclude},
    {"cache", "no-db", kExclude},
    {"cache-size", "no-cache", kExclude},
    {"cache-size", "no-db", kExclude},
    {"run", "no-db", kNeedsDatabase},
    {"label", "no-db", kNeedsDatabase},
    {"experiment", "no-db", kNeedsDatabase},
    {"model", "experiment", kKnownByName},
    {"no-model", "experiment", kKnownByName},
    {"cache", "experiment", kRemembersNone},
    {"cache-size", "experiment", kRemembersNone},
    {"quiet", "verbose", kExclude},
};

Status CheckConsistency(const TuneOptions& options,
                        const std::set<std::string, std::less<>>& seen) {
  if (options.quick) {
    if (const Status quick = CheckQuick(options, seen); !quick.ok()) return quick;
  }
  for (const auto& [first, second, message] : kConflicts) {
    if (!seen.contains(first) || !seen.contains(second)) continue;
    return Invalid(fmt::format(fmt::runtime(message), first, second));
  }
  if (options.no_model && FindMethod(options.method).model >= Method::Model::kWanted) {
    return Invalid(fmt::format("--method {} asks a model: leave out --no-model", options.method));
  }
  if (Status plan = CheckPlan(options, seen); !plan.ok()) return plan;
  if (Status front = CheckFront(options, seen); !front.ok()) return front;
  if (Status allowed = CheckAllowed(options); !allowed.ok()) return allowed;
  const bool piped = std::ranges::count(options.programs, kStandardInput) > 0;
  if (piped && options.programs.size() > 1)
    return Invalid("-, standard input, is the only program");
  for (const std::string_view flag : {"check-as", "check-link", "check-timeout"}) {
    if (seen.contains(flag) && options.check.empty()) {
      return Invalid(fmt::format("--{} needs a --check", flag));
    }
  }
  if (seen.contains("check-link") && options.check_as != CheckAs::kExecutable) {
    return Invalid("--check-link needs --check-as exe");
  }
  if (!options.check.empty() && options.check.find("{}") == std::string::npos) {
    return Invalid("--check: write {} where the command gets the file: --check './run-tests {}'");
  }
  if (const Status compared = CheckCompared(options); !compared.ok()) return compared;
  const Status report = CheckReportName(options.json, options.programs);
  if (!report.ok()) return Invalid("--json: " + report.error().message);
  if (const Status names = CheckOutputNames(options); !names.ok()) return names;
  return CheckNamesDiffer(options);
}

}  // namespace

Result<TuneOptions> ParseTuneOptions(const std::vector<std::string>& arguments) {
  TuneOptions options;
  options.method = DefaultMethod();
  const Result<ParsedArguments> given = ParseInto(OptionTable(options), arguments);
  if (!given) return given.error();
  options.programs.assign(given->operands.begin(), given->operands.end());
  if (options.help || options.version) return options;
  if (!options.plan.empty() && !given->seen.contains("method")) options.method = "plan";
  options.guard_bytes = !given->seen.contains("objective") && options.experiment.empty();
  const bool sizes = options.guard_bytes || options.front || NeedsCode(options.objective);
  options.choose_inlining =
      !options.keep_inlining && options.plan.empty() && options.experiment.empty();
  // Without a file for the module, the printed line could not name the attributes.
  options.size_attributes = !options.keep_attributes && !options.output.empty() &&
                            options.plan.empty() && options.experiment.empty() && sizes;
  options.code_options = options.size_attributes && IsObjectFile(options.output);
  if (options.programs.empty()) return Invalid("no program given: autotune [options] FILE...");
  options.program = options.programs.front();
  if (const Status keep = ReadKeep(options, given->seen); !keep.ok()) return keep.error();
  const Status consistent = CheckConsistency(options, given->seen);
  if (!consistent.ok()) return consistent.error();
  if (!options.experiment.empty()) options.no_cache = true;
  return options;
}

Result<TuneOptions> ParsePipelineOptions(const std::vector<std::string>& arguments,
                                         const PipelineCommand& command) {
  TuneOptions options;
  options.method = DefaultMethod();
  const Result<ParsedArguments> given = ParseInto(PipelineTable(command, options), arguments);
  if (!given) return given.error();
  options.programs.assign(given->operands.begin(), given->operands.end());
  if (options.help) return options;
  if (options.programs.size() != 1) {
    return Invalid(fmt::format("autotune {} takes one program", command.name));
  }
  if (options.front) {
    return Invalid(fmt::format("autotune {} takes one --objective", command.name));
  }
  options.program = options.programs.front();
  options.guard_bytes = !given->seen.contains("objective");
  if (const Status keep = ReadKeep(options, given->seen); !keep.ok()) return keep.error();
  const Status consistent = CheckConsistency(options, given->seen);
  if (!consistent.ok()) return consistent.error();
  options.no_cache = true;  // nothing is searched
  return OptionsFor(options, options.program);
}

Row AllowRow(AllowedLosses& to) {
  const auto take = [&to](const std::string& text) -> Status {
    for (const std::string& name : SplitNames({text})) {
      const auto loss = std::ranges::find(kLosses, name, &Loss::name);
      if (loss == std::end(kLosses)) {
        return Invalid(fmt::format("'{}' is none of {}, {} and {}", name, kLosses[0].name,
                                   kLosses[1].name, kLosses[2].name));
      }
      to.*loss->allowed = true;
    }
    return {};
  };
  return {"allow", "LOSS,...", "what functions may lose: " + AllowText({true, true, true}), {take}};
}

std::string AllowText(const AllowedLosses& allowed) {
  std::vector<std::string_view> names;
  for (const auto& [name, loss] : kLosses) {
    if (allowed.*loss) names.push_back(name);
  }
  return fmt::format("{}", fmt::join(names, ","));
}

std::vector<Row> PipelineRows(PipelineChoice& to) {
  return {
      {"passes", "TEXT", "what opt -passes= takes", Text(to.passes)},
      {"passes-file", "FILE", "the same in a file; line breaks don't matter", Text(to.passes_file)},
      {"run", "RUN", "the list of an earlier run: its number, or last", Text(to.run)},
      {"allow", "NAME", "run this pass although it reads or writes files: dot-cfg,view-cfg",
       Texts(to.allowed_passes)},
  };
}

Result<GivenPipeline> ReadChosen(PipelineChoice choice, const std::string& database_file) {
  choice.allowed_passes = SplitNames(choice.allowed_passes);
  if (choice.run.empty()) return ReadPipeline(choice, {});
  const Result<std::filesystem::path> database = DatabasePath(database_file);
  if (!database) return database.error();
  return ReadPipeline(choice, *database);
}

std::string DescribePipelineOptions(const PipelineCommand& command) {
  TuneOptions unused;
  Group own{"Options", {}};
  std::string shared;
  std::size_t width = 0;
  for (Group& group : PipelineTable(command, unused)) {
    for (Row& row : group.rows) {
      const std::string name = LongName(row);
      if (group.title == "Pipeline" || name == "budget" || name == "help") {
        own.rows.push_back(std::move(row));
        continue;
      }
      constexpr std::size_t kLine = 88;
      const std::string word = "  --" + name;
      if (width + word.size() > kLine) width = 0;
      shared += (width == 0 ? "\n" : "") + word;
      width += word.size();
    }
  }
  return DescribeTable({own}) + "\nOptions that mean the same as in autotune --help:" + shared +
         "\n";
}

TuneOptions OptionsFor(const TuneOptions& options, const std::filesystem::path& program) {
  TuneOptions result = options;
  result.program = program;
  if (!options.output.empty()) {
    const std::filesystem::path output = OutputFile(options, program);
    result.output = output.string();
    result.attributes_output =
        (output.parent_path() / (output.stem().string() + ".attributes.csv")).string();
  }
  return result;
}

void ChooseFiles(TuneOptions& options) {
  if (options.no_database) return;
  if (const auto database = DatabasePath(options.database_file)) {
    options.database = *database;
  } else {
    PrintWarning("going on without the database (--no-db to do without): " +
                 database.error().message);
  }
  if (options.no_cache) return;
  if (const auto cache = CachePath(options.cache_file)) {
    options.cache = *cache;
  } else {
    PrintWarning("evaluations are not remembered (--no-cache to do without): " +
                 cache.error().message);
  }
}

std::string DescribeTuneOptions() {
  TuneOptions unused;
  return DescribeTable(OptionTable(unused));
}

}  // namespace autotune
