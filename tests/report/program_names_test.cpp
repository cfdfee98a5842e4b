#include "report/program_names.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace autotune {
namespace {

using testing::ElementsAre;
using testing::Pair;

TEST(DistinctNames, HaveNoMoreFoldersThanNeeded) {
  EXPECT_THAT(
      DistinctNames({{"1", "/d/cbench/adpcm.ll"},
                     {"2", "/d/chstone/adpcm.ll"},
                     {"3", "/d/chstone/sha.ll"},
                     {"4", "/d/O0/test/ed/ed.bc"},
                     {"5", "/d/Oz/test/ed/ed.bc"}}),
      ElementsAre(Pair("1", "cbench/adpcm.ll"), Pair("2", "chstone/adpcm.ll"), Pair("3", "sha.ll"),
                  Pair("4", "O0/test/ed/ed.bc"), Pair("5", "Oz/test/ed/ed.bc")));
}

/// A file that was compiled anew is another program.
TEST(DistinctNames, TellTheVersionsOfAFileByTheirHash) {
  EXPECT_THAT(
      DistinctNames({{"0123456789", "/a/main.bc"}, {"abcdef0123", "/a/main.bc"}}),
      ElementsAre(Pair("0123456789", "main.bc 01234567"), Pair("abcdef0123", "main.bc abcdef01")));
}

TEST(DistinctNames, EndWhereAPathDoes) {
  EXPECT_THAT(DistinctNames({{"0123456789", "main.bc"}, {"abcdef0123", "/a/main.bc"}}),
              ElementsAre(Pair("0123456789", "main.bc 01234567"), Pair("abcdef0123", "a/main.bc")));
}

}  // namespace
}  // namespace autotune
