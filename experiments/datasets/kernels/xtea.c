// XTEA in counter mode: standard input to standard output, with a key from the command line.
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static void encipher(uint32_t block[2], const uint32_t key[4]) {
  uint32_t left = block[0], right = block[1], sum = 0;
  for (int round = 0; round < 32; ++round) {
    left += (((right << 4) ^ (right >> 5)) + right) ^ (sum + key[sum & 3]);
    sum += 0x9e3779b9u;
    right += (((left << 4) ^ (left >> 5)) + left) ^ (sum + key[(sum >> 11) & 3]);
  }
  block[0] = left;
  block[1] = right;
}

static int parse_key(const char* text, uint32_t key[4]) {
  if (strlen(text) != 32) return 0;
  for (int i = 0; i < 4; ++i) {
    char word[9] = {0}, *end;
    memcpy(word, text + 8 * i, 8);
    key[i] = (uint32_t)strtoul(word, &end, 16);
    if (*end != 0) return 0;
  }
  return 1;
}

int main(int argc, char** argv) {
  uint32_t key[4], counter = 0;
  unsigned char bytes[8], mask[8];
  size_t count;
  if (argc != 2 || !parse_key(argv[1], key)) {
    fprintf(stderr, "usage: xtea KEY, 32 hexadecimal digits\n");
    return 2;
  }
  while ((count = fread(bytes, 1, sizeof bytes, stdin)) > 0) {
    uint32_t block[2] = {counter++, 0};
    encipher(block, key);
    for (int i = 0; i < 8; ++i) mask[i] = (unsigned char)(block[i / 4] >> 8 * (i % 4));
    for (size_t i = 0; i < count; ++i) bytes[i] ^= mask[i];
    fwrite(bytes, 1, count, stdout);
  }
  return 0;
}
