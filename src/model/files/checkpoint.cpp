#include "model/files/checkpoint.h"

#include <system_error>
#include <vector>

#include <torch/utils.h>

#include "model/files/weights_archive.h"
#include "model/torch_error.h"

namespace autotune {

namespace {

torch::Tensor Pack(const TrainingPosition& position) {
  const MeanScore& best = position.best;
  const Score& epoch = position.epoch_score;
  constexpr double kUnused = 0;  // a number of older versions
  return torch::tensor({kUnused,
                        static_cast<double>(position.epoch),
                        static_cast<double>(position.step),
                        position.seconds,
                        kUnused,
                        static_cast<double>(position.best_epoch),
                        best.loss,
                        best.policy,
                        best.top1,
                        best.top5,
                        best.value_error,
                        static_cast<double>(position.log_bytes),
                        epoch.policy,
                        epoch.top1,
                        epoch.top5,
                        epoch.policy_weight,
                        epoch.value,
                        epoch.value_error,
                        epoch.value_weight,
                        static_cast<double>(position.judged_step),
                        position.loss_before},
                       torch::kDouble);
}

TrainingPosition Unpack(const torch::Tensor& packed) {
  const double* values = packed.data_ptr<double>();
  const auto whole = [&](int index) { return static_cast<std::int64_t>(values[index]); };
  return {.epoch = whole(1),
          .step = whole(2),
          .epoch_score = {values[12], values[13], values[14], values[15], values[16], values[17],
                          values[18]},
          .seconds = values[3],
          .best_epoch = whole(5),
          .best = {values[6], values[7], values[8], values[9], values[10]},
          .log_bytes = whole(11),
          .judged_step = whole(19),
          .loss_before = values[20]};
}

// One by one: torch's own way fails on parameters named like words of TorchScript.
void WriteWeights(torch::serialize::OutputArchive& archive, const std::string& prefix,
                  const torch::nn::Module& network) {
  for (const auto& entry : network.named_parameters()) {
    archive.write(prefix + entry.key(), entry.value().detach());
  }
}

void ReadWeights(torch::serialize::InputArchive& archive, const std::string& prefix,
                 const torch::nn::Module& network) {
  const torch::NoGradGuard no_gradients;
  for (const auto& entry : network.named_parameters()) {
    torch::Tensor stored;
    archive.read(prefix + entry.key(), stored);
    entry.value().copy_(stored);
  }
}

std::string NameOfKept(std::size_t index) { return "kept." + std::to_string(index); }

Error Failed(const std::filesystem::path& file, const char* what, const std::exception& exception) {
  return {ErrorCode::kIo,
          file.string() + ": can't " + what + " the checkpoint: " + FirstLine(exception)};
}

}  // namespace

Status SaveCheckpoint(const std::filesystem::path& file, const std::string& signature,
                      const Checkpoint& checkpoint) {
  std::filesystem::path unfinished = file;
  unfinished += ".new";
  try {
    torch::serialize::OutputArchive archive;
    archive.write("signature", c10::IValue(signature));
    archive.write("position", Pack(checkpoint.position));
    WriteWeights(archive, "network.", checkpoint.network);
    WriteWeights(archive, "best.", checkpoint.best);
    torch::serialize::OutputArchive optimizer(archive.compilation_unit());
    checkpoint.optimizer.save(optimizer);
    archive.write("optimizer", optimizer);
    for (std::size_t i = 0; i < checkpoint.kept.size(); ++i) {
      archive.write(NameOfKept(i), *checkpoint.kept[i]);
    }
    archive.save_to(unfinished.string());
  } catch (const std::exception& exception) {
    return Failed(file, "write", exception);
  }
  std::error_code error;
  std::filesystem::rename(unfinished, file, error);
  if (error) return Error{ErrorCode::kIo, file.string() + ": " + error.message()};
  return {};
}

Status LoadCheckpoint(const std::filesystem::path& file, const std::string& signature,
                      const Checkpoint& checkpoint) {
  try {
    CheckArchive(file);
    torch::serialize::InputArchive archive;
    archive.load_from(file.string(), checkpoint.network.parameters()[0].device());
    c10::IValue found;
    archive.read("signature", found);
    if (found.toStringRef() != signature) {
      return Error{ErrorCode::kInvalidArgument,
                   file.string() +
                       ": the checkpoint is of another training; give the options and the data it "
                       "began with, or remove it to start afresh without --resume"};
    }
    torch::Tensor position;
    archive.read("position", position);
    checkpoint.position = Unpack(position.cpu());
    ReadWeights(archive, "network.", checkpoint.network);
    ReadWeights(archive, "best.", checkpoint.best);
    torch::serialize::InputArchive optimizer;
    archive.read("optimizer", optimizer);
    checkpoint.optimizer.load(optimizer);
    for (std::size_t i = 0; i < checkpoint.kept.size(); ++i) {
      archive.read(NameOfKept(i), *checkpoint.kept[i]);
    }
  } catch (const std::exception& exception) {
    return Failed(file, "read", exception);
  }
  return {};
}

void CopyWeights(const torch::nn::Module& from, const torch::nn::Module& to) {
  const torch::NoGradGuard no_gradients;
  const auto source = from.parameters();
  const auto target = to.parameters();
  for (std::size_t i = 0; i < source.size(); ++i) target[i].copy_(source[i]);
}

void MoveTowards(const torch::nn::Module& moved, const torch::nn::Module& other, double share) {
  const torch::NoGradGuard no_gradients;
  const auto from = other.parameters();
  const auto to = moved.parameters();
  for (std::size_t i = 0; i < from.size(); ++i) to[i].lerp_(from[i], share);
}

}  // namespace autotune
