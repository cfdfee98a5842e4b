#include <chrono>
#include <cstdio>
#include <optional>

#include <fmt/format.h>

#include "cli/commands.h"
#include "core/quantity.h"
#include "db/cache_file.h"
#include "term/console.h"
#include "term/option_parser.h"
#include "term/user_files.h"

namespace autotune {

namespace {

namespace fs = std::filesystem;
using namespace option_kinds;  // NOLINT(google-build-using-namespace)

constexpr const char* kHelp =
    "usage: autotune cache stats|prune|clear [options]\n"
    "\n"
    "What searches have tried is remembered in one file, $XDG_CACHE_HOME/autotune/evaluations.db "
    "or\n"
    "~/.cache/autotune/evaluations.db. It may be deleted at any time: only time is lost.\n"
    "\n"
    "  autotune cache stats\n"
    "  autotune cache prune --max-size 100M     drop what was not used for longest\n"
    "  autotune cache prune --older-than 30d    drop programs not tuned for 30 days\n"
    "  autotune cache clear                     drop everything\n";

constexpr std::chrono::hours kTenYears{24 * 3650};

struct CacheOptions {
  std::string action;
  std::string file;  ///< empty: the default one
  std::optional<std::uint64_t> max_size;
  std::optional<std::chrono::milliseconds> older_than;
};

std::vector<Row> OptionTable(CacheOptions& to) {
  return {
      {"max-size", "SIZE", "prune: drop what was not used for longest, down to this",
       ByteSize(to.max_size, 0)},
      {"older-than", "TIME", "prune: drop programs not tuned for so long",
       Duration(to.older_than, kTenYears)},
      {"cache", "FILE", "the file (evaluations.db of the user)", Text(to.file)},
  };
}

/// Takes the action from the operands, and checks that the options belong to it.
Status Choose(CacheOptions& options, const std::vector<std::string>& operands) {
  if (!operands.empty()) options.action = operands.front();
  const bool prunes = options.max_size || options.older_than;
  if (options.action == "prune" && !prunes) {
    return Invalid("say what autotune cache prune is to drop: --max-size 100M, --older-than 30d");
  }
  if (options.action != "prune" && prunes) {
    return Invalid("--max-size and --older-than belong to autotune cache prune");
  }
  if (options.action != "stats" && options.action != "prune" && options.action != "clear") {
    return Invalid("autotune cache needs one of: stats, prune, clear");
  }
  return {};
}

std::string Megabytes(std::uint64_t bytes) {
  return fmt::format("{:.1f}M", static_cast<double>(bytes) / (1 << 20));
}

WallTime Now() {
  return std::chrono::floor<std::chrono::seconds>(std::chrono::system_clock::now());
}

Status PrintStatistics(Database& cache, const fs::path& file) {
  const Result<CacheStatistics> statistics = ReadCacheStatistics(cache);
  if (!statistics) return statistics.error();
  std::error_code error;
  const std::uintmax_t size = fs::file_size(file, error);
  PrintText("file         {}\n", file.string());
  PrintText("size         {}, {} of it in use\n", error ? "?" : Megabytes(size),
            Megabytes(statistics->used_bytes));
  PrintText("programs     {}\n", FormatCount(statistics->programs));
  PrintText("evaluations  {}, {} of them failures\n", FormatCount(statistics->evaluations),
            FormatCount(statistics->failures));
  if (statistics->least_recent_use) {
    const std::chrono::duration<double, std::ratio<86'400>> age =
        Now() - *statistics->least_recent_use;
    PrintText("oldest use   {:.1f} days ago\n", age.count());
  }
  return {};
}

/// Evicts as long as `wanted()`, which may fail.
template <typename Wanted>
Result<std::uint64_t> EvictWhile(Database& cache, WallTime unused_since, Wanted wanted) {
  std::uint64_t total = 0;
  while (true) {
    const Result<bool> more = wanted();
    if (!more) return more.error();
    if (!*more) return total;
    const auto dropped = EvictSome(cache, unused_since);
    if (!dropped) return dropped.error();
    if (!*dropped) return total;
    total += **dropped;
  }
}

Status Prune(Database& cache, const CacheOptions& options) {
  std::uint64_t total = 0;
  if (options.older_than) {
    const auto age = std::chrono::floor<std::chrono::seconds>(*options.older_than);
    const auto dropped = EvictWhile(cache, Now() - age, [] { return Result<bool>(true); });
    if (!dropped) return dropped.error();
    total += *dropped;
  }
  if (options.max_size) {
    const auto dropped = EvictWhile(cache, WallTime::max(), [&]() -> Result<bool> {
      const Result<std::uint64_t> used = UsedCacheBytes(cache);
      if (!used) return used.error();
      return *used > *options.max_size;
    });
    if (!dropped) return dropped.error();
    total += *dropped;
  }
  if (Status status = cache.Compact(); !status.ok()) return status;
  const Result<std::uint64_t> left = UsedCacheBytes(cache);
  if (!left) return left.error();
  PrintText("dropped {} evaluations, {} are left\n", FormatCount(total), Megabytes(*left));
  return {};
}

Status Clear(Database& cache) {
  const Result<CacheStatistics> before = ReadCacheStatistics(cache);
  if (!before) return before.error();
  if (Status status = ClearCache(cache); !status.ok()) return status;
  PrintText("dropped {} evaluations\n", FormatCount(before->evaluations));
  return {};
}

Status Run(const CacheOptions& options) {
  const Result<fs::path> file = CachePath(options.file);
  if (!file) return file.error();
  std::error_code error;
  if (!fs::exists(*file, error)) {
    PrintText("nothing is cached: there is no file {}\n", file->string());
    return {};
  }
  const Result<std::unique_ptr<Database>> cache = Database::Open(*file, {.format = &kCacheFormat});
  if (!cache) return cache.error();
  if (options.action == "stats") return PrintStatistics(**cache, *file);
  return options.action == "prune" ? Prune(**cache, options) : Clear(**cache);
}

}  // namespace

int RunCacheCommand(const Arguments& arguments) {
  CacheOptions options;
  return RunCommand(
      arguments, kHelp, {{"Options", OptionTable(options)}},
      [&](const ParsedArguments& given) {
        Status status = Choose(options, given.operands);
        if (status.ok()) status = Run(options);
        return status.ok() ? static_cast<int>(kExitDone) : Fail(status.error());
      },
      "", 1);
}

}  // namespace autotune
