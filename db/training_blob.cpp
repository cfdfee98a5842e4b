#include "db/training_blob.h"

#include <array>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <utility>

namespace autotune {
namespace {

constexpr std::size_t kFeatures = kAutophaseSize + kInstCountSize;

class Writer {
 public:
  void Number(std::uint64_t value) {
    for (; value >= 0x80; value >>= 7) bytes_ += static_cast<char>(value | 0x80);
    bytes_ += static_cast<char>(value);
  }
  /// Writes a number of either sign; numbers near 0 take few bytes.
  void Signed(std::int64_t value) {
    const auto bits = static_cast<std::uint64_t>(value);
    Number(value < 0 ? ~(bits << 1) : bits << 1);
  }
  void Byte(std::uint8_t value) { bytes_ += static_cast<char>(value); }

  std::string Take() { return std::move(bytes_); }

 private:
  std::string bytes_;
};

/// Reads bytes; once they stop making sense, it reads 0.
class Reader {
 public:
  explicit Reader(std::string_view bytes) : bytes_(bytes) {}

  std::uint64_t Number() {
    std::uint64_t value = 0;
    for (int shift = 0; shift < 64; shift += 7) {
      const std::uint8_t byte = Byte();
      value |= static_cast<std::uint64_t>(byte & 0x7f) << shift;
      if (byte < 0x80) return value;
    }
    failed_ = true;
    return 0;
  }
  template <typename T>
  T Number() {
    return Narrow<T>(Number());
  }
  template <typename T>
  T Narrow(std::uint64_t value) {
    if (value <= std::numeric_limits<T>::max()) return static_cast<T>(value);
    failed_ = true;
    return 0;
  }
  std::int64_t Signed() {
    const std::uint64_t bits = Number();
    return static_cast<std::int64_t>(bits & 1 ? ~(bits >> 1) : bits >> 1);
  }
  std::uint8_t Byte() {
    if (bytes_.empty()) {
      failed_ = true;
      return 0;
    }
    const auto byte = static_cast<std::uint8_t>(bytes_.front());
    bytes_.remove_prefix(1);
    return byte;
  }
  /// Reads a count of things that take at least a byte each. A count too large for the remaining
  /// bytes is an error, so a damaged file can't claim much memory.
  std::size_t Count() {
    const std::uint64_t count = Number();
    if (count <= bytes_.size()) return static_cast<std::size_t>(count);
    failed_ = true;
    return 0;
  }

  bool failed() const { return failed_; }
  bool at_end() const { return bytes_.empty(); }

 private:
  std::string_view bytes_;
  bool failed_ = false;
};

/// Returns a count of the two vectors taken one after the other.
std::uint32_t& At(Features& features, std::size_t index) {
  return index < kAutophaseSize ? features.autophase[index]
                                : features.inst_count[index - kAutophaseSize];
}
std::uint32_t At(const Features& features, std::size_t index) {
  return At(const_cast<Features&>(features), index);
}

/// Writes the counts that differ, each after the number of equal ones before it. Most passes change
/// few counts.
void PackFeatures(Writer& writer, const Features& before, const Features& features) {
  std::size_t same = 0;
  for (std::size_t i = 0; i < kFeatures; ++i) {
    const auto difference =
        static_cast<std::int64_t>(At(features, i)) - static_cast<std::int64_t>(At(before, i));
    if (difference == 0) {
      ++same;
      continue;
    }
    writer.Number(std::exchange(same, 0) + 1);
    writer.Signed(difference);
  }
  writer.Number(0);
}

void UnpackFeatures(Reader& reader, Features& features) {
  std::size_t index = 0;
  while (const std::uint64_t step = reader.Number()) {
    index += static_cast<std::size_t>(step);
    if (step > kFeatures || index > kFeatures) return;
    At(features, index - 1) += static_cast<std::uint32_t>(reader.Signed());
  }
}

void PackTried(Writer& writer, std::uint64_t cost, const std::vector<TriedPass>& all) {
  writer.Number(all.size());
  for (const TriedPass& tried : all) {
    writer.Number(std::uint64_t{tried.pass} << 1 | (tried.changed ? 1 : 0));
    writer.Number(tried.visits);
    if (tried.changed) writer.Signed(static_cast<std::int64_t>(cost - tried.reachable));
  }
}

std::vector<TriedPass> UnpackTried(Reader& reader, std::uint64_t cost) {
  std::vector<TriedPass> all(reader.Count());
  for (TriedPass& tried : all) {
    const std::uint64_t pass = reader.Number();
    tried.pass = reader.Narrow<PassId>(pass >> 1);
    tried.changed = (pass & 1) != 0;
    tried.visits = reader.Number<std::uint32_t>();
    tried.reachable = tried.changed ? cost - static_cast<std::uint64_t>(reader.Signed()) : cost;
  }
  return all;
}

Error Damaged(const char* what) {
  return {ErrorCode::kBadInput, std::string("its ") + what + " can't be read"};
}

}  // namespace

std::string Pack(const IrTokens& tokens) {
  Writer writer;
  writer.Number(tokens.windows.size());
  for (const TokenWindow& window : tokens.windows) {
    writer.Number(window.instructions);
    writer.Number(window.tokens.size());
    for (const IrToken& token : window.tokens) {
      for (const std::uint8_t field : token) writer.Byte(field);
    }
  }
  return writer.Take();
}

Result<IrTokens> UnpackTokens(std::string_view bytes) {
  Reader reader(bytes);
  IrTokens tokens;
  tokens.windows.resize(reader.Count());
  for (TokenWindow& window : tokens.windows) {
    window.instructions = reader.Number();
    window.tokens.resize(reader.Count());
    for (IrToken& token : window.tokens) {
      for (std::uint8_t& field : token) field = reader.Byte();
    }
  }
  if (reader.failed() || !reader.at_end()) return Damaged("tokens");
  return tokens;
}

std::string Pack(const Episode& episode) {
  Writer writer;
  writer.Number(episode.passes.size());
  for (const PassId pass : episode.passes) writer.Number(pass);
  writer.Number(episode.steps.size());
  Features before;
  for (const EpisodeStep& step : episode.steps) {
    writer.Number(step.cost);
    writer.Number(step.reachable);
    PackFeatures(writer, before, step.features);
    PackTried(writer, step.cost, step.tried);
    before = step.features;
  }
  return writer.Take();
}

Result<Episode> UnpackEpisode(std::string_view bytes) {
  Reader reader(bytes);
  Episode episode;
  episode.passes.resize(reader.Count());
  for (PassId& pass : episode.passes) pass = reader.Number<PassId>();
  episode.steps.resize(reader.Count());
  Features features;
  for (EpisodeStep& step : episode.steps) {
    step.cost = reader.Number();
    step.reachable = reader.Number();
    UnpackFeatures(reader, features);
    step.features = features;
    step.tried = UnpackTried(reader, step.cost);
  }
  const bool complete = episode.steps.size() == episode.passes.size() + 1;
  if (reader.failed() || !reader.at_end() || !complete) return Damaged("episodes");
  return episode;
}

}  // namespace autotune
