#include "model/inference/incremental_decoder.h"

#include <algorithm>
#include <array>
#include <bit>
#include <cmath>

#include "model/network/decoder.h"

namespace autotune {
namespace {

// The product for a row must not depend on the other rows. Otherwise an answer would depend on
// simultaneous queries. OpenBLAS for AVX2 works on 12 rows at once, the first six and the last six
// in different ways. Left-over rows are computed in a third way, which differs in the last bit. So
// no rows are left over, and the last pass decides in which half a position's row is.
constexpr std::size_t kTileRows = 12;
constexpr std::size_t kHalfRows = kTileRows / 2;

// Sums are made in lanes, in a fixed order. The compiler may not reorder a plain sum, so it would
// not vectorise it.
constexpr std::size_t kDotLanes = 16;  // divides the width of a head
using DotLanes = std::array<float, kDotLanes>;

float Dot(const float* a, const float* b, std::size_t size) {
  DotLanes sums{};
  for (std::size_t i = 0; i < size; i += kDotLanes) {
    for (std::size_t lane = 0; lane < kDotLanes; ++lane) sums[lane] += a[i + lane] * b[i + lane];
  }
  for (std::size_t half = kDotLanes / 2; half > 0; half /= 2) {
    for (std::size_t lane = 0; lane < half; ++lane) sums[lane] += sums[lane + half];
  }
  return sums[0];
}

void Rotate(float* rows, std::size_t heads, std::size_t head, const float* cosine,
            const float* sine) {
  const std::size_t half = head / 2;
  for (std::size_t h = 0; h < heads; ++h, rows += head) {
    for (std::size_t i = 0; i < half; ++i) {
      const float low = rows[i];
      const float high = rows[half + i];
      rows[i] = low * cosine[i] - high * sine[i];
      rows[half + i] = high * cosine[i] + low * sine[i];
    }
  }
}

void Softmax(std::span<float> scores) {
  const float highest = *std::ranges::max_element(scores);
  float sum = 0;
  for (float& score : scores) sum += score = std::exp(score - highest);
  for (float& score : scores) score /= sum;
}

// No processor can predict the addresses of the positions, so they are prefetched.
constexpr std::size_t kAhead = 4;
constexpr std::size_t kCacheLine = 64 / sizeof(float);

void Prefetch(const float* data, std::size_t size) {
  for (std::size_t i = 0; i < size; i += kCacheLine) __builtin_prefetch(data + i);
}

/// Computes one position's attention to `past`, whose elements point to keys; values follow `width`
/// later. Positions are read one after another, each with all heads. They are scattered over
/// memory, but each is contiguous.
void AttendToPast(const float* query, std::span<const float* const> past, std::size_t heads,
                  std::size_t width, std::vector<float>& weights, float* __restrict out) {
  const std::size_t head = width / heads;
  const float scale = 1 / std::sqrt(static_cast<float>(head));
  weights.resize(heads * past.size());
  for (std::size_t i = 0; i < past.size(); ++i) {
    if (i + kAhead < past.size()) Prefetch(past[i + kAhead], 2 * width);
    for (std::size_t h = 0; h < heads; ++h) {
      weights[h * past.size() + i] = scale * Dot(query + h * head, past[i] + h * head, head);
    }
  }
  for (std::size_t h = 0; h < heads; ++h) {
    Softmax(std::span(weights).subspan(h * past.size(), past.size()));
  }
  std::fill_n(out, width, 0.0F);
  for (std::size_t i = 0; i < past.size(); ++i) {
    const float* const values = past[i] + width;
    for (std::size_t h = 0; h < heads; ++h) {
      const float weight = weights[h * past.size() + i];
      for (std::size_t k = h * head; k < (h + 1) * head; ++k) out[k] += weight * values[k];
    }
  }
}

}  // namespace

IncrementalDecoder::IncrementalDecoder(std::shared_ptr<const Passformer> network,
                                       const Memory& memory)
    : network_(std::move(network)),
      width_(network_->config().width),
      heads_(network_->config().heads) {
  const std::int64_t head = width_ / heads_;
  const auto slots = memory.slots[0].index_select(0, memory.mask[0].nonzero().squeeze(1));
  for (const PassDecoder::Layer& layer : network_->decoder().layers()) {
    const auto parts = torch::linear(slots, layer.cross->key_value).chunk(2, -1);
    const auto keys = SplitHeads(parts[0].unsqueeze(0), heads_)[0];  // [heads, slots, head]
    const auto values = SplitHeads(parts[1].unsqueeze(0), heads_)[0];
    const auto query = layer.cross->query.view({heads_, head, width_});
    const auto out = layer.cross->out.t().view({heads_, head, width_});
    const double scale = 1 / std::sqrt(static_cast<double>(head));
    layers_.push_back({.self_in = layer.self->in.t().contiguous(),
                       .self_out = layer.self->out.t().contiguous(),
                       .score = (torch::matmul(keys, query) * scale).flatten(0, 1).t().contiguous(),
                       .read = torch::matmul(values, out).flatten(0, 1),
                       .feed_in = layer.feed->in.t().contiguous(),
                       .feed_out = layer.feed->out.t().contiguous()});
  }
}

std::size_t IncrementalDecoder::keys_values_size() const {
  return layers_.size() * 2 * static_cast<std::size_t>(width_);
}

void IncrementalDecoder::Read(std::span<const UnreadPosition> batch) {
  GrowRotation(batch);
  const std::vector<Row> rows = Place(batch);
  auto hidden = Embed(rows);
  for (std::size_t layer = 0; layer < layers_.size(); ++layer) ReadLayer(layer, rows, hidden);

  const auto [logits, values] = network_->decoder().Decide(hidden);
  const auto reachable = values.exp();
  const auto actions = static_cast<std::size_t>(logits.size(1));
  for (const Row& row : rows) {
    Prediction& prediction = row.unread.position->prediction;
    const float* const logit = logits.data_ptr<float>() + row.number * actions;
    prediction.logits.assign(logit, logit + actions);
    prediction.reachable = reachable.data_ptr<float>()[row.number];
  }
}

void IncrementalDecoder::GrowRotation(std::span<const UnreadPosition> batch) {
  std::size_t last = 0;
  for (const UnreadPosition& unread : batch) last = std::max(last, unread.position->index);
  if (rotation_.cosine.defined() && last < static_cast<std::size_t>(rotation_.cosine.size(0))) {
    return;
  }
  rotation_ = MakeRotation(static_cast<std::int64_t>(std::bit_ceil(last + 1)), width_ / heads_);
}

std::vector<IncrementalDecoder::Row> IncrementalDecoder::Place(
    std::span<const UnreadPosition> batch) const {
  const auto reach = static_cast<std::size_t>(network_->config().max_steps);
  std::vector<Row> rows;
  std::array<std::size_t, 2> placed{};
  for (const UnreadPosition& unread : batch) {
    const auto half = static_cast<std::size_t>(unread.position->pass % 2);
    const std::size_t tile = placed[half] / kHalfRows;
    const std::size_t in_half = placed[half]++ % kHalfRows;
    Row& row = rows.emplace_back(Row{unread, {}, tile * kTileRows + half * kHalfRows + in_half});
    for (const Position* at = unread.position; at && row.past.size() < reach; at = at->parent) {
      row.past.push_back(at->keys_values.data());
    }
  }
  return rows;
}

torch::Tensor IncrementalDecoder::Embed(std::span<const Row> rows) const {
  std::size_t last = 0;
  for (const Row& row : rows) last = std::max(last, row.number);
  const auto count = static_cast<std::int64_t>((last / kTileRows + 1) * kTileRows);
  const auto passes = torch::zeros({count}, torch::kLong);
  const auto features = torch::zeros({count, static_cast<std::int64_t>(kStateFeatureWidth)});
  for (const Row& row : rows) {
    passes.data_ptr<std::int64_t>()[row.number] = row.unread.position->pass;
    WriteStateFeatures(
        row.unread.state,
        {features.data_ptr<float>() + row.number * kStateFeatureWidth, kStateFeatureWidth});
  }
  return network_->decoder().Embed(passes, features);
}

void IncrementalDecoder::ReadLayer(std::size_t layer, std::span<const Row> rows,
                                   torch::Tensor& hidden) const {
  const auto& [self, cross, feed] = network_->decoder().layers()[layer];
  const Layer& matrices = layers_[layer];
  auto parts = torch::mm(Normalize(hidden, self->norm), matrices.self_in);
  hidden.addmm_(AttendToPast(layer, rows, parts), matrices.self_out);

  const auto scores = torch::mm(Normalize(hidden, cross->norm), matrices.score);
  const auto weights = scores.view({hidden.size(0) * heads_, -1}).softmax(-1).view_as(scores);
  hidden.addmm_(weights, matrices.read);

  const auto halves = torch::mm(Normalize(hidden, feed->norm), matrices.feed_in).chunk(2, -1);
  hidden.addmm_(torch::gelu(halves[1]).mul_(halves[0]), matrices.feed_out);
}

torch::Tensor IncrementalDecoder::AttendToPast(std::size_t layer, std::span<const Row> rows,
                                               torch::Tensor& parts) const {
  const auto width = static_cast<std::size_t>(width_);
  const auto heads = static_cast<std::size_t>(heads_);
  const std::size_t head = width / heads;
  const std::size_t layer_offset = layer * 2 * width;
  for (const Row& row : rows) {  // all of them, before any attends: a parent may be in the batch
    Position& position = *row.unread.position;
    float* const query = parts.data_ptr<float>() + row.number * 3 * width;
    const std::size_t angle = position.index * head / 2;
    Rotate(query, 2 * heads, head,  // also turns the keys, which follow
           rotation_.cosine.data_ptr<float>() + angle, rotation_.sine.data_ptr<float>() + angle);
    std::copy_n(query + width, 2 * width, position.keys_values.data() + layer_offset);
  }
  auto out = torch::zeros({parts.size(0), width_});
  std::vector<float> weights;
  std::vector<const float*> past;
  for (const Row& row : rows) {
    past.clear();
    for (const float* keys_values : row.past) past.push_back(keys_values + layer_offset);
    autotune::AttendToPast(parts.data_ptr<float>() + row.number * 3 * width, past, heads, width,
                           weights, out.data_ptr<float>() + row.number * width);
  }
  return out;
}

}  // namespace autotune
