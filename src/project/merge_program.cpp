#include "project/merge_program.h"

#include <algorithm>
#include <fstream>
#include <map>
#include <optional>
#include <set>
#include <sstream>
#include <string_view>
#include <utility>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "core/file.h"
#include "core/quantity.h"
#include "core/toolchain.h"
#include "eval/process/subprocess.h"
#include "project/object_sizes.h"

namespace autotune {

namespace {

namespace fs = std::filesystem;

using Names = std::set<std::string>;

/// Options that name symbols or lay out the file. What they do with local symbols isn't known.
constexpr std::string_view kRefusedOptions[] = {
    "-r",      "--relocatable",     "-T", "--script",      "-script", "--wrap",  "-wrap",
    "-defsym", "--defsym",          "-u", "--undefined",   "-e",      "--entry", "-init",
    "-fini",   "--require-defined", "-R", "--just-symbols"};

Error Bad(std::string message) { return {ErrorCode::kBadInput, std::move(message)}; }

std::string FirstLine(const std::string& text) { return text.substr(0, text.find('\n')); }

/// Removes files at the end of a scope.
class TemporaryFiles {
 public:
  explicit TemporaryFiles(const UnitFolder& folder) : folder_(folder) {}
  TemporaryFiles(const TemporaryFiles&) = delete;
  TemporaryFiles& operator=(const TemporaryFiles&) = delete;
  ~TemporaryFiles() {
    std::error_code ignored;  // it may have moved
    for (const fs::path& file : files_) fs::remove(file, ignored);
  }

  fs::path New(std::string_view extension) {
    return files_.emplace_back(folder_.NewTemporary(extension));
  }

 private:
  const UnitFolder& folder_;
  std::vector<fs::path> files_;
};

/// Runs a command in a folder. Its output, of any length, goes to a file.
Status RunIn(const fs::path& folder, const std::vector<std::string>& command,
             const fs::path& output) {
  std::vector<std::string> words = {"sh",
                                    "-c",
                                    "cd \"$1\" && out=$2 && shift 2 && exec \"$@\" > \"$out\"",
                                    "sh",
                                    folder.string(),
                                    output.string()};
  words.insert(words.end(), command.begin(), command.end());
  const Result<SubprocessResult> run =
      RunSubprocess(words, {.time_limit = std::chrono::minutes(10)}, Budget::Unlimited());
  if (!run) return run.error();
  if (run->Succeeded()) return {};
  return Bad(fmt::format("'{}' fails{}", command.front(),
                         run->error_output.empty() ? "" : ": " + FirstLine(run->error_output)));
}

/// Returns the words with another output, and without those that write a further file.
std::vector<std::string> WithOutput(const std::vector<std::string>& words, const fs::path& output) {
  std::vector<std::string> changed;
  for (std::size_t i = 0; i < words.size(); ++i) {
    if (words[i] == "-o") {
      ++i;
    } else if (!words[i].starts_with("-o") && !words[i].starts_with("-Wl,-Map")) {
      changed.push_back(words[i]);
    }
  }
  changed.emplace_back("-o");
  changed.push_back(output.string());
  return changed;
}

Status Link(const RecordedLink& link, const std::vector<std::string>& words,
            const fs::path& messages) {
  std::vector<std::string> command = link.compiler;
  command.insert(command.end(), words.begin(), words.end());
  return RunIn(link.folder, command, messages);
}

/// The linker's options among a compiler's words.
std::vector<std::string> LinkerOptions(const std::vector<std::string>& words) {
  std::vector<std::string> options;
  for (std::size_t i = 0; i < words.size(); ++i) {
    if (words[i].starts_with("-Wl,")) {
      std::istringstream list(words[i].substr(4));
      for (std::string option; std::getline(list, option, ',');) options.push_back(option);
    } else if (words[i] == "-Xlinker" && i + 1 < words.size()) {
      options.push_back(words[++i]);
    } else if (words[i].starts_with("-T") || words[i] == "-u") {
      options.push_back(words[i].substr(0, 2));
    }
  }
  return options;
}

/// A file that a linker read: an object, or a member of an archive.
struct Input {
  fs::path file;
  std::string member;  ///< empty: the file itself

  auto operator<=>(const Input&) const = default;
};

/// Reads a line of a linker's trace: `a.o`, and a member as `(lib.a)b.o` (GNU ld) or `lib.a(b.o)`.
Input ReadTraceLine(const std::string& line, const fs::path& folder) {
  std::error_code error;
  const fs::path file = folder / line;
  if (fs::exists(file, error)) return {.file = file, .member = {}};
  const std::size_t end = line.rfind(')');
  if (line.starts_with('(') && end != line.npos) {
    return {.file = folder / line.substr(1, end - 1), .member = line.substr(end + 1)};
  }
  const std::size_t begin = line.rfind('(');
  if (line.ends_with(')') && begin != line.npos) {
    return {.file = folder / line.substr(0, begin),
            .member = line.substr(begin + 1, line.size() - begin - 2)};
  }
  return {.file = file, .member = {}};
}

/// True for an object of ELF that a linker takes apart.
bool IsRelocatable(std::string_view bytes) {
  constexpr std::size_t kType = 16;
  constexpr char kRelocatable = 1;
  if (bytes.size() < kType + 2 || !bytes.starts_with("\x7f"
                                                     "ELF"))
    return false;
  return bytes[kType] == kRelocatable || bytes[kType + 1] == kRelocatable;  // either byte order
}

/// One call of `MergeProgram`.
class Merging {
 public:
  Merging(const RecordedLink& link, const std::vector<RecordedUnit>& units,
          const UnitFolder& folder)
      : link_(link), folder_(folder), files_(folder) {
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
      const std::string name = option.substr(0, option.find('='));
      if (std::ranges::find(kRefusedOptions, name) != std::end(kRefusedOptions)) {
        return Bad(fmt::format("its link has the option '{}'", option));
      }
    }
    if (const Status done = ReadInputs(); !done) return done.error();
    if (const Status done = ChooseUnits(); !done) return done.error();
    if (const Status done = MergeUnits(); !done) return done.error();
    if (const Status done = FindKept(); !done) return done.error();
    if (const Status done = CheckSize(); !done) return done.error();
    NameProgram();
    if (const Status noted = folder_.AddMerged(merger_.program); !noted) return noted.error();
    return std::move(merger_);
  }

 private:
  /// Lets the linker say what it reads, and sorts that into units and other objects.
  Status ReadInputs() {
    linked_ = files_.New(".out");
    const fs::path trace = files_.New(".txt");
    std::vector<std::string> words = WithOutput(link_.words, linked_);
    words.emplace_back("-Wl,-t,-t");
    if (const Status done = Link(link_, words, trace); !done) return done;
    const auto sizes = TextAndData({linked_});
    if (!sizes[0]) return Bad("it has no size");
    merger_.size = *sizes[0];
    const Result<std::string> text = ReadFile(trace);
    if (!text) return text.error();
    std::istringstream lines(*text);
    std::set<Input> seen;
    for (std::string line; std::getline(lines, line);) {
      const Input input = ReadTraceLine(line, link_.folder);
      // An archive that is searched twice is named twice. Two members of a name can't be told
      // apart.
      if (!seen.insert(input).second) {
        if (input.member.empty()) continue;
        return Bad(fmt::format("an archive has two members '{}'", input.member));
      }
      if (const Status done = Sort(input); !done) return done;
    }
    for (std::size_t i = 0; i < link_.words.size(); ++i) {
      const std::string& word = link_.words[i];
      if (word.starts_with('-')) continue;
      const Result<std::string> bytes = ReadFile(fs::path(link_.folder) / word);
      if (bytes && known_.contains(HashBytes(*bytes))) merger_.program.units_of_link.push_back(i);
    }
    return {};
  }

  Status Sort(const Input& input) {
    fs::path file = input.file;
    if (!input.member.empty()) {
      file = files_.New(".o");
      const Status done = RunIn(
          link_.folder, {std::string(kArProgram), "p", input.file.string(), input.member}, file);
      if (!done) return done;
    }
    const Result<std::string> bytes = ReadFile(file);
    if (!bytes) return Bad(fmt::format("its link reads '{}', which is gone", file.string()));
    if (!IsRelocatable(*bytes)) return {};  // a shared library, or a linker script
    const auto known = known_.find(HashBytes(*bytes));
    if (known == known_.end()) {
      others_.push_back(file);
      return {};
    }
    const auto own = std::ranges::find(known->second, input.file, &RecordedUnit::OutputPath);
    candidates_.push_back(own == known->second.end() ? known->second : std::vector{*own});
    return {};
  }

  /// Chooses a unit for each object such that all become code in the same way: units may have
  /// equal objects, with `-fPIC` and without.
  Status ChooseUnits() {
    if (candidates_.empty()) return Bad("it has no object that our compiler has made");
    const auto code = [](const RecordedUnit& unit) {
      std::vector<std::string> words = unit.code_words;
      std::erase_if(words, [](const std::string& word) {
        return word.starts_with("-O") || word.starts_with("-g");
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

  Status MergeUnits() {
    merged_ = files_.New(".bc");
    std::vector<std::string> words = {std::string(kLinkProgram), "-o", merged_.string()};
    for (const RecordedUnit& unit : units_) words.push_back(folder_.Module(unit.module).string());
    return RunIn(link_.folder, words, files_.New(".txt"));
  }

  Result<Names> Symbols(const std::vector<std::string>& options,
                        const std::vector<fs::path>& files) {
    Names names;
    if (files.empty()) return names;
    const fs::path list = files_.New(".txt");
    std::vector<std::string> words = {std::string(kNmProgram), "--just-symbol-name", "--quiet"};
    words.insert(words.end(), options.begin(), options.end());
    for (const fs::path& file : files) words.push_back(file.string());
    if (const Status done = RunIn(link_.folder, words, list); !done) return done.error();
    const Result<std::string> text = ReadFile(list);
    if (!text) return text.error();
    std::istringstream lines(*text);
    // A symbol with a version is `name@@VERSION`.
    for (std::string line; std::getline(lines, line);) names.insert(line.substr(0, line.find('@')));
    return names;
  }

  /// The symbols of the module that the file gives to other programs or other inputs need.
  Status FindKept() {
    const Result<Names> own = Symbols({"--defined-only", "--extern-only"}, {merged_});
    if (!own) return own.error();
    const Result<Names> given = Symbols({"--dynamic", "--defined-only"}, {linked_});
    if (!given) return given.error();
    const Result<Names> needed = Symbols({"--undefined-only"}, others_);
    if (!needed) return needed.error();
    for (const std::string& name : *own) {
      if (name != "main" && (given->contains(name) || needed->contains(name))) {
        merger_.keep.push_back(name);
      }
    }
    if (!own->contains("main") && merger_.keep.empty()) return Bad("nothing of it is used");
    return {};
  }

  /// Checks that one module is no larger before any search: inlining may want too much of the
  /// functions that have become local.
  Status CheckSize() {
    const RecordedUnit& first = units_.front();
    const fs::path module = files_.New(".bc");
    const fs::path object = files_.New(".o");
    const fs::path linked = files_.New(".out");
    const fs::path messages = files_.New(".txt");
    const Status made =
        RunIn(link_.folder,
              {std::string(kOptProgram), "-passes=internalize,globaldce",
               fmt::format("-internalize-public-api-list=main,{}", fmt::join(merger_.keep, ",")),
               merged_.string(), "-o", module.string()},
              messages);
    if (!made) return made;
    std::vector<std::string> words = first.compiler;
    words.insert(words.end(), first.code_words.begin(), first.code_words.end());
    words.insert(words.end(), {"-w", "-Qunused-arguments", "-x", "ir", "-c", module.string(), "-o",
                               object.string()});
    if (const Status done = RunIn(link_.folder, words, messages); !done) return done;
    if (const Status done = LinkMerged(merger_, object, linked); !done) return done;
    const auto size = TextAndData({linked}).front();
    if (size && *size <= merger_.size) return {};
    if (!size) return Bad("it has no size");
    return Bad(fmt::format("its size would change by {}", FormatChange(*size, merger_.size)));
  }

  void NameProgram() {
    const RecordedUnit& first = units_.front();
    const Result<std::string> bytes = ReadFile(merged_);
    merger_.unit = {.module = HashBytes(bytes ? *bytes : ""),
                    .folder = link_.folder,
                    .source = link_.output,
                    .output = link_.output,
                    .compiler = first.compiler,
                    .code_words = first.code_words};
    std::error_code error;
    fs::rename(merged_, folder_.Module(merger_.unit.module), error);
    MergedProgram& program = merger_.program;
    program.key =
        HashBytes(fmt::format("{} {}", ToHex(merger_.unit.key()), fmt::join(merger_.keep, " ")));
    program.output = link_.OutputPath();
    program.link = link_.hash();
    for (const RecordedUnit& unit : units_) {
      program.units.emplace_back(unit.OutputPath().string(), unit.key());
    }
  }

  const RecordedLink& link_;
  const UnitFolder& folder_;
  TemporaryFiles files_;
  std::map<Hash128, std::vector<RecordedUnit>> known_;  ///< by the hash of their objects
  /// For each object of a unit that the linker took, in its order: the units that it may be of.
  std::vector<std::vector<RecordedUnit>> candidates_;
  std::vector<RecordedUnit> units_;  ///< one for each of these
  std::vector<fs::path> others_;     ///< other objects that it took
  fs::path linked_;
  fs::path merged_;
  Merger merger_;
};

}  // namespace

Result<RecordedLink> FindLink(const std::string& name, const std::vector<RecordedLink>& links) {
  std::error_code error;
  const fs::path path = fs::weakly_canonical(name, error);
  const RecordedLink* found = nullptr;
  std::string all;
  for (const RecordedLink& link : links) {
    const fs::path output = fs::weakly_canonical(link.OutputPath(), error);
    if (output == path) return link;
    if (output.filename() == name) {
      if (found) {
        return Error{ErrorCode::kNotFound,
                     fmt::format("'{}' and '{}' are linked: give the path",
                                 found->OutputPath().string(), link.OutputPath().string())};
      }
      found = &link;
    }
    all += fmt::format("{}'{}'", all.empty() ? "" : ", ", link.output);
  }
  if (found) return *found;
  return Error{ErrorCode::kNotFound,
               fmt::format("the build links no '{}', but {}", name, all.empty() ? "nothing" : all)};
}

Result<Merger> MergeProgram(const RecordedLink& link, const std::vector<RecordedUnit>& units,
                            const UnitFolder& folder) {
  return Merging(link, units, folder).Run();
}

Status LinkMerged(const Merger& merger, const fs::path& object, const fs::path& output) {
  return Link(merger.link, WithOutput(merger.program.Words(merger.link.words, object), output),
              "/dev/null");
}

}  // namespace autotune
