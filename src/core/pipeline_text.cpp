#include "core/pipeline_text.h"

namespace autotune {

namespace {

/// Returns the depth of parentheses and angle brackets after `c`.
int Depth(int before, char c) {
  if (c == '(' || c == '<') return before + 1;
  if (c == ')' || c == '>') return before - 1;
  return before;
}

}  // namespace

bool HasMatchingBrackets(std::string_view pipeline) {
  int depth = 0;
  for (const char c : pipeline) {
    depth = Depth(depth, c);
    if (depth < 0) return false;
  }
  return depth == 0;
}

std::vector<std::string> SplitPipeline(std::string_view pipeline) {
  std::vector<std::string> elements(1);
  int depth = 0;
  for (const char c : pipeline) {
    depth = Depth(depth, c);
    if (c == ',' && depth == 0) {
      elements.emplace_back();
    } else {
      elements.back() += c;
    }
  }
  return elements;
}

}  // namespace autotune
