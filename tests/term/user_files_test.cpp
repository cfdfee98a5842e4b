#include "term/user_files.h"

#include <cstdlib>
#include <string>

#include <gtest/gtest.h>

namespace autotune {
namespace {

class UserFiles : public testing::Test {
 protected:
  UserFiles() { Set("", "", "/home/me"); }

  static void Set(const char* data, const char* cache, const char* home) {
    setenv("XDG_DATA_HOME", data, 1);
    setenv("XDG_CACHE_HOME", cache, 1);
    setenv("HOME", home, 1);
  }
};

TEST_F(UserFiles, FollowXdg) {
  EXPECT_EQ(*DatabasePath(""), "/home/me/.local/share/autotune/autotune.db");
  EXPECT_EQ(*CachePath(""), "/home/me/.cache/autotune/evaluations.db");
  EXPECT_EQ(AnyDatasetsFolder(), "/home/me/.local/share/autotune/datasets");
  Set("/data", "/cache", "/home/me");
  EXPECT_EQ(*DatabasePath(""), "/data/autotune/autotune.db");
  EXPECT_EQ(*CachePath(""), "/cache/autotune/evaluations.db");
  EXPECT_EQ(*DatasetsFolder(""), "/data/autotune/datasets");
  Set("data", "cache", "/home/me");
  EXPECT_EQ(*DatabasePath(""), "/home/me/.local/share/autotune/autotune.db");
}

TEST_F(UserFiles, AreTheGivenOnes) {
  EXPECT_EQ(*DatabasePath("a.db"), "a.db");
  EXPECT_EQ(*CachePath("b.db"), "b.db");
  EXPECT_EQ(*DatasetsFolder("c"), "c");
}

TEST_F(UserFiles, NeedAnAbsolutePath) {
  Set("", "", "");
  EXPECT_EQ(DatabasePath("").error().code, ErrorCode::kInvalidArgument);
  EXPECT_EQ(CachePath("").error().code, ErrorCode::kInvalidArgument);
  EXPECT_EQ(DatasetsFolder("").error().code, ErrorCode::kInvalidArgument);
  EXPECT_EQ(AnyDatasetsFolder(), "");
}

}  // namespace
}  // namespace autotune
