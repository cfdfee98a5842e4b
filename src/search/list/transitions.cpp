#include "search/list/transitions.h"

#include <algorithm>

namespace autotune {
namespace {

/// Maximum number of entries, some 50 MB.
constexpr std::size_t kMaxEntries = 1 << 19;

}  // namespace

PassSequence Passes(std::span<const Step> steps) {
  PassSequence passes;
  passes.reserve(steps.size());
  for (const Step& step : steps) passes.push_back(step.pass);
  return passes;
}

const Transition* Transitions::Find(const Hash128& ir, PassId pass) const {
  const Tried* const tried = TriedIn(ir);
  if (!tried) return nullptr;
  const auto found = std::ranges::find(*tried, pass, &Tried::value_type::first);
  return found == tried->end() ? nullptr : &found->second;
}

const Transitions::Tried* Transitions::TriedIn(const Hash128& ir) const {
  const auto found = map_.find(ir);
  return found == map_.end() ? nullptr : &found->second;
}

void Transitions::Record(const Hash128& ir, PassId pass, const Transition& transition) {
  if (entries_ >= kMaxEntries) {
    map_.clear();
    entries_ = 0;
  }
  Tried& tried = map_[ir];
  const auto found = std::ranges::find(tried, pass, &Tried::value_type::first);
  if (found != tried.end()) {
    found->second = transition;
    return;
  }
  tried.emplace_back(pass, transition);
  ++entries_;
}

void Transitions::Release(const Hash128& ir, PassId pass) {
  const auto tried = map_.find(ir);
  if (tried == map_.end()) return;
  entries_ -= std::erase_if(tried->second, [&](const auto& entry) {
    return entry.first == pass && entry.second.kind == Transition::Kind::kUnderWay;
  });
}

Walk Transitions::Follow(std::span<const PassId> list) const {
  Walk walk;
  Hash128 at = root_;
  for (; walk.known < list.size(); ++walk.known) {
    const Transition* next = Find(at, list[walk.known]);
    if (!next || next->kind == Transition::Kind::kUnderWay) break;
    if (next->kind != Transition::Kind::kChanged) continue;
    at = next->ir;
    // The IR was met before, so the passes between are a detour.
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
