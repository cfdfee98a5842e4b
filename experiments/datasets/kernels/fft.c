// A Fourier transform of 1024 random points and back, by halves.
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

enum { kSize = 1024 };

struct complex_number {
  double re, im;
};

static void reorder(struct complex_number* x, int n) {
  for (int i = 1, j = 0; i < n; ++i) {
    int bit = n >> 1;
    for (; j & bit; bit >>= 1) j ^= bit;
    j ^= bit;
    if (i < j) {
      const struct complex_number t = x[i];
      x[i] = x[j];
      x[j] = t;
    }
  }
}

static void transform(struct complex_number* x, int n, int sign) {
  reorder(x, n);
  for (int length = 2; length <= n; length <<= 1) {
    const double angle = sign * 2 * 3.14159265358979323846 / length;
    const struct complex_number step = {cos(angle), sin(angle)};
    for (int begin = 0; begin < n; begin += length) {
      struct complex_number w = {1, 0};
      for (int i = begin; i < begin + length / 2; ++i) {
        struct complex_number* const a = &x[i];
        struct complex_number* const b = &x[i + length / 2];
        const struct complex_number c = {b->re * w.re - b->im * w.im, b->re * w.im + b->im * w.re};
        b->re = a->re - c.re;
        b->im = a->im - c.im;
        a->re += c.re;
        a->im += c.im;
        const double re = w.re * step.re - w.im * step.im;
        w.im = w.re * step.im + w.im * step.re;
        w.re = re;
      }
    }
  }
}

int main(void) {
  static struct complex_number x[kSize], y[kSize];
  double error = 0;
  for (int i = 0; i < kSize; ++i) {
    x[i].re = y[i].re = rand() / (double)RAND_MAX;
    x[i].im = y[i].im = 0;
  }
  transform(x, kSize, -1);
  transform(x, kSize, 1);
  for (int i = 0; i < kSize; ++i) error += fabs(x[i].re / kSize - y[i].re);
  printf("%.12f\n", error);
  return error > 1e-9;
}
