#include "tune/proof/object_parts.h"

#include <fmt/format.h>
#include <gtest/gtest.h>

namespace autotune {
namespace {

/// A section as `llvm-readelf` prints it.
std::string Section(const std::string& name, const std::string& type, int flags, int size) {
  return fmt::format(
      R"({{"Section":{{"Name":{{"Name":"{}"}},"Type":{{"Name":"{}"}},"Flags":{{"Value":{}}},"Size":{}}}}})",
      name, type, flags, size);
}

TEST(ObjectParts, AreToldByFlagsAndNames) {
  const std::string sections = Section(".text", "SHT_PROGBITS", 6, 100) + "," +
                               Section(".text._Zf", "SHT_PROGBITS", 0x206, 40) + "," +
                               Section(".rodata.cst8", "SHT_PROGBITS", 0x12, 8) + "," +
                               Section(".data", "SHT_PROGBITS", 3, 12) + "," +
                               Section(".bss", "SHT_NOBITS", 3, 5000) + "," +
                               Section(".eh_frame", "SHT_X86_64_UNWIND", 2, 60) + "," +
                               Section(".gcc_except_table._Zf", "SHT_PROGBITS", 0x202, 4) + "," +
                               Section(".ARM.exidx.text.f", "SHT_ARM_EXIDX", 0x82, 16) + "," +
                               Section(".symtab", "SHT_SYMTAB", 0, 900);
  const auto parts = ReadParts(R"([{"Sections":[)" + sections + "]}]");
  ASSERT_TRUE(parts.has_value());
  EXPECT_EQ(*parts,
            (ObjectParts{.text = 140, .read_only = 8, .data = 12, .unwind = 80, .shared = 44}));
  EXPECT_EQ(parts->total(), 240u);
  EXPECT_EQ(parts->size(), (ObjectSize{.text = 140, .data = 100}));
}

TEST(ObjectParts, NeedAnElfFile) {
  EXPECT_FALSE(ReadParts("").has_value());
  EXPECT_FALSE(ReadParts("[]").has_value());
  EXPECT_FALSE(ReadParts(R"([{"Sections":[{"Section":{}}]}])").has_value());
  const std::string one = R"({"Sections":[)" + Section(".text", "SHT_PROGBITS", 6, 1) + "]}";
  EXPECT_TRUE(ReadParts("[" + one + "]").has_value());
  EXPECT_FALSE(ReadParts("[" + one + "," + one + "]").has_value()) << "an archive";
  EXPECT_FALSE(ReadParts(R"([{"Sections":[]}])").has_value());
}

}  // namespace
}  // namespace autotune
