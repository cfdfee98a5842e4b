// Clusters random points in the plane around k centres until none moves.
#include <float.h>
#include <stdio.h>
#include <stdlib.h>

enum { kPoints = 2000, kCentres = 8 };

struct point {
  double x, y;
};

static struct point points[kPoints], centres[kCentres];
static int cluster[kPoints];

static double squared_distance(struct point a, struct point b) {
  const double dx = a.x - b.x, dy = a.y - b.y;
  return dx * dx + dy * dy;
}

static int assign(void) {
  int moved = 0;
  for (int i = 0; i < kPoints; ++i) {
    double best = DBL_MAX;
    int nearest = 0;
    for (int c = 0; c < kCentres; ++c) {
      const double d = squared_distance(points[i], centres[c]);
      if (d < best) {
        best = d;
        nearest = c;
      }
    }
    moved += cluster[i] != nearest;
    cluster[i] = nearest;
  }
  return moved;
}

static void move_centres(void) {
  struct point sum[kCentres] = {{0, 0}};
  int count[kCentres] = {0};
  for (int i = 0; i < kPoints; ++i) {
    sum[cluster[i]].x += points[i].x;
    sum[cluster[i]].y += points[i].y;
    ++count[cluster[i]];
  }
  for (int c = 0; c < kCentres; ++c) {
    if (count[c] == 0) continue;
    centres[c].x = sum[c].x / count[c];
    centres[c].y = sum[c].y / count[c];
  }
}

int main(void) {
  int rounds = 0;
  for (int i = 0; i < kPoints; ++i) {
    points[i].x = rand() / (double)RAND_MAX;
    points[i].y = rand() / (double)RAND_MAX;
    cluster[i] = -1;
  }
  for (int c = 0; c < kCentres; ++c) centres[c] = points[c];
  while (assign() > 0 && rounds < 1000) {
    move_centres();
    ++rounds;
  }
  printf("%d rounds\n", rounds);
  for (int c = 0; c < kCentres; ++c) printf("%.4f %.4f\n", centres[c].x, centres[c].y);
  return 0;
}
