#include "tune/proof/module_facts.h"

#include <chrono>
#include <filesystem>

#include "eval/process/subprocess.h"
#include "eval/process/temp_directory.h"

namespace autotune {

namespace {

constexpr char kObject[] = "module.o";
constexpr std::chrono::minutes kLinkLimit{10};

/// Makes a folder with the object file in it.
Result<TempDirectory> FolderWith(const std::string& object) {
  Result<TempDirectory> folder = TempDirectory::CreatePlain(TempRoot());
  if (!folder) return folder;
  if (Status written = folder->Write(kObject, object); !written) return written.error();
  return folder;
}

}  // namespace

Result<ObjectParts> PartsOfObject(const std::string& object, const Budget& budget) {
  const Result<TempDirectory> folder = FolderWith(object);
  return folder ? PartsOf(folder->path() / kObject, budget) : folder.error();
}

Result<ObjectParts> PartsOfLinked(const std::string& link, const std::string& object,
                                  const Budget& budget) {
  const Result<TempDirectory> folder = FolderWith(object);
  if (!folder) return folder.error();
  const std::filesystem::path linked = folder->path() / "linked";
  const std::string command =
      PutFile(PutFile(link, kLinkedPlace, linked), kObjectPlace, folder->path() / kObject);
  const auto run = RunSubprocess({"/bin/sh", "-c", command}, {.time_limit = kLinkLimit}, budget);
  if (!run) return run.error();
  if (!run->Succeeded()) {
    return Error{ErrorCode::kBadInput, "--link '" + link + "' " + HowItEnded(*run)};
  }
  Result<ObjectParts> parts = PartsOf(linked, budget);
  if (parts || parts.error().code != ErrorCode::kBadInput) return parts;
  return Error{ErrorCode::kBadInput,
               "--link '" + link + "' makes no ELF file " + std::string(kLinkedPlace)};
}

}  // namespace autotune
