#include "model/training/program_readings.h"

#include <algorithm>
#include <utility>

#include <torch/utils.h>

namespace autotune {

namespace {

torch::Device DeviceOf(const Passformer& network) { return network.parameters()[0].device(); }

/// Maps each distinct program to its row.
std::map<std::size_t, std::int64_t> Distinct(std::span<const std::size_t> programs) {
  std::map<std::size_t, std::int64_t> rows;
  for (const std::size_t program : programs) rows.try_emplace(program, 0);
  std::int64_t row = 0;
  for (auto& [program, index] : rows) index = row++;
  return rows;
}

ProgramReading Select(const ProgramReading& all, const std::map<std::size_t, std::int64_t>& rows,
                      std::span<const std::size_t> programs) {
  std::vector<std::int64_t> indices;
  for (const std::size_t program : programs) indices.push_back(rows.at(program));
  const auto index = torch::tensor(indices).to(all.mask.device());
  const auto mask = all.mask.index_select(0, index);
  // Slots that no program uses would cost time.
  const auto used = mask.any(0).nonzero();
  const std::int64_t slots = used.numel() == 0 ? 0 : used.max().item<std::int64_t>() + 1;
  return {all.slots.index_select(0, index).narrow(1, 0, slots), mask.narrow(1, 0, slots),
          all.weights.index_select(0, index).narrow(1, 0, slots),
          all.features.index_select(0, index)};
}

ProgramReading ReadDistinct(const Passformer& network, const TrainingSet& set,
                            std::span<const std::size_t> programs) {
  std::vector<ProgramView> views;
  for (const std::size_t index : programs) {
    const TrainingProgram& program = set.programs[index];
    views.push_back({program.tokens, program.episodes.front().steps.front().features});
  }
  const ProgramBatch batch = MakeProgramBatch(views);
  const torch::Device device = DeviceOf(network);
  return network.Read(
      {batch.tokens.to(device), batch.weights.to(device), batch.features.to(device)});
}

std::vector<std::size_t> Keys(const std::map<std::size_t, std::int64_t>& rows) {
  std::vector<std::size_t> keys;
  for (const auto& [program, row] : rows) keys.push_back(program);
  return keys;
}

/// Stacks readings of several widths.
ProgramReading Stack(const std::vector<ProgramReading>& parts) {
  std::int64_t slots = 0;
  for (const ProgramReading& part : parts) slots = std::max(slots, part.mask.size(1));
  std::vector<torch::Tensor> contents;
  std::vector<torch::Tensor> masks;
  std::vector<torch::Tensor> weights;
  std::vector<torch::Tensor> features;
  for (const ProgramReading& part : parts) {
    const std::int64_t missing = slots - part.mask.size(1);
    contents.push_back(torch::constant_pad_nd(part.slots, {0, 0, 0, missing}));
    masks.push_back(torch::constant_pad_nd(part.mask, {0, missing}, false));
    weights.push_back(torch::constant_pad_nd(part.weights, {0, missing}));
    features.push_back(part.features);
  }
  return {torch::cat(contents), torch::cat(masks), torch::cat(weights), torch::cat(features)};
}

}  // namespace

ProgramReading ReadRows(const Passformer& network, const TrainingSet& set,
                        std::span<const std::size_t> programs) {
  const auto rows = Distinct(programs);
  return Select(ReadDistinct(network, set, Keys(rows)), rows, programs);
}

ProgramReadings ProgramReadings::Read(const Replicas& replicas, const TrainingSet& set,
                                      std::span<const std::size_t> programs) {
  constexpr std::size_t kTogether = 8;
  ProgramReadings result;
  result.rows_ = Distinct(programs);
  const std::vector<std::size_t> distinct = Keys(result.rows_);
  std::vector<ProgramReading> parts((distinct.size() + kTogether - 1) / kTogether);
  replicas.SetTraining(false);
  replicas.ForEach(parts.size(), [&](const Passformer& network, std::size_t part) {
    const torch::NoGradGuard no_gradients;
    const std::size_t first = part * kTogether;
    const auto some =
        std::span(distinct).subspan(first, std::min(kTogether, distinct.size() - first));
    parts[part] = ReadDistinct(network, set, some);
  });
  if (!parts.empty()) result.all_ = Stack(parts);
  return result;
}

ProgramReading ProgramReadings::Rows(std::span<const std::size_t> programs) const {
  return Select(all_, rows_, programs);
}

}  // namespace autotune
