#include "project/merge_program.h"

#include <algorithm>
#include <map>
#include <optional>
#include <set>
#include <sstream>
#include <string_view>
#include <utility>

#include <fmt/format.h>
#include <fmt/ranges.h>
#include <fnmatch.h>

#include "core/file.h"
#include "core/toolchain.h"
#include "eval/process/subprocess.h"
#include "project/assembly_names.h"
#include "project/built_objects.h"
#include "project/object_sizes.h"
#include "tune/input/whole_program.h"
#include "tune/plan/plan_file.h"
#include "wrapper/compiler_call.h"

namespace autotune {

namespace {

namespace fs = std::filesystem;

/// Time for a command whose time is over.
constexpr std::chrono::milliseconds kLeastTime(500);

using Names = std::set<std::string>;

/// Options, without their dashes, that name symbols or lay out the file. What these do with local
/// symbols isn't known.
constexpr std::string_view kRefusedOptions[] = {
    "r",      "i",      "Ur",        "relocatable",  "script",          "default-script",
    "wrap",   "defsym", "undefined", "just-symbols", "require-defined", "entry",
    "output", "init",   "fini"};
/// Options whose value may be part of the word.
constexpr std::string_view kRefusedPrefixes[] = {"-T", "-u", "-e", "-R", "-dT", "-o", "@"};
/// Beginnings of options, without their dashes, for link-time optimisation.
constexpr std::string_view kLtoPrefixes[] = {"plugin",      "lto-",  "thinlto-", "save-temps",
                                             "opt-remarks", "mllvm", "fat-lto"};
constexpr std::string_view kAllowed[] = {"-export-dynamic", "-enable-new-dtags"};

bool IsRefused(const std::string& option) {
  if (std::ranges::find(kAllowed, option) != std::end(kAllowed)) return false;
  const std::size_t dashes = option.starts_with("--") ? 2 : option.starts_with('-') ? 1 : 0;
  const std::string name = option.substr(dashes, option.find('=') - dashes);
  const auto begins = [&](std::string_view prefix) { return name.starts_with(prefix); };
  return (dashes > 0 && std::ranges::find(kRefusedOptions, name) != std::end(kRefusedOptions)) ||
         (dashes > 0 && std::ranges::any_of(kLtoPrefixes, begins)) ||
         std::ranges::any_of(kRefusedPrefixes,
                             [&](std::string_view prefix) { return option.starts_with(prefix); });
}

Error Bad(std::string message) { return {ErrorCode::kBadInput, std::move(message)}; }

/// Returns a name as it stands between quotes in textual IR.
std::string Escaped(const std::string& name) {
  std::string text;
  for (const char c : name) {
    text += c == '"' || c == '\\' ? fmt::format("\\{:02X}", static_cast<unsigned char>(c))
                                  : std::string(1, c);
  }
  return text;
}

/// True if a word asks for code that may be loaded anywhere.
bool IsPositionIndependent(const std::string& word) {
  return word == "-fPIC" || word == "-fpic" || word == "-fPIE" || word == "-fpie";
}

/// One call of `MergeProgram`.
class Merging {
 public:
  Merging(const RecordedLink& link, const std::vector<RecordedUnit>& units,
          const UnitFolder& folder, const std::set<Hash128>& known)
      : link_(link), folder_(folder), known_programs_(known), files_(folder) {
    for (const RecordedUnit& unit : units) {
      for (const fs::path& object : {folder.Plain(unit.key()), folder.Tuned(unit.key())}) {
        if (const Result<std::string> bytes = ReadFile(object)) {
          known_[HashBytes(*bytes)].push_back(unit);
        }
      }
    }
  }

  Result<Merger> Run() {
    merger_.link = link_;
    if (link_.words.empty()) return Bad("its link was not recorded: build it again");
    for (const std::string& option : LinkerOptions(link_.words)) {
      if (IsRefused(option)) return Bad(fmt::format("its link has the option '{}'", option));
    }
    if (const Status done = ReadInputs(); !done) return done.error();
    if (const Status done = ChooseUnits(); !done) return done.error();
    if (const Status done = MergeUnits(); !done) return done.error();
    if (const Status done = KeepInlineSymbols(); !done) return done.error();
    if (const Status done = FindKept(); !done) return done.error();
    if (const Status done = FindVisible(); !done) return done.error();
    NameProgram();
    // Link-time optimisation may order constructors in another way than here.
    const bool joins = std::ranges::any_of(units_, &RecordedUnit::is_bitcode);
    if (joins || !known_programs_.contains(merger_.program.key)) {
      if (const Status done = MeasureGrowth(); !done) return done.error();
    }
    const Status kept = MoveFile(merged_, folder_.Module(merger_.unit.module));
    if (!kept) return kept.error();
    if (const Status noted = folder_.AddMerged(merger_.program); !noted) return noted.error();
    return std::move(merger_);
  }

 private:
  /// Lets the linker say what it takes, and sorts that into units and other objects.
  Status ReadInputs() {
    linked_ = files_.New(".out");
    Result<std::vector<LinkedObject>> objects =
        TraceLink(link_, link_.words, linked_, folder_, RunWithin());
    if (!objects) return objects.error();
    objects_ = *std::move(objects);
    const auto sizes = TextAndData({linked_});
    if (!sizes[0]) return Bad("it has no size");
    merger_.size = *sizes[0];
    std::string constructors;  // an object between units that has some
    for (const LinkedObject& object : objects_) {
      const auto known = known_.find(HashBytes(object.bytes));
      if (known == known_.end()) {
        if (IsBitcode(object.bytes)) {
          return Bad(fmt::format("'{}' is bitcode, but no unit's", object.name()));
        }
        const fs::path file = files_.New(".o");
        if (const Status written = ReplaceFile(file, object.bytes); !written) return written;
        others_.push_back(file);
        if (!candidates_.empty()) after_.push_back(file);
        if (!candidates_.empty() && RunsByItself(object.bytes)) {
          constructors = object.name();
          if (!IsOfCompiler(object)) late_constructors_ = constructors;
        }
        continue;
      }
      between_ = after_;
      if (!constructors.empty()) {
        return Bad(fmt::format("constructors of '{}' would run at another time", constructors));
      }
      const auto own = std::ranges::find(known->second, object.file, &RecordedUnit::OutputPath);
      candidates_.push_back(own == known->second.end() ? known->second : std::vector{*own});
    }
    bool whole = false;  // archives are linked as a whole
    for (std::size_t i = 0; i < link_.words.size(); ++i) {
      const std::string& word = link_.words[i];
      std::vector<std::string> words = {word};
      if (word == "-Xlinker" && i + 1 < link_.words.size()) words.push_back(link_.words[++i]);
      for (const std::string& option : LinkerOptions(words)) {
        if (option.ends_with("-whole-archive")) whole = !option.ends_with("-no-whole-archive");
      }
      if (word.starts_with('-')) continue;
      const fs::path file = fs::path(link_.folder) / word;
      const Result<std::string> bytes = ReadFile(file);
      if ((bytes && known_.contains(HashBytes(*bytes))) || (whole && HasOnlyUnits(file))) {
        merger_.program.units_of_link.push_back(i);
      }
    }
    if (candidates_.empty()) return Bad("it has no object that our compiler has made");
    if (merger_.program.units_of_link.empty()) return Bad("its units are all in archives");
    return {};
  }

  /// True for an object that the compiler links by itself, such as crtn.o.
  bool IsOfCompiler(const LinkedObject& object) const {
    return object.member.empty() && !TakesOneOf({object.file.lexically_normal()}, link_);
  }

  /// True if a file is an archive, of which the linker took only units.
  bool HasOnlyUnits(const fs::path& file) const {
    std::size_t members = 0;
    for (const LinkedObject& object : objects_) {
      if (object.member.empty() || object.file.lexically_normal() != file.lexically_normal())
        continue;
      if (!known_.contains(HashBytes(object.bytes))) return false;
      ++members;
    }
    return members > 0;
  }

  /// Chooses a unit for each object such that all become code in the same way: units may have
  /// equal objects, with `-fPIC` and without. A program may have both, such as those of a library;
  /// then all become code for a program. It may have units with `-flto` and without.
  Status ChooseUnits() {
    const bool is_program = !MakesSharedLibrary(link_);
    const auto code = [is_program](const RecordedUnit& unit) {
      std::vector<std::string> words = unit.code_words;
      std::erase_if(words, [is_program](const std::string& word) {
        return word.starts_with("-O") || word.starts_with("-g") || word == kMachineCode ||
               (is_program && IsPositionIndependent(word));
      });
      return words;
    };
    std::string differs;
    for (const RecordedUnit& first : candidates_.front()) {
      units_.clear();
      for (const std::vector<RecordedUnit>& some : candidates_) {
        const auto same = std::ranges::find(some, code(first), code);
        if (same == some.end()) {
          differs = some.front().source;
          break;
        }
        units_.push_back(*same);
      }
      if (units_.size() == candidates_.size()) return {};
    }
    return Bad(fmt::format("'{}' and '{}' are compiled with different flags for code",
                           candidates_.front().front().source, differs));
  }

  /// Returns the unit whose words make the object of the module: the first for a program only, if
  /// there is one.
  const RecordedUnit& Typical() const {
    const auto found = std::ranges::find_if(units_, [](const RecordedUnit& unit) {
      return std::ranges::none_of(unit.code_words, IsPositionIndependent);
    });
    return found == units_.end() ? units_.front() : *found;
  }

  Status MergeUnits() {
    merged_ = files_.New(".bc");
    std::vector<std::string> words = {std::string(kLinkProgram), "-o", merged_.string()};
    for (const RecordedUnit& unit : units_) words.push_back(folder_.Module(unit.module).string());
    const Status done = RunIn(link_.folder, words, files_.New(".txt"), RunWithin());
    return done ? CheckAssemblyNames(merged_, units_, folder_, RunWithin()) : done;
  }

  /// Marks the inline functions and the like that a shared library gives to others as used. The
  /// optimiser may drop such a symbol if nothing in the module needs it any more.
  Status KeepInlineSymbols() {
    if (!MakesSharedLibrary(link_)) return {};
    const auto given = DynamicNames(linked_, folder_, RunWithin());
    if (!given) return given.error();
    const Result<Names> own = Symbols({"--defined-only", "--extern-only"}, {merged_});
    if (!own) return own.error();
    std::string declarations;
    std::vector<std::string> used;
    for (const auto& [name, kind] : *given) {
      const std::string bare = name.substr(0, name.find('@'));
      if (!own->contains(bare) || std::string_view("WVu").find(kind) == std::string_view::npos) {
        continue;
      }
      const std::string symbol = "@\"" + Escaped(bare) + "\"";
      declarations += kind == 'W' ? fmt::format("declare void {}()\n", symbol)
                                  : fmt::format("{} = external global i8\n", symbol);
      used.push_back("ptr " + symbol);
    }
    if (used.empty()) return {};
    const fs::path marks = files_.New(".ll");
    const Status written = ReplaceFile(
        marks, fmt::format("{}@llvm.compiler.used = appending global [{} x ptr] [{}], section "
                           "\"llvm.metadata\"\n",
                           declarations, used.size(), fmt::join(used, ", ")));
    if (!written) return written;
    const fs::path marked = files_.New(".bc");
    const Status done = RunIn(link_.folder,
                              {std::string(kLinkProgram), "--suppress-warnings", merged_.string(),
                               marks.string(), "-o", marked.string()},
                              files_.New(".txt"), RunWithin());
    merged_ = marked;
    return done;
  }

  Result<Names> Symbols(const std::vector<std::string>& options,
                        const std::vector<fs::path>& files) const {
    return SymbolNames(options, files, folder_, RunWithin());
  }

  /// The symbols of the module that the file gives to other programs or other inputs need.
  Status FindKept() {
    const Result<Names> own = Symbols({"--defined-only", "--extern-only"}, {merged_});
    if (!own) return own.error();
    const Result<Names> given = Symbols({"--dynamic", "--defined-only"}, {linked_});
    if (!given) return given.error();
    // Another object may need a symbol, or have the definition that the linker takes.
    const Result<Names> others = Symbols({"--extern-only"}, others_);
    if (!others) return others.error();
    // Of several weak definitions the linker takes the first, and units move to the front.
    const Result<Names> all = Symbols({"--extern-only", "--defined-only"}, between_);
    if (!all) return all.error();
    const Result<Names> strong =
        Symbols({"--extern-only", "--defined-only", "--no-weak"}, between_);
    if (!strong) return strong.error();
    for (const std::string& name : *all) {
      if (!strong->contains(name) && own->contains(name)) {
        return Bad(fmt::format("'{}' has several weak definitions", name));
      }
    }
    for (const std::string& name : *own) {
      if (name != "main" && (given->contains(name) || others->contains(name))) {
        merger_.keep.push_back(name);
      }
    }
    if (!own->contains("main") && merger_.keep.empty()) return Bad("nothing of it is used");
    return {};
  }

  /// Adds the symbols that stay visible since they are called by name, as by inline assembly
  /// (src/plugin/symbols_pass.h).
  Status FindVisible() {
    const Result<std::string> plugin = PluginFlag();
    if (!plugin) return plugin.error();
    const fs::path list = files_.New(".txt");
    const Status done = RunIn(link_.folder,
                              {std::string(kOptProgram), *plugin, "-disable-output",
                               "-passes=autotune-symbols<main>", merged_.string()},
                              list, RunWithin());
    if (!done) return done;
    const Result<std::string> text = ReadFile(list);
    if (!text) return text.error();
    std::vector<std::string> visible = merger_.keep;
    const auto add = [&visible](const std::string& name) {
      if (std::ranges::find(visible, name) == visible.end()) visible.push_back(name);
    };
    bool has_main = true;
    std::istringstream words(*text);
    for (std::string kind, name; words >> kind >> name;) {
      if (kind == "missing") has_main = false;
      if (kind == "keep") add(name);
    }
    if (has_main) add("main");
    merger_.visible = fmt::format("{}", fmt::join(visible, ","));
    return {};
  }

  /// Finds out if one module is larger before any search: inlining may want too much of the
  /// functions that have become local.
  Status MeasureGrowth() {
    const fs::path module = files_.New(".bc");
    const fs::path object = files_.New(".o");
    const fs::path linked = files_.New(".out");
    const fs::path messages = files_.New(".txt");
    const Reproduction whole = MakingWhole(merger_.visible);
    std::vector<std::string> words = {std::string(kOptProgram), "-passes=" + whole.pipeline,
                                      merged_.string(), "-o", module.string()};
    words.insert(words.end(), whole.opt_flags.begin(), whole.opt_flags.end());
    if (const Status done = RunIn(link_.folder, words, messages, RunWithin()); !done) return done;
    words = Typical().CodeCall(module, {}, object);
    if (const Status done = RunIn(link_.folder, words, messages, RunWithin()); !done) return done;
    if (const Status same = CheckOrder(object); !same) return same;
    const Clock::time_point started = Clock::now();
    const Status done = LinkMerged(link_, merger_.program, object, linked, folder_, RunWithin());
    if (!done) return done;
    merger_.link_time =
        std::chrono::duration_cast<std::chrono::milliseconds>(Clock::now() - started);
    const auto size = TextAndData({linked}).front();
    if (!size) return Bad("it has no size");
    merger_.grows = *size > merger_.size;
    return {};
  }

  /// Link-time optimisation may put the code of all bitcode behind other objects. Then constructors
  /// run in another order than with `object`.
  Status CheckOrder(const fs::path& object) const {
    const auto bitcode = std::ranges::count_if(units_, &RecordedUnit::is_bitcode);
    if (bitcode == 0) return {};
    const Result<std::string> code = ReadFile(object);
    if (!code) return code.error();
    const Result<std::string> module = ReadFile(merged_);
    if (!module) return module.error();
    // The optimiser may have run constructors; bitcode has the names of its symbols as they are.
    if (!RunsByItself(*code) && module->find("llvm.global_") == std::string::npos) return {};
    if (bitcode < std::ssize(units_)) {
      return Bad("it has constructors, and units with -flto and without");
    }
    if (late_constructors_.empty()) return {};
    return Bad(fmt::format("constructors of '{}' may run at another time", late_constructors_));
  }

  void NameProgram() {
    const RecordedUnit& typical = Typical();
    const Result<std::string> bytes = ReadFile(merged_);
    merger_.unit = {.module = HashBytes(bytes ? *bytes : ""),
                    .folder = link_.folder,
                    .source = link_.output,
                    .output = link_.output,
                    .compiler = typical.compiler,
                    .code_words = typical.code_words};
    MergedProgram& program = merger_.program;
    program.key =
        HashBytes(fmt::format("{} {}", ToHex(merger_.unit.key()), fmt::join(merger_.keep, " ")));
    program.output = link_.OutputPath();
    program.link = link_.hash();
    for (const RecordedUnit& unit : units_) {
      program.units.emplace_back(unit.OutputPath().string(), unit.key());
    }
    program.inputs = HashInputs(objects_, program, folder_);
  }

  const RecordedLink& link_;
  const UnitFolder& folder_;
  const std::set<Hash128>& known_programs_;
  TemporaryFiles files_;
  std::vector<LinkedObject> objects_;
  std::map<Hash128, std::vector<RecordedUnit>> known_;  ///< by the hash of their objects
  /// For each object of a unit that the linker took, in its order: the units that it may be of.
  std::vector<std::vector<RecordedUnit>> candidates_;
  std::vector<RecordedUnit> units_;  ///< one for each of these
  std::vector<fs::path> others_;     ///< other objects that it took
  std::vector<fs::path> after_;      ///< those after the first unit
  std::vector<fs::path> between_;    ///< those between units
  std::string late_constructors_;    ///< an object after the first unit that has some
  fs::path linked_;
  fs::path merged_;
  Merger merger_;
};

/// True if the pattern matches the output, as `FindLinks` says.
bool Matches(const std::string& pattern, const fs::path& output) {
  std::error_code ignored;  // the build may have removed the working folder: names are left
  const fs::path name = pattern.find('/') == std::string::npos
                            ? output.filename()
                            : output.lexically_relative(fs::current_path(ignored));
  return fnmatch(fs::path(pattern).lexically_normal().c_str(), name.c_str(), FNM_PATHNAME) == 0;
}

}  // namespace

RunWords RunWithin(std::chrono::milliseconds limit, const Budget& budget) {
  return [limit, &budget](const std::vector<std::string>& words) -> Status {
    const Result<SubprocessResult> run = RunSubprocess(words, {.time_limit = limit}, budget);
    if (!run && run.error().code == ErrorCode::kIo) return Bad(run.error().message);
    if (!run) return run.error();
    if (run->timed_out) return Bad("the command takes too long");
    return run->Succeeded() ? Status() : Bad("the command fails");
  };
}

RunWords RunUntil(Clock::time_point end) {
  return [end](const std::vector<std::string>& words) {
    const auto left = std::chrono::duration_cast<std::chrono::milliseconds>(end - Clock::now());
    return RunWithin(std::max(kLeastTime, left))(words);
  };
}

Result<std::vector<RecordedLink>> FindLinks(const std::string& name,
                                            const std::vector<RecordedLink>& links) {
  std::error_code error;
  const fs::path path = fs::weakly_canonical(name, error);
  const bool is_pattern = name.find_first_of("*?[") != std::string::npos;
  std::vector<RecordedLink> found;
  std::string all;
  for (const RecordedLink& link : links) {
    const fs::path output = fs::weakly_canonical(link.OutputPath(), error);
    if (output == path) return std::vector{link};
    if (output.filename() == name || (is_pattern && Matches(name, output))) found.push_back(link);
    all += fmt::format("{}'{}'", all.empty() ? "" : ", ", link.output);
  }
  if (found.size() > 1 && !is_pattern) {
    return Error{ErrorCode::kNotFound,
                 fmt::format("'{}' and '{}' are linked: give the path",
                             found[0].OutputPath().string(), found[1].OutputPath().string())};
  }
  if (!found.empty()) return found;
  return Error{ErrorCode::kNotFound,
               fmt::format("the build links no '{}', but {}", name, all.empty() ? "nothing" : all)};
}

Result<Merger> MergeProgram(const RecordedLink& link, const std::vector<RecordedUnit>& units,
                            const UnitFolder& folder, const std::set<Hash128>& known) {
  return Merging(link, units, folder, known).Run();
}

}  // namespace autotune
