#include "tune/proof/module_facts.h"

#include <filesystem>
#include <string_view>

#include "eval/process/subprocess.h"
#include "eval/process/temp_directory.h"
#include "tune/proof/prove.h"

namespace autotune {

namespace {

/// Puts a file in each place of `command` that stands for it.
std::string Put(std::string command, std::string_view place, const std::string& file) {
  for (std::size_t at = command.find(place); at != std::string::npos;
       at = command.find(place, at + file.size())) {
    command.replace(at, place.size(), file);
  }
  return command;
}

/// Returns the parts of what the job's link makes of an object.
Result<ObjectParts> Link(const TuneJob& job, const std::filesystem::path& object,
                         const std::filesystem::path& linked, const Budget& budget) {
  const std::string command = Put(Put(job.link, kLinkedPlace, linked), kObjectPlace, object);
  const auto run =
      RunSubprocess({"/bin/sh", "-c", command}, {.time_limit = job.check_timeout}, budget);
  if (!run) return run.error();
  if (!run->Succeeded()) {
    return Error{ErrorCode::kBadInput, "--link '" + job.link + "' " + HowItEnded(*run)};
  }
  if (const std::optional<ObjectParts> parts = PartsOf(linked, budget)) return *parts;
  return Error{ErrorCode::kBadInput,
               "--link '" + job.link + "' makes no ELF file " + std::string(kLinkedPlace)};
}

}  // namespace

Result<ModuleFacts> FindFacts(const TuneJob& job, const BuiltModule& module,
                              const CodeModel& code_model, const Budget& budget) {
  ModuleFacts facts;
  if (!module.object.empty()) {
    const auto directory = TempDirectory::Create(std::filesystem::temp_directory_path());
    if (!directory) return directory.error();
    if (Status written = directory->Write("module.o", module.object); !written) {
      return written.error();
    }
    const std::filesystem::path object = directory->path() / "module.o";
    facts.object = PartsOf(object, budget);
    if (!job.link.empty()) {
      const Result<ObjectParts> linked = Link(job, object, directory->path() / "linked", budget);
      if (!linked) return linked.error();
      facts.linked = *linked;
    }
  }
  if (job.count_executed) {
    const Result<std::uint64_t> executed =
        CountModule(job, module.bitcode, code_model, budget, module.code_options);
    if (!executed) return executed.error();
    facts.executed = *executed;
  }
  return facts;
}

}  // namespace autotune
