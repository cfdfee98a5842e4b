#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <vector>

#include <ATen/core/ivalue.h>  // which types.h forgets, as Clang notices
#include <torch/types.h>

#include "core/prior.h"
#include "model/network/features.h"
#include "model/network/layers.h"
#include "model/network/passformer.h"

namespace autotune {

/// A list of passes that a decoder has read, as its last pass and the position before.
struct Position {
  const Position* parent = nullptr;  ///< null at the root
  std::int64_t pass = 0;             ///< input of the decoder: `Passformer::start()` at the root
  std::size_t index = 0;             ///< number of passes up to and including this one
  std::vector<float> keys_values;    ///< [layer][keys, values][width]: read by later positions
  Prediction prediction;
};

struct UnreadPosition {
  Position* position;  ///< with room for `keys_values_size()`
  ObservedState state;
};

/// Computes the output of `Passformer::Forward` for single positions of one program, from the keys
/// and values of earlier positions. Any positions of any lists form one batch, each at its own
/// depth. Matrix products run over all rows; attention reads the cache in place. For inference
/// only: call it under `c10::InferenceMode`. Not thread-safe.
class IncrementalDecoder {
 public:
  /// `memory` must hold exactly one program.
  IncrementalDecoder(std::shared_ptr<const Passformer> network, const Memory& memory);

  std::size_t keys_values_size() const;

  /// Fills in `keys_values` and `prediction`. The parents must have been read before, or be in the
  /// batch.
  void Read(std::span<const UnreadPosition> batch);

 private:
  /// Matrices for products from the right, laid out accordingly. Attention to the program takes
  /// two. Its keys are known, so queries need not be computed. `score` maps a hidden state to its
  /// scores, `[width, heads * slots]`; `read` maps the weights of all slots to the attention's
  /// output.
  struct Layer {
    torch::Tensor self_in;
    torch::Tensor self_out;
    torch::Tensor score;
    torch::Tensor read;
    torch::Tensor feed_in;
    torch::Tensor feed_out;
  };
  /// A position's data in the batch.
  struct Row {
    UnreadPosition unread;
    std::vector<const float*> past;  ///< `keys_values` of the positions it attends to, itself first
    std::size_t number;              ///< number of its row; some rows are only padding
  };

  std::vector<Row> Place(std::span<const UnreadPosition> batch) const;
  void GrowRotation(std::span<const UnreadPosition> batch);
  torch::Tensor Embed(std::span<const Row> rows) const;
  void ReadLayer(std::size_t layer, std::span<const Row> rows, torch::Tensor& hidden) const;
  torch::Tensor AttendToPast(std::size_t layer, std::span<const Row> rows,
                             torch::Tensor& parts) const;

  const std::shared_ptr<const Passformer> network_;
  const std::int64_t width_;
  const std::int64_t heads_;
  std::vector<Layer> layers_;
  Rotation rotation_;
};

}  // namespace autotune
