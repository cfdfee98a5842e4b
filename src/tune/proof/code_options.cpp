#include "tune/proof/code_options.h"

#include <algorithm>
#include <atomic>
#include <chrono>
#include <map>
#include <mutex>
#include <thread>
#include <utility>

#include "core/toolchain.h"
#include "eval/process/subprocess.h"
#include "eval/process/temp_directory.h"
#include "tune/memory/run_list.h"
#include "tune/proof/object_parts.h"
#include "tune/proof/prove.h"

namespace autotune {

namespace {

constexpr std::chrono::milliseconds kProcessTime{600'000};
constexpr std::chrono::milliseconds kLeastTime{100};

struct CodeOption {
  std::string_view words;         ///< tried together
  std::string_view targets = "";  ///< begins of triples, separated by blanks; empty: all
};

/// The first has an outliner outline only what saves much.
constexpr CodeOption kCodeOptions[] = {
    {"-outliner-benefit-threshold=20", "aarch64 arm thumb"},
    {"-homogeneous-prolog-epilog", "aarch64"},
    {"-outliner-benefit-threshold=12", "arm thumb"},
    {"-enable-machine-outliner -outliner-benefit-threshold=12", "x86_64"},
    {"-disable-lsr"},
    {"-disable-machine-licm"},
    {"-grow-region-complexity-budget=0"},
    {"-grow-region-complexity-budget=20"},
    {"-aggressive-machine-cse"},
    {"-disable-machine-cse"},
    {"-regalloc=basic"},
    {"-enable-ext-tsp-block-placement"},
    {"-greedy-reverse-local-assignment"},
    {"-combiner-global-alias-analysis=false"},
    {"-enable-misched=false"},
    {"-pre-RA-sched=source"},
    {"-pre-RA-sched=list-ilp"},
    {"-machine-sink-bfi=false"},
    {"-enable-shrink-wrap=false"},
    {"-tail-merge-size=1"},
    {"-disable-block-placement"},
    {"-dag-maps-huge-region=2"},
    {"-lsr-drop-solution"},
    {"-disable-ssc"},
    {"-sink-insts-to-avoid-spills"},
    {"-split-spill-mode=size"},
    {"-disable-early-taildup"},
    {"-disable-post-ra"},
    {"-disable-preheader-prot"},
    {"-huge-size-for-split=6"},
    {"-join-splitedges"},
    {"-cgpp-huge-func=0"},
};

std::string_view NameOf(std::string_view option) { return option.substr(0, option.find('=')); }

/// Returns `options` with `more`, which replaces those of the same names: LLVM takes each once.
std::vector<std::string> With(std::vector<std::string> options, std::string_view more) {
  for (std::string& word : SplitFlags(std::string(more))) {
    std::erase_if(options, [&](const std::string& its) { return NameOf(its) == NameOf(word); });
    options.push_back(std::move(word));
  }
  return options;
}

/// Generates the code of one module with `llc`. Thread-safe.
class CodeMaker {
 public:
  CodeMaker(const CodeModel& model, const Budget& budget, const TempDirectory& directory)
      : flags_(LlcFlags(model)), budget_(budget), directory_(directory) {}

  /// Writes the object of `kModule` to a file in the directory.
  Status Make(const std::vector<std::string>& options, const std::string& object,
              std::chrono::milliseconds limit) const {
    std::vector<std::string> words = {std::string(kLlcProgram), "-filetype=obj"};
    words.insert(words.end(), flags_.begin(), flags_.end());
    words.insert(words.end(), options.begin(), options.end());
    words.insert(words.end(), {Path(kModule), "-o", Path(object)});
    const auto run = RunSubprocess(words, {.time_limit = limit}, budget_);
    if (!run) return run.error();
    if (run->Succeeded()) return {};
    return Error{ErrorCode::kBadInput, "llc makes no object file"};
  }

  std::optional<ObjectSize> Size(const std::string& object) const {
    const Result<ObjectParts> parts = PartsOf(directory_.path() / object, budget_);
    return parts ? std::optional(parts->size()) : std::nullopt;
  }

  Result<std::string> Read(const std::string& object) const { return directory_.Read(object); }

  static constexpr char kModule[] = "module.bc";

 private:
  std::string Path(const std::string& file) const { return (directory_.path() / file).string(); }

  const std::vector<std::string> flags_;
  const Budget& budget_;
  const TempDirectory& directory_;
};

/// Reads the object file that was made with the options of `result`, which another process has to
/// make again.
Status TakeObject(const CodeMaker& maker, const std::string& first, OptionedObject& result) {
  const char* const second = "second.o";
  if (Status again = maker.Make(result.options, second, kProcessTime); !again) return again;
  Result<std::string> bytes = maker.Read(first);
  if (!bytes) return bytes.error();
  const Result<std::string> others = maker.Read(second);
  if (!others) return others.error();
  if (*others != *bytes) {
    return Error{ErrorCode::kBadInput, "two processes of llc make other object files"};
  }
  result.object = *std::move(bytes);
  const std::optional<ObjectSize> its = maker.Size(first);
  if (!its) return Error{ErrorCode::kBadInput, "the object file can't be read"};
  result.size = *its;
  return {};
}

}  // namespace

std::vector<std::string_view> CodeOptions(const std::string& triple) {
  std::vector<std::string_view> options;
  for (const CodeOption& option : kCodeOptions) {
    const std::vector<std::string> targets = SplitFlags(std::string(option.targets));
    const auto is_own = [&triple](const std::string& begin) { return triple.starts_with(begin); };
    if (targets.empty() || triple.empty() || std::ranges::any_of(targets, is_own)) {
      options.push_back(option.words);
    }
  }
  return options;
}

bool IsCodeOption(const std::string& word) {
  return std::ranges::any_of(kCodeOptions, [&word](const CodeOption& option) {
    return std::ranges::count(SplitFlags(std::string(option.words)), word) > 0;
  });
}

std::vector<std::string> ChooseCodeOptions(std::span<const std::string_view> left,
                                           std::uint64_t bytes, const SizeWithOptions& size,
                                           Clock::time_point end, std::size_t at_once) {
  std::vector<std::string> chosen;
  while (!left.empty() && Clock::now() < end) {
    std::vector<std::optional<std::uint64_t>> sizes(std::min(at_once, left.size()));
    const auto try_one = [&](std::size_t i) { sizes[i] = size(With(chosen, left[i])); };
    {
      std::vector<std::jthread> others;
      for (std::size_t i = 1; i < sizes.size(); ++i) others.emplace_back(try_one, i);
      try_one(0);
    }
    const auto helps = std::ranges::find_if(
        sizes, [bytes](const std::optional<std::uint64_t>& with) { return with && *with < bytes; });
    auto tried = static_cast<std::size_t>(helps - sizes.begin());
    if (helps != sizes.end()) {
      bytes = **helps;
      chosen = With(std::move(chosen), left[tried++]);  // those after it have to be tried with it
    }
    left = left.subspan(tried);
  }
  return chosen;
}

std::optional<std::uint64_t> OutlinedSize(const std::string& bitcode, const CodeModel& model,
                                          const Budget& budget) {
  const auto directory = TempDirectory::Create(TempRoot());
  if (!directory || !directory->Write(CodeMaker::kModule, bitcode)) return std::nullopt;
  const CodeMaker maker(model, budget, *directory);
  const char* const object = "outlined.o";
  if (!maker.Make(With({}, kCodeOptions[0].words), object, kProcessTime)) return std::nullopt;
  const std::optional<ObjectSize> size = maker.Size(object);
  return size ? std::optional(size->total()) : std::nullopt;
}

Result<OptionedObject> CodeWith(const std::string& bitcode, const CodeModel& model,
                                const std::vector<std::string>& options, const Budget& budget) {
  const auto directory = TempDirectory::Create(TempRoot());
  if (!directory) return directory.error();
  if (Status written = directory->Write(CodeMaker::kModule, bitcode); !written) {
    return written.error();
  }
  const CodeMaker maker(model, budget, *directory);
  OptionedObject result{.options = options, .without = {}, .size = {}, .object = {}};
  const char* const first = "first.o";
  if (Status made = maker.Make(options, first, kProcessTime); !made) return made.error();
  const Status taken = TakeObject(maker, first, result);
  if (!taken.ok()) return taken.error();
  return result;
}

Result<OptionedObject> CodeForSize(const TuneJob& job, const std::string& bitcode,
                                   const CodeModel& model, const ObjectSize& without,
                                   const std::string& triple, Clock::time_point end,
                                   const Budget& budget) {
  const auto directory = TempDirectory::Create(TempRoot());
  if (!directory) return directory.error();
  if (Status written = directory->Write(CodeMaker::kModule, bitcode); !written) {
    return written.error();
  }
  const CodeMaker maker(model, budget, *directory);
  std::atomic<Clock::rep> longest = 0;  // of one process
  std::mutex mutex;
  std::map<std::vector<std::string>, std::string> made;  // objects by their options
  const SizeWithOptions size =
      [&](const std::vector<std::string>& options) -> std::optional<std::uint64_t> {
    const Clock::time_point begin = Clock::now();
    // Time is kept for another process with the options that were chosen.
    if (begin > end - 2 * Clock::duration(longest) || budget.Interrupted()) return std::nullopt;
    const auto left = std::chrono::duration_cast<std::chrono::milliseconds>(end - begin);
    std::string object;
    {
      const std::scoped_lock lock(mutex);
      object = made.try_emplace(options, std::to_string(made.size()) + ".o").first->second;
    }
    if (!maker.Make(options, object, std::clamp(left, kLeastTime, kProcessTime))) {
      return std::nullopt;
    }
    const Clock::rep took = (Clock::now() - begin).count();
    for (Clock::rep known = longest; known < took && !longest.compare_exchange_weak(known, took);) {
    }
    const std::optional<ObjectSize> its = maker.Size(object);
    return its ? std::optional(its->total()) : std::nullopt;
  };
  OptionedObject result{
      .options = ChooseCodeOptions(CodeOptions(triple), without.total(), size, end, job.threads),
      .without = without,
      .size = {},
      .object = {}};
  if (result.options.empty()) return Error{ErrorCode::kNotFound, "no options make it smaller"};
  const Status taken = TakeObject(maker, made.at(result.options), result);
  if (!taken.ok()) return taken.error();
  const Status accepted = CheckModule(job, bitcode, model, budget, result.options);
  if (!accepted) return accepted.error();
  return result;
}

}  // namespace autotune
