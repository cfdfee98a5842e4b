// Shortest paths from node 0 of a random graph, with a binary heap.
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>

enum { kNodes = 400, kEdges = 6 };

struct edge {
  int to, cost;
};
struct item {
  int node, distance;
};

static struct edge edges[kNodes][kEdges];
static int distance[kNodes];
static struct item heap[kNodes * kEdges + 1];
static int heap_size;

static void push(int node, int d) {
  int i = heap_size++;
  while (i > 0 && heap[(i - 1) / 2].distance > d) {
    heap[i] = heap[(i - 1) / 2];
    i = (i - 1) / 2;
  }
  heap[i].node = node;
  heap[i].distance = d;
}

static struct item pop(void) {
  const struct item top = heap[0], last = heap[--heap_size];
  int i = 0;
  for (;;) {
    int child = 2 * i + 1;
    if (child >= heap_size) break;
    if (child + 1 < heap_size && heap[child + 1].distance < heap[child].distance) ++child;
    if (heap[child].distance >= last.distance) break;
    heap[i] = heap[child];
    i = child;
  }
  heap[i] = last;
  return top;
}

static void search(int start) {
  for (int i = 0; i < kNodes; ++i) distance[i] = INT_MAX;
  distance[start] = 0;
  push(start, 0);
  while (heap_size > 0) {
    const struct item item = pop();
    if (item.distance > distance[item.node]) continue;
    for (int i = 0; i < kEdges; ++i) {
      const struct edge edge = edges[item.node][i];
      const int d = item.distance + edge.cost;
      if (d < distance[edge.to]) {
        distance[edge.to] = d;
        push(edge.to, d);
      }
    }
  }
}

int main(int argc, char** argv) {
  long sum = 0;
  srand(argc > 1 ? atoi(argv[1]) : 1);
  for (int node = 0; node < kNodes; ++node) {
    for (int i = 0; i < kEdges; ++i) {
      edges[node][i].to = rand() % kNodes;
      edges[node][i].cost = 1 + rand() % 100;
    }
  }
  search(0);
  for (int node = 0; node < kNodes; ++node) {
    if (distance[node] != INT_MAX) sum += distance[node];
  }
  printf("%ld\n", sum);
  return 0;
}
