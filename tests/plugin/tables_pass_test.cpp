// Narrow tables, as stock `opt` makes them with the plugin.

#include <cstdlib>
#include <string>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "support/llvm_tools.h"
#include "support/test_directory.h"

namespace autotune {
namespace {

using testing::HasSubstr;
using testing::Not;

/// Has `opt` narrow the tables of a module that save `least` bytes, and verify it.
std::string Narrowed(const std::string& ir, const std::string& least = "1") {
  const TestDirectory directory;
  directory.Write("in.ll", "target triple = \"x86_64-pc-linux-gnu\"\n" + ir);
  const std::string command =
      "cd '" + directory.path().string() + "' && " +
      Opt(" -load-pass-plugin=" PLUGIN " '-passes=autotune-narrow-tables<" + least + ">,verify'") +
      " -S in.ll -o out.ll 2> err";
  EXPECT_EQ(std::system(command.c_str()), 0) << directory.Read("err");
  return directory.Read("out.ll");
}

/// A table of eight elements of a type, the first two of which are given.
std::string Table(const std::string& type, const std::string& first, const std::string& second,
                  const std::string& linkage = "internal constant") {
  std::string elements = type + ' ' + first + ", " + type + ' ' + second;
  for (int i = 0; i < 6; ++i) elements += ", " + type + " 1";
  return "@t = " + linkage + " [8 x " + type + "] [" + elements + "]\n";
}

/// A function that reads one element.
std::string Reader(const std::string& type, const std::string& address =
                                                "getelementptr inbounds [8 x i32], ptr @t, i64 0, "
                                                "i64 %i") {
  return "define " + type + " @f(i64 %i, i64 %j, ptr %p) {\n  %a = " + address + "\n  %x = load " +
         type + ", ptr %a\n  ret " + type + " %x\n}\n";
}

/// A function that reads one element of a table of any length.
std::string ElementReader(const std::string& type) {
  return Reader(type, "getelementptr inbounds " + type + ", ptr @t, i64 %i");
}

TEST(TablesPass, ElementsGetTheNarrowestTypeThatHoldsThem) {
  const auto is = [](const std::string& type, const std::string& first, const std::string& second,
                     const std::string& narrow, const std::string& extension) {
    const std::string module = Narrowed(Table(type, first, second) + ElementReader(type));
    EXPECT_THAT(module, HasSubstr("getelementptr inbounds " + narrow + ", ptr @t, i64 %i"));
    EXPECT_THAT(module, HasSubstr(" = load " + narrow + ", ptr %"));
    EXPECT_THAT(module, HasSubstr(" = " + extension + ' ' + narrow + ' '));
    EXPECT_THAT(module, HasSubstr(" to " + type + '\n'));
  };
  is("i16", "0", "255", "i8", "zext");
  is("i16", "-128", "127", "i8", "sext");
  is("i32", "0", "255", "i8", "zext");
  is("i32", "0", "256", "i16", "zext");
  is("i32", "-1", "127", "i8", "sext");
  is("i32", "-1", "128", "i16", "sext");
  is("i64", "0", "4294967295", "i32", "zext");
  is("i64", "-2147483648", "7", "i32", "sext");
  EXPECT_THAT(Narrowed(Table("i16", "1", "2") + ElementReader("i16")),
              HasSubstr("@t = internal constant [8 x i8] c\"\\01\\02\\01"));
}

TEST(TablesPass, AddressesKeepTheirElements) {
  const std::string table = Table("i32", "3", "4");
  EXPECT_THAT(Narrowed(table + Reader("i32")),
              HasSubstr("getelementptr inbounds i8, ptr @t, i64 %i\n"));
  EXPECT_THAT(Narrowed(table + Reader("i32", "getelementptr i8, ptr @t, i64 4")),
              HasSubstr("load i8, ptr getelementptr (i8, ptr @t, i64 1), align 1\n"));
  // A constant and two variables, one of which skips two elements.
  EXPECT_THAT(Narrowed(table + "define i32 @f(i64 %i, i32 %j) {\n"
                               "  %a = getelementptr inbounds i64, ptr getelementptr (i8, ptr @t, "
                               "i64 -8), i64 %i\n"
                               "  %b = getelementptr inbounds i32, ptr %a, i32 %j\n"
                               "  %x = load i32, ptr %b, align 8\n  ret i32 %x\n}\n"),
              HasSubstr("  %1 = mul i64 %i, 2\n"
                        "  %2 = getelementptr inbounds i8, ptr getelementptr (i8, ptr @t, i64 -2), "
                        "i64 %1\n"
                        "  %3 = sext i32 %j to i64\n"
                        "  %4 = getelementptr inbounds i8, ptr %2, i64 %3\n"
                        "  %5 = load i8, ptr %4, align 1\n"
                        "  %x = zext i8 %5 to i32\n"));
}

TEST(TablesPass, RowsOfRowsAreTables) {
  const std::string module = Narrowed(
      "@t = internal constant [2 x [3 x i32]] [[3 x i32] [i32 1, i32 2, i32 3], [3 x i32] "
      "zeroinitializer]\n" +
      Reader("i32",
             "getelementptr inbounds [2 x [3 x i32]], ptr @t, i64 0, i64 %i, "
             "i64 %j"));
  EXPECT_THAT(module, HasSubstr("@t = internal constant [6 x i8] c\"\\01\\02\\03\\00\\00\\00\""));
  EXPECT_THAT(module, HasSubstr("mul i64 %i, 3"));
}

TEST(TablesPass, VariablesThatNothingWritesAreTables) {
  EXPECT_THAT(
      Narrowed(Table("i32", "1", "2", "internal unnamed_addr global") + ElementReader("i32")),
      HasSubstr("@t = internal unnamed_addr constant [8 x i8]"));
}

TEST(TablesPass, OtherUsesKeepATableAsItIs) {
  const auto is_kept = [](const std::string& ir) {
    const std::string module = Narrowed(ir);
    EXPECT_THAT(module, HasSubstr("[8 x i32]")) << module;
    EXPECT_THAT(module, Not(HasSubstr("i8]"))) << module;
  };
  const std::string table = Table("i32", "1", "2");
  const std::string element = "getelementptr inbounds i32, ptr @t, i64 %i";
  const auto with = [&](const std::string& line) {
    return table +
           "declare void @g(ptr)\ndefine i32 @f(i64 %i, ptr %p, i1 %c) {\n  %a = " + element +
           "\n  " + line + "\n  ret i32 0\n}\n";
  };
  is_kept(with("call void @g(ptr %a)"));
  is_kept(with("store ptr %a, ptr %p"));
  is_kept(with("store i32 1, ptr %a"));
  is_kept(with("%x = load volatile i32, ptr %a"));
  is_kept(with("%x = load atomic i32, ptr %a monotonic, align 4"));
  is_kept(with("%x = load i16, ptr %a"));
  is_kept(with("%x = load <2 x i32>, ptr %a"));
  is_kept(with("%x = icmp eq ptr %a, %p"));
  is_kept(with("%x = select i1 %c, ptr %a, ptr %p"));
  is_kept(with("%b = getelementptr inbounds i8, ptr %a, i64 %i\n  %x = load i32, ptr %b"));
  is_kept(with("%b = getelementptr inbounds i8, ptr %a, i64 2\n  %x = load i32, ptr %b"));
  is_kept(table + "@pointer = global ptr @t\n" + Reader("i32"));
  // These may wrap, and come to another element.
  is_kept(table + Reader("i32", "getelementptr i32, ptr @t, i64 %i"));
  is_kept(
      with("%b = getelementptr i8, ptr %a, i64 9223372036854775804\n"
           "  %c2 = getelementptr i8, ptr %b, i64 9223372036854775804\n"
           "  %d = getelementptr i8, ptr %c2, i64 12\n  %x = load i32, ptr %d"));
  // Only the linker knows how far it is.
  is_kept(table + "@a = external global i8\n@b = external global i8\n" +
          Reader("i32",
                 "getelementptr inbounds i32, ptr getelementptr inbounds (i32, ptr @t, i64 "
                 "sub (i64 ptrtoint (ptr @b to i64), i64 ptrtoint (ptr @a to i64))), i64 0"));
  is_kept(table + Reader("i32") + "@other = global i8 0, section \"s\", !associated !0\n" +
          "!0 = !{ptr @t}\n");
  std::string attributed = table;
  is_kept(attributed.insert(attributed.size() - 1, " #0") + Reader("i32") +
          "attributes #0 = { \"rodata-section\"=\".mine\" }\n");
  is_kept(Table("i32", "1", "2", "constant") + Reader("i32"));
  is_kept(Table("i32", "1", "2", "internal thread_local constant") + Reader("i32"));
  is_kept(
      "@t = internal constant [8 x i32] [i32 1, i32 undef, i32 1, i32 1, i32 1, i32 1, i32 1, "
      "i32 1]\n" +
      Reader("i32"));
  std::string placed = table;
  is_kept(placed.insert(placed.size() - 1, ", section \"s\"") + Reader("i32"));
  is_kept(Table("i32", "1", "65536") + Reader("i32"));
  is_kept(Table("i32", "-1", "32768") + Reader("i32"));
}

TEST(TablesPass, BuffersAndLongChainsTakeNoTime) {
  const std::string buffer = "@t = internal global [268435456 x i64] zeroinitializer\n";
  EXPECT_THAT(Narrowed(buffer + ElementReader("i64")), HasSubstr("[268435456 x i64]"));
  std::string chain = "define i32 @f() {\n  %a0 = getelementptr inbounds i32, ptr @t, i64 0\n";
  for (int i = 1; i < 20'000; ++i) {
    chain += "  %a" + std::to_string(i) + " = getelementptr inbounds i32, ptr %a" +
             std::to_string(i - 1) + ", i64 0\n";
  }
  chain += "  %x = load i32, ptr %a19999\n  ret i32 %x\n}\n";
  EXPECT_THAT(Narrowed(Table("i32", "1", "2") + chain), HasSubstr("[8 x i32]"));
}

TEST(TablesPass, TablesThatSaveLittleStay) {
  const std::string ir = Table("i32", "1", "2") + Reader("i32");
  EXPECT_THAT(Narrowed(ir, "24"), HasSubstr("[8 x i8]"));
  EXPECT_THAT(Narrowed(ir, "25"), HasSubstr("[8 x i32]"));
  std::string readers;
  for (int i = 0; i < 6; ++i) {
    std::string reader = Reader("i32");
    readers += reader.replace(reader.find("@f"), 2, "@f" + std::to_string(i));
  }
  EXPECT_THAT(Narrowed(Table("i32", "1", "2") + readers), HasSubstr("[8 x i32]"));
}

}  // namespace
}  // namespace autotune
