#include "project/culprits.h"

#include <algorithm>
#include <numeric>
#include <optional>
#include <span>

namespace autotune {

namespace {

class Halving {
 public:
  explicit Halving(const Trial& trial) : trial_(trial) {}

  /// Sorts units that fail together with the good ones into good ones and culprits.
  Status Divide(std::span<const std::size_t> units) {
    if (units.size() == 1) {
      culprits_.push_back(units.front());
      return {};
    }
    const std::span<const std::size_t> first = units.first(units.size() / 2);
    const std::span<const std::size_t> rest = units.subspan(first.size());
    const std::size_t culprits = culprits_.size();
    if (const Status done = Add(first); !done) return done;
    // They fail together, so without a culprit in the first half there is one in the other.
    return culprits == culprits_.size() ? Divide(rest) : Add(rest);
  }

  std::vector<std::size_t> culprits() const { return culprits_; }

 private:
  Status Add(std::span<const std::size_t> units) {
    std::vector<std::size_t> tried = good_;
    tried.insert(tried.end(), units.begin(), units.end());
    std::ranges::sort(tried);
    const Result<bool> passes = trial_(tried);
    if (!passes) return passes.error();
    if (!*passes) return Divide(units);
    good_ = tried;
    return {};
  }

  const Trial& trial_;
  std::vector<std::size_t> good_;
  std::vector<std::size_t> culprits_;
};

}  // namespace

Result<std::vector<std::size_t>> FindCulprits(std::size_t count, const Trial& trial) {
  std::vector<std::size_t> all(count);
  std::iota(all.begin(), all.end(), std::size_t{0});
  Halving halving(trial);
  if (count == 0) return all;
  if (const Status done = halving.Divide(all); !done) return done.error();
  std::vector<std::size_t> culprits = halving.culprits();
  std::ranges::sort(culprits);
  return culprits;
}

}  // namespace autotune
