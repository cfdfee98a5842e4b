#include "dataset/manifest.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "support/test_directory.h"

namespace autotune {
namespace {

using testing::HasSubstr;

DatasetProgram Program(const std::string& file) {
  return {.file = file,
          .split = Split::kValidation,
          .flags = "-Oz '-DNAME=\"a b\"'",
          .origin = {.package = "bzip2", .version = "1.0.8-5", .source = "bzip2.c", .sha256 = "ab"},
          .inputs = {1, 2},
          .content = {3, 4},
          .ir = {5, 6},
          .shape = {7, 8},
          .functions = 9,
          .instructions = 10};
}

Manifest Sample() {
  return {.name = "sample",
          .source = "nowhere",
          .licence = "free",
          .compiler = "clang version 19",
          .programs = {Program("O0/a.bc"), Program("O0/b.bc")},
          .duplicates = {{Program("O0/c.bc"), "O0/a.bc"}},
          .failures = {{"O0/d.bc", "'x.h' file not found"}}};
}

std::string Replaced(std::string text, const std::string& from, const std::string& to) {
  const std::size_t at = text.find(from);
  EXPECT_NE(at, std::string::npos) << from;
  return text.replace(at, from.size(), to);
}

void ExpectRefusal(const std::string& text, const std::string& why) {
  const Result<Manifest> manifest = ManifestFromJson(text);
  ASSERT_FALSE(manifest.ok());
  EXPECT_EQ(manifest.error().code, ErrorCode::kBadInput);
  EXPECT_THAT(manifest.error().message, HasSubstr(why));
}

TEST(Manifest, ReadsWhatItWrote) {
  const Result<Manifest> manifest = ManifestFromJson(ToJson(Sample()));
  ASSERT_TRUE(manifest.ok()) << manifest.error().message;
  EXPECT_EQ(*manifest, Sample());
}

TEST(Manifest, AnEmptySetIsASetToo) {
  const Result<Manifest> manifest = ManifestFromJson(ToJson(Manifest{}));
  ASSERT_TRUE(manifest.ok()) << manifest.error().message;
  EXPECT_EQ(*manifest, Manifest{});
}

TEST(Manifest, IsReplacedInItsFolder) {
  const TestDirectory directory;
  Manifest manifest = Sample();
  ASSERT_TRUE(WriteManifest(directory.path(), manifest).ok());
  manifest.programs.pop_back();
  ASSERT_TRUE(WriteManifest(directory.path(), manifest).ok());
  const Result<Manifest> read = ReadManifest(directory.path());
  ASSERT_TRUE(read.ok()) << read.error().message;
  EXPECT_EQ(*read, manifest);
}

TEST(Manifest, RefusesWhatIsNone) {
  const std::string good = ToJson(Sample());
  ExpectRefusal("", "parse error");
  ExpectRefusal("[]", "");
  ExpectRefusal(good.substr(0, good.size() / 2), "parse error");
  ExpectRefusal(Replaced(good, "\"format\": 1", "\"format\": 2"), "format 2");
  ExpectRefusal(Replaced(good, "validation", "testing"), "testing");
  ExpectRefusal(Replaced(good, "\"functions\"", "\"sections\""), "functions");
  ExpectRefusal(Replaced(good, "00000005", "0000000g"), "'ir'");
}

TEST(Manifest, NamesNoFileOutsideItsFolder) {
  const std::string good = ToJson(Sample());
  ExpectRefusal(Replaced(good, "O0/a.bc", "/etc/a.bc"), "not inside");
  ExpectRefusal(Replaced(good, "O0/a.bc", "O0/../../a.bc"), "not inside");
}

TEST(Manifest, NamesTheFileThatIsNone) {
  const TestDirectory directory;
  EXPECT_EQ(ReadManifest(directory.path()).error().code, ErrorCode::kNotFound);
  directory.Write(kManifestName, "no");
  const Result<Manifest> manifest = ReadManifest(directory.path());
  EXPECT_EQ(manifest.error().code, ErrorCode::kBadInput);
  EXPECT_THAT(manifest.error().message, HasSubstr(directory.path().string()));
}

}  // namespace
}  // namespace autotune
