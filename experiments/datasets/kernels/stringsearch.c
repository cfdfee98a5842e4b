// Prints the lines of standard input that hold a text, found after Boyer, Moore and Horspool.
#include <stdio.h>
#include <string.h>

static size_t skip[256];

static void prepare(const char* pattern, size_t length) {
  for (int i = 0; i < 256; ++i) skip[i] = length;
  for (size_t i = 0; i + 1 < length; ++i) skip[(unsigned char)pattern[i]] = length - 1 - i;
}

static const char* find(const char* text, size_t size, const char* pattern, size_t length) {
  size_t at = 0;
  while (at + length <= size) {
    size_t i = length;
    while (i > 0 && text[at + i - 1] == pattern[i - 1]) --i;
    if (i == 0) return text + at;
    at += skip[(unsigned char)text[at + length - 1]];
  }
  return NULL;
}

int main(int argc, char** argv) {
  char line[4096];
  int found = 0;
  if (argc != 2 || argv[1][0] == 0) return 2;
  const size_t length = strlen(argv[1]);
  prepare(argv[1], length);
  while (fgets(line, sizeof line, stdin) != NULL) {
    if (find(line, strlen(line), argv[1], length) == NULL) continue;
    fputs(line, stdout);
    found = 1;
  }
  return !found;
}
