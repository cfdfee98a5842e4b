#include "core/printable.h"

#include <gtest/gtest.h>

namespace autotune {
namespace {

TEST(Printable, KeepsTextAsItIs) {
  for (const std::string text : {"", "a b.bc", "größe", "日本語", "\U0001f600", "it's $(x)"}) {
    EXPECT_EQ(Printable(text), text);
  }
}

TEST(Printable, HasNothingThatATerminalActsOn) {
  EXPECT_EQ(Printable("a\x1b[2Jb"), "a?[2Jb");
  EXPECT_EQ(Printable("a\nb\r\tc"), "a b  c");
  EXPECT_EQ(Printable(std::string_view("\0\a\b\x7f", 4)), "????");
  EXPECT_EQ(Printable("\u009b31m"), "?31m");  // C1, as UTF-8
  EXPECT_EQ(Printable("\x9b"
                      "31m"),
            "?31m");                                  // C1, as a byte
  EXPECT_EQ(Printable("\u202egnp.exe"), "?gnp.exe");  // right to left
  EXPECT_EQ(Printable("a\u2028b"), "a?b");
}

TEST(Printable, MakesUtf8OfAnything) {
  EXPECT_EQ(Printable("\xff\xfe"), "??");
  EXPECT_EQ(Printable("\xc0\xaf"), "??");            // overlong
  EXPECT_EQ(Printable("\xe0\x80\x9b"), "???");       // an overlong C1
  EXPECT_EQ(Printable("\xed\xa0\x80"), "???");       // half of a pair
  EXPECT_EQ(Printable("a\xc3"), "a?");               // cut off
  EXPECT_EQ(Printable("\xf4\x90\x80\x80"), "????");  // beyond all characters
}

TEST(Abbreviated, CutsNoCharacterInTwo) {
  EXPECT_EQ(Abbreviated("abc", 3), "abc");
  EXPECT_EQ(Abbreviated("abcd", 3), "abc...");
  EXPECT_EQ(Abbreviated("ääää", 3), "ä...");
}

}  // namespace
}  // namespace autotune
