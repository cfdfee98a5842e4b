#pragma once

#include <sstream>
#include <string>

namespace autotune {

/// A loop that loop passes find, and work for scalar ones.
inline constexpr char kLoopProgram[] = R"(
define i32 @count(ptr %p, i32 %n) {
entry:
  %slot = alloca i32
  store i32 0, ptr %slot
  br label %head
head:
  %i = load i32, ptr %slot
  %more = icmp slt i32 %i, %n
  br i1 %more, label %body, label %exit
body:
  %v = load volatile i32, ptr %p
  %next = add i32 %i, 1
  store i32 %next, ptr %slot
  br label %head
exit:
  %r = load i32, ptr %slot
  ret i32 %r
}
)";

/// Each of `depth` functions calls the next twice, and all have to be inlined: `always-inline`
/// makes 2^depth copies of the last.
inline std::string InlineBomb(int depth) {
  std::ostringstream ir;
  // The last comes first: bodies that have grown already are copied whole, which is quickest.
  ir << "define internal i32 @f" << depth << "(i32 %x) alwaysinline {\n"
     << "  %y = mul i32 %x, %x\n  %z = xor i32 %y, 12345\n  ret i32 %z\n}\n";
  for (int i = depth; i-- > 0;) {
    ir << "define internal i32 @f" << i << "(i32 %x) alwaysinline {\n"
       << "  %a = call i32 @f" << i + 1 << "(i32 %x)\n"
       << "  %b = call i32 @f" << i + 1 << "(i32 %a)\n  ret i32 %b\n}\n";
  }
  ir << "define i32 @main(i32 %x) {\n  %r = call i32 @f0(i32 %x)\n  ret i32 %r\n}\n";
  return ir.str();
}

}  // namespace autotune
