#include "model/policy/peers.h"

#include <barrier>
#include <memory>
#include <thread>
#include <vector>

#include <gtest/gtest.h>
#include <torch/utils.h>

#include "core/mutex.h"
#include "model/files/checkpoint.h"
#include "model/policy/decentralised_training.h"
#include "model/policy/policy_network.h"
#include "model/policy/ppo.h"
#include "model/policy/staircase_player.h"
#include "support/fake_evaluator.h"
#include "support/test_directory.h"

namespace autotune {
namespace {

constexpr std::uint64_t kCount = 2;

/// Runs `work(rank)` on a thread for each process.
template <typename Work>
void Everywhere(Work work) {
  std::vector<std::thread> threads;
  for (std::uint64_t rank = 0; rank < kCount; ++rank) threads.emplace_back(work, rank);
  for (std::thread& thread : threads) thread.join();
}

/// Peers that find each other's gradients in memory.
class MeanOfBoth final : public Peers {
 public:
  struct Meeting {
    std::barrier<> barrier{kCount};
    const torch::nn::Module* networks[kCount] = {};
    std::int64_t numbers[kCount] = {};
  };

  MeanOfBoth(Meeting& meeting, std::uint64_t rank) : meeting_(meeting), rank_(rank) {}

  std::uint64_t rank() const override { return rank_; }
  std::uint64_t count() const override { return kCount; }

  Status Average(const torch::nn::Module& network) override {
    const torch::NoGradGuard no_gradients;
    meeting_.networks[rank_] = &network;
    meeting_.barrier.arrive_and_wait();
    std::vector<torch::Tensor> means;
    for (std::size_t i = 0; i < network.parameters().size(); ++i) {
      means.push_back((meeting_.networks[0]->parameters()[i].grad() +
                       meeting_.networks[1]->parameters()[i].grad()) /
                      2);
    }
    meeting_.barrier.arrive_and_wait();
    const auto weights = network.parameters();
    for (std::size_t i = 0; i < weights.size(); ++i) weights[i].mutable_grad().copy_(means[i]);
    return {};
  }

  Result<std::int64_t> Highest(std::int64_t number) override {
    meeting_.numbers[rank_] = number;
    meeting_.barrier.arrive_and_wait();
    const std::int64_t highest = std::max(meeting_.numbers[0], meeting_.numbers[1]);
    meeting_.barrier.arrive_and_wait();
    return highest;
  }

 private:
  Meeting& meeting_;
  const std::uint64_t rank_;
};

class PeersTest : public testing::Test {
 protected:
  void SetUp() override {
    const auto alone = MeetPeers(directory_.path() / "alone", 0, 1);
    if (!alone && alone.error().code == ErrorCode::kInvalidArgument) {
      GTEST_SKIP() << alone.error().message;
    }
  }

  std::unique_ptr<Peers> Meet(std::uint64_t rank) {
    auto peers = MeetPeers(directory_.path() / "meeting", rank, kCount);
    EXPECT_TRUE(peers.ok()) << peers.error().message;
    return *std::move(peers);
  }

  const TestDirectory directory_;
};

TEST_F(PeersTest, AverageGradientsAndFindTheHighestNumber) {
  Everywhere([this](std::uint64_t rank) {
    const auto peers = Meet(rank);
    EXPECT_EQ(peers->rank(), rank);
    EXPECT_EQ(peers->count(), kCount);
    PolicyNetwork network({.actions = 2, .outputs = 2, .width = 4});
    for (const torch::Tensor& weights : network.parameters()) {
      weights.mutable_grad() = torch::full_like(weights, rank == 0 ? 1.0 : 4.0);
    }
    if (rank == 1) network.parameters()[0].mutable_grad().reset();
    EXPECT_TRUE(peers->Average(network).ok());
    EXPECT_TRUE((network.parameters()[0].grad() == 0.5).all().item<bool>());
    EXPECT_TRUE((network.parameters()[1].grad() == 2.5).all().item<bool>());
    EXPECT_EQ(*peers->Highest(rank == 0 ? 3 : -7), 3);
    EXPECT_EQ(*peers->Highest(rank == 0 ? 3 : 9), 9);
  });
}

TEST_F(PeersTest, NoticeThatOneHasEnded) {
  std::barrier<> met{kCount};
  Everywhere([&](std::uint64_t rank) {
    const auto peers = Meet(rank);
    met.arrive_and_wait();
    if (rank == 1) return;
    ASSERT_TRUE(peers);
    const auto highest = peers->Highest(1);
    ASSERT_FALSE(highest.ok());
    EXPECT_EQ(highest.error().code, ErrorCode::kWorkerLost);
  });
}

/// Two processes that train on a staircase.
class TogetherTest : public PeersTest {
 protected:
  TogetherTest() {
    options_.config = {.actions = 5, .outputs = 5, .width = 8, .length = 4};
    options_.programs = 2;
    options_.minibatch = 20;
    options_.epochs = 3;
    for (std::size_t i = 0; i < 6; ++i) sides_.training.push_back(i);
    sides_.judged = sides_.training;
  }

  /// Makes three steps in both processes and returns their networks.
  template <typename MakePeers>
  std::vector<std::shared_ptr<ActorCritic>> Train(MakePeers make_peers) {
    std::vector<std::shared_ptr<ActorCritic>> networks;
    for (std::uint64_t rank = 0; rank < kCount; ++rank) {
      torch::manual_seed(1);
      networks.push_back(MakeActorCritic(options_.config));
    }
    Everywhere([&](std::uint64_t rank) {
      const std::unique_ptr<Peers> peers = make_peers(rank);
      Budget budget({});
      StaircasePlayer player(6);
      const PolicyTasks tasks{actions_, budget, &player, listed_};
      Ppo ppo(options_, tasks, sides_, budget, networks[rank], peers.get());
      for (std::uint64_t step = 0; step < 3; ++step) {
        const auto score = ppo.Step(step);
        EXPECT_TRUE(score.ok()) << score.error().message;
      }
      const MutexLock lock(mutex_);
      for (const Seat& seat : player.played) streams_.push_back(seat.stream);
    });
    return networks;
  }

  static bool Equal(const ActorCritic& a, const ActorCritic& b) {
    for (std::size_t i = 0; i < a.parameters().size(); ++i) {
      if (!torch::equal(a.parameters()[i], b.parameters()[i])) return false;
    }
    return true;
  }

  const ActionSpace actions_ = FakeActionSpace(Staircase(3, 2));
  const std::vector<ListedProgram> listed_;
  PolicyOptions options_;
  ProgramSides sides_;
  Mutex mutex_;
  std::vector<std::uint64_t> streams_;
};

TEST_F(TogetherTest, NetworksStayEqualAndFollowTheMeanGradient) {
  const auto networks = Train([this](std::uint64_t rank) { return Meet(rank); });
  EXPECT_TRUE(Equal(*networks[0], *networks[1]));
  std::ranges::sort(streams_);
  for (std::uint64_t i = 0; i < streams_.size(); ++i) EXPECT_EQ(streams_[i], i);
  EXPECT_EQ(streams_.size(), 3u * 2 * 2 * options_.episodes);

  MeanOfBoth::Meeting meeting;
  const auto expected = Train([&](std::uint64_t rank) {
    return std::unique_ptr<Peers>(std::make_unique<MeanOfBoth>(meeting, rank));
  });
  for (std::size_t i = 0; i < networks[0]->parameters().size(); ++i) {
    EXPECT_TRUE(
        torch::allclose(networks[0]->parameters()[i], expected[0]->parameters()[i], 1e-4, 1e-6));
  }
  torch::manual_seed(1);
  EXPECT_FALSE(Equal(*networks[0], *MakeActorCritic(options_.config)));
}

TEST_F(TogetherTest, FollowersEndWithTheFirst) {
  options_.output = directory_.path() / "led.pf";
  options_.steps = 4;
  options_.interval = 2;
  options_.processes = kCount;
  options_.meeting = directory_.path() / "training";
  std::vector<JudgedOutcome> outcomes(kCount);
  Everywhere([&](std::uint64_t rank) {
    PolicyOptions options = options_;
    options.rank = rank;
    Budget budget({});
    StaircasePlayer player(6);
    const auto outcome = TrainPolicy(options, {actions_, budget, &player, listed_}, budget,
                                     [](const JudgedProgress&) {});
    ASSERT_TRUE(outcome.ok()) << outcome.error().message;
    outcomes[rank] = *outcome;
    EXPECT_FALSE(player.played.empty());
  });
  EXPECT_EQ(outcomes[0].steps, 4u);
  EXPECT_EQ(outcomes[1].steps, 0u);
}

}  // namespace
}  // namespace autotune
