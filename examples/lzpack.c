/* A small LZ77 compressor: hash chains find matches, literals and matches go into a byte stream
 * with one flag byte for eight items. main() packs three generated texts, unpacks them, and
 * compares. */

#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum {
  kWindow = 4096,
  kMinMatch = 3,
  kMaxMatch = 18,
  kHashBits = 12,
  kMaxChain = 32,
  kTextSize = 20000
};

typedef struct {
  uint8_t* data;
  size_t size;
  size_t capacity;
} Buffer;

typedef struct {
  const uint8_t* text;
  size_t size;
  size_t inserted; /* positions below this one are in the chains */
  int32_t head[1 << kHashBits];
  int32_t previous[kWindow];
} Matcher;

typedef struct {
  size_t length;
  size_t distance;
} Match;

typedef struct {
  Buffer* out;
  size_t flags_at;
  int items;
} ItemWriter;

static void Push(Buffer* buffer, uint8_t byte) {
  if (buffer->size == buffer->capacity) {
    size_t capacity = buffer->capacity ? buffer->capacity * 2 : 64;
    uint8_t* data = realloc(buffer->data, capacity);
    if (!data) {
      fputs("out of memory\n", stderr);
      exit(2);
    }
    buffer->data = data;
    buffer->capacity = capacity;
  }
  buffer->data[buffer->size++] = byte;
}

static void Release(Buffer* buffer) {
  free(buffer->data);
  buffer->data = NULL;
  buffer->size = buffer->capacity = 0;
}

/* CRC-32 (IEEE 802.3), four bits at a time. */
static uint32_t Crc32(const uint8_t* data, size_t size) {
  uint32_t table[16];
  for (uint32_t i = 0; i < 16; ++i) {
    uint32_t value = i;
    for (int bit = 0; bit < 4; ++bit) {
      value = (value & 1) ? (value >> 1) ^ 0xEDB88320u : value >> 1;
    }
    table[i] = value;
  }
  uint32_t crc = 0xFFFFFFFFu;
  for (size_t i = 0; i < size; ++i) {
    crc ^= data[i];
    crc = table[crc & 15] ^ (crc >> 4);
    crc = table[crc & 15] ^ (crc >> 4);
  }
  return ~crc;
}

static uint32_t HashAt(const Matcher* matcher, size_t at) {
  const uint8_t* p = matcher->text + at;
  uint32_t word = p[0] | (uint32_t)p[1] << 8 | (uint32_t)p[2] << 16;
  return (word * 2654435761u) >> (32 - kHashBits);
}

static void InitMatcher(Matcher* matcher, const uint8_t* text, size_t size) {
  matcher->text = text;
  matcher->size = size;
  matcher->inserted = 0;
  for (size_t i = 0; i < sizeof matcher->head / sizeof matcher->head[0]; ++i) matcher->head[i] = -1;
  for (size_t i = 0; i < kWindow; ++i) matcher->previous[i] = -1;
}

static void InsertUpTo(Matcher* matcher, size_t end) {
  for (; matcher->inserted < end; ++matcher->inserted) {
    size_t at = matcher->inserted;
    if (at + kMinMatch > matcher->size) continue;
    uint32_t hash = HashAt(matcher, at);
    matcher->previous[at % kWindow] = matcher->head[hash];
    matcher->head[hash] = (int32_t)at;
  }
}

static size_t CommonLength(const Matcher* matcher, size_t a, size_t b) {
  size_t limit = matcher->size - b;
  if (limit > kMaxMatch) limit = kMaxMatch;
  size_t length = 0;
  while (length < limit && matcher->text[a + length] == matcher->text[b + length]) ++length;
  return length;
}

static Match FindMatch(const Matcher* matcher, size_t at) {
  Match best = {0, 0};
  if (at + kMinMatch > matcher->size) return best;
  int32_t candidate = matcher->head[HashAt(matcher, at)];
  for (int steps = 0; candidate >= 0 && steps < kMaxChain; ++steps) {
    size_t distance = at - (size_t)candidate;
    if (distance >= kWindow) break;
    size_t length = CommonLength(matcher, (size_t)candidate, at);
    if (length > best.length) {
      best.length = length;
      best.distance = distance;
      if (length == kMaxMatch) break;
    }
    candidate = matcher->previous[(size_t)candidate % kWindow];
  }
  if (best.length < kMinMatch) best.length = 0;
  return best;
}

static void BeginItem(ItemWriter* writer, int is_match) {
  if (writer->items % 8 == 0) {
    writer->flags_at = writer->out->size;
    Push(writer->out, 0);
  }
  if (is_match) writer->out->data[writer->flags_at] |= (uint8_t)(1 << (writer->items % 8));
  ++writer->items;
}

static void PutLiteral(ItemWriter* writer, uint8_t byte) {
  BeginItem(writer, 0);
  Push(writer->out, byte);
}

static void PutMatch(ItemWriter* writer, Match match) {
  BeginItem(writer, 1);
  uint32_t word = (uint32_t)match.distance << 4 | (uint32_t)(match.length - kMinMatch);
  Push(writer->out, (uint8_t)(word >> 8));
  Push(writer->out, (uint8_t)word);
}

static void Pack(const uint8_t* text, size_t size, Buffer* out) {
  static Matcher matcher;
  InitMatcher(&matcher, text, size);
  ItemWriter writer = {out, 0, 0};
  for (size_t at = 0; at < size;) {
    Match match = FindMatch(&matcher, at);
    InsertUpTo(&matcher, at + 1);
    /* Lazy matching: a longer match one byte further on is worth a literal here. */
    if (match.length && match.length < kMaxMatch) {
      Match next = FindMatch(&matcher, at + 1);
      if (next.length > match.length) {
        PutLiteral(&writer, text[at++]);
        match = next;
      }
    }
    if (match.length) {
      PutMatch(&writer, match);
      at += match.length;
    } else {
      PutLiteral(&writer, text[at++]);
    }
    InsertUpTo(&matcher, at);
  }
}

/* Returns 0 where the packed bytes make no sense. */
static int Unpack(const uint8_t* packed, size_t size, Buffer* out) {
  size_t at = 0;
  while (at < size) {
    uint8_t flags = packed[at++];
    for (int item = 0; item < 8 && at < size; ++item, flags >>= 1) {
      if (!(flags & 1)) {
        Push(out, packed[at++]);
        continue;
      }
      if (at + 1 >= size) return 0;
      uint32_t word = (uint32_t)packed[at] << 8 | packed[at + 1];
      at += 2;
      size_t distance = word >> 4;
      size_t length = (word & 15) + kMinMatch;
      if (distance == 0 || distance > out->size) return 0;
      for (size_t i = 0; i < length; ++i) Push(out, out->data[out->size - distance]);
    }
  }
  return 1;
}

static uint32_t NextRandom(uint32_t* state) {
  *state ^= *state << 13;
  *state ^= *state >> 17;
  *state ^= *state << 5;
  return *state;
}

/* Text like a log file's: lines from a few templates with numbers in them. */
static void MakeLog(uint32_t seed, Buffer* out) {
  static const char* const templates[] = {"open file %u for reading\n", "request %u took %u ms\n",
                                          "cache: %u hits, %u misses\n",
                                          "connection %u closed by peer\n", "worker %u idle\n"};
  char line[80];
  while (out->size < kTextSize) {
    const char* template = templates[NextRandom(&seed) % 5];
    unsigned first = NextRandom(&seed) % 1000;
    unsigned second = NextRandom(&seed) % 50;
    int length = snprintf(line, sizeof line, template, first, second);
    for (int i = 0; i < length; ++i) Push(out, (uint8_t)line[i]);
  }
}

/* A picture of slow gradients, a byte a pixel. */
static void MakeGradient(uint32_t seed, Buffer* out) {
  for (uint32_t y = 0; y < 100; ++y) {
    for (uint32_t x = 0; x < kTextSize / 100; ++x) {
      Push(out, (uint8_t)((x * y / 64 + seed) & 0xF8));
    }
  }
}

static void MakeNoise(uint32_t seed, Buffer* out) {
  while (out->size < kTextSize) Push(out, (uint8_t)(NextRandom(&seed) >> 11));
}

static int RoundTrip(const char* name, void (*make)(uint32_t, Buffer*), uint32_t seed) {
  Buffer text = {NULL, 0, 0}, packed = {NULL, 0, 0}, unpacked = {NULL, 0, 0};
  make(seed, &text);
  Pack(text.data, text.size, &packed);
  int good = Unpack(packed.data, packed.size, &unpacked) && unpacked.size == text.size &&
             memcmp(unpacked.data, text.data, text.size) == 0;
  printf("%-8s %zu -> %zu crc %08x %s\n", name, text.size, packed.size,
         (unsigned)Crc32(packed.data, packed.size), good ? "ok" : "BROKEN");
  Release(&text);
  Release(&packed);
  Release(&unpacked);
  return good;
}

int main(void) {
  int good = Crc32((const uint8_t*)"123456789", 9) == 0xCBF43926u;
  good &= RoundTrip("log", MakeLog, 1);
  good &= RoundTrip("gradient", MakeGradient, 16);
  good &= RoundTrip("noise", MakeNoise, 2463534242u);
  return good ? 0 : 1;
}
