// Six ways to count the bits of a number, checked against each other.
#include <stdint.h>
#include <stdio.h>

static unsigned char nibble[16] = {0, 1, 1, 2, 1, 2, 2, 3, 1, 2, 2, 3, 2, 3, 3, 4};
static unsigned char byte_count[256];

static unsigned by_shifting(uint32_t x) {
  unsigned count = 0;
  for (; x != 0; x >>= 1) count += x & 1;
  return count;
}

static unsigned by_clearing(uint32_t x) {
  unsigned count = 0;
  for (; x != 0; x &= x - 1) ++count;
  return count;
}

static unsigned by_adding(uint32_t x) {
  x = (x & 0x55555555u) + ((x >> 1) & 0x55555555u);
  x = (x & 0x33333333u) + ((x >> 2) & 0x33333333u);
  x = (x & 0x0f0f0f0fu) + ((x >> 4) & 0x0f0f0f0fu);
  x = (x & 0x00ff00ffu) + ((x >> 8) & 0x00ff00ffu);
  return (x & 0x0000ffffu) + (x >> 16);
}

static unsigned by_multiplying(uint32_t x) {
  x -= (x >> 1) & 0x55555555u;
  x = (x & 0x33333333u) + ((x >> 2) & 0x33333333u);
  return (((x + (x >> 4)) & 0x0f0f0f0fu) * 0x01010101u) >> 24;
}

static unsigned by_nibbles(uint32_t x) {
  return x == 0 ? 0 : nibble[x & 15] + by_nibbles(x >> 4);
}

static unsigned by_bytes(uint32_t x) {
  return byte_count[x & 0xff] + byte_count[(x >> 8) & 0xff] + byte_count[(x >> 16) & 0xff] +
         byte_count[x >> 24];
}

static unsigned (*const counters[])(uint32_t) = {by_shifting,    by_clearing, by_adding,
                                                 by_multiplying, by_nibbles,  by_bytes};

int main(void) {
  const unsigned ways = sizeof counters / sizeof counters[0];
  unsigned long total = 0;
  uint32_t x = 1;
  for (int i = 0; i < 256; ++i) byte_count[i] = (unsigned char)by_clearing(i);
  for (int round = 0; round < 100000; ++round) {
    x = x * 1664525u + 1013904223u;
    const unsigned first = counters[0](x);
    for (unsigned way = 1; way < ways; ++way) {
      if (counters[way](x) != first) {
        fprintf(stderr, "way %u differs at %u\n", way, x);
        return 1;
      }
    }
    total += first;
  }
  printf("%lu\n", total);
  return 0;
}
