#include "dataset/archive.h"

#include <algorithm>
#include <memory>
#include <string>
#include <vector>

#include <archive.h>
#include <archive_entry.h>
#include <fmt/format.h>

#include "core/file.h"

namespace autotune {

namespace {

namespace fs = std::filesystem;

constexpr std::size_t kBlock = 1 << 20;
constexpr int kExtraction = ARCHIVE_EXTRACT_TIME | ARCHIVE_EXTRACT_PERM |
                            ARCHIVE_EXTRACT_SECURE_NODOTDOT | ARCHIVE_EXTRACT_SECURE_SYMLINKS;
/// Permissions that an archive may give a file: the owner's, and reading and running for others.
constexpr unsigned kKeptPermissions = 0755;

struct CloseReader {
  void operator()(struct archive* reader) const { archive_read_free(reader); }
};

/// Returns the name of an entry for messages.
std::string NameOf(archive_entry* entry) {
  const char* const name = archive_entry_pathname(entry);
  return name == nullptr ? "" : name;
}

/// True if an entry is to be unpacked: devices, pipes and sockets are no sources.
bool IsWanted(archive_entry* entry) {
  if (archive_entry_hardlink(entry) != nullptr) return true;
  const auto type = archive_entry_filetype(entry);
  return type == AE_IFREG || type == AE_IFDIR || type == AE_IFLNK;
}

/// Puts the entry's path, and that of the file it is a hard link to, below `folder`. Removes
/// permissions that it must not have: setuid, setgid, sticky, writable for others. Adds those that
/// its owner needs.
void Tame(archive_entry* entry, const fs::path& folder) {
  // operator/ would let an absolute path win.
  const std::string prefix = folder.string() + '/';
  archive_entry_set_pathname(entry, (prefix + NameOf(entry)).c_str());
  if (const char* const link = archive_entry_hardlink(entry)) {
    archive_entry_set_hardlink(entry, (prefix + link).c_str());
  }
  const unsigned own = archive_entry_filetype(entry) == AE_IFDIR ? 0700 : 0600;
  archive_entry_set_perm(entry, (archive_entry_perm(entry) & kKeptPermissions) | own);
}

/// True if a path goes up anywhere. libarchive looks for symbolic links on the way.
bool HasDotDot(const fs::path& path) {
  return std::ranges::any_of(path, [](const fs::path& part) { return part == ".."; });
}

using Reader = std::unique_ptr<struct archive, CloseReader>;

Error Broken(const Reader& reader, const fs::path& archive) {
  const char* const why = archive_error_string(reader.get());
  return {ErrorCode::kBadInput, fmt::format("can't unpack '{}': {}", archive.string(),
                                            why == nullptr ? "it has no entry" : why)};
}

Result<Reader> Open(const fs::path& archive) {
  if (Status regular = CheckRegularFile(archive); !regular) return regular.error();
  Reader reader(archive_read_new());
  // Others look for their beginning in the whole file.
  archive_read_support_filter_bzip2(reader.get());
  archive_read_support_filter_gzip(reader.get());
  archive_read_support_filter_lzma(reader.get());
  archive_read_support_filter_xz(reader.get());
  archive_read_support_filter_zstd(reader.get());
  archive_read_support_format_tar(reader.get());
  if (archive_read_open_filename(reader.get(), archive.c_str(), kBlock) != ARCHIVE_OK) {
    return Broken(reader, archive);
  }
  return reader;
}

Status Extract(const fs::path& archive, const fs::path& folder, const Budget& budget) {
  const Result<Reader> opened = Open(archive);
  if (!opened) return opened.error();
  const Reader& reader = *opened;
  archive_entry* entry = nullptr;
  int code = ARCHIVE_OK;
  while ((code = archive_read_next_header(reader.get(), &entry)) != ARCHIVE_EOF) {
    if (budget.Interrupted()) return Error{ErrorCode::kCancelled, "stopped"};
    if (code < ARCHIVE_WARN || archive_entry_pathname(entry) == nullptr)
      return Broken(reader, archive);
    const char* const link = archive_entry_hardlink(entry);
    if (HasDotDot(NameOf(entry)) || (link != nullptr && HasDotDot(link))) {
      return Error{ErrorCode::kBadInput, fmt::format("can't unpack '{}': '{}' leads out of it",
                                                     archive.string(), NameOf(entry))};
    }
    if (!IsWanted(entry)) continue;
    Tame(entry, folder);
    // To libarchive, an entry that was not written is only a warning.
    if (archive_read_extract(reader.get(), entry, kExtraction) != ARCHIVE_OK)
      return Broken(reader, archive);
  }
  return {};
}

/// Returns `folder`, or the only folder in it if there is nothing else.
fs::path Contents(const fs::path& folder) {
  std::error_code ignored;
  fs::directory_iterator entry(folder, ignored);
  if (entry == fs::directory_iterator()) return folder;
  const fs::path first = entry->path();
  const bool alone = ++entry == fs::directory_iterator();
  return alone && fs::is_directory(fs::symlink_status(first, ignored)) ? first : folder;
}

bool IsBelow(const fs::path& path, const fs::path& folder) {
  return std::ranges::mismatch(folder, path).in1 == folder.end();
}

/// Removes the symbolic links that lead out of `folder`, or nowhere. They would pass the user's
/// other files off as parts of the archive, now or once the folder has its final name.
Status DropLinksOut(const fs::path& folder) {
  std::error_code error;
  const fs::path real = fs::canonical(folder, error);
  std::vector<fs::path> dropped;
  fs::recursive_directory_iterator entry(real, error);
  for (; !error && entry != fs::recursive_directory_iterator(); entry.increment(error)) {
    std::error_code unknown;
    if (!entry->is_symlink(unknown)) continue;
    const fs::path end = fs::canonical(entry->path(), unknown);
    if (unknown || !IsBelow(end, real)) dropped.push_back(entry->path());
  }
  for (const fs::path& link : dropped) {
    if (!error) fs::remove(link, error);
  }
  if (!error) return {};
  return Error{ErrorCode::kIo,
               fmt::format("can't look at '{}': {}", folder.string(), error.message())};
}

}  // namespace

Status CheckArchive(const fs::path& archive) {
  const Result<Reader> reader = Open(archive);
  if (!reader) return reader.error();
  archive_entry* entry = nullptr;
  const int code = archive_read_next_header(reader->get(), &entry);
  if (code == ARCHIVE_EOF || code < ARCHIVE_WARN) return Broken(*reader, archive);
  return {};
}

Status Unpack(const fs::path& archive, const fs::path& folder, const Budget& budget) {
  std::error_code error;
  if (fs::exists(folder, error)) return {};
  const fs::path unfinished = folder.string() + ".part";
  fs::remove_all(unfinished, error);
  if (const Status made = MakeFolder(unfinished); !made) return made;
  // Symbolic links on the way to the folder are the user's own.
  const fs::path real = fs::canonical(unfinished, error);
  if (const Status extracted = Extract(archive, real, budget); !extracted) {
    fs::remove_all(unfinished, error);
    return extracted;
  }
  const fs::path contents = Contents(unfinished);
  if (const Status dropped = DropLinksOut(contents); !dropped) return dropped;
  fs::rename(contents, folder, error);
  if (error) {
    return Error{ErrorCode::kIo,
                 fmt::format("can't write '{}': {}", folder.string(), error.message())};
  }
  fs::remove_all(unfinished, error);
  return {};
}

}  // namespace autotune
