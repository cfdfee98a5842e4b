/* Signals in floating point: a fast Fourier transform, convolution through it and directly, a chain
 * of second-order filters, and Gaussian elimination. main() checks the one against the other. */

#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

enum { kLength = 256, kKernel = 24, kSections = 3, kUnknowns = 12 };

typedef struct {
  double re, im;
} Complex;

typedef struct {
  float b[3], a[2]; /* coefficients of the numerator and, after the leading 1, the denominator */
  float past[2];
} Section;

typedef double (*Wave)(int at, int period);

static uint32_t random_state = 12345;

static double Noise(void) {
  random_state = random_state * 1664525u + 1013904223u;
  return (double)(random_state >> 8) / (1 << 24) - 0.5;
}

static double Saw(int at, int period) { return 2.0 * (at % period) / period - 1; }
static double Square(int at, int period) { return at % period < period / 2 ? 1 : -1; }
static double Triangle(int at, int period) {
  double saw = Saw(at, period);
  return saw < 0 ? -1 - 2 * saw : 2 * saw - 1;
}

static void Fill(double* signal, int length) {
  static const Wave waves[] = {Saw, Square, Triangle};
  for (int i = 0; i < length; ++i) {
    signal[i] = 0.1 * Noise();
    for (int w = 0; w < 3; ++w) signal[i] += waves[w](i, 16 << w) / (w + 1);
  }
}

static Complex Times(Complex a, Complex b) {
  Complex product = {a.re * b.re - a.im * b.im, a.re * b.im + a.im * b.re};
  return product;
}

static double SquareRoot(double x) {
  double guess = 1;
  for (int i = 0; x > 0 && i < 40; ++i) guess = (guess + x / guess) / 2;
  return x > 0 ? guess : 0;
}

/* e^(i pi / half), `half` a power of two: the angle is halved until it is small enough. */
static Complex Root(int half) {
  Complex root = {-1, 0};
  if (half == 1) return root;
  root.re = 0;
  root.im = 1;
  for (; half > 2; half /= 2) {
    root.re = SquareRoot((1 + root.re) / 2);
    root.im /= 2 * root.re;
  }
  return root;
}

static void Shuffle(Complex* x, int length) {
  for (int i = 1, j = 0; i < length; ++i) {
    int bit = length >> 1;
    for (; j & bit; bit >>= 1) j ^= bit;
    j |= bit;
    if (i < j) {
      Complex swapped = x[i];
      x[i] = x[j];
      x[j] = swapped;
    }
  }
}

static void Transform(Complex* x, int length, int inverse) {
  Shuffle(x, length);
  for (int half = 1; half < length; half *= 2) {
    Complex step = Root(half), turn = {1, 0};
    if (inverse) step.im = -step.im;
    for (int k = 0; k < half; ++k) {
      for (int i = k; i < length; i += 2 * half) {
        Complex odd = Times(x[i + half], turn);
        x[i + half].re = x[i].re - odd.re;
        x[i + half].im = x[i].im - odd.im;
        x[i].re += odd.re;
        x[i].im += odd.im;
      }
      turn = Times(turn, step);
    }
  }
  for (int i = 0; inverse && i < length; ++i) {
    x[i].re /= length;
    x[i].im /= length;
  }
}

static void ConvolveDirectly(const double* signal, const double* kernel, double* out) {
  for (int i = 0; i < kLength; ++i) {
    out[i] = 0;
    for (int k = 0; k < kKernel; ++k) out[i] += kernel[k] * signal[(i - k + kLength) % kLength];
  }
}

static void ConvolveByTransform(const double* signal, const double* kernel, double* out) {
  Complex a[kLength], b[kLength];
  for (int i = 0; i < kLength; ++i) {
    a[i].re = signal[i];
    b[i].re = i < kKernel ? kernel[i] : 0;
    a[i].im = b[i].im = 0;
  }
  Transform(a, kLength, 0);
  Transform(b, kLength, 0);
  for (int i = 0; i < kLength; ++i) a[i] = Times(a[i], b[i]);
  Transform(a, kLength, 1);
  for (int i = 0; i < kLength; ++i) out[i] = a[i].re;
}

static float Filter(Section* sections, int count, float x) {
  for (int s = 0; s < count; ++s) {
    Section* it = &sections[s];
    float y = it->b[0] * x + it->past[0];
    it->past[0] = it->b[1] * x - it->a[0] * y + it->past[1];
    it->past[1] = it->b[2] * x - it->a[1] * y;
    x = y;
  }
  return x;
}

static int Peaks(const double* signal, float threshold) {
  Section sections[kSections] = {{{0.2f, 0.4f, 0.2f}, {-0.3f, 0.1f}, {0, 0}},
                                 {{0.5f, 0, -0.5f}, {-0.9f, 0.3f}, {0, 0}},
                                 {{0.3f, 0.3f, 0}, {-0.4f, 0}, {0, 0}}};
  float before = 0, last = 0;
  int peaks = 0;
  for (int i = 0; i < kLength; ++i) {
    float now = Filter(sections, kSections, (float)signal[i]);
    if (last > threshold && last > before && last >= now) ++peaks;
    before = last;
    last = now;
  }
  return peaks;
}

static double Size(double x) { return x < 0 ? -x : x; }

/* Solves matrix * x = right with partial pivoting, in place; 0 where it is singular. */
static int Solve(double matrix[kUnknowns][kUnknowns], double right[kUnknowns]) {
  for (int column = 0; column < kUnknowns; ++column) {
    int pivot = column;
    for (int row = column + 1; row < kUnknowns; ++row) {
      if (Size(matrix[row][column]) > Size(matrix[pivot][column])) pivot = row;
    }
    if (Size(matrix[pivot][column]) < 1e-12) return 0;
    for (int k = 0; pivot != column && k <= kUnknowns; ++k) {
      double* a = k < kUnknowns ? &matrix[column][k] : &right[column];
      double* b = k < kUnknowns ? &matrix[pivot][k] : &right[pivot];
      double swapped = *a;
      *a = *b;
      *b = swapped;
    }
    for (int row = 0; row < kUnknowns; ++row) {
      if (row == column) continue;
      double factor = matrix[row][column] / matrix[column][column];
      for (int k = column; k < kUnknowns; ++k) matrix[row][k] -= factor * matrix[column][k];
      right[row] -= factor * right[column];
    }
  }
  for (int i = 0; i < kUnknowns; ++i) right[i] /= matrix[i][i];
  return 1;
}

static int Solves(void) {
  double matrix[kUnknowns][kUnknowns], right[kUnknowns];
  for (int i = 0; i < kUnknowns; ++i) {
    right[i] = 0;
    for (int j = 0; j < kUnknowns; ++j) {
      matrix[i][j] = Noise();
      right[i] += matrix[i][j] * (j + 1);
    }
  }
  if (!Solve(matrix, right)) return 0;
  for (int i = 0; i < kUnknowns; ++i) {
    if (Size(right[i] - (i + 1)) > 1e-6) return 0;
  }
  return 1;
}

static uint32_t Digest(const double* signal) {
  uint32_t digest = 2166136261u;
  for (int i = 0; i < kLength; ++i) {
    digest = (digest ^ (uint32_t)(int32_t)(signal[i] * 1000)) * 16777619u;
  }
  return digest;
}

int main(void) {
  double signal[kLength], kernel[kKernel], direct[kLength], transformed[kLength];
  int peaks = 0;
  for (int round = 0; round < 8; ++round) {
    Fill(signal, kLength);
    for (int k = 0; k < kKernel; ++k) kernel[k] = Noise() / (k + 1);
    ConvolveDirectly(signal, kernel, direct);
    ConvolveByTransform(signal, kernel, transformed);
    for (int i = 0; i < kLength; ++i) {
      if (Size(direct[i] - transformed[i]) > 1e-9) {
        printf("round %d: value %d differs\n", round, i);
        return 1;
      }
    }
    peaks += Peaks(direct, 0.05f);
    if (!Solves()) {
      printf("round %d: the equations are not solved\n", round);
      return 1;
    }
  }
  printf("waves %08x, %d peaks\n", (unsigned)Digest(direct), peaks);
  return peaks > 0 ? EXIT_SUCCESS : EXIT_FAILURE;
}
