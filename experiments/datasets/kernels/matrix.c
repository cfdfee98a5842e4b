// Solves a random system of linear equations by elimination with pivots, and checks the answer.
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

enum { kSize = 64 };

static double a[kSize][kSize], lu[kSize][kSize], b[kSize], x[kSize];
static int row[kSize];

static int decompose(void) {
  for (int i = 0; i < kSize; ++i) {
    row[i] = i;
    for (int j = 0; j < kSize; ++j) lu[i][j] = a[i][j];
  }
  for (int column = 0; column < kSize; ++column) {
    int best = column;
    for (int i = column + 1; i < kSize; ++i) {
      if (fabs(lu[row[i]][column]) > fabs(lu[row[best]][column])) best = i;
    }
    const int t = row[best];
    row[best] = row[column];
    row[column] = t;
    const double pivot = lu[t][column];
    if (fabs(pivot) < 1e-12) return 0;
    for (int i = column + 1; i < kSize; ++i) {
      const double factor = lu[row[i]][column] /= pivot;
      for (int j = column + 1; j < kSize; ++j) lu[row[i]][j] -= factor * lu[t][j];
    }
  }
  return 1;
}

static void solve(void) {
  for (int i = 0; i < kSize; ++i) {
    x[i] = b[row[i]];
    for (int j = 0; j < i; ++j) x[i] -= lu[row[i]][j] * x[j];
  }
  for (int i = kSize - 1; i >= 0; --i) {
    for (int j = i + 1; j < kSize; ++j) x[i] -= lu[row[i]][j] * x[j];
    x[i] /= lu[row[i]][i];
  }
}

int main(void) {
  double worst = 0;
  for (int i = 0; i < kSize; ++i) {
    for (int j = 0; j < kSize; ++j) a[i][j] = rand() / (double)RAND_MAX - 0.5;
    b[i] = rand() / (double)RAND_MAX;
  }
  if (!decompose()) return 1;
  solve();
  for (int i = 0; i < kSize; ++i) {
    double sum = -b[i];
    for (int j = 0; j < kSize; ++j) sum += a[i][j] * x[j];
    if (fabs(sum) > worst) worst = fabs(sum);
  }
  printf("%g\n", worst);
  return worst > 1e-6;
}
