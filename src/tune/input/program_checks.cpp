#include "tune/input/program_checks.h"

#include <algorithm>
#include <cerrno>
#include <cstring>

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/stat.h>
#include <unistd.h>

#include "core/toolchain.h"
#include "eval/process/descriptor.h"
#include "eval/process/subprocess.h"
#include "eval/process/system_memory.h"

namespace autotune {

namespace {

namespace fs = std::filesystem;

/// Returns the command line that removes attributes from all functions. It needs no pipeline of
/// ours, so the stripped file is an honest input of its own.
std::string StripLine(const fs::path& file, std::string_view attributes) {
  fs::path stripped = file.filename();
  stripped.replace_extension(".stripped.bc");
  return fmt::format("{} -passes=forceattrs {} {} -o {}", kOptProgram, attributes,
                     ShellQuote(file.string()), ShellQuote(stripped.string()));
}

std::string OptnoneWarning(const fs::path& file, const ProgramInfo& program) {
  const std::string who = program.optnone_functions == program.functions
                              ? "every function is optnone, which passes skip"
                              : fmt::format("{} of {} functions are optnone, which passes skip",
                                            program.optnone_functions, program.functions);
  return fmt::format(
      "{}; strip it first: {}", who,
      StripLine(file, "-force-remove-attribute=optnone -force-remove-attribute=noinline"));
}

/// Number of bytes that suffice to tell the kind of a file.
constexpr std::uint64_t kFirstBytes = 4096;

/// True for text and for bitcode, with or without the wrapper of Apple's tools.
bool LooksLikeIr(std::string_view first_bytes) {
  return first_bytes.starts_with("BC\xC0\xDE") || first_bytes.starts_with("\xDE\xC0\x17\x0B") ||
         first_bytes.find('\0') == std::string_view::npos;
}

/// Fills `bytes` from `done` on. False with `errno` set; it is 0 if the file ends too early.
bool ReadFrom(const Descriptor& descriptor, std::string& bytes, std::uint64_t done) {
  while (done < bytes.size()) {
    const ssize_t count =
        pread(descriptor.get(), bytes.data() + done, bytes.size() - done, static_cast<off_t>(done));
    if (count < 0 && errno == EINTR) continue;
    if (count == 0) errno = 0;
    if (count <= 0) return false;
    done += static_cast<std::uint64_t>(count);
  }
  return true;
}

std::string ReadError() {
  return errno == 0 ? "it was cut off meanwhile; try again when that is done"
                    : std::strerror(errno);
}

bool IsSameState(const struct stat& a, const struct stat& b) {
  const auto same = [](const timespec& x, const timespec& y) {
    return x.tv_sec == y.tv_sec && x.tv_nsec == y.tv_nsec;
  };
  return a.st_size == b.st_size && same(a.st_mtim, b.st_mtim) && same(a.st_ctim, b.st_ctim);
}

}  // namespace

std::uint64_t ProgramBytes(const std::filesystem::path& file) {
  std::error_code error;
  const std::uintmax_t size = std::filesystem::file_size(file, error);
  return error || size > kMaxProgramBytes ? 0 : size;
}

Result<std::string> ReadProgram(const fs::path& file) {
  const auto failure = [&](ErrorCode code, std::string_view why) {
    return Error{code, fmt::format("can't read '{}': {}", file.string(), why)};
  };
  // `opt` reads the file again for each proof, so a pipe won't do. The file is checked before it is
  // opened, because some devices notice that. It is checked again afterwards, because another file
  // may have its name by then.
  struct stat before{};
  if (stat(file.c_str(), &before) != 0) {
    return failure(errno == ENOENT || errno == ENOTDIR ? ErrorCode::kNotFound : ErrorCode::kIo,
                   std::strerror(errno));
  }
  if (S_ISDIR(before.st_mode)) return failure(ErrorCode::kIo, "it is a directory");
  if (!S_ISREG(before.st_mode)) return failure(ErrorCode::kIo, "it is no regular file");
  const Descriptor descriptor(open(file.c_str(), O_RDONLY | O_NONBLOCK | O_NOCTTY | O_CLOEXEC));
  if (descriptor.get() < 0 || fstat(descriptor.get(), &before) != 0) {
    return failure(ErrorCode::kIo, std::strerror(errno));
  }
  if (!S_ISREG(before.st_mode)) return failure(ErrorCode::kIo, "it is no regular file");
  if (before.st_size == 0) return failure(ErrorCode::kBadInput, "it is empty");

  const auto size = static_cast<std::uint64_t>(before.st_size);
  std::string bytes(std::min(size, kFirstBytes), '\0');
  if (!ReadFrom(descriptor, bytes, 0)) return failure(ErrorCode::kIo, ReadError());
  if (!LooksLikeIr(bytes)) {
    return failure(ErrorCode::kBadInput, "it is not LLVM IR; 'clang -c -emit-llvm' makes that");
  }
  const std::uint64_t most = std::min(kMaxProgramBytes, AvailableMemory().value_or(size));
  if (size > most) {
    return failure(
        ErrorCode::kBadInput,
        fmt::format("its {} MiB are too many; {} can be read at most", size >> 20, most >> 20));
  }
  bytes.resize(size);
  if (!ReadFrom(descriptor, bytes, std::min(size, kFirstBytes))) {
    return failure(ErrorCode::kIo, ReadError());
  }
  struct stat after{};
  if (fstat(descriptor.get(), &after) != 0) return failure(ErrorCode::kIo, std::strerror(errno));
  if (!IsSameState(before, after)) {
    return failure(ErrorCode::kIo, "it was written meanwhile; try again when that is done");
  }
  return bytes;
}

std::optional<std::string> MemoryWarning(const fs::path& file, std::uint64_t bytes,
                                         std::uint64_t threads, std::uint64_t available) {
  // Measured on bitcode of 1 MB: 150 MB with two threads. Text has four bytes for one of bitcode.
  const bool is_text = file.extension() == ".ll";
  const std::uint64_t needed = kLeastMemory + bytes / (is_text ? 4 : 1) * (40 + 25 * threads);
  if (needed <= available) return std::nullopt;
  return fmt::format(
      "'{}' needs about {} MiB of memory, and there are {} MiB: passes or proofs may fail for it",
      file.string(), needed >> 20, available >> 20);
}

Result<std::vector<std::string>> InputWarnings(const fs::path& file, const ProgramInfo& program) {
  const std::string name = file.string();
  if (program.functions == 0) {
    return Error{
        ErrorCode::kBadInput,
        fmt::format("'{}' has no function with a body: there is nothing to optimise", name)};
  }
  std::vector<std::string> warnings;
  if (program.optnone_functions > 0) {
    warnings.push_back(OptnoneWarning(file, program));
  } else if (program.noinline_functions == program.functions) {
    warnings.push_back(fmt::format("every function is noinline; to allow inlining: {}",
                                   StripLine(file, "-force-remove-attribute=noinline")));
  }
  if (program.target_triple.empty()) {
    warnings.push_back(fmt::format(
        "'{}' names no target triple: object sizes are those of this machine's target", name));
  }
  if (!program.has_data_layout) {
    warnings.push_back(fmt::format(
        "'{}' has no data layout: passes assume LLVM's default one, which may not be your target's",
        name));
  }
  return warnings;
}

}  // namespace autotune
