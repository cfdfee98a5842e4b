#include "wrapper/unit_folder.h"

#include <algorithm>
#include <atomic>
#include <cerrno>
#include <cstring>
#include <fstream>
#include <iterator>
#include <optional>
#include <random>
#include <set>
#include <utility>

#include <fcntl.h>
#include <unistd.h>

#include "core/file.h"
#include "core/printable.h"
#include "wrapper/compiler_call.h"
#include "wrapper/fields.h"

namespace autotune {

namespace {

namespace fs = std::filesystem;

constexpr std::string_view kUnitVersion = "autotune unit 1";
constexpr std::string_view kLinkVersion = "autotune link 1";
constexpr std::string_view kMergedVersion = "autotune merged 1";
constexpr std::size_t kFixedFields = 6;  // before the words of the compiler

constexpr const char* kFolders[] = {
    "tmp",   "modules",  "units", "objects", "linked", "merged", "merged-in", "plain",
    "tuned", "rejected", "held",  "lists",   "spent",  "sizes",  "compilers", "changed"};

std::string Text(const RecordedUnit& unit) {
  std::vector<std::string> fields = {std::string(kUnitVersion),
                                     ToHex(unit.module),
                                     unit.folder,
                                     unit.source,
                                     unit.output,
                                     std::to_string(unit.compiler.size())};
  fields.insert(fields.end(), unit.compiler.begin(), unit.compiler.end());
  fields.insert(fields.end(), unit.code_words.begin(), unit.code_words.end());
  return Joined(fields);
}

std::optional<std::size_t> ReadNumber(const std::string& text) {
  if (text.empty() || text.size() > 6 || text.find_first_not_of("0123456789") != text.npos) {
    return std::nullopt;
  }
  return std::stoul(text);
}

std::optional<RecordedUnit> ReadUnit(std::string_view text) {
  const std::vector<std::string> fields = Fields(text);
  if (fields.size() < kFixedFields || fields.front() != kUnitVersion) return std::nullopt;
  const std::optional<Hash128> module = FromHex(fields[1]);
  const std::optional<std::size_t> compiler = ReadNumber(fields[5]);
  if (!module || !compiler || *compiler == 0 || *compiler > fields.size() - kFixedFields) {
    return std::nullopt;
  }
  const auto words = fields.begin() + kFixedFields;
  const auto code = words + static_cast<std::ptrdiff_t>(*compiler);
  return RecordedUnit{*module,   fields[2],     fields[3],
                      fields[4], {words, code}, {code, fields.end()}};
}

std::string Text(const RecordedLink& link) {
  std::vector<std::string> fields = {std::string(kLinkVersion), link.folder, link.output,
                                     std::to_string(link.compiler.size())};
  fields.insert(fields.end(), link.compiler.begin(), link.compiler.end());
  fields.insert(fields.end(), link.words.begin(), link.words.end());
  return Joined(fields);
}

std::optional<RecordedLink> ReadLink(const std::string& text) {
  // Earlier versions kept the name alone.
  if (text.starts_with('/')) return RecordedLink{"/", text, {}, {}};
  const std::vector<std::string> fields = Fields(text);
  constexpr std::size_t kFixed = 4;
  if (fields.size() < kFixed || fields.front() != kLinkVersion) return std::nullopt;
  const std::optional<std::size_t> compiler = ReadNumber(fields[3]);
  if (!compiler || *compiler > fields.size() - kFixed) return std::nullopt;
  const auto words = fields.begin() + kFixed;
  const auto others = words + static_cast<std::ptrdiff_t>(*compiler);
  return RecordedLink{fields[1], fields[2], {words, others}, {others, fields.end()}};
}

std::string Text(const MergedProgram& program) {
  std::vector<std::string> fields = {
      std::string(kMergedVersion), ToHex(program.key),
      program.output.string(),     ToHex(program.link),
      ToHex(program.inputs),       std::to_string(program.units_of_link.size())};
  for (const std::size_t word : program.units_of_link) fields.push_back(std::to_string(word));
  for (const auto& [output, key] : program.units) {
    fields.push_back(output);
    fields.push_back(ToHex(key));
  }
  return Joined(fields);
}

std::optional<MergedProgram> ReadMerged(const std::string& text) {
  const std::vector<std::string> fields = Fields(text);
  constexpr std::size_t kFixed = 6;
  if (fields.size() < kFixed || fields.front() != kMergedVersion) return std::nullopt;
  const std::optional<Hash128> key = FromHex(fields[1]);
  const std::optional<Hash128> link = FromHex(fields[3]);
  const std::optional<Hash128> inputs = FromHex(fields[4]);
  const std::optional<std::size_t> words = ReadNumber(fields[5]);
  if (!key || !link || !inputs || !words || *words > fields.size() - kFixed) return std::nullopt;
  MergedProgram program{*key, fields[2], *link, *inputs, {}, {}};
  std::size_t at = kFixed;
  for (; at < kFixed + *words; ++at) {
    const std::optional<std::size_t> word = ReadNumber(fields[at]);
    if (!word) return std::nullopt;
    program.units_of_link.push_back(*word);
  }
  for (; at + 1 < fields.size(); at += 2) {
    const std::optional<Hash128> unit = FromHex(fields[at + 1]);
    if (!unit) return std::nullopt;
    program.units.emplace_back(fields[at], *unit);
  }
  if (at != fields.size() || program.units.empty() || program.units_of_link.empty()) {
    return std::nullopt;
  }
  return program;
}

/// Name of a file about another one.
std::string NameOf(const fs::path& file) { return ToHex(HashBytes(file.string())); }

/// Hash of a file's contents; empty if it can't be read.
std::string HashOf(const fs::path& file) {
  const Result<std::string> contents = ReadFile(file);
  return contents ? ToHex(HashBytes(*contents)) : "";
}

/// The contents of the regular files of a folder, in the order of their names. `complete` becomes
/// false if one can't be read.
std::vector<std::string> Contents(const fs::path& folder, bool& complete) {
  std::vector<fs::path> files;
  std::error_code error;
  for (fs::directory_iterator at(folder, error), end; !error && at != end; at.increment(error)) {
    files.push_back(at->path());
  }
  if (error) complete = false;
  std::ranges::sort(files);
  std::vector<std::string> contents;
  for (const fs::path& file : files) {
    // A file that is removed meanwhile is no unit any more.
    Result<std::string> text = ReadFile(file);
    complete &= text.ok();
    if (text) contents.push_back(*std::move(text));
  }
  return contents;
}

std::vector<std::string> Contents(const fs::path& folder) {
  bool complete = true;
  return Contents(folder, complete);
}

/// A name that no other process has: hosts and containers number their processes alike.
std::string ProcessName() {
  std::random_device random;
  return std::to_string(getpid()) + '-' + std::to_string(random());
}

Error CannotWrite(const fs::path& file, const std::string& why) {
  return {ErrorCode::kIo, "can't write '" + file.string() + "': " + why};
}

}  // namespace

Hash128 RecordedUnit::key() const {
  std::vector<std::string> fields = {ToHex(module), std::to_string(compiler.size())};
  fields.insert(fields.end(), compiler.begin(), compiler.end());
  fields.insert(fields.end(), code_words.begin(), code_words.end());
  return HashBytes(Joined(fields));
}

bool RecordedUnit::is_bitcode() const {
  return std::ranges::find(code_words, kMachineCode) != code_words.end();
}

std::vector<std::string> RecordedUnit::CodeCall(const fs::path& bitcode,
                                                const std::vector<std::string>& more,
                                                const fs::path& object) const {
  std::vector<std::string> words = compiler;
  words.insert(words.end(), code_words.begin(), code_words.end());
  words.insert(words.end(), more.begin(), more.end());
  words.insert(words.end(), {"-w", "-Qunused-arguments", "-x", "ir", "-c", bitcode.string(), "-o",
                             object.string()});
  return words;
}

fs::path RecordedUnit::SourcePath() const { return fs::path(folder) / source; }
fs::path RecordedUnit::OutputPath() const { return fs::path(folder) / output; }

Hash128 RecordedLink::hash() const { return HashBytes(Text(*this)); }
fs::path RecordedLink::OutputPath() const { return fs::path(folder) / output; }
fs::path RecordedLink::PathOf(const std::string& word) const {
  return (fs::path(folder) / word).lexically_normal();
}

std::vector<std::string> MergedProgram::Words(std::vector<std::string> link,
                                              const fs::path& object) const {
  for (auto word = units_of_link.rbegin(); word != units_of_link.rend(); ++word) {
    if (*word < link.size()) link.erase(link.begin() + static_cast<std::ptrdiff_t>(*word));
  }
  const auto place = std::min(units_of_link.front(), link.size());
  link.insert(link.begin() + static_cast<std::ptrdiff_t>(place), object.string());
  const auto joins = [](const std::string& word) { return word.starts_with("-flto"); };
  // The plugin of GNU ld would compile members of archives that nothing needs.
  if (std::ranges::any_of(link, joins)) link.emplace_back(kMachineCode);
  return link;
}

Status UnitFolder::Create() const {
  for (const char* const folder : kFolders) {
    if (const Status made = MakeFolder(root_ / folder); !made) return made;
  }
  std::error_code error;
  fs::permissions(root_, fs::perms::owner_all, error);
  if (error) return CannotWrite(root_, error.message());
  return {};
}

bool UnitFolder::IsComplete() const {
  return std::ranges::all_of(kFolders, [this](const char* name) { return Exists(root_ / name); });
}

fs::path UnitFolder::Module(const Hash128& module) const {
  return root_ / "modules" / (ToHex(module) + ".bc");
}

fs::path UnitFolder::LinkedObject(const fs::path& linked, const fs::path& source) const {
  const std::string name = Joined(std::vector{linked.string(), source.string()});
  return root_ / "objects" / (ToHex(HashBytes(name)) + ".o");
}

bool UnitFolder::IsLinkedObject(const fs::path& object) const {
  return object.parent_path() == root_ / "objects";
}

fs::path UnitFolder::Plain(const Hash128& key) const { return Object("plain", key); }
fs::path UnitFolder::Tuned(const Hash128& key) const { return Object("tuned", key); }
fs::path UnitFolder::Rejected(const Hash128& key) const { return Object("rejected", key); }
fs::path UnitFolder::Held(const Hash128& key) const { return Object("held", key); }

fs::path UnitFolder::Object(const char* folder, const Hash128& key) const {
  return root_ / folder / (ToHex(key) + ".o");
}

fs::path UnitFolder::List(const Hash128& key) const { return root_ / "lists" / ToHex(key); }
fs::path UnitFolder::Tried(const Hash128& key) const {
  return root_ / "lists" / (ToHex(key) + ".tried");
}
fs::path UnitFolder::Recipe(const Hash128& key) const {
  return root_ / "lists" / (ToHex(key) + ".recipe");
}
void UnitFolder::ForgetRecipes() const {
  std::error_code error;
  for (const auto& entry : fs::directory_iterator(root_ / "lists", error)) {
    const fs::path& file = entry.path();
    if (file.extension() != ".recipe") continue;
    const std::optional<Hash128> key = FromHex(file.stem().string());
    std::error_code ignored;  // at worst it is tried once more
    if (!key || !Exists(Tuned(*key))) fs::remove(file, ignored);
  }
}

fs::path UnitFolder::Spent(const Hash128& key) const { return root_ / "spent" / ToHex(key); }

fs::path UnitFolder::LinkedSize(const fs::path& linked) const {
  return root_ / "sizes" / NameOf(linked);
}

fs::path UnitFolder::Compiler(const Hash128& compiler) const {
  return root_ / "compilers" / ToHex(compiler);
}

Status UnitFolder::Count(std::string_view event) const {
  const fs::path file = root_ / "counts";
  const int descriptor = open(file.c_str(), O_WRONLY | O_APPEND | O_CREAT | O_CLOEXEC, 0600);
  if (descriptor < 0) return CannotWrite(file, std::strerror(errno));
  // The kernel appends each write as a whole.
  const std::string line = Printable(event) + '\n';
  const bool written = write(descriptor, line.data(), line.size()) == std::ssize(line);
  const int reason = errno;
  close(descriptor);
  if (!written) return CannotWrite(file, std::strerror(reason));
  return {};
}

std::map<std::string, std::size_t> UnitFolder::Counts() const {
  std::map<std::string, std::size_t> counts;
  std::ifstream file(root_ / "counts");
  for (std::string line; std::getline(file, line);) ++counts[line];
  return counts;
}

Status UnitFolder::ForgetCounts() const { return Replace(root_ / "counts", ""); }

Status UnitFolder::Add(const RecordedUnit& unit, const fs::path& bitcode) const {
  const fs::path object = NewTemporary(".o");
  std::error_code error;
  fs::copy_file(unit.OutputPath(), object, error);
  if (error) return CannotWrite(object, error.message());
  if (const Status moved = MoveFile(object, Plain(unit.key())); !moved) return moved;
  if (const Status moved = MoveFile(bitcode, Module(unit.module)); !moved) return moved;
  return Replace(root_ / "units" / NameOf(unit.OutputPath()), Text(unit));
}

void UnitFolder::Forget(const fs::path& output) const {
  std::error_code ignored;  // there may be none
  fs::remove(root_ / "units" / NameOf(output), ignored);
}

std::vector<RecordedUnit> UnitFolder::Units() const {
  std::vector<RecordedUnit> units;
  for (const std::string& text : Contents(root_ / "units")) {
    std::optional<RecordedUnit> unit = ReadUnit(text);
    if (!unit) continue;
    // make removes sources that it has generated.
    if (!Exists(unit->SourcePath()) && !Exists(unit->OutputPath())) continue;
    if (!Exists(Module(unit->module)) || !Exists(Plain(unit->key()))) continue;
    units.push_back(*std::move(unit));
  }
  std::ranges::sort(units, {}, &RecordedUnit::OutputPath);
  return units;
}

void UnitFolder::RemoveUnused() const {
  std::set<fs::path> used;  // by their names, which no two files of these folders share
  const auto use = [&used](const fs::path& file) { used.insert(file.filename()); };
  bool complete = true;
  for (const std::string& text : Contents(root_ / "units", complete)) {
    const std::optional<RecordedUnit> unit = ReadUnit(text);
    complete &= unit.has_value();
    if (unit) use(Module(unit->module)), use(Plain(unit->key())), use(unit->OutputPath());
  }
  for (const std::string& text : Contents(root_ / "merged", complete)) {
    const std::optional<MergedProgram> program = ReadMerged(text);
    complete &= program.has_value();
    if (!program) continue;
    for (const auto& [output, key] : program->units) use(output), use(Plain(key));
  }
  for (const std::string& text : Contents(root_ / "linked", complete)) {
    const std::optional<RecordedLink> link = ReadLink(text);
    complete &= link.has_value();
    if (link) std::ranges::for_each(link->words, use);
  }
  if (!complete) return;
  for (const char* const folder : {"modules", "plain", "objects"}) {
    std::error_code error;
    for (const auto& entry : fs::directory_iterator(root_ / folder, error)) {
      std::error_code ignored;  // a file that stays costs nothing but room
      if (!used.contains(entry.path().filename())) fs::remove(entry.path(), ignored);
    }
  }
}

fs::file_time_type UnitFolder::AddedAt(const fs::path& output) const {
  std::error_code error;
  return fs::last_write_time(root_ / "units" / NameOf(output), error);
}

Status UnitFolder::NoteChange(const fs::path& object, const fs::path& made) const {
  return Replace(root_ / "changed" / NameOf(object), HashOf(made) + HashOf(object));
}

bool UnitFolder::IsMadeOf(const fs::path& object, const fs::path& made) const {
  const std::string now = HashOf(object);
  const std::string own = HashOf(made);
  if (own.empty()) return false;
  const Result<std::string> note = ReadFile(root_ / "changed" / NameOf(object));
  return now == own || (note && *note == own + now);  // `now` is empty for a removed object
}

bool UnitFolder::WasRemoved(const fs::path& object) const {
  const Result<std::string> note = ReadFile(root_ / "changed" / NameOf(object));
  return note && note->size() == ToHex(Hash128()).size();  // no hash of what is there
}

std::optional<RecordedUnit> UnitFolder::UnitOf(const fs::path& output) const {
  const Result<std::string> text = ReadFile(root_ / "units" / NameOf(output));
  return text ? ReadUnit(*text) : std::nullopt;
}

Status UnitFolder::AddLink(const RecordedLink& link) const {
  return Replace(root_ / "linked" / NameOf(link.OutputPath()), Text(link));
}

std::vector<RecordedLink> UnitFolder::Links() const {
  std::vector<RecordedLink> links;
  for (const std::string& text : Contents(root_ / "linked")) {
    std::optional<RecordedLink> link = ReadLink(text);
    std::error_code error;
    if (link && fs::is_regular_file(link->OutputPath(), error)) links.push_back(*std::move(link));
  }
  std::ranges::sort(links, {}, &RecordedLink::OutputPath);
  return links;
}

Status UnitFolder::AddMerged(const MergedProgram& program) const {
  return Replace(root_ / "merged" / NameOf(program.output), Text(program));
}

Status UnitFolder::RemoveMerged(const fs::path& output) const {
  const fs::path file = root_ / "merged" / NameOf(output);
  std::error_code error;
  fs::remove(file, error);
  if (error) return CannotWrite(file, error.message());
  return {};
}

std::vector<MergedProgram> UnitFolder::Merged() const {
  std::vector<MergedProgram> programs;
  for (const std::string& text : Contents(root_ / "merged")) {
    if (std::optional<MergedProgram> program = ReadMerged(text)) {
      programs.push_back(*std::move(program));
    }
  }
  std::ranges::sort(programs, {}, &MergedProgram::output);
  return programs;
}

std::optional<MergedProgram> UnitFolder::MergedOf(const fs::path& output) const {
  const Result<std::string> text = ReadFile(root_ / "merged" / NameOf(output));
  return text ? ReadMerged(*text) : std::nullopt;
}

bool UnitFolder::IsCurrent(const MergedProgram& program) const {
  return std::ranges::all_of(program.units, [this](const auto& unit) {
    const std::optional<RecordedUnit> now = UnitOf(unit.first);
    return now && now->key() == unit.second;
  });
}

fs::path UnitFolder::NoteOf(const fs::path& output) const {
  return root_ / "merged-in" / NameOf(output);
}

Status UnitFolder::NoteMerged(const fs::path& output, const Hash128& key) const {
  const Result<std::string> linked = ReadFile(output);
  return Replace(NoteOf(output), ToHex(key) + ToHex(HashBytes(linked ? *linked : "")));
}

void UnitFolder::ForgetMerged(const fs::path& output) const {
  std::error_code ignored;  // there may be none
  fs::remove(NoteOf(output), ignored);
}

bool UnitFolder::HasMerged(const fs::path& output, const Hash128& key) const {
  const Result<std::string> note = ReadFile(NoteOf(output));
  const Result<std::string> linked = ReadFile(output);
  return note && linked && *note == ToHex(key) + ToHex(HashBytes(*linked));
}

Status UnitFolder::NoteUnfit(const fs::path& output, const Hash128& key) const {
  return Replace(NoteOf(output), "unfit " + ToHex(key));
}

bool UnitFolder::IsUnfit(const fs::path& output, const Hash128& key) const {
  const Result<std::string> note = ReadFile(NoteOf(output));
  return note && *note == "unfit " + ToHex(key);
}

fs::file_time_type UnitFolder::NotedAt(const fs::path& output) const {
  std::error_code error;
  return fs::last_write_time(NoteOf(output), error);
}

void UnitFolder::RenewNote(const fs::path& output, const Hash128& key,
                           fs::file_time_type since) const {
  const Result<std::string> note = ReadFile(NoteOf(output));
  if (NotedAt(output) < since || !note || !note->starts_with(ToHex(key))) return;
  (void)NoteMerged(output, key).ok();  // at worst it is linked once more
}

bool UnitFolder::MayHaveMerged(const fs::path& output) const {
  const Result<std::string> note = ReadFile(NoteOf(output));
  return note && !note->starts_with("unfit");
}

Status UnitFolder::Replace(const fs::path& file, std::string_view contents) const {
  const fs::path temporary = NewTemporary(".new");
  std::ofstream stream(temporary, std::ios::binary | std::ios::trunc);
  stream.write(contents.data(), static_cast<std::streamsize>(contents.size()));
  stream.close();
  if (!stream) return CannotWrite(temporary, std::strerror(errno));
  return MoveFile(temporary, file);
}

fs::path UnitFolder::NewTemporary(std::string_view extension) const {
  static const std::string process = ProcessName();
  static std::atomic<unsigned> next = 0;
  const std::string name = process + '-' + std::to_string(next++);
  return temporary() / (name + std::string(extension));
}

TemporaryFiles::~TemporaryFiles() {
  std::error_code ignored;  // it may have moved
  for (const fs::path& file : files_) fs::remove_all(file, ignored);
}

fs::path TemporaryFiles::New(std::string_view extension) {
  return files_.emplace_back(folder_.NewTemporary(extension));
}

}  // namespace autotune
