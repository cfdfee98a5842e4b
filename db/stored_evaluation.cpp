#include "db/stored_evaluation.h"

#include <algorithm>
#include <array>
#include <bit>
#include <cstring>
#include <span>
#include <string_view>

namespace autotune {
namespace {

constexpr ErrorCode kOutcomes[] = {ErrorCode::kPassCrashed, ErrorCode::kVerifierRejected,
                                   ErrorCode::kFatalError};

/// Maximum number of passes at the end in which neighbouring lists differ. With fewer, a list is
/// strewn over more pages. With more, all lists of a search begin in one large neighbourhood.
constexpr std::size_t kNeighbours = 8;

template <typename First, typename Second>
Hash128 HashPair(const First& first, const Second& second) {
  static_assert(std::endian::native == std::endian::little, "stored keys would differ");
  std::array<std::byte, sizeof first + sizeof second> bytes;
  std::memcpy(bytes.data(), &first, sizeof first);
  std::memcpy(bytes.data() + sizeof first, &second, sizeof second);
  return HashBytes(std::span<const std::byte>(bytes));
}

}  // namespace

bool StoredEvaluation::Answers(const Observe& observe) const {
  if (observe.features || observe.graph) return false;
  if (const State* found = state()) {
    return !observe.WantsSize(found->cost.instructions) || found->cost.object_size;
  }
  return !sized || observe.object_size || observe.size_below != 0;
}

bool StoredEvaluation::Supersedes(const StoredEvaluation& old) const {
  return sized || !old.sized || old.error();
}

bool IsOutcome(ErrorCode code) { return std::ranges::find(kOutcomes, code) != std::end(kOutcomes); }

std::optional<ErrorCode> OutcomeNamed(std::string_view name) {
  const auto found = std::ranges::find(kOutcomes, name, [](ErrorCode code) { return Name(code); });
  return found == std::end(kOutcomes) ? std::nullopt : std::optional(*found);
}

ListKey::ListKey(const ProgramId& program, const Hash128& toolchain)
    : hash_(HashPair(program, toolchain)), neighbourhood_(hash_.high) {}

void ListKey::Append(PassId pass) {
  hash_ = HashPair(hash_, pass);
  if (++length_ % kNeighbours == 0) neighbourhood_ = hash_.high;
}

}  // namespace autotune
