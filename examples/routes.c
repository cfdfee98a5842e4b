/* Shortest paths three ways over random road maps: Dijkstra with a binary heap, Bellman-Ford, and
 * the Floyd-Warshall matrix. main() checks that they agree, and that each path found has its
 * length. */

#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { kMaxNodes = 96, kMaxEdges = 4 * kMaxNodes, kUnreachable = 1 << 28 };

typedef struct {
  int to;
  int cost;
  int next; /* index of the next edge of the same node, or -1 */
} Edge;

typedef struct {
  int nodes;
  int edges;
  int first[kMaxNodes];
  Edge edge[kMaxEdges];
} Graph;

typedef struct {
  int node;
  int distance;
} HeapItem;

typedef struct {
  int size;
  HeapItem item[kMaxEdges + 1];
} Heap;

typedef struct {
  int distance[kMaxNodes];
  int parent[kMaxNodes];
} Tree;

static uint64_t random_state;

static unsigned Random(unsigned bound) {
  random_state = random_state * 6364136223846793005u + 1442695040888963407u;
  return (unsigned)(random_state >> 33) % bound;
}

static void AddEdge(Graph* graph, int from, int to, int cost) {
  if (graph->edges == kMaxEdges) abort();
  Edge* edge = &graph->edge[graph->edges];
  edge->to = to;
  edge->cost = cost;
  edge->next = graph->first[from];
  graph->first[from] = graph->edges++;
}

static void ClearGraph(Graph* graph, int nodes) {
  graph->nodes = nodes;
  graph->edges = 0;
  for (int i = 0; i < nodes; ++i) graph->first[i] = -1;
}

/* Towns on a grid; streets both ways, some missing, a few one-way motorways. */
static void MakeTown(Graph* graph, int width, int height) {
  ClearGraph(graph, width * height);
  for (int y = 0; y < height; ++y) {
    for (int x = 0; x < width; ++x) {
      int here = y * width + x;
      if (x + 1 < width && Random(8) != 0) {
        int cost = 1 + (int)Random(20);
        AddEdge(graph, here, here + 1, cost);
        AddEdge(graph, here + 1, here, cost + (int)Random(3));
      }
      if (y + 1 < height && Random(8) != 0) {
        int cost = 1 + (int)Random(20);
        AddEdge(graph, here, here + width, cost);
        AddEdge(graph, here + width, here, cost);
      }
    }
  }
  for (int i = 0; i < graph->nodes / 16; ++i) {
    int from = (int)Random((unsigned)graph->nodes), to = (int)Random((unsigned)graph->nodes);
    if (from != to && graph->edges < kMaxEdges) AddEdge(graph, from, to, 5);
  }
}

static void HeapPush(Heap* heap, int node, int distance) {
  int at = heap->size++;
  while (at > 0) {
    int above = (at - 1) / 2;
    if (heap->item[above].distance <= distance) break;
    heap->item[at] = heap->item[above];
    at = above;
  }
  heap->item[at].node = node;
  heap->item[at].distance = distance;
}

static HeapItem HeapPop(Heap* heap) {
  HeapItem top = heap->item[0];
  HeapItem last = heap->item[--heap->size];
  int at = 0;
  for (;;) {
    int child = 2 * at + 1;
    if (child >= heap->size) break;
    if (child + 1 < heap->size && heap->item[child + 1].distance < heap->item[child].distance)
      ++child;
    if (last.distance <= heap->item[child].distance) break;
    heap->item[at] = heap->item[child];
    at = child;
  }
  heap->item[at] = last;
  return top;
}

static void ResetTree(Tree* tree, int nodes, int source) {
  for (int i = 0; i < nodes; ++i) {
    tree->distance[i] = kUnreachable;
    tree->parent[i] = -1;
  }
  tree->distance[source] = 0;
}

static void Dijkstra(const Graph* graph, int source, Tree* tree) {
  Heap heap;
  heap.size = 0;
  ResetTree(tree, graph->nodes, source);
  HeapPush(&heap, source, 0);
  while (heap.size > 0) {
    HeapItem item = HeapPop(&heap);
    if (item.distance > tree->distance[item.node]) continue; /* an older, longer entry */
    for (int e = graph->first[item.node]; e >= 0; e = graph->edge[e].next) {
      const Edge* edge = &graph->edge[e];
      int distance = item.distance + edge->cost;
      if (distance < tree->distance[edge->to]) {
        tree->distance[edge->to] = distance;
        tree->parent[edge->to] = item.node;
        HeapPush(&heap, edge->to, distance);
      }
    }
  }
}

static int BellmanFord(const Graph* graph, int source, Tree* tree) {
  int rounds = 0, changed = 1;
  ResetTree(tree, graph->nodes, source);
  while (changed) {
    changed = 0;
    ++rounds;
    for (int node = 0; node < graph->nodes; ++node) {
      if (tree->distance[node] == kUnreachable) continue;
      for (int e = graph->first[node]; e >= 0; e = graph->edge[e].next) {
        int distance = tree->distance[node] + graph->edge[e].cost;
        int to = graph->edge[e].to;
        if (distance < tree->distance[to]) {
          tree->distance[to] = distance;
          tree->parent[to] = node;
          changed = 1;
        }
      }
    }
  }
  return rounds;
}

static void FloydWarshall(const Graph* graph, int matrix[kMaxNodes][kMaxNodes]) {
  int nodes = graph->nodes;
  for (int i = 0; i < nodes; ++i) {
    for (int j = 0; j < nodes; ++j) matrix[i][j] = i == j ? 0 : kUnreachable;
    for (int e = graph->first[i]; e >= 0; e = graph->edge[e].next) {
      const Edge* edge = &graph->edge[e];
      if (edge->cost < matrix[i][edge->to]) matrix[i][edge->to] = edge->cost;
    }
  }
  for (int k = 0; k < nodes; ++k) {
    for (int i = 0; i < nodes; ++i) {
      for (int j = 0; j < nodes; ++j) {
        int through = matrix[i][k] + matrix[k][j];
        if (through < matrix[i][j]) matrix[i][j] = through;
      }
    }
  }
}

static int CheapestEdge(const Graph* graph, int from, int to) {
  int best = kUnreachable;
  for (int e = graph->first[from]; e >= 0; e = graph->edge[e].next) {
    if (graph->edge[e].to == to && graph->edge[e].cost < best) best = graph->edge[e].cost;
  }
  return best;
}

/* Walks from `node` to the root and adds up the edges; -1 where the tree is broken. */
static int PathCost(const Graph* graph, const Tree* tree, int node) {
  int total = 0;
  for (int steps = 0; tree->parent[node] >= 0; ++steps) {
    if (steps > graph->nodes) return -1;
    int cost = CheapestEdge(graph, tree->parent[node], node);
    if (cost == kUnreachable) return -1;
    total += cost;
    node = tree->parent[node];
  }
  return total;
}

static int Agree(const Graph* graph, const Tree* a, const Tree* b, const int* row) {
  for (int node = 0; node < graph->nodes; ++node) {
    int distance = a->distance[node];
    if (distance != b->distance[node]) return 0;
    if (row[node] < kUnreachable ? distance != row[node] : distance != kUnreachable) return 0;
    if (distance < kUnreachable &&
        (PathCost(graph, a, node) != distance || PathCost(graph, b, node) != distance)) {
      return 0;
    }
  }
  return 1;
}

static int CheckTown(unsigned seed, int width, int height) {
  static Graph graph;
  static int matrix[kMaxNodes][kMaxNodes];
  Tree heap_tree, queue_tree;
  uint32_t checksum = 2166136261u;
  int longest = 0, unreachable = 0, rounds = 0;

  random_state = seed;
  MakeTown(&graph, width, height);
  FloydWarshall(&graph, matrix);
  for (int source = 0; source < graph.nodes; ++source) {
    Dijkstra(&graph, source, &heap_tree);
    rounds += BellmanFord(&graph, source, &queue_tree);
    if (!Agree(&graph, &heap_tree, &queue_tree, matrix[source])) {
      printf("seed %u: the methods disagree from node %d\n", seed, source);
      return 0;
    }
    for (int node = 0; node < graph.nodes; ++node) {
      int distance = heap_tree.distance[node];
      checksum = (checksum ^ (uint32_t)distance) * 16777619u;
      if (distance == kUnreachable) {
        ++unreachable;
      } else if (distance > longest) {
        longest = distance;
      }
    }
  }
  printf("town %2d x %d: %d edges, diameter %d, %d pairs apart, %d rounds, checksum %08x\n", width,
         height, graph.edges, longest, unreachable, rounds, (unsigned)checksum);
  return 1;
}

int main(void) {
  int good = 1;
  good &= CheckTown(7, 12, 8);
  good &= CheckTown(11, 9, 9);
  good &= CheckTown(23, 30, 3);
  return good ? 0 : 1;
}
