// Four bits a sample, with a step that adapts: 16-bit audio from standard input and back, and how
// far off it is.
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

enum { kSteps = 89 };

static int step_table[kSteps];
static const int index_change[8] = {-1, -1, -1, -1, 2, 4, 6, 8};

struct codec {
  int predicted, index;
};

static void make_steps(void) {
  double step = 7;
  for (int i = 0; i < kSteps; ++i) {
    step_table[i] = (int)step;
    step *= 1.1;
  }
}

static int clamp(int value, int low, int high) {
  return value < low ? low : value > high ? high : value;
}

static void advance(struct codec* codec, int code) {
  const int step = step_table[codec->index];
  int difference = step >> 3;
  if (code & 4) difference += step;
  if (code & 2) difference += step >> 1;
  if (code & 1) difference += step >> 2;
  codec->predicted += code & 8 ? -difference : difference;
  codec->predicted = clamp(codec->predicted, INT16_MIN, INT16_MAX);
  codec->index = clamp(codec->index + index_change[code & 7], 0, kSteps - 1);
}

static int encode(struct codec* codec, int sample) {
  int step = step_table[codec->index];
  int difference = sample - codec->predicted;
  int code = 0;
  if (difference < 0) {
    code = 8;
    difference = -difference;
  }
  for (int bit = 4; bit > 0; bit >>= 1, step >>= 1) {
    if (difference < step) continue;
    code |= bit;
    difference -= step;
  }
  advance(codec, code);
  return code;
}

static int decode(struct codec* codec, int code) {
  advance(codec, code);
  return codec->predicted;
}

int main(void) {
  struct codec in = {0, 0}, out = {0, 0};
  unsigned char bytes[2];
  long samples = 0;
  double error = 0;
  make_steps();
  while (fread(bytes, 1, 2, stdin) == 2) {
    const int sample = (int16_t)(bytes[0] | bytes[1] << 8);
    error += abs(decode(&out, encode(&in, sample)) - sample);
    ++samples;
  }
  printf("%ld samples, off by %.2f on average\n", samples, samples == 0 ? 0 : error / samples);
  return 0;
}
