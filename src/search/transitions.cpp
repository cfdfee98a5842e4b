#include "search/transitions.h"

#include <algorithm>

namespace autotune {
namespace {

/// Some 50 MB.
constexpr std::size_t kMaxEntries = 1 << 19;

Hash128 Key(const Hash128& ir, PassId pass) {
  return {ir.high, ir.low ^ (pass + 1) * 0x9E3779B97F4A7C15};
}

}  // namespace

PassSequence Passes(std::span<const Step> steps) {
  PassSequence passes;
  passes.reserve(steps.size());
  for (const Step& step : steps) passes.push_back(step.pass);
  return passes;
}

const Transition* Transitions::Find(const Hash128& ir, PassId pass) const {
  const auto found = map_.find(Key(ir, pass));
  return found == map_.end() ? nullptr : &found->second;
}

void Transitions::Record(const Hash128& ir, PassId pass, const Transition& transition) {
  if (map_.size() >= kMaxEntries) map_.clear();
  map_.insert_or_assign(Key(ir, pass), transition);
}

void Transitions::Release(const Hash128& ir, PassId pass) {
  const auto found = map_.find(Key(ir, pass));
  if (found != map_.end() && found->second.kind == Transition::Kind::kUnderWay) map_.erase(found);
}

Walk Transitions::Follow(std::span<const PassId> list) const {
  Walk walk;
  Hash128 at = root_;
  for (; walk.known < list.size(); ++walk.known) {
    const Transition* next = Find(at, list[walk.known]);
    if (!next || next->kind == Transition::Kind::kUnderWay) break;
    if (next->kind != Transition::Kind::kChanged) continue;
    at = next->ir;
    // Back where it was before: what lies between is a detour.
    const auto seen = std::ranges::find(walk.steps, at, &Step::ir);
    if (at == root_) {
      walk.steps.clear();
    } else if (seen != walk.steps.end()) {
      walk.steps.erase(seen + 1, walk.steps.end());
    } else {
      walk.steps.push_back({list[walk.known], at, next->value});
    }
  }
  return walk;
}

}  // namespace autotune
