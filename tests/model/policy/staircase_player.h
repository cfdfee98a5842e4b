#pragma once

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <memory>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "core/observation.h"
#include "core/random.h"
#include "model/policy/policy.h"

namespace autotune {

/// Plays on a staircase: only 0, 1, 2 in this order reach its end.
class StaircasePlayer : public EpisodePlayer {
 public:
  explicit StaircasePlayer(std::size_t families, float gain = 0.1F) : gain_(gain) {
    for (std::size_t i = 0; i < families; ++i) {
      programs_.push_back({"family" + std::to_string(i), {i, 1}});
    }
  }

  std::span<const PolicyProgram> programs() const override { return programs_; }

  Result<std::vector<PlayedEpisode>> Play(std::span<const Seat> seats, const Policy& policy,
                                          Budget& budget) override {
    if (budget.Claim(seats.size()) < seats.size()) {
      return Error{ErrorCode::kCancelled, "the budget ended"};
    }
    std::vector<PlayedEpisode> episodes;
    for (const Seat& seat : seats) {
      played.push_back(seat);
      episodes.push_back(PlayOne(seat, policy));
    }
    return episodes;
  }

  std::vector<Seat> played;

  /// Returns the features of the state after so many steps up.
  static std::shared_ptr<const Features> FeaturesAt(std::uint32_t height) {
    auto features = std::make_shared<Features>();
    features->autophase[0] = height * 20;
    features->autophase[51] = 100;  // TotalInsts
    return features;
  }

 private:
  /// Has one node, whose text is the height.
  static std::shared_ptr<const ProgramGraph> GraphOf(std::uint32_t height) {
    const auto text = static_cast<std::uint16_t>(height);
    return std::make_shared<ProgramGraph>(ProgramGraph{{{NodeKind::kInstruction, text}}, {}});
  }

  static constexpr std::size_t kActions = 5;
  static constexpr std::uint32_t kLength = 4;

  PlayedEpisode PlayOne(const Seat& seat, const Policy& policy) const {
    Random random(3, seat.stream);
    PlayedEpisode episode;
    std::uint32_t height = 0;
    Observation seen{.root = FeaturesAt(0),
                     .now = FeaturesAt(0),
                     .histogram = std::vector<std::uint16_t>(kActions),
                     .steps_left = kLength,
                     .graph = GraphOf(height)};
    while (seen.steps_left > 0) {
      const Observation* const view = &seen;
      const PolicyAnswer answer = (*policy({&view, 1})).front();
      double total = 0;
      for (const float logit : answer.logits) total += std::exp(logit);
      const PassId pass = Choose(answer, total, seat, random);
      const bool climbs = pass == height && height < 3;
      episode.steps.push_back({seen, pass,
                               static_cast<float>(answer.logits[pass] - std::log(total)),
                               answer.value, climbs ? gain_ : 0.0F});
      if (climbs) ++height;
      seen.now = FeaturesAt(height);
      seen.graph = GraphOf(height);
      ++seen.histogram[pass];
      --seen.steps_left;
    }
    episode.end = seen.now;
    episode.log_ratio = height / 10.0;
    return episode;
  }

  static PassId Choose(const PolicyAnswer& answer, double total, const Seat& seat, Random& random) {
    if (random.Unit() < seat.explore) return static_cast<PassId>(random.Below(kActions));
    if (!seat.draws) {
      return static_cast<PassId>(std::ranges::max_element(answer.logits) - answer.logits.begin());
    }
    double draw = random.Unit() * total;
    PassId pass = 0;
    while (pass + 1U < kActions && (draw -= std::exp(answer.logits[pass])) > 0) ++pass;
    return pass;
  }

  const float gain_;  ///< reward of a step up
  std::vector<PolicyProgram> programs_;
};

/// Returns the log of a training without the times, which are never the same.
inline std::string LogWithoutTimes(const std::filesystem::path& output) {
  std::ifstream file(output.string() + ".csv");
  std::string log;
  for (std::string line; std::getline(file, line);) log += line.substr(line.find(',')) + '\n';
  return log;
}

inline std::string BytesOf(const std::filesystem::path& file) {
  std::ifstream stream(file, std::ios::binary);
  return {std::istreambuf_iterator<char>(stream), {}};
}

}  // namespace autotune
