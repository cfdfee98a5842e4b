#include "model/files/weights_archive.h"

#include <limits>
#include <stdexcept>
#include <string_view>

#include <boost/crc.hpp>
#include <torch/utils.h>

#include "core/file.h"
#include "model/torch_error.h"

namespace autotune {

namespace {

constexpr char kMetadata[] = "autotune";

/// Returns the CRC-32 of zip files.
std::uint32_t Crc32(std::string_view bytes) {
  boost::crc_32_type crc;
  crc.process_bytes(bytes.data(), bytes.size());
  return crc.checksum();
}

/// Returns the little-endian number of `size` bytes at an offset. Throws beyond the end.
std::size_t NumberAt(std::string_view file, std::size_t offset, std::size_t size) {
  std::size_t number = 0;
  while (size-- > 0) number = number << 8 | static_cast<unsigned char>(file.at(offset + size));
  return number;
}

/// True if each member of a zip file has its checksum, but for compressed ones: tensors are not.
bool HasItsChecksums(std::string_view zip, std::size_t end) {
  std::size_t entry = NumberAt(zip, end + 16, 4);  // of the central directory
  for (std::size_t left = NumberAt(zip, end + 10, 2); left > 0; --left) {
    const std::size_t local = NumberAt(zip, entry + 42, 4);
    const std::size_t data =
        local + 30 + NumberAt(zip, local + 26, 2) + NumberAt(zip, local + 28, 2);
    const std::string_view member = zip.substr(data, NumberAt(zip, entry + 20, 4));
    const bool compressed = NumberAt(zip, entry + 10, 2) != 0;
    if (!compressed && Crc32(member) != NumberAt(zip, entry + 16, 4)) return false;
    entry += 46 + NumberAt(zip, entry + 28, 2) + NumberAt(zip, entry + 30, 2) +
             NumberAt(zip, entry + 32, 2);
  }
  return true;
}

}  // namespace

Status WriteArchive(const std::filesystem::path& path, const std::string& metadata,
                    const torch::nn::Module& network) {
  std::filesystem::path unfinished = path;
  unfinished += ".tmp";
  return CatchTorch(ErrorCode::kIo, path.string(), [&]() -> Status {
    const torch::NoGradGuard no_grad;
    torch::serialize::OutputArchive archive;
    archive.write(kMetadata, c10::IValue(metadata));
    for (const auto& entry : network.named_parameters()) {
      archive.write(entry.key(), entry.value().detach().to(torch::kCPU, torch::kHalf));
    }
    archive.save_to(unfinished.string());
    std::filesystem::rename(unfinished, path);
    return {};
  });
}

void CheckArchive(const std::filesystem::path& path) {
  const Result<std::string> file = ReadFile(path);
  if (!file) throw std::runtime_error(file.error().message);
  const std::size_t end = file->rfind("PK\5\6");
  // What is no zip file, or a larger one than has all its numbers here, is left to torch.
  if (end == file->npos || file->size() > std::numeric_limits<std::uint32_t>::max()) return;
  bool whole = false;
  try {
    whole = HasItsChecksums(*file, end);
  } catch (const std::out_of_range&) {  // a damaged number
  }
  if (!whole) throw std::invalid_argument("the file is damaged: a checksum is wrong");
}

std::string ReadMetadata(torch::serialize::InputArchive& archive) {
  c10::IValue text;
  archive.read(kMetadata, text);
  return text.toStringRef();
}

std::int64_t ReadParameters(torch::serialize::InputArchive& archive,
                            const torch::nn::Module& network) {
  const torch::NoGradGuard no_grad;
  std::int64_t count = 0;
  for (const auto& entry : network.named_parameters()) {
    torch::Tensor stored;
    archive.read(entry.key(), stored);
    if (stored.sizes() != entry.value().sizes()) {
      throw std::invalid_argument(entry.key() + " has another shape than the config says");
    }
    if (!stored.isfinite().all().item<bool>()) {
      throw std::invalid_argument("a number of the network is not finite");
    }
    entry.value().copy_(stored);
    count += stored.numel();
  }
  return count;
}

std::string OtherVersion(const std::string& what, std::uint32_t found, std::uint32_t known) {
  return "was trained with version " + std::to_string(found) + " of the " + what +
         ", this program has " + std::to_string(known) + ": train the model again";
}

Error OtherActions(const std::filesystem::path& path, const std::string& space) {
  return {ErrorCode::kInvalidArgument, path.string() + ": was trained for other actions than `" +
                                           space +
                                           "` has now: use weights made for it, or train some"};
}

}  // namespace autotune
