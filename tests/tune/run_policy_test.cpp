#include "tune/run_policy.h"

#include <gtest/gtest.h>

namespace autotune {
namespace {

using namespace std::chrono_literals;

TuneJob Job() {
  TuneJob job;
  job.threads = 2;
  job.budget = 60s;
  return job;
}

TEST(RunPolicy, ARunMakesTheMostOfItsTime) {
  const RunPolicy policy = PolicyOf(Job());
  EXPECT_TRUE(policy.levels_beside_search);
  EXPECT_FALSE(policy.clock_waits_for_levels);
  EXPECT_TRUE(policy.levels_limited_in_time);
  EXPECT_TRUE(policy.learns_from_earlier_runs);
  EXPECT_TRUE(policy.inlines_as_written);
  EXPECT_FALSE(policy.shares_level_proofs);
  EXPECT_EQ(policy.lock_patience, 3s);
}

TEST(RunPolicy, OnOneThreadTheSearchWaitsForTheLevels) {
  TuneJob job = Job();
  job.threads = 1;
  EXPECT_FALSE(PolicyOf(job).levels_beside_search);
}

TEST(RunPolicy, TimeHasNoSayIfEvaluationsAreTheLimit) {
  TuneJob job = Job();
  job.max_evaluations = 100;
  EXPECT_FALSE(PolicyOf(job).levels_limited_in_time);
}

TEST(RunPolicy, AnExperimentTimesTheSearchAloneAndBeginsFromNothing) {
  TuneJob job = Job();
  job.experiment = "e";
  const RunPolicy policy = PolicyOf(job);
  EXPECT_FALSE(policy.levels_beside_search);
  EXPECT_TRUE(policy.clock_waits_for_levels);
  EXPECT_FALSE(policy.levels_limited_in_time);
  EXPECT_TRUE(policy.full_level_proof);
  EXPECT_FALSE(policy.learns_from_earlier_runs);
  EXPECT_FALSE(policy.inlines_as_written) << "methods are compared by their own passes";
  EXPECT_TRUE(policy.shares_level_proofs);
  EXPECT_EQ(policy.lock_patience, 10s);
}

TEST(RunPolicy, AProofWithMoreThanNumbersIsNotShared) {
  TuneJob job = Job();
  job.experiment = "e";
  job.output = "best.bc";
  EXPECT_FALSE(PolicyOf(job).shares_level_proofs);
  job.output.clear();
  job.check = "./run {}";
  EXPECT_FALSE(PolicyOf(job).shares_level_proofs);
}

TEST(RunPolicy, WaitingForLocksHasBounds) {
  TuneJob job = Job();
  job.budget = 100ms;
  EXPECT_EQ(PolicyOf(job).lock_patience, 50ms);
  job.budget = 10h;
  EXPECT_EQ(PolicyOf(job).lock_patience, 10s);
}

}  // namespace
}  // namespace autotune
