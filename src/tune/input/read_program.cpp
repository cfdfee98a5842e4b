#include "tune/input/read_program.h"

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <string_view>

#include <fcntl.h>
#include <fmt/format.h>
#include <poll.h>
#include <sys/stat.h>
#include <unistd.h>

#include "core/file.h"
#include "core/toolchain.h"
#include "eval/process/bounded_wait.h"
#include "eval/process/descriptor.h"
#include "eval/process/subprocess.h"
#include "eval/process/system_memory.h"
#include "eval/proof/reproduction.h"

namespace autotune {

namespace {

namespace fs = std::filesystem;

/// Number of bytes that suffice to tell the kind of a file.
constexpr std::uint64_t kFirstBytes = 4096;
/// Begin of a file of ELF: an object file, a program or a library.
constexpr std::string_view kElf =
    "\x7F"
    "ELF";

bool IsSource(const fs::path& file) {
  const std::string extension = file.extension().string();
  return extension == ".c" || extension == ".cc" || extension == ".cpp" || extension == ".cxx";
}

/// Says what a file of ELF without bitcode is.
std::string WhatElf(std::string_view bytes) {
  constexpr std::size_t kType = 16;  // place of two bytes, 1 for an object file
  const bool object = bytes.size() > kType + 1 && bytes[kType] + bytes[kType + 1] == 1;
  return fmt::format("it is {}; 'clang -c -emit-llvm' makes bitcode of the source",
                     object ? "an object file without bitcode" : "a program or a library");
}

/// Returns what a file is that holds no IR, and how to get some; nothing if it may hold IR.
std::string NoIr(const fs::path& file, std::string_view bytes) {
  const std::string name = ShellQuote(FileArgument(file));
  if (HasBitcodeMagic(bytes)) return "";
  if (bytes.starts_with(kElf)) return WhatElf(bytes);
  if (bytes.starts_with("!<arch>\n") || bytes.starts_with("!<thin>\n")) {
    return fmt::format("it is an archive; to tune a member: autotune {}:MEMBER", name);
  }
  if (bytes.find('\0') != bytes.npos) return "it is not LLVM IR; 'clang -c -emit-llvm' makes that";
  if (IsSource(file)) {
    return fmt::format(
        "it is a source; first: {} -Oz -Xclang -disable-llvm-passes -emit-llvm -c {} -o {}",
        file.extension() == ".c" ? kClangProgram : kClangxxProgram, name,
        ShellQuote(FileArgument(fs::path(file).replace_extension(".bc"))));
  }
  if (file.filename() == "compile_commands.json") {
    return "it is a list of compiles; 'autotune dataset build compile-commands' makes modules of "
           "them, and 'autotune build' tunes whole projects";
  }
  return "";
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

bool HasBitcodeMagic(std::string_view bytes) {
  return bytes.starts_with("BC\xC0\xDE") || bytes.starts_with("\xDE\xC0\x17\x0B");
}

std::uint64_t ProgramBytes(const std::filesystem::path& file) {
  std::error_code error;
  const std::uintmax_t size = std::filesystem::file_size(file, error);
  return error || size > kMaxModuleBytes ? 0 : size;
}

Result<std::string> ReadProgram(const fs::path& file, const std::string& name) {
  const auto failure = [&](ErrorCode code, std::string_view why) {
    return Error{code, fmt::format("can't read '{}': {}", name, why)};
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
  if (const std::string no_ir = NoIr(file, bytes); !no_ir.empty()) {
    return failure(ErrorCode::kBadInput, no_ir);
  }
  const std::uint64_t most = std::min(kMaxModuleBytes, AvailableMemory().value_or(size));
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

Result<std::string> ReadStandardInput(const Budget& budget) {
  constexpr std::size_t kChunk = 1 << 16;
  const std::uint64_t most = std::min(kMaxModuleBytes, AvailableMemory().value_or(kMaxModuleBytes));
  const auto failure = [](ErrorCode code, std::string_view why) {
    return Error{code, fmt::format("can't read standard input: {}", why)};
  };
  if (isatty(STDIN_FILENO) != 0) return failure(ErrorCode::kBadInput, "it is a terminal");
  std::string bytes;
  while (bytes.size() <= most) {
    WaitLimits limits{.budget = &budget};
    const WaitEnd end = WaitFor(STDIN_FILENO, POLLIN, limits);
    if (end == WaitEnd::kInterrupted) {
      return failure(ErrorCode::kCancelled, "it did not end within the budget");
    }
    const std::size_t done = bytes.size();
    bytes.resize(done + kChunk);
    const ssize_t count = read(STDIN_FILENO, bytes.data() + done, kChunk);
    if (count < 0 && errno != EINTR && errno != EAGAIN) {
      return failure(ErrorCode::kIo, std::strerror(errno));
    }
    bytes.resize(done + static_cast<std::size_t>(std::max<ssize_t>(count, 0)));
    const bool first = done < kFirstBytes && (count == 0 || bytes.size() >= kFirstBytes);
    if (first && (bytes.starts_with(kElf) || bytes.starts_with("!<"))) {
      return failure(ErrorCode::kBadInput, "object files and archives have to be named");
    }
    if (first && !bytes.empty()) {
      const std::string no_ir = NoIr("stdin", std::string_view(bytes).substr(0, kFirstBytes));
      if (!no_ir.empty()) return failure(ErrorCode::kBadInput, no_ir);
    }
    if (count == 0) break;
  }
  if (bytes.empty()) return failure(ErrorCode::kBadInput, "it is empty");
  if (bytes.size() > most) {
    return failure(ErrorCode::kBadInput, fmt::format("more than {} MiB are too many", most >> 20));
  }
  return bytes;
}

}  // namespace autotune
