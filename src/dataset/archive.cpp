#include "dataset/archive.h"

#include <memory>

#include <archive.h>
#include <archive_entry.h>
#include <fmt/format.h>

#include "dataset/file.h"

namespace autotune {

namespace {

namespace fs = std::filesystem;

constexpr std::size_t kBlock = 1 << 20;
constexpr int kExtraction = ARCHIVE_EXTRACT_TIME | ARCHIVE_EXTRACT_PERM |
                            ARCHIVE_EXTRACT_SECURE_NODOTDOT | ARCHIVE_EXTRACT_SECURE_SYMLINKS;

struct CloseReader {
  void operator()(struct archive* reader) const { archive_read_free(reader); }
};

/// Puts the entry's path, and that of the file it is a hard link to, below `folder`.
void Redirect(archive_entry* entry, const fs::path& folder) {
  // Not operator/: that would let an absolute path win.
  const std::string prefix = folder.string() + '/';
  archive_entry_set_pathname(entry, (prefix + archive_entry_pathname(entry)).c_str());
  if (const char* const link = archive_entry_hardlink(entry)) {
    archive_entry_set_hardlink(entry, (prefix + link).c_str());
  }
}

Status Extract(const fs::path& archive, const fs::path& folder, const Budget& budget) {
  const std::unique_ptr<struct archive, CloseReader> reader(archive_read_new());
  archive_read_support_filter_all(reader.get());
  archive_read_support_format_tar(reader.get());
  const auto broken = [&] {
    return Error{ErrorCode::kBadInput, fmt::format("can't unpack '{}': {}", archive.string(),
                                                   archive_error_string(reader.get()))};
  };
  if (archive_read_open_filename(reader.get(), archive.c_str(), kBlock) != ARCHIVE_OK) {
    return broken();
  }
  archive_entry* entry = nullptr;
  int code = ARCHIVE_OK;
  while ((code = archive_read_next_header(reader.get(), &entry)) != ARCHIVE_EOF) {
    if (budget.Interrupted()) return Error{ErrorCode::kCancelled, "stopped"};
    if (code < ARCHIVE_WARN || archive_entry_pathname(entry) == nullptr) return broken();
    Redirect(entry, folder);
    // An entry that was not written is no more than a warning to libarchive.
    if (archive_read_extract(reader.get(), entry, kExtraction) != ARCHIVE_OK) return broken();
  }
  return {};
}

/// `folder`, or the one folder in it where there is nothing else.
fs::path Contents(const fs::path& folder) {
  std::error_code ignored;
  fs::directory_iterator entry(folder, ignored);
  if (entry == fs::directory_iterator()) return folder;
  const fs::path first = entry->path();
  const bool alone = ++entry == fs::directory_iterator();
  return alone && fs::is_directory(fs::symlink_status(first, ignored)) ? first : folder;
}

}  // namespace

Status Unpack(const fs::path& archive, const fs::path& folder, const Budget& budget) {
  std::error_code error;
  if (fs::exists(folder, error)) return {};
  const fs::path unfinished = folder.string() + ".part";
  fs::remove_all(unfinished, error);
  if (const Status made = MakeFolder(unfinished); !made) return made;
  // Symbolic links on the way there are the user's own.
  const fs::path real = fs::canonical(unfinished, error);
  if (const Status extracted = Extract(archive, real, budget); !extracted) {
    fs::remove_all(unfinished, error);
    return extracted;
  }
  fs::rename(Contents(unfinished), folder, error);
  if (error) {
    return Error{ErrorCode::kIo,
                 fmt::format("can't write '{}': {}", folder.string(), error.message())};
  }
  fs::remove_all(unfinished, error);
  return {};
}

}  // namespace autotune
