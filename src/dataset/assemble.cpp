#include "dataset/assemble.h"

#include <algorithm>
#include <map>
#include <optional>
#include <set>
#include <span>
#include <string>
#include <utility>

#include <fmt/format.h>

#include "core/file.h"
#include "core/mutex.h"
#include "dataset/parallel.h"

namespace autotune {

namespace {

namespace fs = std::filesystem;

constexpr std::size_t kProbeBytes = std::size_t{64} << 10U;

Hash128 ShapeOf(const Features& features) {
  std::vector<std::uint32_t> counts(features.autophase.begin(), features.autophase.end());
  counts.insert(counts.end(), features.inst_count.begin(), features.inst_count.end());
  return HashBytes(std::as_bytes(std::span(counts)));
}

/// True for errors that end the build; any other is about one program.
bool IsFatal(const Error& error) {
  return error.code == ErrorCode::kCancelled || error.code == ErrorCode::kWorkerLost;
}

/// One run of `Assemble`, shared by its threads.
class Assembly {
 public:
  Assembly(SetFolder& folder, const std::vector<Unit>& units, const AssembleOptions& options,
           WorkerPool& pool, const Budget& budget)
      : folder_(folder), units_(units), options_(options), pool_(pool), budget_(budget) {
    // A copy needs no lock.
    known_ = folder.known();
  }

  Status Run() {
    std::error_code ignored;
    fs::remove_all(Scratch(), ignored);
    if (const Status made = MakeFolder(Scratch()); !made) return made;
    ParallelFor(options_.jobs, units_.size(), budget_, [this](std::size_t i) { RunUnit(i); });
    const MutexLock lock(mutex_);
    if (!status_.ok()) return status_;
    if (budget_.Interrupted()) return Error{ErrorCode::kCancelled, "stopped"};
    return {};
  }

  /// Returns the programs that were built. Call it after `Run`.
  std::vector<DatasetProgram> TakePrograms() {
    const MutexLock lock(mutex_);
    return std::move(programs_);
  }
  std::vector<FailedProgram> TakeFailures() {
    const MutexLock lock(mutex_);
    return std::move(failures_);
  }

 private:
  fs::path Scratch() const { return folder_.work() / "scratch"; }

  void RunUnit(std::size_t i) {
    {
      const MutexLock lock(mutex_);
      if (!status_.ok()) return;
    }
    const Unit& unit = units_[i];
    std::optional<DatasetProgram> known = FindKnown(unit);
    const fs::path scratch = Scratch() / std::to_string(i);
    const Result<DatasetProgram> program =
        known ? Result<DatasetProgram>(*known) : Make(unit, scratch);
    std::error_code ignored;
    fs::remove_all(scratch, ignored);
    const Status room = program ? Status() : CheckRoom(i);
    const MutexLock lock(mutex_);
    if (program) {
      if (!known) Note(folder_.Enter(*program));
      programs_.push_back(*program);
    } else if (IsFatal(program.error())) {
      Note(program.error());
      return;
    } else if (!room) {
      Note(room);
      return;
    } else {
      failures_.push_back({unit.file, program.error().message});
    }
    options_.on_progress({.what = "programs",
                          .done = programs_.size() + failures_.size(),
                          .total = units_.size(),
                          .failed = failures_.size()});
  }

  /// Returns an error if the folder takes no more. A program isn't at fault then, and the set keeps
  /// those that it has.
  Status CheckRoom(std::size_t i) const {
    const fs::path probe = Scratch() / ("room-" + std::to_string(i));
    const Status room = ReplaceFile(probe, std::string(kProbeBytes, '\0'));
    std::error_code ignored;
    fs::remove(probe, ignored);
    return room;
  }

  void Note(Status status) REQUIRES(mutex_) {
    if (status_.ok()) status_ = std::move(status);
  }

  /// Returns the program that an earlier run built from the unit, if it is still there.
  std::optional<DatasetProgram> FindKnown(const Unit& unit) const {
    const auto found = known_.find(unit.file);
    if (found == known_.end() || found->second.inputs != unit.inputs) return std::nullopt;
    const Result<std::string> module = ReadFile(folder_.path() / unit.file);
    if (!module || HashBytes(*module) != found->second.content) return std::nullopt;
    DatasetProgram program = found->second;
    program.split = unit.split;
    program.flags = unit.flags;
    program.origin = unit.origin;
    return program;
  }

  Result<DatasetProgram> Make(const Unit& unit, const fs::path& scratch) const {
    if (const Status made = MakeFolder(scratch); !made) return made.error();
    const fs::path file = scratch / ("module" + fs::path(unit.file).extension().string());
    if (const Status built = unit.build(scratch, file, budget_); !built) return built.error();
    Result<std::string> module = ReadFile(file);
    if (!module) return module.error();
    const Hash128 content = HashBytes(*module);
    const Result<ProgramInfo> measured =
        pool_.Measure(unit.file, *std::move(module), {.features = true}, budget_);
    if (!measured) return measured.error();
    DatasetProgram program{.file = unit.file,
                           .split = unit.split,
                           .flags = unit.flags,
                           .origin = unit.origin,
                           .inputs = unit.inputs,
                           .content = content,
                           .ir = measured->root.next.ir,
                           .shape = ShapeOf(*measured->root.features),
                           .functions = measured->functions,
                           .instructions = measured->root.cost.instructions};
    if (program.instructions == 0) {
      return Error{ErrorCode::kBadInput, "no function has a body"};
    }
    const fs::path place = folder_.path() / unit.file;
    if (const Status made = MakeFolder(place.parent_path()); !made) return made.error();
    std::error_code error;
    fs::rename(file, place, error);
    if (error) return Error{ErrorCode::kIo, fmt::format("can't write '{}'", place.string())};
    return program;
  }

  SetFolder& folder_;
  const std::vector<Unit>& units_;
  const AssembleOptions& options_;
  WorkerPool& pool_;
  const Budget& budget_;
  std::map<std::string, DatasetProgram> known_;

  Mutex mutex_;
  Status status_ GUARDED_BY(mutex_);
  std::vector<DatasetProgram> programs_ GUARDED_BY(mutex_);
  std::vector<FailedProgram> failures_ GUARDED_BY(mutex_);
};

/// Moves programs from `programs` to `duplicates` if another one stands for them.
void DropDuplicates(Duplicates duplicates, Manifest& manifest) {
  std::ranges::sort(manifest.programs, [](const DatasetProgram& a, const DatasetProgram& b) {
    return std::pair(b.split, std::string_view(a.file)) <
           std::pair(a.split, std::string_view(b.file));
  });
  std::map<std::pair<std::string, Hash128>, std::string> representatives;
  std::vector<DatasetProgram> kept;
  for (DatasetProgram& program : manifest.programs) {
    const bool everywhere = duplicates == Duplicates::kDropEverywhere;
    const std::string top = everywhere ? "" : fs::path(program.file).begin()->string();
    const auto same_ir = representatives.find({top, program.ir});
    const auto same =
        same_ir != representatives.end() ? same_ir : representatives.find({top, program.shape});
    if (same != representatives.end()) {
      manifest.duplicates.push_back({std::move(program), same->second});
      continue;
    }
    representatives[{top, program.ir}] = program.file;
    representatives[{top, program.shape}] = program.file;
    kept.push_back(std::move(program));
  }
  manifest.programs = std::move(kept);
}

void Sort(Manifest& manifest) {
  std::ranges::sort(manifest.programs, {}, &DatasetProgram::file);
  std::ranges::sort(manifest.duplicates, {},
                    [](const DuplicateProgram& duplicate) { return duplicate.program.file; });
  std::ranges::sort(manifest.failures, {}, &FailedProgram::file);
}

/// Keeps the set's programs that are not among the units.
void KeepOthers(const Manifest& before, const std::vector<Unit>& units, std::string_view kept,
                Manifest& manifest) {
  std::set<std::string_view> mine;
  for (const Unit& unit : units) mine.insert(unit.file);
  const auto other = [&](const std::string& file) {
    return file.starts_with(kept) && !mine.contains(file);
  };
  for (const DatasetProgram& program : before.programs) {
    if (other(program.file)) manifest.programs.push_back(program);
  }
  for (const DuplicateProgram& duplicate : before.duplicates) {
    if (other(duplicate.program.file)) manifest.duplicates.push_back(duplicate);
  }
  for (const FailedProgram& failure : before.failures) {
    if (other(failure.file)) manifest.failures.push_back(failure);
  }
}

}  // namespace

Result<Manifest> Assemble(SetFolder& folder, Manifest header, const std::vector<Unit>& units,
                          const AssembleOptions& options, WorkerPool& pool, const Budget& budget) {
  Assembly assembly(folder, units, options, pool, budget);
  if (const Status status = assembly.Run(); !status) return status.error();
  Manifest manifest = std::move(header);
  manifest.programs = assembly.TakePrograms();
  for (FailedProgram& failure : assembly.TakeFailures()) {
    manifest.failures.push_back(std::move(failure));
  }
  if (options.kept) KeepOthers(folder.manifest(), units, *options.kept, manifest);
  if (options.duplicates != Duplicates::kKeep) DropDuplicates(options.duplicates, manifest);
  Sort(manifest);
  if (const Status finished = folder.Finish(manifest); !finished) return finished.error();
  return manifest;
}

}  // namespace autotune
