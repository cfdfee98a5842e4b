#include "dataset/set_folder.h"

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <set>
#include <utility>

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/file.h>
#include <unistd.h>

#include "core/file.h"

namespace autotune {

namespace {

namespace fs = std::filesystem;

// Both start with a dot, as no file of a set does.
constexpr char kJournalName[] = ".journal";
constexpr char kWorkName[] = ".work";

Error Refused(const fs::path& path, std::string_view what) {
  return {ErrorCode::kIo,
          fmt::format("can't {} '{}': {}", what, path.string(), std::strerror(errno))};
}

/// True if `folder` holds any file but a journal, at any depth, or can't be read. A link is a file.
bool HoldsFiles(const fs::path& folder) {
  std::error_code error;
  fs::recursive_directory_iterator entry(folder, error);
  for (; !error && entry != fs::recursive_directory_iterator(); entry.increment(error)) {
    const bool journal = entry->path().filename() == kJournalName;
    if (!journal && !fs::is_directory(entry->symlink_status(error))) return true;
  }
  return static_cast<bool>(error);  // unknown counts as yes
}

}  // namespace

Result<SetFolder> SetFolder::Open(const fs::path& path) {
  std::error_code error;
  const fs::path absolute = fs::absolute(path, error);
  const bool is_new = !fs::exists(absolute, error) || fs::is_empty(absolute, error);
  if (const Status made = MakeFolder(absolute); !made) return made.error();
  SetFolder folder(absolute);
  if (const Status locked = folder.Lock(); !locked) return locked.error();
  if (const Status loaded = folder.Load(); !loaded) {
    if (!is_new) folder.lock_.Close();  // nothing of it is ours
    return loaded.error();
  }
  return folder;
}

SetFolder::~SetFolder() {
  if (lock_.get() < 0 || !known_.empty() || HoldsFiles(path_)) return;
  std::error_code ignored;
  fs::remove_all(path_, ignored);
}

fs::path SetFolder::work() const { return path_ / kWorkName; }

Status SetFolder::Lock() {
  lock_ = Descriptor(open(path_.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC));
  if (lock_.get() < 0) return Refused(path_, "open");
  if (flock(lock_.get(), LOCK_EX | LOCK_NB) == 0) return {};
  if (errno != EWOULDBLOCK) return Refused(path_, "lock");
  return Error{ErrorCode::kIo, fmt::format("another autotune is building in '{}'", path_.string())};
}

Status SetFolder::Load() {
  Result<Manifest> manifest = ReadManifest(path_);
  const fs::path journal = path_ / kJournalName;
  if (manifest) {
    manifest_ = *std::move(manifest);
    for (const DatasetProgram& program : manifest_.programs) known_[program.file] = program;
  } else if (manifest.error().code != ErrorCode::kNotFound) {
    return manifest.error();
  } else if (!fs::exists(journal) && !fs::is_empty(path_)) {
    return Error{ErrorCode::kBadInput,
                 fmt::format("'{}' holds other files and no data set", path_.string())};
  }
  journal_ = Descriptor(open(journal.c_str(), O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0666));
  if (journal_.get() < 0) return Refused(journal, "write");
  const Result<std::string> text = ReadFile(journal);
  if (!text) return text.error();
  std::size_t end = 0;  // end of the last whole line: a killed process may have left half a line
  for (std::size_t begin = 0; (end = text->find('\n', begin)) != text->npos; begin = end + 1) {
    const Result<DatasetProgram> program =
        ProgramFromJson(std::string_view(*text).substr(begin, end - begin));
    if (program) known_[program->file] = *program;
  }
  const std::size_t whole = text->rfind('\n') + 1;  // npos + 1 is 0
  if (ftruncate(journal_.get(), static_cast<off_t>(whole)) != 0) return Refused(journal, "write");
  return {};
}

Status SetFolder::Enter(const DatasetProgram& program) {
  if (!WriteAll(journal_.get(), ToJson(program) + '\n')) {
    return Refused(path_ / kJournalName, "write");
  }
  known_[program.file] = program;
  return {};
}

Status SetFolder::Forget() {
  known_.clear();
  std::error_code error;
  fs::remove_all(work(), error);
  if (ftruncate(journal_.get(), 0) != 0) return Refused(path_ / kJournalName, "write");
  return {};
}

Status SetFolder::Finish(const Manifest& manifest) {
  if (const Status written = WriteManifest(path_, manifest); !written) return written;
  manifest_ = manifest;
  const Result<std::vector<std::string>> modules = ListModules(path_);
  if (!modules) return modules.error();
  std::set<std::string_view> kept;
  for (const DatasetProgram& program : manifest.programs) kept.insert(program.file);
  // A module that can't be removed does no harm: `verify` names it.
  std::error_code ignored;
  for (const std::string& file : *modules) {
    if (!kept.contains(file)) fs::remove(path_ / file, ignored);
  }
  fs::remove_all(work(), ignored);
  fs::remove(path_ / kJournalName, ignored);
  return {};
}

Result<std::vector<std::string>> ListModules(const fs::path& folder) {
  std::vector<std::string> files;
  std::error_code error;
  fs::recursive_directory_iterator entry(folder, error);
  for (; !error && entry != fs::recursive_directory_iterator(); entry.increment(error)) {
    const fs::path& path = entry->path();
    if (path.filename().string().starts_with('.')) {
      entry.disable_recursion_pending();
    } else if ((path.extension() == ".bc" || path.extension() == ".ll") &&
               entry->is_regular_file(error)) {
      files.push_back(path.lexically_relative(folder).string());
    }
  }
  if (error) {
    return Error{ErrorCode::kIo,
                 fmt::format("can't read '{}': {}", folder.string(), error.message())};
  }
  std::ranges::sort(files);
  return files;
}

}  // namespace autotune
