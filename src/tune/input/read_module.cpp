#include "tune/input/read_module.h"

#include <algorithm>
#include <array>
#include <cstdint>
#include <cstring>
#include <fstream>
#include <string_view>
#include <utility>
#include <vector>

#include <fmt/format.h>

#include "core/toolchain.h"
#include "eval/process/subprocess.h"
#include "eval/proof/module_name.h"
#include "eval/proof/reproduction.h"
#include "tune/input/read_program.h"

namespace autotune {

namespace {

namespace fs = std::filesystem;

/// Returns the number of modules in bitcode: a linker joins the sections of several objects.
int CountModules(std::string_view bytes) {
  constexpr std::string_view kMagic = "BC\xC0\xDE";
  constexpr std::uint32_t kEnterBlock = 1;
  constexpr std::uint32_t kModuleBlock = 8;
  std::array<std::uint32_t, 2> head{};  // the kind of a block, and the words that follow
  int modules = 0;
  while (true) {
    if (bytes.starts_with(kMagic)) bytes.remove_prefix(kMagic.size());
    if (bytes.size() < sizeof(head)) return modules;
    std::memcpy(head.data(), bytes.data(), sizeof(head));
    if (head[0] % 4 != kEnterBlock) return modules;
    if (head[0] / 4 % 256 == kModuleBlock) ++modules;
    const std::uint64_t length = sizeof(head) + 4 * std::uint64_t{head[1]};
    bytes.remove_prefix(std::min<std::uint64_t>(length, bytes.size()));
  }
}

/// `llvm-objcopy` would go through all members.
bool IsArchive(const fs::path& file) {
  std::array<char, 2> first{};
  std::ifstream(file, std::ios::binary).read(first.data(), first.size());
  return first[0] == '!' && first[1] == '<';
}

/// The reading of one module.
class Reader {
 public:
  Reader(const fs::path& given, const TempDirectory& folder, const Budget& budget)
      : given_(given), name_(ParseModuleName(given)), folder_(folder), budget_(budget) {}

  Result<ReadModule> Read() const {
    if (name_.member.empty()) return ReadFrom(name_.file);
    // A shell writes the member to a file: only the start of a process's output is kept.
    const fs::path member = folder_.path() / "member";
    const Status taken =
        Run({"/bin/sh", "-c", R"(exec "$0" p "$1" "$2" > "$3")", std::string(kArProgram),
             FileArgument(name_.file), FileArgument(name_.member), member.string()});
    if (!taken.ok()) return taken.error();
    return ReadFrom(member);
  }

 private:
  Result<ReadModule> ReadFrom(const fs::path& file) const {
    if (!name_.section.empty()) return ReadSection(file, name_.section, given_);
    Result<std::string> bytes = ReadProgram(file, given_.string());
    if (bytes) return ReadModule{*std::move(bytes), given_};
    if (bytes.error().code != ErrorCode::kBadInput || IsArchive(file)) return bytes.error();
    for (const std::string_view section : kModuleSections) {
      Result<ReadModule> module =
          ReadSection(file, section, fmt::format("{}:{}", given_.string(), section));
      if (module || !IsAbsent(module.error())) return module;
    }
    return bytes.error();
  }

  Result<ReadModule> ReadSection(const fs::path& file, std::string_view section,
                                 const fs::path& name) const {
    const fs::path dumped = folder_.path() / "section";
    const Status taken = Run({std::string(kObjcopyProgram),
                              fmt::format("--dump-section={}={}", section, dumped.string()),
                              FileArgument(file), "/dev/null"});
    if (!taken.ok()) return taken.error();
    Result<std::string> bytes = ReadProgram(dumped, name.string());
    if (!bytes) return bytes.error();
    if (const int modules = CountModules(*bytes); modules > 1) {
      return Failure(
          name, fmt::format("it holds {} modules, of several object files; name one", modules));
    }
    return ReadModule{*std::move(bytes), name};
  }

  /// True if a file has no such section, or is no object file, or nothing can take sections out.
  static bool IsAbsent(const Error& error) {
    if (error.code == ErrorCode::kNotFound) return true;
    constexpr std::array kReasons = {"not found", "not recognized as", "invalid section name"};
    return std::ranges::any_of(kReasons, [&error](std::string_view reason) {
      return error.message.find(reason) != error.message.npos;
    });
  }

  Status Run(const std::vector<std::string>& arguments) const {
    const Result<SubprocessResult> run = RunSubprocess(arguments, {}, budget_);
    if (!run) return run.error();
    if (run->Succeeded()) return {};
    const std::string& errors = run->error_output;
    return Failure(given_, errors.empty() ? HowItEnded(*run) : errors.substr(0, errors.find('\n')));
  }

  static Error Failure(const fs::path& name, std::string_view why) {
    return {ErrorCode::kBadInput, fmt::format("can't read '{}': {}", name.string(), why)};
  }

  const fs::path& given_;
  const ModuleName name_;
  const TempDirectory& folder_;
  const Budget& budget_;
};

}  // namespace

Result<ReadModule> ReadNamedModule(const fs::path& name, const TempDirectory& folder,
                                   const Budget& budget) {
  return Reader(name, folder, budget).Read();
}

}  // namespace autotune
