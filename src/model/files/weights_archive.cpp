#include "model/files/weights_archive.h"

#include <stdexcept>

#include <torch/utils.h>

#include "model/torch_error.h"

namespace autotune {

namespace {

constexpr char kMetadata[] = "autotune";

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
