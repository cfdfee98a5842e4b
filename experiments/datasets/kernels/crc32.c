// CRC-32 of standard input, by a table that is made first.
#include <stdint.h>
#include <stdio.h>

static uint32_t table[256];

static void make_table(void) {
  for (uint32_t i = 0; i < 256; ++i) {
    uint32_t value = i;
    for (int bit = 0; bit < 8; ++bit) value = (value >> 1) ^ (value & 1 ? 0xedb88320u : 0);
    table[i] = value;
  }
}

static uint32_t update(uint32_t crc, const unsigned char* bytes, size_t count) {
  crc = ~crc;
  for (size_t i = 0; i < count; ++i) crc = table[(crc ^ bytes[i]) & 0xff] ^ (crc >> 8);
  return ~crc;
}

int main(void) {
  unsigned char buffer[4096];
  uint32_t crc = 0;
  size_t count;
  make_table();
  while ((count = fread(buffer, 1, sizeof buffer, stdin)) > 0) crc = update(crc, buffer, count);
  printf("%08x\n", crc);
  return 0;
}
