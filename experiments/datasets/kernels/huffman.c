// Builds a Huffman code for the bytes of standard input and prints it with the size it would give.
#include <stdio.h>
#include <stdlib.h>

struct node {
  unsigned long weight;
  int byte;  // -1 inside the tree
  struct node *left, *right;
};

static unsigned long frequency[256];
static struct node* forest[256];
static int trees;
static unsigned long bits;

static struct node* make_node(unsigned long weight, int byte, struct node* left,
                              struct node* right) {
  struct node* const node = malloc(sizeof *node);
  if (node == NULL) exit(1);
  node->weight = weight;
  node->byte = byte;
  node->left = left;
  node->right = right;
  return node;
}

static struct node* take_lightest(void) {
  int best = 0;
  for (int i = 1; i < trees; ++i) {
    if (forest[i]->weight < forest[best]->weight) best = i;
  }
  struct node* const node = forest[best];
  forest[best] = forest[--trees];
  return node;
}

static void print_codes(const struct node* node, char* code, int length) {
  if (node->byte >= 0) {
    code[length] = 0;
    printf("%3d %s\n", node->byte, length == 0 ? "0" : code);
    bits += node->weight * (length == 0 ? 1 : length);
  } else {
    code[length] = '0';
    print_codes(node->left, code, length + 1);
    code[length] = '1';
    print_codes(node->right, code, length + 1);
  }
}

static void free_tree(struct node* node) {
  if (node == NULL) return;
  free_tree(node->left);
  free_tree(node->right);
  free(node);
}

int main(void) {
  char code[257];
  int byte;
  while ((byte = getchar()) != EOF) ++frequency[byte];
  for (int i = 0; i < 256; ++i) {
    if (frequency[i] > 0) forest[trees++] = make_node(frequency[i], i, NULL, NULL);
  }
  if (trees == 0) return 0;
  while (trees > 1) {
    struct node* const left = take_lightest();
    struct node* const right = take_lightest();
    forest[trees++] = make_node(left->weight + right->weight, -1, left, right);
  }
  print_codes(forest[0], code, 0);
  printf("%lu bits\n", bits);
  free_tree(forest[0]);
  return 0;
}
