#include "tune/proof/proof_desk.h"

#include <gtest/gtest.h>

#include "support/run_stages.h"

namespace autotune {
namespace {

using namespace std::chrono_literals;

class ProofDeskTest : public RunStagesTest {
 protected:
  /// The end of a run without a search.
  Status Finish() { return ProofDesk(*parts_, *times_, *levels_, nullptr).Finish({}); }
};

TEST_F(ProofDeskTest, ProvesALevelThatWasLeftForLater) {
  level_time_ = 5s;
  Start(1ms);
  RunLevels();
  ASSERT_FALSE(result_.result.proved());
  ASSERT_TRUE(Finish().ok());
  EXPECT_TRUE(result_.result.proved());
  EXPECT_EQ(result_.result.level, Level::kOz);
}

TEST_F(ProofDeskTest, TakesAnotherLevelIfTheBestIsNotReproduced) {
  level_time_ = 5s;
  Start(1ms);
  RunLevels();
  directory_.WriteScript("opt", R"(
case $* in *Oz*) exit 1;; esac
for word; do case $word in -o) ;; *) input=$output; output=$word;; esac; done
head -n 2 "$input" > "$output")");
  ASSERT_TRUE(Finish().ok());
  EXPECT_TRUE(result_.result.proved());
  EXPECT_NE(result_.result.level, Level::kOz);
  EXPECT_EQ(result_.result.reproduction.cost.instructions, 2u);
}

TEST_F(ProofDeskTest, LimitsBytesByTheObjectThatAProofHasMade) {
  job_.guard_bytes = true;
  job_.output = (directory_.path() / "out.o").string();
  Start(1s);
  RunLevels();
  ASSERT_TRUE(result_.result.proved());
  ASSERT_EQ(result_.byte_limit, std::nullopt) << "there was no time to measure levels";
  ASSERT_TRUE(Finish().ok());
  EXPECT_EQ(result_.byte_limit, 10u);
}

}  // namespace
}  // namespace autotune
