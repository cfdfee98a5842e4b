#include <cstdio>
#include <filesystem>
#include <optional>

#include <dlfcn.h>
#include <fmt/format.h>
#include <signal.h>
#include <unistd.h>

#include "cli/commands.h"
#include "core/quantity.h"
#include "core/toolchain.h"
#include "db/cache_file.h"
#include "db/database.h"
#include "db/query.h"
#include "eval/client/worker_pool.h"
#include "eval/process/subprocess.h"
#include "eval/process/system_memory.h"
#include "eval/process/temp_directory.h"
#include "term/console.h"
#include "term/option_parser.h"
#include "term/terminal.h"
#include "term/user_files.h"
#include "tune/threads.h"
#include "ui/options.h"

namespace autotune {

namespace {

namespace fs = std::filesystem;
using namespace std::chrono_literals;

constexpr const char* kHelp =
    "usage: autotune doctor\n"
    "\n"
    "Tries what autotune needs on this machine: the workers, LLVM's tools, the database, the "
    "cache,\n"
    "memory and the temporary folder. Says what to do where something is wrong, and exits with 1 "
    "where\n"
    "something is missing.\n"
    "\n"
    "  autotune doctor\n";

enum class Health { kOk, kWarning, kMissing };

struct Finding {
  Health health = Health::kOk;
  std::string subject;
  std::string text;
  std::string remedy;  ///< empty if all is well
};

/// One function that the workers can do something with.
constexpr std::string_view kProbe =
    "define i32 @f(i32 %x) {\n  %y = add i32 %x, 0\n  ret i32 %y\n}\n";

double Milliseconds(Clock::duration duration) {
  return std::chrono::duration<double, std::milli>(duration).count();
}

/// The first line of `PROGRAM --version` that holds `marker`, from there on.
Result<std::string> VersionLine(const std::string& program, std::string_view marker) {
  const Result<SubprocessResult> run =
      RunSubprocess({program, "--version"}, {}, Budget::Unlimited());
  if (!run) return run.error();
  const std::size_t begin = run->output.find(marker);
  if (begin == run->output.npos) {
    return Error{ErrorCode::kBadInput, fmt::format("'{} --version' names no version", program)};
  }
  return run->output.substr(begin, run->output.find('\n', begin) - begin);
}

/// Kills the worker and waits for its successor's first answer.
std::optional<double> RestartMilliseconds(WorkerPool& pool) {
  const Clock::time_point begin = Clock::now();
  for (const int pid : pool.worker_pids()) kill(pid, SIGKILL);
  const Result<ProgramInfo> again =
      pool.Measure("probe", std::string(kProbe), {}, Budget::Unlimited());
  if (!again) return std::nullopt;
  return Milliseconds(Clock::now() - begin);
}

/// Sets `llvm_version` if the worker answers.
Finding CheckWorker(std::string& llvm_version) {
  constexpr std::string_view kRemedy = "build autotune-worker and keep it beside autotune";
  Result<ActionSpace> actions = LoadActionSpace(TuneJob().action_space);
  if (!actions) return {Health::kMissing, "worker", actions.error().message, std::string(kRemedy)};
  const Clock::time_point begin = Clock::now();
  Result<std::unique_ptr<WorkerPool>> pool = WorkerPool::Start(*std::move(actions), {});
  const Result<ProgramInfo> answer =
      pool ? (*pool)->Measure("probe", std::string(kProbe), {}, Budget::Unlimited())
           : Result<ProgramInfo>(pool.error());
  if (!answer) return {Health::kMissing, "worker", answer.error().message, std::string(kRemedy)};
  const double start = Milliseconds(Clock::now() - begin);
  llvm_version = (*pool)->llvm_version();
  const std::optional<double> restart = RestartMilliseconds(**pool);
  if (!restart)
    return {Health::kWarning, "worker", "does not come back once killed", "report this"};
  return {Health::kOk, "worker",
          fmt::format("LLVM {}, starts in {:.0f} ms, is back {:.0f} ms after a kill", llvm_version,
                      start, *restart),
          ""};
}

Finding CheckOpt(const std::string& llvm_version) {
  const std::string program = TuneJob().opt_program;
  const std::string remedy = fmt::format("apt-get install {}", kLlvmPackage);
  const Result<std::string> line = VersionLine(program, "LLVM version ");
  if (!line) return {Health::kMissing, program, line.error().message, remedy};
  if (!line->ends_with(" " + llvm_version) && !llvm_version.empty()) {
    return {Health::kMissing, program,
            fmt::format("is of {}, the worker of LLVM {}: results won't be reproduced", *line,
                        llvm_version),
            remedy};
  }
  return {Health::kOk, program, *line, ""};
}

/// A program that only some runs need.
Finding CheckTool(std::string_view name, std::string_view needed_for, std::string_view package) {
  const std::string program(name);
  const Result<std::string> line = VersionLine(program, "version ");
  if (line) return {Health::kOk, program, *line, ""};
  return {Health::kWarning, program, fmt::format("not found; needed for {}", needed_for),
          fmt::format("apt-get install {}", package)};
}

bool LibtorchInstalled() {
  for (const char* folder : {"/usr/lib", "/usr/local/lib"}) {
    std::error_code error;
    for (const auto& entry : fs::directory_iterator(folder, error)) {
      if (fs::exists(entry.path() / "libtorch_cpu.so", error)) return true;
      if (entry.path().filename() == "libtorch_cpu.so") return true;
    }
  }
  return false;
}

/// Libtorch takes whatever BLAS this name stands for; the reference one is twenty times slower.
Finding CheckBlas() {
  const std::string torch =
      LibtorchInstalled() ? "libtorch is installed" : "no libtorch, which learned methods need";
  constexpr std::string_view kRemedy = "apt-get install libopenblas0-pthread";
  void* const library = dlopen("libblas.so.3", RTLD_LAZY | RTLD_LOCAL);
  if (library == nullptr) {
    return {Health::kWarning, "BLAS", "no libblas.so.3; " + torch, std::string(kRemedy)};
  }
  Dl_info info{};
  const bool found = dladdr(dlsym(library, "dgemm_"), &info) != 0;
  std::error_code error;
  const std::string path = found ? fs::canonical(info.dli_fname, error).string() : "";
  dlclose(library);
  if (path.find("openblas") == path.npos) {
    return {Health::kWarning, "BLAS", fmt::format("{} is not OpenBLAS, so slow; {}", path, torch),
            std::string(kRemedy)};
  }
  return {Health::kOk, "BLAS", fmt::format("OpenBLAS; {}", torch), ""};
}

/// Tells if a file of ours is whole and can be written; makes it if there is none.
Finding CheckFile(const char* subject, const Result<fs::path>& path, const FileFormat& format,
                  const char* remedy) {
  const Result<std::unique_ptr<Database>> file =
      path ? Database::Open(*path, {.format = &format})
           : Result<std::unique_ptr<Database>>(path.error());
  if (!file) return {Health::kWarning, subject, file.error().message, remedy};
  const Status writable = (*file)->Write([](auto&) { return Status(); });
  if (!writable.ok()) return {Health::kWarning, subject, writable.error().message, remedy};
  const Result<SqlTable> check = RunQuery(**file, "PRAGMA integrity_check");
  if (!check) return {Health::kWarning, subject, check.error().message, remedy};
  const std::string answer = std::get<std::string>(check->rows.front().front());
  if (answer == "ok") return {Health::kOk, subject, path->string(), ""};
  return {Health::kWarning, subject, fmt::format("'{}' is damaged: {}", path->string(), answer),
          "move it away and a new one will be made"};
}

Finding CheckTemporary() {
  std::error_code error;
  const fs::path root = fs::temp_directory_path(error);
  const Status status = error ? Status(Error{ErrorCode::kIo, error.message()}) : [&] {
    const Result<TempDirectory> folder = TempDirectory::Create(root);
    return folder ? folder->Write("probe", "x") : Status(folder.error());
  }();
  if (!status.ok()) {
    return {Health::kMissing, "temporary files", status.error().message,
            "set TMPDIR to a folder that can be written"};
  }
  const std::uintmax_t available = fs::space(root, error).available;
  return {Health::kOk, "temporary files",
          fmt::format("in {}, {} MiB free", root.string(), FormatCount(available >> 20)), ""};
}

Finding CheckMachine() {
  const std::uint64_t cores = DefaultThreads();
  const std::uint64_t memory =
      AvailableMemory().value_or(static_cast<std::uint64_t>(sysconf(_SC_PHYS_PAGES)) *
                                 static_cast<std::uint64_t>(sysconf(_SC_PAGE_SIZE)));
  const std::string text =
      fmt::format("{} cores and {} MiB of memory to use", cores, FormatCount(memory >> 20));
  // One worker's memory on a module of some 50,000 instructions.
  constexpr std::uint64_t kUsualWorker = 512ull << 20;
  if (memory / cores >= kUsualWorker) return {Health::kOk, "machine", text, ""};
  return {Health::kWarning, "machine", text + ": little for large programs",
          "use --threads and --memory-limit"};
}

void Print(const Finding& finding, const Terminal& terminal) {
  constexpr std::string_view kNames[] = {"ok", "warn", "missing"};
  const std::string status = fmt::format("{:<8}", kNames[static_cast<int>(finding.health)]);
  PrintText("{}{:<17}{}\n",
            Composed{finding.health == Health::kOk ? status : terminal.Bold(status)},
            finding.subject, finding.text);
  if (!finding.remedy.empty()) PrintText("{:<25}-> {}\n", "", finding.remedy);
}

int Run(const ParsedArguments&) {
  const Terminal terminal = Terminal::Of(STDOUT_FILENO, ColorMode::kAuto);
  std::string llvm_version;
  bool missing = false;
  const auto report = [&](const Finding& finding) {
    Print(finding, terminal);
    missing = missing || finding.health == Health::kMissing;
  };
  report(CheckWorker(llvm_version));
  report(CheckOpt(llvm_version));
  report(CheckTool(kLlcProgram, "--check-as obj and exe", kLlvmPackage));
  report(CheckTool(kClangProgram, "--check-as exe", kClangPackage));
  report(CheckBlas());
  report(CheckFile("database", DatabasePath(""), kDatabaseFormat, "give --db FILE or --no-db"));
  report(CheckFile("cache", CachePath(""), kCacheFormat, "give --cache FILE or --no-cache"));
  report(CheckTemporary());
  report(CheckMachine());
  return missing ? kExitFailure : kExitDone;
}

}  // namespace

int RunDoctor(const Arguments& arguments) { return RunCommand(arguments, kHelp, {}, Run, "", 0); }

}  // namespace autotune
