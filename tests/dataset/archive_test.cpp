#include "dataset/archive.h"

#include <cstdio>
#include <cstdlib>
#include <string>
#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <unistd.h>

#include "support/test_directory.h"

namespace autotune {
namespace {

namespace fs = std::filesystem;
using testing::HasSubstr;

/// Runs a shell command in the directory.
void Shell(const TestDirectory& directory, const std::string& command) {
  ASSERT_EQ(std::system(("cd '" + directory.path().string() + "' && " + command).c_str()), 0);
}

Status Unpack(const TestDirectory& directory, const std::string& archive) {
  const Budget unlimited({});
  return autotune::Unpack(directory.path() / archive, directory.path() / "out", unlimited);
}

TEST(Unpack, LeavesOutTheOneFolderAroundAll) {
  const TestDirectory directory;
  Shell(directory,
        "mkdir -p p-1.0/src && echo x > p-1.0/src/a.c && echo y > p-1.0/b.c &&"
        "tar cjf a.tar.bz2 p-1.0");
  ASSERT_TRUE(Unpack(directory, "a.tar.bz2").ok());
  EXPECT_EQ(directory.Read("out/src/a.c"), "x\n");
  EXPECT_EQ(directory.Read("out/b.c"), "y\n");
  EXPECT_FALSE(fs::exists(directory.path() / "out.part"));
}

TEST(Unpack, KeepsSeveralFolders) {
  const TestDirectory directory;
  Shell(directory, "mkdir a b && echo x > a/f && echo y > b/f && tar czf a.tar.gz a b");
  ASSERT_TRUE(Unpack(directory, "a.tar.gz").ok());
  EXPECT_EQ(directory.Read("out/a/f"), "x\n");
  EXPECT_EQ(directory.Read("out/b/f"), "y\n");
}

TEST(Unpack, RefusesWhatIsNoArchiveOrCutOff) {
  const TestDirectory directory;
  directory.Write("noise.tar", "this is no archive, however long one looks at it");
  const Status noise = Unpack(directory, "noise.tar");
  ASSERT_FALSE(noise.ok());
  EXPECT_EQ(noise.error().code, ErrorCode::kBadInput);
  EXPECT_THAT(noise.error().message, HasSubstr("noise.tar"));

  Shell(directory,
        "mkdir a && head -c 100000 /dev/urandom > a/f && tar cf whole.tar a &&"
        "head -c 50000 whole.tar > cut.tar");
  EXPECT_FALSE(Unpack(directory, "cut.tar").ok());
  EXPECT_FALSE(fs::exists(directory.path() / "out"));
}

TEST(Unpack, WritesNothingOutside) {
  const TestDirectory directory;
  Shell(directory,
        "mkdir in && cd in && echo x > ../evil && tar cPf ../up.tar ../evil &&"
        "rm ../evil && ln -s .. link && tar cf ../link.tar link && rm link &&"
        "mkdir link && echo x > link/evil && tar rf ../link.tar link/evil");
  EXPECT_FALSE(Unpack(directory, "up.tar").ok());
  fs::remove_all(directory.path() / "out");
  EXPECT_FALSE(Unpack(directory, "link.tar").ok());
  EXPECT_FALSE(fs::exists(directory.path() / "evil"));
}

/// The kinds of entries of a tar archive.
enum Type : char {
  kFile = '0',
  kHardLink = '1',
  kSymlink = '2',
  kDevice = '3',
  kFolder = '5',
  kPipe = '6'
};

struct Entry {
  std::string name;
  Type type = kFile;
  std::string link{};
  unsigned mode = 0644;
  std::string text = "x";
};

/// A header of a tar archive and the file behind it. `tar` writes none that lies.
std::string Encode(const Entry& entry) {
  const std::string text = entry.type == kFile ? entry.text : "";
  std::string header(512, '\0');
  const auto put = [&](std::size_t at, const std::string& field) {
    header.replace(at, field.size(), field);
  };
  const auto octal = [](std::size_t number, int digits) {
    char buffer[16];
    std::snprintf(buffer, sizeof buffer, "%0*zo", digits, number);
    return std::string(buffer);
  };
  put(0, entry.name);
  put(100, octal(entry.mode, 7));
  put(108, octal(getuid(), 7));  // libarchive keeps setuid for the owner alone
  put(116, octal(getgid(), 7));
  put(124, octal(text.size(), 11));
  put(136, octal(0, 11));
  put(148, "        ");
  header[156] = entry.type;
  put(157, entry.link);
  put(257, std::string("ustar\00000", 8));
  std::size_t sum = 0;
  for (const char c : header) sum += static_cast<unsigned char>(c);
  put(148, octal(sum, 6));
  header[154] = '\0';
  std::string body = text;
  body.resize((text.size() + 511) / 512 * 512, '\0');
  return header + body;
}

void Craft(const TestDirectory& directory, const std::vector<Entry>& entries) {
  std::string archive;
  for (const Entry& entry : entries) archive += Encode(entry);
  directory.Write("crafted.tar", archive + std::string(1024, '\0'));
}

TEST(Unpack, KeepsNoRightsThatAreDangerous) {
  const TestDirectory directory;
  Craft(directory, {{"d", kFolder, "", 07777},
                    {"closed", kFolder, "", 0},
                    {"closed/f", kFile, "", 0},
                    {"d/suid", kFile, "", 04777},
                    {"d/sgid", kFile, "", 02755},
                    {"d/sticky", kFile, "", 01666},
                    {"d/hard", kHardLink, "d/suid", 06777}});
  const Status status = Unpack(directory, "crafted.tar");
  ASSERT_TRUE(status.ok()) << status.error().message;
  const auto mode = [&](const std::string& file) {
    return static_cast<unsigned>(fs::status(directory.path() / "out" / file).permissions());
  };
  EXPECT_EQ(mode("d"), 0755u);
  EXPECT_EQ(mode("d/suid"), 0755u);
  EXPECT_EQ(mode("d/sgid"), 0755u);
  EXPECT_EQ(mode("d/sticky"), 0644u);
  EXPECT_EQ(mode("d/hard"), 0755u);
  EXPECT_EQ(mode("closed"), 0700u);
  EXPECT_EQ(mode("closed/f"), 0600u);
}

TEST(Unpack, LeavesOutDevicesAndLinksThatLeadOut) {
  const TestDirectory directory;
  directory.Write("secret", "s");
  Craft(directory, {{"a/f"},
                    {"b/f"},
                    {"a/pipe", kPipe},
                    {"a/null", kDevice},
                    {"a/in", kSymlink, "../b/f"},
                    {"a/away", kSymlink, "/etc/passwd"},
                    {"a/up", kSymlink, "../../secret"},
                    {"deep/er/root", kSymlink, "../.."},
                    {"chain", kSymlink, "deep/er/root/../secret"},
                    {"loop", kSymlink, "loop"}});
  const Status status = Unpack(directory, "crafted.tar");
  ASSERT_TRUE(status.ok()) << status.error().message;
  EXPECT_EQ(directory.Read("out/a/in"), "x");
  for (const char* name : {"a/pipe", "a/null", "a/away", "a/up", "chain", "loop"}) {
    EXPECT_FALSE(fs::exists(fs::symlink_status(directory.path() / "out" / name))) << name;
  }
}

// The folder around all is left out, so that a link to its neighbour leads out in the end.
TEST(Unpack, LooksAtLinksWhereTheyEndUp) {
  const TestDirectory directory;
  directory.Write("secret", "s");
  Craft(directory, {{"p/f"}, {"p/x", kSymlink, "../secret"}, {"p/g", kSymlink, "f"}});
  ASSERT_TRUE(Unpack(directory, "crafted.tar").ok());
  EXPECT_EQ(directory.Read("out/g"), "x");
  EXPECT_FALSE(fs::is_symlink(directory.path() / "out/x"));
}

TEST(Unpack, NoTrickWritesOutside) {
  const Entry overwrite{"h", kFile, "", 0644, "evil"};
  const std::vector<Entry> tricks[] = {
      {{"../evil"}},
      {{"a/../../evil"}},
      {{"..", kFolder, "", 0777}},
      {{"l", kSymlink, ".."}, {"l/evil"}},
      {{"l", kSymlink, "../evil"}, {"l"}},
      {{"h", kHardLink, "../victim"}, overwrite},
      {{"s", kSymlink, ".."}, {"h", kHardLink, "s/victim"}, overwrite},
      {{"s", kSymlink, "../victim"}, {"h", kHardLink, "s"}, overwrite},
      {{"a", kSymlink, "b"}, {"b", kSymlink, ".."}, {"a/evil"}},
      {{"a", kFolder}, {"a", kSymlink, ".."}, {"a/evil"}},
  };
  for (std::size_t i = 0; i < std::size(tricks); ++i) {
    const TestDirectory directory;
    directory.Write("victim", "as it was");
    const fs::perms mode = fs::status(directory.path()).permissions();
    Craft(directory, tricks[i]);
    const Status status = Unpack(directory, "crafted.tar");
    EXPECT_FALSE(fs::exists(directory.path() / "evil")) << i;
    EXPECT_EQ(directory.Read("victim"), "as it was") << i;
    EXPECT_EQ(fs::hard_link_count(directory.path() / "victim"), 1u) << i;
    EXPECT_EQ(fs::status(directory.path()).permissions(), mode) << i;
  }
}

TEST(Unpack, PutsAbsolutePathsInside) {
  const TestDirectory directory;
  const std::string path = (directory.path() / "a.c").string();
  Shell(directory, "echo x > a.c && tar cPf a.tar '" + path + "' && rm a.c");
  ASSERT_TRUE(Unpack(directory, "a.tar").ok());
  EXPECT_FALSE(fs::exists(path));
}

}  // namespace
}  // namespace autotune
