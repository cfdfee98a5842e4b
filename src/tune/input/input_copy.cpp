#include "tune/input/input_copy.h"

#include <utility>

#include <fmt/format.h>
#include <sys/stat.h>

#include "eval/proof/module_name.h"
#include "tune/input/read_module.h"
#include "tune/input/read_program.h"

namespace autotune {

namespace {

constexpr char kCopyName[] = "program";

/// Returns a line that sets the source name of textual IR. If the text has none, LLVM takes it from
/// the file's name, which would be that of the private copy.
std::string SourceName(const std::filesystem::path& file, std::string_view bytes) {
  const bool named =
      bytes.starts_with("source_filename") || bytes.find("\nsource_filename") != bytes.npos;
  if (named || HasBitcodeMagic(bytes)) return "";
  std::string name;
  const bool piped = file == kStandardInput || !ModuleCommand(file).empty();
  const std::string given = piped ? "<stdin>" : FileArgument(file);
  for (const unsigned char character : given) {
    const bool plain =
        character >= ' ' && character < 0x7f && character != '"' && character != '\\';
    name +=
        plain ? std::string(1, static_cast<char>(character)) : fmt::format("\\{:02X}", character);
  }
  return fmt::format("source_filename = \"{}\"\n", name);
}

Result<ReadModule> Read(const std::filesystem::path& name, const TempDirectory& folder,
                        const Budget& budget) {
  if (name != kStandardInput) return ReadNamedModule(name, folder, budget);
  Result<std::string> bytes = ReadStandardInput(budget);
  if (!bytes) return bytes.error();
  return ReadModule{*std::move(bytes), name};
}

}  // namespace

Result<InputCopy> InputCopy::Take(const std::filesystem::path& name, const Budget& budget) {
  std::error_code error;
  const std::filesystem::path root = std::filesystem::temp_directory_path(error);
  if (error) {
    return Error{ErrorCode::kIo, "no folder for temporary files: " + error.message() +
                                     "; set TMPDIR to one that is there"};
  }
  Result<TempDirectory> folder = TempDirectory::Create(root);
  if (!folder) return folder.error();
  // Stamped before it is read: a change during reading is a change, too.
  const std::optional<Stamp> stamp = StampOf(name);
  Result<ReadModule> module = Read(name, *folder, budget);
  if (!module) return module.error();
  InputCopy copy(module->name, *std::move(folder));
  copy.content_ = HashBytes(module->bytes);
  copy.stamp_ = stamp;
  const std::string source = SourceName(name, module->bytes);
  if (Status written = copy.Replace(source + module->bytes, module->name.string()); !written) {
    return written.error();
  }
  copy.bytes_ = std::move(module->bytes);
  return copy;
}

Status InputCopy::Replace(std::string bytes, const std::string& name) {
  program_ = {folder_.path() / kCopyName, name};
  bytes_ = std::move(bytes);
  const Status written = folder_.Write(kCopyName, bytes_);
  if (written.ok()) return written;
  return Error{written.error().code,
               fmt::format("no private copy of '{}': {}", name, written.error().message)};
}

std::optional<InputCopy::Stamp> InputCopy::StampOf(const std::filesystem::path& name) {
  struct stat status{};
  if (::stat(ParseModuleName(name).file.c_str(), &status) != 0) return std::nullopt;
  return Stamp{status.st_dev, status.st_ino, static_cast<std::uint64_t>(status.st_size),
               status.st_mtim.tv_sec, status.st_mtim.tv_nsec};
}

std::optional<std::string> InputCopy::Change(const Budget& budget) const {
  if (name_ == kStandardInput) return std::nullopt;
  const std::optional<Stamp> now = StampOf(name_);
  if (now && now == stamp_) return std::nullopt;
  const std::string name = name_.string();
  constexpr std::string_view kResult = "the result is that of the file as it was read";
  if (!now) return fmt::format("'{}' is gone: {}", name, kResult);
  const Result<ReadModule> module = ReadNamedModule(name_, folder_, budget);
  if (module && HashBytes(module->bytes) == content_) return std::nullopt;
  return fmt::format("'{}' changed during the run: {}, and the printed line is not for the new one",
                     name, kResult);
}

}  // namespace autotune
