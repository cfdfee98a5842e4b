#include "wrapper/unit_folder.h"

#include <algorithm>
#include <atomic>
#include <cerrno>
#include <cstring>
#include <fstream>
#include <iterator>
#include <optional>
#include <span>
#include <utility>

#include <fcntl.h>
#include <unistd.h>

#include "core/file.h"
#include "core/printable.h"

namespace autotune {

namespace {

namespace fs = std::filesystem;

constexpr std::string_view kUnitVersion = "autotune unit 1";
constexpr std::size_t kFixedFields = 6;  // before the words of the compiler

/// File names and words may hold any byte but NUL, which ends each field.
std::string Joined(std::span<const std::string> fields) {
  std::string text;
  for (const std::string& field : fields) (text += field) += '\0';
  return text;
}

std::vector<std::string> Fields(std::string_view text) {
  std::vector<std::string> fields;
  while (!text.empty()) {
    const std::size_t end = std::min(text.find('\0'), text.size());
    fields.emplace_back(text.substr(0, end));
    text.remove_prefix(std::min(end + 1, text.size()));
  }
  return fields;
}

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

std::optional<RecordedUnit> ReadUnit(std::string_view text) {
  const std::vector<std::string> fields = Fields(text);
  if (fields.size() < kFixedFields || fields.front() != kUnitVersion) return std::nullopt;
  const std::optional<Hash128> module = FromHex(fields[1]);
  const std::string& count = fields[5];
  if (!module || count.empty() || count.size() > 4 ||
      count.find_first_not_of("0123456789") != count.npos) {
    return std::nullopt;
  }
  const std::size_t compiler = std::stoul(count);
  if (compiler == 0 || compiler > fields.size() - kFixedFields) return std::nullopt;
  const auto words = fields.begin() + kFixedFields;
  const auto code = words + static_cast<std::ptrdiff_t>(compiler);
  return RecordedUnit{*module,   fields[2],     fields[3],
                      fields[4], {words, code}, {code, fields.end()}};
}

/// The contents of the regular files of a folder, in the order of their names.
std::vector<std::string> Contents(const fs::path& folder) {
  std::vector<fs::path> files;
  std::error_code error;
  for (fs::directory_iterator at(folder, error), end; !error && at != end; at.increment(error)) {
    files.push_back(at->path());
  }
  std::ranges::sort(files);
  std::vector<std::string> contents;
  for (const fs::path& file : files) {
    // A file that is removed meanwhile is no unit any more.
    if (Result<std::string> text = ReadFile(file)) contents.push_back(*std::move(text));
  }
  return contents;
}

bool Exists(const fs::path& file) {
  std::error_code error;
  return fs::exists(file, error);
}

Error CannotWrite(const fs::path& file, const std::string& why) {
  return {ErrorCode::kIo, "can't write '" + file.string() + "': " + why};
}

Status Rename(const fs::path& from, const fs::path& to) {
  std::error_code error;
  fs::rename(from, to, error);
  if (error) return CannotWrite(to, error.message());
  return {};
}

}  // namespace

Hash128 RecordedUnit::key() const {
  std::vector<std::string> fields = {ToHex(module), std::to_string(compiler.size())};
  fields.insert(fields.end(), compiler.begin(), compiler.end());
  fields.insert(fields.end(), code_words.begin(), code_words.end());
  return HashBytes(Joined(fields));
}

fs::path RecordedUnit::SourcePath() const { return fs::path(folder) / source; }
fs::path RecordedUnit::OutputPath() const { return fs::path(folder) / output; }

Status UnitFolder::Create() const {
  for (const char* const folder : {"tmp", "modules", "units", "linked", "plain", "tuned",
                                   "rejected", "held", "lists", "spent", "sizes", "compilers"}) {
    if (const Status made = MakeFolder(root_ / folder); !made) return made;
  }
  std::error_code error;
  fs::permissions(root_, fs::perms::owner_all, error);
  if (error) return CannotWrite(root_, error.message());
  return {};
}

fs::path UnitFolder::Module(const Hash128& module) const {
  return root_ / "modules" / (ToHex(module) + ".bc");
}

fs::path UnitFolder::Plain(const Hash128& key) const { return Object("plain", key); }
fs::path UnitFolder::Tuned(const Hash128& key) const { return Object("tuned", key); }
fs::path UnitFolder::Rejected(const Hash128& key) const { return Object("rejected", key); }
fs::path UnitFolder::Held(const Hash128& key) const { return Object("held", key); }

fs::path UnitFolder::Object(const char* folder, const Hash128& key) const {
  return root_ / folder / (ToHex(key) + ".o");
}

fs::path UnitFolder::List(const Hash128& key) const { return root_ / "lists" / ToHex(key); }
fs::path UnitFolder::Spent(const Hash128& key) const { return root_ / "spent" / ToHex(key); }

fs::path UnitFolder::LinkedSize(const fs::path& linked) const {
  return root_ / "sizes" / ToHex(HashBytes(linked.string()));
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
  if (const Status moved = Rename(object, Plain(unit.key())); !moved) return moved;
  if (const Status moved = Rename(bitcode, Module(unit.module)); !moved) return moved;
  return Replace(root_ / "units" / ToHex(HashBytes(unit.OutputPath().string())), Text(unit));
}

std::vector<RecordedUnit> UnitFolder::Units() const {
  std::vector<RecordedUnit> units;
  for (const std::string& text : Contents(root_ / "units")) {
    std::optional<RecordedUnit> unit = ReadUnit(text);
    if (!unit || !Exists(unit->SourcePath())) continue;
    if (!Exists(Module(unit->module)) || !Exists(Plain(unit->key()))) continue;
    units.push_back(*std::move(unit));
  }
  std::ranges::sort(units, {}, &RecordedUnit::OutputPath);
  return units;
}

Status UnitFolder::AddLinked(const fs::path& file) const {
  return Replace(root_ / "linked" / ToHex(HashBytes(file.string())), file.string());
}

std::vector<fs::path> UnitFolder::Linked() const {
  std::vector<fs::path> files;
  for (const std::string& file : Contents(root_ / "linked")) {
    std::error_code error;
    if (fs::is_regular_file(file, error)) files.emplace_back(file);
  }
  std::ranges::sort(files);
  return files;
}

Status UnitFolder::Replace(const fs::path& file, std::string_view contents) const {
  const fs::path temporary = NewTemporary(".new");
  std::ofstream stream(temporary, std::ios::binary | std::ios::trunc);
  stream.write(contents.data(), static_cast<std::streamsize>(contents.size()));
  stream.close();
  if (!stream) return CannotWrite(temporary, std::strerror(errno));
  return Rename(temporary, file);
}

fs::path UnitFolder::NewTemporary(std::string_view extension) const {
  static std::atomic<unsigned> next = 0;
  const std::string name = std::to_string(getpid()) + '-' + std::to_string(next++);
  return temporary() / (name + std::string(extension));
}

}  // namespace autotune
