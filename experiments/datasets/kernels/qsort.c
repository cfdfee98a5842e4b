// Sorts the lines of standard input: quicksort with a median of three, insertion sort for the rest.
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { kSmall = 12 };

static void swap(char** a, char** b) {
  char* const c = *a;
  *a = *b;
  *b = c;
}

static void insertion_sort(char** lines, long count) {
  for (long i = 1; i < count; ++i) {
    char* const line = lines[i];
    long j = i;
    for (; j > 0 && strcmp(lines[j - 1], line) > 0; --j) lines[j] = lines[j - 1];
    lines[j] = line;
  }
}

static char* median(char** lines, long count) {
  char **low = lines, **middle = lines + count / 2, **high = lines + count - 1;
  if (strcmp(*low, *middle) > 0) swap(low, middle);
  if (strcmp(*middle, *high) > 0) swap(middle, high);
  if (strcmp(*low, *middle) > 0) swap(low, middle);
  return *middle;
}

static void quicksort(char** lines, long count) {
  while (count > kSmall) {
    const char* const pivot = median(lines, count);
    long i = 0, j = count - 1;
    while (i <= j) {
      while (strcmp(lines[i], pivot) < 0) ++i;
      while (strcmp(lines[j], pivot) > 0) --j;
      if (i <= j) swap(&lines[i++], &lines[j--]);
    }
    if (j + 1 < count - i) {
      quicksort(lines, j + 1);
      lines += i;
      count -= i;
    } else {
      quicksort(lines + i, count - i);
      count = j + 1;
    }
  }
  insertion_sort(lines, count);
}

int main(void) {
  char **lines = NULL, *line = NULL;
  size_t room = 0;
  long count = 0, space = 0;
  while (getline(&line, &room, stdin) > 0) {
    if (count == space) {
      space = space == 0 ? 64 : space * 2;
      lines = realloc(lines, space * sizeof *lines);
      if (lines == NULL) return 1;
    }
    lines[count++] = strdup(line);
  }
  quicksort(lines, count);
  for (long i = 0; i < count; ++i) fputs(lines[i], stdout);
  return 0;
}
