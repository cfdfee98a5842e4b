#include "project/built_objects.h"

#include <algorithm>
#include <string>
#include <system_error>

#include <fcntl.h>
#include <sys/stat.h>

namespace autotune {

namespace fs = std::filesystem;

namespace {

constexpr timespec kOld{.tv_sec = 315'532'800, .tv_nsec = 0};  // 1980; make gives 0 a meaning

}  // namespace

void MarkOld(const fs::path& file) {
  const timespec times[] = {{.tv_sec = 0, .tv_nsec = UTIME_OMIT}, kOld};
  (void)utimensat(AT_FDCWD, file.c_str(), times, 0);  // an object that is gone is made anyway
}

bool IsOld(const fs::path& file) {
  struct stat status{};
  return stat(file.c_str(), &status) == 0 && status.st_mtim.tv_sec == kOld.tv_sec;
}

void MarkObjectOld(const fs::path& object) {
  MarkOld(object);
  fs::path folder = object.parent_path();
  if (folder.filename() == ".libs") folder = folder.parent_path();
  MarkOld(folder / object.filename().replace_extension(".lo"));
}

bool TakesOneOf(const std::set<fs::path>& files, const RecordedLink& link) {
  return std::ranges::any_of(link.words, [&](const std::string& word) {
    return !word.starts_with('-') && files.contains(link.PathOf(word));
  });
}

bool MayTakeArchives(const RecordedLink& link) {
  return std::ranges::any_of(link.words, [](const std::string& word) {
    return word.ends_with(".a") || word.find("-L") != std::string::npos ||
           word.find("--library-path") != std::string::npos;
  });
}

fs::path ShownPath(const RecordedUnit& unit, const UnitFolder& folder,
                   const std::vector<RecordedLink>& links) {
  const fs::path object = unit.OutputPath();
  if (!folder.IsLinkedObject(object)) return object;
  const auto link = std::ranges::find_if(links, [&](const RecordedLink& its) {
    return std::ranges::find(its.words, object.string()) != its.words.end();
  });
  if (link == links.end()) return unit.SourcePath();
  return link->OutputPath().string() + '(' + unit.source + ')';
}

BuiltObjects::BuiltObjects(const UnitFolder& folder, const std::vector<RecordedUnit>& units)
    : folder_(folder) {
  for (const RecordedUnit& unit : units) outputs_.insert(unit.OutputPath());
}

fs::path BuiltObjects::Find(const RecordedUnit& unit) const {
  const fs::path output = unit.OutputPath();
  std::error_code error;
  if (fs::exists(output, error)) return output;
  for (const fs::path& place :
       {output.parent_path(), output.parent_path().parent_path(), fs::path(unit.folder)}) {
    const Files& files = FilesOf(place);
    for (auto [at, end] = files.equal_range(output.stem()); at != end; ++at) {
      if (folder_.IsMadeOf(at->second, folder_.Plain(unit.key())) ||
          folder_.IsMadeOf(at->second, folder_.Tuned(unit.key()))) {
        return at->second;
      }
    }
  }
  return output;
}

const BuiltObjects::Files& BuiltObjects::FilesOf(const fs::path& folder) const {
  const auto [found, added] = files_.try_emplace(folder);
  if (!added) return found->second;
  std::error_code error;
  for (fs::directory_iterator at(folder, error), end; !error && at != end; at.increment(error)) {
    if (!outputs_.contains(at->path())) found->second.emplace(at->path().stem(), at->path());
  }
  return found->second;
}

}  // namespace autotune
