// A binary trie over IPv4 prefixes: reads "insert A.B.C.D/N NAME" and "find A.B.C.D".
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct node {
  struct node* child[2];
  char* name;
};

static struct node root;

static int bit_of(uint32_t address, int index) { return address >> (31 - index) & 1; }

static int insert(uint32_t address, int length, const char* name) {
  struct node* node = &root;
  for (int i = 0; i < length; ++i) {
    struct node** const next = &node->child[bit_of(address, i)];
    if (*next == NULL) *next = calloc(1, sizeof **next);
    if (*next == NULL) return 0;
    node = *next;
  }
  free(node->name);
  node->name = strdup(name);
  return node->name != NULL;
}

static const char* find(uint32_t address) {
  const struct node* node = &root;
  const char* best = node->name;
  for (int i = 0; i < 32; ++i) {
    node = node->child[bit_of(address, i)];
    if (node == NULL) break;
    if (node->name != NULL) best = node->name;
  }
  return best == NULL ? "none" : best;
}

static int parse(const char* text, uint32_t* address, int* length) {
  unsigned part[4];
  *length = 32;
  if (sscanf(text, "%u.%u.%u.%u/%d", &part[0], &part[1], &part[2], &part[3], length) < 4) return 0;
  *address = 0;
  for (int i = 0; i < 4; ++i) {
    if (part[i] > 255) return 0;
    *address = *address << 8 | part[i];
  }
  return *length >= 0 && *length <= 32;
}

int main(void) {
  char line[256], word[16], text[64], name[64];
  for (int number = 1; fgets(line, sizeof line, stdin) != NULL; ++number) {
    uint32_t address;
    int length;
    const int words = sscanf(line, "%15s %63s %63s", word, text, name);
    if (words == 3 && strcmp(word, "insert") == 0 && parse(text, &address, &length)) {
      if (!insert(address, length, name)) return 1;
    } else if (words == 2 && strcmp(word, "find") == 0 && parse(text, &address, &length)) {
      puts(find(address));
    } else {
      fprintf(stderr, "line %d makes no sense\n", number);
    }
  }
  return 0;
}
