#include "db/schema.h"

#include <string>
#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "core/hash.h"
#include "db/cache_file.h"
#include "db/training_db.h"

namespace autotune {
namespace {

/// The oldest compatible version and the hash of the SQL of each migration.
std::vector<std::string> Pins(const FileFormat& format) {
  std::vector<std::string> pins;
  for (const Migration& migration : format.migrations) {
    pins.push_back(std::to_string(migration.min_compatible) + " " +
                   ToHex(HashBytes(std::string_view(migration.sql))));
  }
  return pins;
}

// A released migration has run on files of users, and never runs there again. An edit makes two
// kinds of files of one version. If a test fails, take the edit back, and write a new migration at
// the end of the format's list. Its line goes to the end of the list here; the failed test prints
// it. No other line may change, unless an edit removes a view that a later migration makes again:
// both kinds of files end with the same schema.

TEST(ReleasedMigrations, OfTheDatabaseAreNeverEdited) {
  EXPECT_THAT(Pins(kDatabaseFormat),
              testing::ElementsAre(
                  "1 bc2cdb5a94ab946fd5c89a1087d1d89a", "1 947151c1554a87c818fcb1e5a054e6e1",
                  "1 cb235ea93af712c07105bca32a92221b", "1 6b5e16342acf2a2d56ca7de77febdf0e",
                  "1 99aa06d3014798d86001c324468d497f", "1 342a69df2c87f4a3c7e3742b8fd83ec6",
                  "1 99aa06d3014798d86001c324468d497f", "8 97a321b61992da8ab57338d3523bd009",
                  "8 01621b62497864398915ccea18b70827", "8 d17b23ec5174bea24864c415b61504b4",
                  "8 2c0bebeaaac42e2f3c9e340054279249", "8 c5cc9d5d8b0f3f9751b821eeb5a5d647",
                  "8 c360b5fcffef0fd3f9737fc1aeeb5c1c", "8 607332e3f3af4091d9a5c8f07c4b653c",
                  "8 e08d3775963b457b414b7a58f68aa105", "8 057db5c61033808521731b6b6d853b8b"));
}

TEST(ReleasedMigrations, OfTheCacheAreNeverEdited) {
  EXPECT_THAT(Pins(kCacheFormat), testing::ElementsAre("1 f68294067a6c74f02a721f01350137fc"));
}

TEST(ReleasedMigrations, OfTrainingSetsAreNeverEdited) {
  EXPECT_THAT(Pins(kTrainingFormat), testing::ElementsAre("1 ddf9e09ffc8697d28da6e638adb246c3"));
}

}  // namespace
}  // namespace autotune
