/* An expression language: a recursive-descent parser builds a tree, a compiler folds constants and
 * makes code for a stack machine, and a loop runs it. main() runs generated expressions on the
 * machine and on the tree, and both must agree, errors included. */

#include <ctype.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { kMaxNodes = 512, kMaxCode = 1024, kMaxStack = 64, kVariables = 4, kMaxText = 1024 };

typedef enum { kNumber, kVariable, kNegate, kNot, kBinary, kConditional } Kind;

typedef enum {
  kAdd,
  kSubtract,
  kMultiply,
  kDivide,
  kRemainder,
  kShiftLeft,
  kLess,
  kEqual,
  kAnd,
  kOr
} Operator;

typedef struct Node {
  Kind kind;
  Operator operation;
  int64_t value; /* of a number; index of a variable */
  const struct Node *a, *b, *c;
} Node;

typedef struct {
  const char* at;
  const char* error;
  int used;
  Node node[kMaxNodes];
} Parser;

typedef enum {
  kPush,
  kLoad,
  kDoNegate,
  kDoNot,
  kDoBinary,
  kJumpIfZero,
  kJump,
  kTruth,
  kHalt
} Opcode;

typedef struct {
  Opcode opcode;
  int64_t operand;
} Instruction;

typedef struct {
  int size;
  Instruction code[kMaxCode];
} Program;

/* --- parsing --- */

static const Node* ParseConditional(Parser* parser);

static void Fail(Parser* parser, const char* message) {
  if (!parser->error) parser->error = message;
}

static Node* NewNode(Parser* parser, Kind kind) {
  if (parser->used == kMaxNodes) {
    Fail(parser, "expression too long");
    parser->used = 0; /* the tree is of no use any more, but must not end here */
  }
  Node* node = &parser->node[parser->used++];
  memset(node, 0, sizeof *node);
  node->kind = kind;
  return node;
}

static void SkipSpace(Parser* parser) {
  while (isspace((unsigned char)*parser->at)) ++parser->at;
}

static int Accept(Parser* parser, const char* token) {
  SkipSpace(parser);
  size_t length = strlen(token);
  if (strncmp(parser->at, token, length) != 0) return 0;
  parser->at += length;
  return 1;
}

static const Node* ParsePrimary(Parser* parser) {
  SkipSpace(parser);
  if (Accept(parser, "(")) {
    const Node* inner = ParseConditional(parser);
    if (!Accept(parser, ")")) Fail(parser, "missing )");
    return inner;
  }
  if (isdigit((unsigned char)*parser->at)) {
    Node* node = NewNode(parser, kNumber);
    uint64_t value = 0;
    while (isdigit((unsigned char)*parser->at))
      value = value * 10 + (uint64_t)(*parser->at++ - '0');
    node->value = (int64_t)value;
    return node;
  }
  if (*parser->at >= 'a' && *parser->at < 'a' + kVariables) {
    Node* node = NewNode(parser, kVariable);
    node->value = *parser->at++ - 'a';
    return node;
  }
  Fail(parser, "a number, a variable or ( expected");
  return NewNode(parser, kNumber);
}

static const Node* ParseUnary(Parser* parser) {
  if (Accept(parser, "-")) {
    Node* node = NewNode(parser, kNegate);
    node->a = ParseUnary(parser);
    return node;
  }
  if (Accept(parser, "!")) {
    Node* node = NewNode(parser, kNot);
    node->a = ParseUnary(parser);
    return node;
  }
  return ParsePrimary(parser);
}

static const struct {
  const char* token;
  Operator operation;
  int precedence;
} operators[] = {{"||", kOr, 1},    {"&&", kAnd, 2},     {"==", kEqual, 3},   {"<<", kShiftLeft, 5},
                 {"<", kLess, 4},   {"+", kAdd, 6},      {"-", kSubtract, 6}, {"*", kMultiply, 7},
                 {"/", kDivide, 7}, {"%", kRemainder, 7}};

/* Precedence climbing: takes operators that bind at least as strongly as `least`. */
static const Node* ParseBinary(Parser* parser, int least) {
  const Node* left = ParseUnary(parser);
  for (;;) {
    size_t found = 0, count = sizeof operators / sizeof operators[0];
    SkipSpace(parser);
    while (found < count &&
           (operators[found].precedence < least ||
            strncmp(parser->at, operators[found].token, strlen(operators[found].token)) != 0)) {
      ++found;
    }
    if (found == count || parser->error) return left;
    parser->at += strlen(operators[found].token);
    Node* node = NewNode(parser, kBinary);
    node->operation = operators[found].operation;
    node->a = left;
    node->b = ParseBinary(parser, operators[found].precedence + 1);
    left = node;
  }
}

static const Node* ParseConditional(Parser* parser) {
  const Node* condition = ParseBinary(parser, 1);
  if (!Accept(parser, "?")) return condition;
  Node* node = NewNode(parser, kConditional);
  node->a = condition;
  node->b = ParseConditional(parser);
  if (!Accept(parser, ":")) Fail(parser, "missing :");
  node->c = ParseConditional(parser);
  return node;
}

/* Returns NULL where `text` is no expression; parser->error says why. */
static const Node* Parse(Parser* parser, const char* text) {
  parser->at = text;
  parser->error = NULL;
  parser->used = 0;
  const Node* root = ParseConditional(parser);
  SkipSpace(parser);
  if (*parser->at != '\0') Fail(parser, "text after the expression");
  return parser->error ? NULL : root;
}

/* --- meaning, shared by the tree walk, the folding and the machine --- */

/* Returns 0 for a division that has no answer. Arithmetic wraps. */
static int Compute(Operator operation, int64_t x, int64_t y, int64_t* out) {
  uint64_t ux = (uint64_t)x, uy = (uint64_t)y;
  switch (operation) {
    case kAdd: *out = (int64_t)(ux + uy); return 1;
    case kSubtract: *out = (int64_t)(ux - uy); return 1;
    case kMultiply: *out = (int64_t)(ux * uy); return 1;
    case kShiftLeft: *out = (int64_t)(ux << (uy & 63)); return 1;
    case kLess: *out = x < y; return 1;
    case kEqual: *out = x == y; return 1;
    case kAnd: *out = x && y; return 1;
    case kOr: *out = x || y; return 1;
    case kDivide:
    case kRemainder:
      if (y == 0 || (x == INT64_MIN && y == -1)) return 0;
      *out = operation == kDivide ? x / y : x % y;
      return 1;
  }
  return 0;
}

static int Walk(const Node* node, const int64_t* variables, int64_t* out) {
  int64_t x, y;
  switch (node->kind) {
    case kNumber: *out = node->value; return 1;
    case kVariable: *out = variables[node->value]; return 1;
    case kNegate:
      if (!Walk(node->a, variables, &x)) return 0;
      *out = (int64_t)(0 - (uint64_t)x);
      return 1;
    case kNot:
      if (!Walk(node->a, variables, &x)) return 0;
      *out = !x;
      return 1;
    case kConditional:
      if (!Walk(node->a, variables, &x)) return 0;
      return Walk(x ? node->b : node->c, variables, out);
    case kBinary:
      if (!Walk(node->a, variables, &x)) return 0;
      if (node->operation == kAnd && !x) {
        *out = 0;
        return 1;
      }
      if (node->operation == kOr && x) {
        *out = 1;
        return 1;
      }
      if (!Walk(node->b, variables, &y)) return 0;
      return Compute(node->operation, x, y, out);
  }
  return 0;
}

/* --- compiling --- */

static int Emit(Program* program, Opcode opcode, int64_t operand) {
  if (program->size == kMaxCode) abort();
  program->code[program->size].opcode = opcode;
  program->code[program->size].operand = operand;
  return program->size++;
}

static int IsConstant(const Node* node) {
  switch (node->kind) {
    case kNumber: return 1;
    case kVariable: return 0;
    case kNegate:
    case kNot: return IsConstant(node->a);
    case kBinary: return IsConstant(node->a) && IsConstant(node->b);
    case kConditional: return IsConstant(node->a) && IsConstant(node->b) && IsConstant(node->c);
  }
  return 0;
}

static void Compile(const Node* node, Program* program) {
  int64_t folded;
  if (IsConstant(node) && Walk(node, NULL, &folded)) {
    Emit(program, kPush, folded);
    return;
  }
  switch (node->kind) {
    case kNumber: Emit(program, kPush, node->value); break;
    case kVariable: Emit(program, kLoad, node->value); break;
    case kNegate:
    case kNot:
      Compile(node->a, program);
      Emit(program, node->kind == kNot ? kDoNot : kDoNegate, 0);
      break;
    case kConditional: {
      Compile(node->a, program);
      int to_else = Emit(program, kJumpIfZero, 0);
      Compile(node->b, program);
      int to_end = Emit(program, kJump, 0);
      program->code[to_else].operand = program->size;
      Compile(node->c, program);
      program->code[to_end].operand = program->size;
      break;
    }
    case kBinary:
      Compile(node->a, program);
      if (node->operation == kAnd || node->operation == kOr) {
        if (node->operation == kOr) Emit(program, kDoNot, 0);
        int to_short = Emit(program, kJumpIfZero, 0);
        Compile(node->b, program);
        Emit(program, kTruth, 0);
        int to_end = Emit(program, kJump, 0);
        program->code[to_short].operand = program->size;
        Emit(program, kPush, node->operation == kOr);
        program->code[to_end].operand = program->size;
      } else {
        Compile(node->b, program);
        Emit(program, kDoBinary, (int64_t)node->operation);
      }
      break;
  }
}

static int Execute(const Program* program, const int64_t* variables, int64_t* out) {
  int64_t stack[kMaxStack];
  int depth = 0, at = 0;
  for (;;) {
    Instruction instruction = program->code[at++];
    if (depth == kMaxStack) return 0;
    switch (instruction.opcode) {
      case kPush: stack[depth++] = instruction.operand; break;
      case kLoad: stack[depth++] = variables[instruction.operand]; break;
      case kDoNegate: stack[depth - 1] = (int64_t)(0 - (uint64_t)stack[depth - 1]); break;
      case kDoNot: stack[depth - 1] = !stack[depth - 1]; break;
      case kTruth: stack[depth - 1] = stack[depth - 1] != 0; break;
      case kJump: at = (int)instruction.operand; break;
      case kJumpIfZero:
        if (stack[--depth] == 0) at = (int)instruction.operand;
        break;
      case kDoBinary:
        --depth;
        if (!Compute((Operator)instruction.operand, stack[depth - 1], stack[depth],
                     &stack[depth - 1])) {
          return 0;
        }
        break;
      case kHalt: *out = stack[0]; return 1;
    }
  }
}

/* --- testing --- */

static uint32_t random_state = 88172645u;

static uint32_t Random(uint32_t bound) {
  random_state = random_state * 1664525u + 1013904223u;
  return (random_state >> 8) % bound;
}

static char* Append(char* to, const char* text) {
  while (*text) *to++ = *text++;
  return to;
}

static char* Generate(char* to, int depth) {
  char number[16];
  if (depth == 0 || Random(6) == 0) {
    if (Random(2)) {
      *to++ = (char)('a' + Random(kVariables));
      return to;
    }
    snprintf(number, sizeof number, "%u", (unsigned)Random(100));
    return Append(to, number);
  }
  switch (Random(6)) {
    case 0: return Generate(Append(to, Random(2) ? "-" : " !"), depth - 1);
    case 1:
      to = Generate(Append(to, "("), depth - 1);
      to = Generate(Append(to, " ? "), depth - 1);
      to = Generate(Append(to, " : "), depth - 1);
      return Append(to, ")");
    default:
      to = Generate(Append(to, "("), depth - 1);
      to = Append(to, operators[Random(sizeof operators / sizeof operators[0])].token);
      return Append(Generate(Append(to, " "), depth - 1), ")");
  }
}

static void CompileProgram(const Node* root, Program* program) {
  program->size = 0;
  Compile(root, program);
  Emit(program, kHalt, 0);
}

static int CheckValue(const char* text, int64_t expected) {
  static Parser parser;
  static Program program;
  int64_t variables[kVariables] = {3, 5, 7, 11}, value = 0;
  const Node* root = Parse(&parser, text);
  if (root) CompileProgram(root, &program);
  if (root && Execute(&program, variables, &value) && value == expected) return 1;
  printf("%s: %s\n", text, root ? "wrong value" : parser.error);
  return 0;
}

int main(void) {
  static Parser parser;
  static Program program;
  static char text[kMaxText];
  uint32_t checksum = 2166136261u;
  int without_answer = 0, instructions = 0;

  int good = CheckValue("1 + 2 * 3 - 4", 3) & CheckValue("a * (b + c) % 10", 6) &
             CheckValue("d < c ? 1 / 0 : !0 << 4", 16) & CheckValue("0 && 1 / 0 || b == 5", 1);
  good &= Parse(&parser, "(1 + ) * 2") == NULL;

  for (int round = 0; round < 2000; ++round) {
    int64_t variables[kVariables], machine = 0, tree = 0;
    for (int i = 0; i < kVariables; ++i) variables[i] = (int64_t)Random(50) - 10;
    *Generate(text, 4) = '\0';
    const Node* root = Parse(&parser, text);
    if (!root) {
      printf("%s: %s\n", text, parser.error);
      return 1;
    }
    CompileProgram(root, &program);
    int machine_ok = Execute(&program, variables, &machine);
    int tree_ok = Walk(root, variables, &tree);
    if (machine_ok != tree_ok || (tree_ok && machine != tree)) {
      printf("disagreement: %s\n", text);
      good = 0;
    }
    checksum = (checksum ^ (uint32_t)tree ^ (uint32_t)((uint64_t)tree >> 32)) * 16777619u;
    without_answer += !tree_ok;
    instructions += program.size;
  }
  printf("2000 expressions, %d instructions, %d without an answer, checksum %08x %s\n",
         instructions, without_answer, (unsigned)checksum, good ? "ok" : "BROKEN");
  return good ? 0 : 1;
}
