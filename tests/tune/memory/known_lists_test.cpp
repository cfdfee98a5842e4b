#include "tune/memory/known_lists.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "db/sample_runs.h"

namespace autotune {
namespace {

using testing::ElementsAre;

class KnownListsTest : public ResultsTest {
 protected:
  std::vector<PassSequence> Known() {
    const auto lists = KnownLists(*database_, RunOf(1).program.ir, Objective::kIrInstructions,
                                  kToolchain, actions_);
    EXPECT_TRUE(lists.ok());
    return lists.ok() ? *lists : std::vector<PassSequence>();
  }

  const ActionSpace actions_{"two", {{"function(sroa)", ""}, {"function(gvn)", ""}}, {}};
};

// A search gets numbers of its own passes, whatever text somebody stored.
TEST_F(KnownListsTest, AreMadeOfThePassesOfTheSearchAlone) {
  for (const std::string text :
       {"function(dot-cfg)", "function(gvn),dot-callgraph", "function(gvn) ", "", "FUNCTION(GVN)",
        "function(gvn)\x1b[2J", "-load=evil.so", "function(gvn)'; touch evil; '"}) {
    Add(RunOf(1), Finished(100, {"function(sroa)", text}));
  }
  EXPECT_TRUE(Known().empty());
  Add(RunOf(1), Finished(150, {"function(gvn)", "function(sroa)"}));
  EXPECT_THAT(Known(), ElementsAre(PassSequence{{1, 0}}));
}

}  // namespace
}  // namespace autotune
