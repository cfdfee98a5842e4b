#include "wrapper/link_trace.h"

#include <algorithm>
#include <fstream>
#include <map>
#include <set>
#include <sstream>
#include <string_view>
#include <utility>

#include "core/file.h"
#include "core/printable.h"
#include "core/toolchain.h"
#include "wrapper/compiler_call.h"

namespace autotune {

namespace {

namespace fs = std::filesystem;

/// Options of the linker that write files or text besides the output. The next word is their value
/// if they end in a blank here.
constexpr std::string_view kWriting[] = {"-Map ",
                                         "--Map ",
                                         "-Map=",
                                         "--Map=",
                                         "--dependency-file ",
                                         "--dependency-file=",
                                         "--out-implib ",
                                         "--out-implib=",
                                         "--cref",
                                         "--print-",
                                         "-print-",
                                         "-M",
                                         "-t",
                                         "--trace",
                                         "--stats",
                                         "--verbose",
                                         "-verbose",
                                         "-v",
                                         "-V",
                                         "--version",
                                         "--reproduce=",
                                         "--why-extract=",
                                         "--save-temps",
                                         "--save-temps=",
                                         "--lto-obj-path=",
                                         "--opt-remarks-",
                                         "-plugin-opt ",
                                         "--plugin-opt ",
                                         "-plugin-opt=",
                                         "--plugin-opt="};

Error Bad(std::string message) { return {ErrorCode::kBadInput, std::move(message)}; }

/// Returns the words with another output, and without options that write something else.
std::vector<std::string> PrivateWords(const std::vector<std::string>& words,
                                      const fs::path& output) {
  std::vector<std::string> kept;
  bool value = false;  // the next option of the linker is the value of one that was left out
  const auto leaves_out = [&value](const std::string& option) {
    if (std::exchange(value, false)) return true;
    return std::ranges::any_of(kWriting, [&](std::string_view writing) {
      if (writing.ends_with(' ')) return value = option + ' ' == writing;
      const bool prefix = writing.ends_with('=') || writing.ends_with('-');
      return prefix ? option.starts_with(writing) : option == writing;
    });
  };
  for (std::size_t i = 0; i < words.size(); ++i) {
    const std::string& word = words[i];
    if (word == "-o" || word == "-MF" || word == "-MT" || word == "-MQ") {
      ++i;
    } else if (IsOfDependencies(word)) {
      continue;  // a source among the words is compiled again, but for no file of dependencies
    } else if (word.starts_with("-Wl,")) {
      std::string list = "-Wl";
      std::istringstream options(word.substr(4));
      for (std::string option; std::getline(options, option, ',');) {
        if (!leaves_out(option)) list += ',' + option;
      }
      if (list != "-Wl") kept.push_back(list);
    } else if (word == "-Xlinker" && i + 1 < words.size()) {
      if (!leaves_out(words[++i])) kept.insert(kept.end(), {word, words[i]});
    } else if (!word.starts_with("-o")) {
      kept.push_back(word);
    }
  }
  kept.insert(kept.end(), {"-o", output.string()});
  return kept;
}

/// Returns what a command writes to stdout.
Result<std::string> OutputOf(const fs::path& folder, const std::vector<std::string>& command,
                             TemporaryFiles& files, const RunWords& run) {
  const fs::path output = files.New(".txt");
  if (const Status done = RunIn(folder, command, output, run); !done) return done.error();
  return ReadFile(output);
}

constexpr std::string_view kThin = "!<thin>";

/// The members of an archive, taken out by `llvm-ar`. A thin one only names files from its folder.
struct Archive {
  fs::path folder;                   ///< the members, as files
  std::multiset<std::string> names;  ///< two members may have one name
};

Result<Archive> ReadArchive(const fs::path& file, TemporaryFiles& files, const RunWords& run) {
  std::string magic(kThin.size(), '\0');
  std::ifstream(file, std::ios::binary).read(magic.data(), std::ssize(magic));
  const bool is_thin = magic == kThin;
  Archive archive{.folder = is_thin ? file.parent_path() : files.New(".members"), .names = {}};
  const std::string ar(kArProgram);
  if (!is_thin) {
    if (const Status made = MakeFolder(archive.folder); !made) return made.error();
    const auto taken =
        OutputOf(archive.folder, {ar, "x", "--output=" + archive.folder.string(), file.string()},
                 files, run);
    if (!taken) return taken.error();
  }
  const fs::path named = is_thin ? file.filename() : file;
  const auto list = OutputOf(archive.folder, {ar, "t", named.string()}, files, run);
  if (!list) return list.error();
  std::istringstream lines(*list);
  for (std::string name; std::getline(lines, name);) archive.names.insert(name);
  return archive;
}

/// GNU ld may give its plugin the first member of an archive early, and if nothing needs it.
/// Errors: `kBadInput` if that is bitcode, and has constructors or is none of `objects`; those of
/// `run`.
Status CheckFirstMembers(const std::vector<fs::path>& archives,
                         const std::vector<LinkedObject>& objects, TemporaryFiles& files,
                         const RunWords& run) {
  const std::string ar(kArProgram);
  for (const fs::path& file : archives) {
    const auto list = OutputOf(file.parent_path(), {ar, "t", file.string()}, files, run);
    if (!list) return list.error();
    const std::string first = list->substr(0, list->find('\n'));
    if (first.empty()) continue;
    const auto bytes = OutputOf(file.parent_path(), {ar, "p", file.string(), first}, files, run);
    if (!bytes) return bytes.error();
    const bool is_taken = std::ranges::any_of(objects, [&](const LinkedObject& object) {
      return object.file == file && object.member == first;
    });
    const bool has_constructors = bytes->find("llvm.global_") != bytes->npos;
    if (!IsBitcode(*bytes) || (is_taken && !has_constructors)) continue;
    return Bad("its linker may take '" + Printable(first) + "' too early");
  }
  return {};
}

/// Reads a line of a linker's trace: `a.o`, and a member as `(lib.a)b.o` (GNU ld) or `lib.a(b.o)`.
LinkedObject ReadTraceLine(const std::string& line, const fs::path& folder) {
  std::error_code error;
  if (fs::exists(folder / line, error)) return {folder / line, {}, {}};
  const std::size_t end = line.rfind(')');
  if (line.starts_with('(') && end != line.npos) {
    return {folder / line.substr(1, end - 1), line.substr(end + 1), {}};
  }
  const std::size_t begin = line.rfind('(');
  if (line.ends_with(')') && begin != line.npos) {
    return {folder / line.substr(0, begin), line.substr(begin + 1, line.size() - begin - 2), {}};
  }
  return {folder / line, {}, {}};
}

bool IsElf(std::string_view bytes) {
  return bytes.starts_with(
      "\x7f"
      "ELF");
}

/// True for an object of ELF that a linker takes apart.
bool IsRelocatable(std::string_view bytes) {
  constexpr std::size_t kType = 16;
  constexpr char kRelocatable = 1;
  if (!IsElf(bytes) || bytes.size() < kType + 2) return false;
  return bytes[kType] == kRelocatable || bytes[kType + 1] == kRelocatable;  // either byte order
}

/// True for the object that the plugin of GNU ld makes of all bitcode, and removes.
bool IsMadeByPlugin(const fs::path& file) {
  return file.filename().string().starts_with("lto-llvm-");
}

/// The units of a program by the hashes of their objects.
std::map<Hash128, Hash128> KeysOfObjects(const MergedProgram& program, const UnitFolder& folder) {
  std::map<Hash128, Hash128> keys;
  for (const auto& [output, key] : program.units) {
    for (const fs::path& object : {folder.Plain(key), folder.Tuned(key)}) {
      if (const Result<std::string> bytes = ReadFile(object)) keys.emplace(HashBytes(*bytes), key);
    }
  }
  return keys;
}

/// True if a program may lose this symbol of its dynamic table. An inline function or a template's
/// instance stands there if a library has it, too, which then takes its own. A variable of a
/// library has a version; the program has a copy only if it uses that.
bool MayGo(const std::string& name, char kind) {
  return std::string_view("WVu").find(kind) != std::string_view::npos ||
         name.find('@') != std::string::npos;
}

/// Compares the dynamic tables of a file as its build links it and with one module.
Status CompareDynamicNames(const RecordedLink& link, const std::map<std::string, char>& plain,
                           const std::map<std::string, char>& merged) {
  const auto changes = [](const std::string& name) {
    return Bad("its dynamic symbols would change: '" + Printable(name) + "'");
  };
  for (const auto& [name, kind] : merged) {
    if (!plain.contains(name)) return changes(name);
  }
  for (const auto& [name, kind] : plain) {
    if (merged.contains(name) || (!MakesSharedLibrary(link) && MayGo(name, kind))) continue;
    return changes(name);
  }
  return {};
}

using Names = std::set<std::string>;

/// The symbols that objects define and need.
struct Symbols {
  Names defined;
  Names all;
};

Result<Symbols> SymbolsOf(const std::vector<LinkedObject>& objects, const UnitFolder& folder,
                          const RunWords& run) {
  TemporaryFiles files(folder);
  std::vector<fs::path> paths;
  for (const LinkedObject& object : objects) {
    paths.push_back(files.New(".o"));
    const Status written = ReplaceFile(paths.back(), object.bytes);
    if (!written) return written.error();
  }
  const auto all = SymbolNames({"--extern-only"}, paths, folder, run);
  if (!all) return all.error();
  const auto defined = SymbolNames({"--extern-only", "--defined-only"}, paths, folder, run);
  if (!defined) return defined.error();
  return Symbols{*defined, *all};
}

/// Judges objects that only one of two links takes, beside those that the other one takes: with
/// one module, a function of an archive may be called that the plain code inlines, or the other way
/// round. Such an object may neither run by itself nor define a symbol that the other link has or
/// takes from elsewhere.
Status CheckOnlyIn(const std::vector<LinkedObject>& some, const std::vector<LinkedObject>& others,
                   const std::string& what, const UnitFolder& folder, const RunWords& run) {
  if (some.empty()) return {};
  const Result<Symbols> taken = SymbolsOf(others, folder, run);
  if (!taken) return taken.error();
  for (const LinkedObject& object : some) {
    const std::string name = "'" + Printable(object.name()) + "' " + what;
    if (RunsByItself(object.bytes)) return Bad(name + ", and runs before or after main");
    const Result<Symbols> own = SymbolsOf({object}, folder, run);
    if (!own) return own.error();
    for (const std::string& symbol : own->defined) {
      if (taken->all.contains(symbol)) {
        return Bad(name + ", and defines '" + Printable(symbol) + "'");
      }
    }
  }
  return {};
}

/// Returns the shared libraries that a linked file asks for, as text.
Result<std::string> NeededLibraries(const fs::path& file, const UnitFolder& folder,
                                    const RunWords& run) {
  TemporaryFiles files(folder);
  return OutputOf(folder.root(), {std::string(kReadelfProgram), "--needed-libs", file.string()},
                  files, run);
}

}  // namespace

bool IsBitcode(std::string_view bytes) { return bytes.starts_with("BC\xc0\xde"); }

Status RunIn(const fs::path& folder, const std::vector<std::string>& command,
             const fs::path& output, const RunWords& run) {
  const fs::path messages = output.string() + ".err";
  std::vector<std::string> words = {
      "sh",
      "-c",
      "cd \"$1\" && out=$2 && shift 2 && exec \"$@\" > \"$out\" 2> \"$out.err\" < /dev/null",
      "sh",
      folder.string(),
      output.string()};
  words.insert(words.end(), command.begin(), command.end());
  const Status done = run(words);
  std::string why;
  if (const Result<std::string> text = ReadFile(messages)) why = text->substr(0, text->find('\n'));
  std::error_code ignored;  // it may not have been made
  fs::remove(messages, ignored);
  if (done || done.error().code != ErrorCode::kBadInput) return done;
  return Bad("'" + command.front() + "' fails" + (why.empty() ? "" : ": " + Printable(why)));
}

std::vector<std::string> LinkerOptions(const std::vector<std::string>& words) {
  std::vector<std::string> options;
  for (std::size_t i = 0; i < words.size(); ++i) {
    if (words[i].starts_with("-Wl,")) {
      std::istringstream list(words[i].substr(4));
      for (std::string option; std::getline(list, option, ',');) options.push_back(option);
    } else if (words[i] == "-Xlinker" && i + 1 < words.size()) {
      options.push_back(words[++i]);
    } else if (words[i].starts_with("-T") || words[i] == "-u" || words[i] == "-e") {
      options.push_back(words[i]);
    }
  }
  return options;
}

bool RunsByItself(std::string_view bytes) {
  constexpr std::string_view kSections[] = {
      ".init", ".fini", ".init_array", ".fini_array", ".preinit_array", ".ctors", ".dtors"};
  return std::ranges::any_of(kSections, [bytes](std::string_view section) {
    const std::string name(section);
    return bytes.find(name + '\0') != bytes.npos || bytes.find(name + '.') != bytes.npos;
  });
}

Result<std::set<std::string>> SymbolNames(const std::vector<std::string>& options,
                                          const std::vector<fs::path>& objects,
                                          const UnitFolder& folder, const RunWords& run) {
  std::set<std::string> names;
  if (objects.empty()) return names;
  TemporaryFiles files(folder);
  std::vector<std::string> command = {std::string(kNmProgram), "--just-symbol-name", "--quiet"};
  command.insert(command.end(), options.begin(), options.end());
  for (const fs::path& object : objects) command.push_back(object.string());
  const Result<std::string> text = OutputOf(folder.root(), command, files, run);
  if (!text) return text.error();
  std::istringstream lines(*text);
  // A symbol with a version is `name@@VERSION`.
  for (std::string line; std::getline(lines, line);) names.insert(line.substr(0, line.find('@')));
  return names;
}

bool MakesSharedLibrary(const RecordedLink& link) {
  return std::ranges::find(link.words, "-shared") != link.words.end();
}

Result<std::map<std::string, char>> DynamicNames(const fs::path& file, const UnitFolder& folder,
                                                 const RunWords& run) {
  TemporaryFiles files(folder);
  const Result<std::string> text = OutputOf(folder.root(),
                                            {std::string(kNmProgram), "--dynamic", "--defined-only",
                                             "--format=posix", "--quiet", file.string()},
                                            files, run);
  if (!text) return text.error();
  std::map<std::string, char> names;
  std::istringstream lines(*text);
  for (std::string line, name, kind; std::getline(lines, line);) {
    if (std::istringstream(line) >> name >> kind) names[name] = kind.front();
  }
  return names;
}

Result<std::vector<LinkedObject>> TraceLink(const RecordedLink& link,
                                            const std::vector<std::string>& words,
                                            const fs::path& output, const UnitFolder& folder,
                                            const RunWords& run) {
  TemporaryFiles files(folder);
  std::vector<std::string> command = link.compiler;
  const std::vector<std::string> own = PrivateWords(words, output);
  command.insert(command.end(), own.begin(), own.end());
  command.emplace_back("-Wl,-t,-t");
  const Result<std::string> text = OutputOf(link.folder, command, files, run);
  if (!text) return text.error();
  std::vector<LinkedObject> objects;
  std::map<fs::path, Archive> archives;
  std::set<std::string> seen;
  bool has_bitcode = false;
  bool has_plugin = false;
  std::vector<fs::path> read_archives;
  std::istringstream lines(*text);
  for (std::string line; std::getline(lines, line);) {
    if (!seen.insert(line).second) continue;  // a library that is searched twice
    LinkedObject object = ReadTraceLine(line, link.folder);
    if (object.member.empty()) {
      Result<std::string> bytes = ReadFile(object.file);
      if (!bytes && IsMadeByPlugin(object.file)) {
        // That is gold's way.
        if (!has_bitcode) return Bad("its linker does not say which bitcode it reads");
        has_plugin = true;
        continue;
      }
      if (!bytes) return Bad("its link reads '" + Printable(line) + "', which is gone");
      object.bytes = *std::move(bytes);
    } else {
      auto archive = archives.find(object.file);
      if (archive == archives.end()) {
        Result<Archive> read = ReadArchive(object.file, files, run);
        if (!read) return read.error();
        archive = archives.emplace(object.file, *std::move(read)).first;
      }
      const auto& [folder_of_members, names] = archive->second;
      if (names.count(object.member) != 1) {
        return Bad("'" + object.file.string() + "' has not one member '" + object.member + "'");
      }
      Result<std::string> bytes = ReadFile(folder_of_members / object.member);
      if (!bytes) return bytes.error();
      object.bytes = *std::move(bytes);
    }
    const bool is_bitcode = IsBitcode(object.bytes);
    has_bitcode = has_bitcode || is_bitcode;
    if (is_bitcode || IsRelocatable(object.bytes)) {
      objects.push_back(std::move(object));
    } else if (object.bytes.starts_with('!')) {
      read_archives.push_back(object.file);
    } else if (!IsElf(object.bytes) && std::ranges::find(words, line) != words.end()) {
      return Bad("its link reads the linker script '" + Printable(line) + "'");
    }
  }
  if (has_plugin) {
    const Status sure = CheckFirstMembers(read_archives, objects, files, run);
    if (!sure) return sure.error();
  }
  return objects;
}

Hash128 HashInputs(const std::vector<LinkedObject>& objects, const MergedProgram& program,
                   const UnitFolder& folder) {
  const std::map<Hash128, Hash128> keys = KeysOfObjects(program, folder);
  std::string text;
  for (const LinkedObject& object : objects) {
    const Hash128 hash = HashBytes(object.bytes);
    const auto unit = keys.find(hash);
    text += unit == keys.end() ? "other " + ToHex(hash) : "unit " + ToHex(unit->second);
    text += '\n';
  }
  return HashBytes(text);
}

Status LinkMerged(const RecordedLink& link, const MergedProgram& program, const fs::path& object,
                  const fs::path& output, const UnitFolder& folder, const RunWords& run) {
  TemporaryFiles files(folder);
  const fs::path plain = files.New(".out");
  const auto before = TraceLink(link, link.words, plain, folder, run);
  if (!before) return before.error();
  if (HashInputs(*before, program, folder) != program.inputs) {
    return Bad("it links other objects now");
  }
  const auto after = TraceLink(link, program.Words(link.words, object), output, folder, run);
  if (!after) return after.error();
  const std::map<Hash128, Hash128> keys = KeysOfObjects(program, folder);
  std::set<Hash128> taken;  // by the plain link
  for (const LinkedObject& linked : *before) taken.insert(HashBytes(linked.bytes));
  const Result<std::string> module = ReadFile(object);
  if (!module) return module.error();
  const Hash128 own = HashBytes(*module);
  std::set<Hash128> kept;
  std::vector<LinkedObject> added, lost;
  for (const LinkedObject& linked : *after) {
    const Hash128 hash = HashBytes(linked.bytes);
    if (keys.contains(hash)) {
      return Bad("'" + linked.name() + "' is linked beside the module that has it");
    }
    kept.insert(hash);
    if (hash != own && !taken.contains(hash)) added.push_back(linked);
  }
  for (const LinkedObject& linked : *before) {
    const Hash128 hash = HashBytes(linked.bytes);
    if (!keys.contains(hash) && !kept.contains(hash)) lost.push_back(linked);
  }
  const auto is_bitcode = [](const LinkedObject& linked) { return IsBitcode(linked.bytes); };
  // Bitcode does not tell what its code will need of the same names.
  if (!added.empty() && std::ranges::any_of(*before, is_bitcode)) {
    return Bad("'" + Printable(added.front().name()) + "' would be linked, too");
  }
  const Status more = CheckOnlyIn(added, *before, "would be linked, too", folder, run);
  if (!more) return more;
  const Status less = CheckOnlyIn(lost, *after, "would not be linked", folder, run);
  if (!less) return less;
  const auto libraries = NeededLibraries(plain, folder, run);
  if (!libraries) return libraries.error();
  const auto libraries_now = NeededLibraries(output, folder, run);
  if (!libraries_now) return libraries_now.error();
  if (*libraries != *libraries_now) return Bad("it would need other shared libraries");
  const auto names = DynamicNames(plain, folder, run);
  if (!names) return names.error();
  const auto now = DynamicNames(output, folder, run);
  if (!now) return now.error();
  return CompareDynamicNames(link, *names, *now);
}

}  // namespace autotune
