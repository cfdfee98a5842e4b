#include "tune/proof/code_options.h"

#include <algorithm>
#include <chrono>
#include <filesystem>
#include <utility>

#include <nlohmann/json.hpp>

#include "core/toolchain.h"
#include "eval/process/subprocess.h"
#include "eval/process/temp_directory.h"
#include "tune/proof/prove.h"

namespace autotune {

namespace {

constexpr std::chrono::milliseconds kProcessTime{600'000};
constexpr std::chrono::milliseconds kLeastTime{100};

/// Flags of a section in an ELF file.
constexpr unsigned kAllocated = 2;
constexpr unsigned kExecuted = 4;

constexpr std::string_view kCodeOptions[] = {
    "-disable-lsr",
    "-disable-machine-licm",
    "-grow-region-complexity-budget=0",
    "-regalloc=basic",
    "-enable-ext-tsp-block-placement",
    "-greedy-reverse-local-assignment",
    "-combiner-global-alias-analysis=false",
    "-enable-misched=false",
    "-pre-RA-sched=source",
    "-pre-RA-sched=list-ilp",
    "-machine-sink-bfi=false",
    "-enable-shrink-wrap=false",
    "-tail-merge-size=1",
    "-disable-block-placement",
    "-dag-maps-huge-region=2",
    "-lsr-drop-solution",
    "-disable-ssc",
    "-sink-insts-to-avoid-spills",
    "-split-spill-mode=size",
    "-disable-early-taildup",
};

/// Reads the size of an ELF file as `llvm-readelf` prints it; none if it is no such file.
std::optional<ObjectSize> ReadSizes(const std::string& text) {
  using nlohmann::json;
  const json files = json::parse(text, nullptr, /*allow_exceptions=*/false);
  try {
    ObjectSize size;
    for (const json& entry : files.at(0).at("Sections")) {
      const json& section = entry.at("Section");
      const auto flags = section.at("Flags").at("Value").get<unsigned>();
      const bool is_loaded = (flags & kAllocated) != 0 &&
                             section.at("Type").at("Name").get<std::string>() != "SHT_NOBITS";
      if (!is_loaded) continue;
      ((flags & kExecuted) != 0 ? size.text : size.data) += section.at("Size").get<std::uint64_t>();
    }
    return size;
  } catch (const json::exception&) {
    return std::nullopt;
  }
}

/// Generates the code of one module with `llc`.
class CodeMaker {
 public:
  CodeMaker(const CodeModel& model, const Budget& budget, const TempDirectory& directory)
      : flags_(LlcFlags(model)), budget_(budget), directory_(directory) {}

  /// Writes the bytes of `kModule` to `kObject`.
  Status Make(const std::vector<std::string>& options, std::chrono::milliseconds limit) const {
    std::vector<std::string> words = {std::string(kLlcProgram), "-filetype=obj"};
    words.insert(words.end(), flags_.begin(), flags_.end());
    words.insert(words.end(), options.begin(), options.end());
    words.insert(words.end(), {Path(kModule), "-o", Path(kObject)});
    const auto run = RunSubprocess(words, {.time_limit = limit}, budget_);
    if (!run) return run.error();
    if (run->Succeeded()) return {};
    return Error{ErrorCode::kBadInput, "llc makes no object file"};
  }

  std::optional<ObjectSize> Size() const {
    const auto run = RunSubprocess(
        {std::string(kReadelfProgram), "-S", "--elf-output-style=JSON", Path(kObject)},
        {.time_limit = kProcessTime}, budget_);
    return run && run->Succeeded() ? ReadSizes(run->output) : std::nullopt;
  }

  Result<std::string> Object() const { return directory_.Read(kObject); }

  static constexpr char kModule[] = "module.bc";

 private:
  static constexpr char kObject[] = "object.o";

  std::string Path(const char* file) const { return (directory_.path() / file).string(); }

  const std::vector<std::string> flags_;
  const Budget& budget_;
  const TempDirectory& directory_;
};

}  // namespace

std::span<const std::string_view> CodeOptions() { return kCodeOptions; }

std::vector<std::string> ChooseCodeOptions(std::uint64_t bytes, const SizeWithOptions& size,
                                           Clock::time_point end) {
  std::vector<std::string> chosen;
  for (const std::string_view option : kCodeOptions) {
    if (Clock::now() >= end) break;
    chosen.emplace_back(option);
    const std::optional<std::uint64_t> with = size(chosen);
    if (with && *with < bytes) {
      bytes = *with;
    } else {
      chosen.pop_back();
    }
  }
  return chosen;
}

Result<OptionedObject> CodeForSize(const TuneJob& job, const std::string& bitcode,
                                   const CodeModel& model, const ObjectSize& without,
                                   Clock::time_point end, const Budget& budget) {
  const auto directory = TempDirectory::Create(std::filesystem::temp_directory_path());
  if (!directory) return directory.error();
  if (Status written = directory->Write(CodeMaker::kModule, bitcode); !written) {
    return written.error();
  }
  const CodeMaker maker(model, budget, *directory);
  Clock::duration longest{};      // of one process
  std::vector<std::string> made;  // options of the object
  const SizeWithOptions size =
      [&](const std::vector<std::string>& options) -> std::optional<std::uint64_t> {
    const Clock::time_point begin = Clock::now();
    // Time is kept for two processes with the options that were chosen.
    if (begin > end - 3 * longest || budget.Interrupted()) return std::nullopt;
    const auto left = std::chrono::duration_cast<std::chrono::milliseconds>(end - begin);
    made.clear();
    if (!maker.Make(options, std::clamp(left, kLeastTime, kProcessTime))) return std::nullopt;
    made = options;
    longest = std::max(longest, Clock::now() - begin);
    const std::optional<ObjectSize> its = maker.Size();
    return its ? std::optional(its->total()) : std::nullopt;
  };
  if (!size({})) return Error{ErrorCode::kNotFound, "the object file can't be read"};
  OptionedObject result{.options = ChooseCodeOptions(without.total(), size, end),
                        .without = without,
                        .size = {},
                        .object = {}};
  if (result.options.empty()) return Error{ErrorCode::kNotFound, "no options make it smaller"};
  for (int process = 0; process < 2; ++process) {
    if (process > 0 || made != result.options) {
      const Status again = maker.Make(result.options, kProcessTime);
      if (!again) return again.error();
    }
    Result<std::string> object = maker.Object();
    if (!object) return object.error();
    if (process > 0 && *object != result.object) {
      return Error{ErrorCode::kBadInput, "two processes of llc make other object files"};
    }
    result.object = *std::move(object);
  }
  const std::optional<ObjectSize> its = maker.Size();
  if (!its) return Error{ErrorCode::kBadInput, "the object file can't be read"};
  result.size = *its;
  const Status accepted = CheckModule(job, bitcode, model, budget, result.options);
  if (!accepted) return accepted.error();
  return result;
}

}  // namespace autotune
