#include "model/program_memory.h"

#include <algorithm>
#include <utility>

#include <torch/utils.h>

namespace autotune {

namespace {

torch::Device DeviceOf(const Passformer& network) { return network.parameters()[0].device(); }

/// What there is of each program, once, and where.
std::map<std::size_t, std::int64_t> Distinct(std::span<const std::size_t> programs) {
  std::map<std::size_t, std::int64_t> rows;
  for (const std::size_t program : programs) rows.try_emplace(program, 0);
  std::int64_t row = 0;
  for (auto& [program, index] : rows) index = row++;
  return rows;
}

Memory Select(const Memory& memory, const std::map<std::size_t, std::int64_t>& rows,
              std::span<const std::size_t> programs) {
  std::vector<std::int64_t> indices;
  for (const std::size_t program : programs) indices.push_back(rows.at(program));
  const auto index = torch::tensor(indices).to(memory.mask.device());
  const auto mask = memory.mask.index_select(0, index);
  // Slots that none of them has cost time.
  const std::int64_t used = mask.any(0).nonzero().max().item<std::int64_t>() + 1;
  return {memory.slots.index_select(0, index).narrow(1, 0, used), mask.narrow(1, 0, used)};
}

Memory EncodeDistinct(const Passformer& network, const TrainingSet& set,
                      std::span<const std::size_t> programs) {
  std::vector<ProgramView> views;
  for (const std::size_t index : programs) {
    const TrainingProgram& program = set.programs[index];
    views.push_back({program.tokens, program.episodes.front().steps.front().features});
  }
  const ProgramBatch batch = MakeProgramBatch(views);
  const torch::Device device = DeviceOf(network);
  return network.Encode(
      {batch.tokens.to(device), batch.weights.to(device), batch.features.to(device)});
}

std::vector<std::size_t> Keys(const std::map<std::size_t, std::int64_t>& rows) {
  std::vector<std::size_t> keys;
  for (const auto& [program, row] : rows) keys.push_back(program);
  return keys;
}

/// Puts memories of several widths below each other.
Memory Stack(const std::vector<Memory>& parts) {
  std::int64_t slots = 0;
  for (const Memory& part : parts) slots = std::max(slots, part.mask.size(1));
  std::vector<torch::Tensor> contents;
  std::vector<torch::Tensor> masks;
  for (const Memory& part : parts) {
    const std::int64_t missing = slots - part.mask.size(1);
    contents.push_back(torch::constant_pad_nd(part.slots, {0, 0, 0, missing}));
    masks.push_back(torch::constant_pad_nd(part.mask, {0, missing}, false));
  }
  return {torch::cat(contents), torch::cat(masks)};
}

}  // namespace

Memory EncodeRows(const Passformer& network, const TrainingSet& set,
                  std::span<const std::size_t> programs) {
  const auto rows = Distinct(programs);
  return Select(EncodeDistinct(network, set, Keys(rows)), rows, programs);
}

ProgramMemory ProgramMemory::Encode(const Replicas& replicas, const TrainingSet& set,
                                    std::span<const std::size_t> programs) {
  constexpr std::size_t kTogether = 8;
  ProgramMemory result;
  result.rows_ = Distinct(programs);
  const std::vector<std::size_t> distinct = Keys(result.rows_);
  std::vector<Memory> parts((distinct.size() + kTogether - 1) / kTogether);
  replicas.SetTraining(false);
  replicas.ForEach(parts.size(), [&](const Passformer& network, std::size_t part) {
    const torch::NoGradGuard no_gradients;
    const std::size_t first = part * kTogether;
    const auto some =
        std::span(distinct).subspan(first, std::min(kTogether, distinct.size() - first));
    parts[part] = EncodeDistinct(network, set, some);
  });
  if (!parts.empty()) result.memory_ = Stack(parts);
  return result;
}

Memory ProgramMemory::Rows(std::span<const std::size_t> programs) const {
  return Select(memory_, rows_, programs);
}

}  // namespace autotune
