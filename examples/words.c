/* Word statistics of a text: a tokenizer, an interning hash table that grows, a merge sort of the
 * entries, and a letter trie that must tell the same counts. The text is made by a small grammar.
 */

#include <ctype.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { kMaxWord = 24, kSentences = 1500, kPrinted = 5 };

typedef struct Entry {
  char word[kMaxWord];
  uint32_t hash;
  unsigned count;
  unsigned first_line;
  struct Entry* next_in_order; /* insertion order at first, then sorted */
} Entry;

typedef struct {
  Entry** slot; /* open addressing, linear probing; at most 3/4 full */
  size_t slots;
  size_t used;
  Entry* first;
  Entry** last_link;
} Table;

typedef struct TrieNode {
  struct TrieNode* child[26];
  unsigned count;
} TrieNode;

typedef struct {
  char* data;
  size_t size;
  size_t capacity;
} Text;

typedef struct {
  const char* at;
  unsigned line;
} Tokenizer;

static void* Allocate(size_t size) {
  void* memory = calloc(1, size);
  if (!memory) {
    fputs("out of memory\n", stderr);
    exit(2);
  }
  return memory;
}

/* --- the hash table --- */

static uint32_t HashWord(const char* word) {
  uint32_t hash = 2166136261u;
  for (; *word; ++word) hash = (hash ^ (unsigned char)*word) * 16777619u;
  return hash;
}

static void InitTable(Table* table, size_t slots) {
  table->slot = Allocate(slots * sizeof table->slot[0]);
  table->slots = slots;
  table->used = 0;
  table->first = NULL;
  table->last_link = &table->first;
}

static Entry** FindSlot(const Table* table, uint32_t hash, const char* word) {
  size_t at = hash & (table->slots - 1);
  while (table->slot[at] &&
         (table->slot[at]->hash != hash || strcmp(table->slot[at]->word, word) != 0)) {
    at = (at + 1) & (table->slots - 1);
  }
  return &table->slot[at];
}

static void GrowTable(Table* table) {
  Entry** old = table->slot;
  size_t old_slots = table->slots;
  table->slots *= 2;
  table->slot = Allocate(table->slots * sizeof table->slot[0]);
  for (size_t i = 0; i < old_slots; ++i) {
    if (old[i]) *FindSlot(table, old[i]->hash, old[i]->word) = old[i];
  }
  free(old);
}

static Entry* Intern(Table* table, const char* word) {
  uint32_t hash = HashWord(word);
  Entry** slot = FindSlot(table, hash, word);
  if (*slot) return *slot;
  if (4 * (table->used + 1) > 3 * table->slots) {
    GrowTable(table);
    slot = FindSlot(table, hash, word);
  }
  Entry* entry = Allocate(sizeof *entry);
  strcpy(entry->word, word); /* the tokenizer cuts words to size */
  entry->hash = hash;
  *table->last_link = entry;
  table->last_link = &entry->next_in_order;
  *slot = entry;
  ++table->used;
  return entry;
}

static void FreeTable(Table* table) {
  Entry* entry = table->first;
  while (entry) {
    Entry* next = entry->next_in_order;
    free(entry);
    entry = next;
  }
  free(table->slot);
}

/* --- sorting --- */

/* More frequent first, then by the alphabet. */
static int ComesFirst(const Entry* a, const Entry* b) {
  if (a->count != b->count) return a->count > b->count;
  return strcmp(a->word, b->word) < 0;
}

static Entry* Merge(Entry* a, Entry* b) {
  Entry* merged = NULL;
  Entry** link = &merged;
  while (a && b) {
    Entry** smaller = ComesFirst(a, b) ? &a : &b;
    *link = *smaller;
    link = &(*smaller)->next_in_order;
    *smaller = (*smaller)->next_in_order;
  }
  *link = a ? a : b;
  return merged;
}

/* Bottom-up merge sort: run[i] is empty or a sorted list of 2^i entries. */
static Entry* Sort(Entry* list) {
  Entry* run[32] = {NULL};
  while (list) {
    Entry* carry = list;
    list = list->next_in_order;
    carry->next_in_order = NULL;
    int i = 0;
    for (; run[i]; ++i) {
      carry = Merge(run[i], carry);
      run[i] = NULL;
    }
    run[i] = carry;
  }
  Entry* sorted = NULL;
  for (int i = 0; i < 32; ++i) sorted = Merge(run[i], sorted);
  return sorted;
}

/* --- the trie --- */

static void AddToTrie(TrieNode* root, const char* word) {
  TrieNode* node = root;
  for (; *word; ++word) {
    TrieNode** child = &node->child[*word - 'a'];
    if (!*child) *child = Allocate(sizeof **child);
    node = *child;
  }
  ++node->count;
}

static unsigned CountInTrie(const TrieNode* node, const char* word) {
  for (; node && *word; ++word) node = node->child[*word - 'a'];
  return node ? node->count : 0;
}

static unsigned WordsInTrie(const TrieNode* node) {
  if (!node) return 0;
  unsigned words = node->count != 0;
  for (int i = 0; i < 26; ++i) words += WordsInTrie(node->child[i]);
  return words;
}

static void FreeTrie(TrieNode* node) {
  if (!node) return;
  for (int i = 0; i < 26; ++i) FreeTrie(node->child[i]);
  free(node);
}

/* --- the text --- */

static void AppendText(Text* text, const char* piece) {
  size_t length = strlen(piece);
  if (text->size + length + 1 > text->capacity) {
    size_t capacity = text->capacity * 2 + length + 1;
    char* data = Allocate(capacity);
    if (text->data) memcpy(data, text->data, text->size);
    free(text->data);
    text->data = data;
    text->capacity = capacity;
  }
  memcpy(text->data + text->size, piece, length + 1);
  text->size += length;
}

static uint32_t random_state = 20240229u;

static unsigned Random(unsigned bound) {
  random_state = random_state * 1103515245u + 12345u;
  return (random_state >> 16) % bound;
}

/* Small indices are more likely, as in natural text. */
static const char* Pick(const char* const* words, unsigned count) {
  unsigned a = Random(count), b = Random(count);
  return words[a < b ? a : b];
}

static void AppendNoun(Text* text) {
  static const char* const stems[] = {"compiler", "loop",  "value",    "block",  "pass", "register",
                                      "branch",   "graph", "function", "module", "edge", "list"};
  static const char* const endings[] = {"", "", "s", "like", "wise"};
  static const char* const prefixes[] = {"", "", "", "sub", "super", "re"};
  AppendText(text, Pick(prefixes, 6));
  AppendText(text, Pick(stems, 12));
  AppendText(text, Pick(endings, 5));
}

static void MakeText(Text* text) {
  static const char* const articles[] = {"the ", "a ", "every ", "No "};
  static const char* const verbs[] = {" reaches ", " follows ", " splits ", " hides ",
                                      " dominates "};
  static const char* const closings[] = {".\n", "; ", "!\n", " -- 42 times.\n"};
  for (int i = 0; i < kSentences; ++i) {
    AppendText(text, Pick(articles, 4));
    AppendNoun(text);
    AppendText(text, Pick(verbs, 5));
    AppendText(text, Pick(articles, 4));
    AppendNoun(text);
    AppendText(text, Pick(closings, 4));
  }
}

/* Stores the next word, in lower case and cut to size; 0 at the end of the text. */
static int NextWord(Tokenizer* tokenizer, char word[kMaxWord]) {
  size_t length = 0;
  while (*tokenizer->at && !isalpha((unsigned char)*tokenizer->at)) {
    tokenizer->line += *tokenizer->at == '\n';
    ++tokenizer->at;
  }
  for (; isalpha((unsigned char)*tokenizer->at); ++tokenizer->at) {
    if (length < kMaxWord - 1) word[length++] = (char)tolower((unsigned char)*tokenizer->at);
  }
  word[length] = '\0';
  return length != 0;
}

static int Check(const Table* table, const TrieNode* trie, unsigned words) {
  unsigned total = 0, distinct = 0;
  for (const Entry* entry = table->first; entry; entry = entry->next_in_order) {
    if (CountInTrie(trie, entry->word) != entry->count) return 0;
    if (entry->next_in_order && !ComesFirst(entry, entry->next_in_order)) return 0;
    total += entry->count;
    ++distinct;
  }
  return total == words && distinct == table->used && distinct == WordsInTrie(trie);
}

int main(void) {
  Text text = {NULL, 0, 0};
  Table table;
  TrieNode* trie = Allocate(sizeof *trie);
  char word[kMaxWord];
  unsigned words = 0;
  uint32_t checksum = 0;

  MakeText(&text);
  InitTable(&table, 8);
  Tokenizer tokenizer = {text.data, 1};
  while (NextWord(&tokenizer, word)) {
    Entry* entry = Intern(&table, word);
    if (entry->count++ == 0) entry->first_line = tokenizer.line;
    AddToTrie(trie, word);
    ++words;
  }
  table.first = Sort(table.first);
  int good = Check(&table, trie, words);

  int printed = 0;
  for (const Entry* entry = table.first; entry; entry = entry->next_in_order) {
    checksum = checksum * 31 + (entry->hash ^ entry->count ^ entry->first_line << 8);
    if (printed++ < kPrinted) {
      printf("%5u %-12s first in line %u\n", entry->count, entry->word, entry->first_line);
    }
  }
  printf("%u words, %zu distinct, %u lines, checksum %08x %s\n", words, table.used, tokenizer.line,
         (unsigned)checksum, good ? "ok" : "BROKEN");
  FreeTable(&table);
  FreeTrie(trie);
  free(text.data);
  return good ? 0 : 1;
}
