#include "eval/worker/inline_trials.h"

#include <chrono>
#include <string>
#include <thread>
#include <utility>
#include <vector>

#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <llvm/IR/Module.h>

#include "eval/worker/module_io.h"
#include "eval/worker/pass_runner.h"
#include "eval/worker/target.h"

namespace autotune::worker {
namespace {

using testing::ElementsAre;
using testing::IsEmpty;
using testing::UnorderedElementsAre;

constexpr char kTriple[] = "x86_64-pc-linux-gnu";
constexpr auto kNever = Clock::time_point::max();
const CodeModel kPicModel{.relocation = Relocation::kPic};

/// Code that is worth a call if it is needed three times.
std::string Long(const std::string& name, const std::string& linkage, const std::string& more) {
  return fmt::format(R"(
define {} i32 @{}(i32 %x) {} {{
  %a = call i32 @get(i32 %x)
  %b = xor i32 %a, 77
  %c = call i32 @get(i32 %b)
  %d = mul i32 %c, %x
  %e = call i32 @get(i32 %d)
  %f = sub i32 %e, %b
  ret i32 %f
}})",
                     linkage, name, more);
}

std::string Calls(const std::string& name, const std::string& callee, int times) {
  std::string body;
  for (int i = 0; i < times; ++i) {
    body +=
        fmt::format("  %v{} = call i32 @{}(i32 {})\n  call void @put(i32 %v{})\n", i, callee, i, i);
  }
  return fmt::format("\ndefine void @{}() {{\n{}  ret void\n}}", name, body);
}

class InlineTrialsTest : public testing::Test {
 protected:
  static void SetUpTestSuite() { InitializeTargets(); }

  void Program(const std::string& functions) {
    const auto owned = ReadModule(fmt::format("target triple = \"{}\"\ndeclare i32 @get(i32)\n"
                                              "declare void @put(i32)\n{}",
                                              kTriple, functions),
                                  "test");
    ASSERT_TRUE(owned.ok()) << owned.error().message;
    program_ = TakeSnapshot(*owned->module);
  }

  InlineTrials Trials() { return {program_, pipeline_, aim_, given_, kPicModel, sizes_}; }

  /// Names the choices as `+name` (always) and `-name` (never).
  static std::vector<std::string> Names(const Result<ChosenInlining>& chosen) {
    EXPECT_TRUE(chosen.ok()) << chosen.error().message;
    std::vector<std::string> names;
    if (!chosen.ok()) return names;
    for (const InlineChoice& choice : chosen->choices) {
      names.push_back((choice.order == PassOrder::kAlwaysInline ? "+" : "-") + choice.function);
    }
    return names;
  }

  std::vector<std::string> Alone(const WorkShare& share = {}) {
    return Names(Trials().Alone(share, kNever));
  }

  /// As -Oz does it, `cgscc(inline)` alone inlines whatever is short.
  PassRunner runner_{kTriple, PipelineTuning::kOpt};
  std::string text_ = "cgscc(inline),globaldce";
  InlineTrials::Pipeline pipeline_ = [this](llvm::Module& module) {
    return runner_.Run(module, text_);
  };
  InlineAim aim_;
  std::vector<InlineChoice> given_;
  CodeSizes sizes_;
  std::string program_;
};

TEST_F(InlineTrialsTest, LeavesCallsOfWhatIsNeededOften) {
  Program(Long("often", "internal", "") + Calls("f", "often", 3) + Long("once", "internal", "") +
          Calls("g", "once", 1));
  EXPECT_THAT(Alone(), ElementsAre("-often"));
  Program(Long("often", "internal", "") + Calls("f", "often", 9) + Long("once", "internal", "") +
          Calls("g", "once", 1));
  aim_.objective = Objective::kObjectSize;
  EXPECT_THAT(Alone(), ElementsAre("-often"));
}

/// Constructors of C++ are called by an alias.
TEST_F(InlineTrialsTest, SeesCallsOfAnAlias) {
  text_ = "globalopt,cgscc(inline),globaldce";
  Program(Long("body", "internal", "") + "\n@alias = internal alias i32 (i32), ptr @body" +
          Calls("f", "alias", 3));
  EXPECT_THAT(Alone(), ElementsAre("-body"));
}

/// The part of `-copied` takes long to try, since its caller is large.
TEST_F(InlineTrialsTest, ManyCopiesAreLookedAtFirst) {
  constexpr int kInstructions = 35;
  std::string copied = "\ndefine internal i32 @copied(i32 %v0) {\n";
  for (int i = 0; i < kInstructions; ++i) {
    copied += fmt::format("  %v{} = {} i32 %v{}, {}\n", i + 1, i % 2 ? "mul" : "xor", i, 3 * i);
  }
  copied += fmt::format("  ret i32 %v{}\n}}", kInstructions);
  std::string large = "\ndefine void @large() {\n";
  for (int i = 0; i < 3000; ++i) large += fmt::format("  call void @put(i32 {})\n", i);
  for (int i = 0; i < 30; ++i) {
    large += fmt::format(
        "  %a{0} = call i32 @get(i32 {0})\n  %b{0} = call i32 @copied(i32 %a{0})\n"
        "  call void @put(i32 %b{0})\n",
        i);
  }
  large += "  ret void\n}";
  std::string others;
  for (const char* name : {"a", "b", "c", "d", "e"}) {
    others += Long(name, "internal", "") + Calls(std::string("calls_") + name, name, 1);
  }
  Program(copied + large + others);
  const WorkShare first{0, 1'000};
  EXPECT_THAT(Alone(first), ElementsAre("-copied"));
}

TEST_F(InlineTrialsTest, InlinesWhatIsNeededOnce) {
  text_ = "always-inline,globaldce";
  Program(Long("often", "internal", "") + Calls("f", "often", 3) + Long("once", "internal", "") +
          Calls("g", "once", 1) + Long("kept", "", "") + Calls("h", "kept", 1));
  EXPECT_THAT(Alone(), ElementsAre("+once"));
}

TEST_F(InlineTrialsTest, GainsAreThoseOfTheWholeProgram) {
  text_ = "globalopt,cgscc(inline),globaldce";
  const std::string alias = "\n@alias = internal alias i32 (i32), ptr @often";
  for (const std::string called : {"often", "alias"}) {
    Program(Long("often", "internal", "") + alias + Calls("f", called, 3) + Calls("g", called, 2));
    const auto alone = Trials().Alone({}, kNever);
    ASSERT_THAT(Names(alone), ElementsAre("-often")) << called;
    const auto instructions = [this](bool chosen) {
      const OwnedModule owned = ReadSnapshot(program_);
      if (chosen) Give({"often", PassOrder::kNoInline}, *owned.module);
      EXPECT_TRUE(pipeline_(*owned.module).ok());
      return static_cast<std::int64_t>(owned.module->getInstructionCount());
    };
    EXPECT_EQ(alone->choices.front().gain, instructions(false) - instructions(true)) << called;
  }
}

TEST_F(InlineTrialsTest, AuthorsDecideFirst) {
  text_ = "always-inline,globaldce";
  Program(Long("never", "internal", "noinline") + Calls("f", "never", 1) +
          Long("always", "internal", "alwaysinline") + Calls("g", "always", 3) +
          Long("plain", "internal", "noinline optnone") + Calls("h", "plain", 1));
  EXPECT_THAT(Alone(), IsEmpty());
}

/// `alwaysinline` would make the inliner skip its own tests of these.
TEST_F(InlineTrialsTest, ForcesNoCallThatTheInlinerMustNotTouch) {
  text_ = "always-inline,globaldce";
  const std::string address = "@table = global ptr @named\n";
  Program(address + Long("named", "internal", "") + Calls("a", "named", 1) +
          Long("other", "weak", "") + Calls("b", "other", 1) +
          Long("avx", "internal", "\"target-features\"=\"+avx\"") + Calls("c", "avx", 1) +
          Long("sanitized", "internal", "sanitize_address") + Calls("d", "sanitized", 1) +
          Long("null", "internal", "null_pointer_is_valid") + Calls("e", "null", 1) +
          Long("plain", "internal", "\"no-builtins\"") + Calls("f", "plain", 1) +
          Long("good", "internal", "") + Calls("g", "good", 1));
  EXPECT_THAT(Alone(), ElementsAre("+good"));
}

TEST_F(InlineTrialsTest, CallersKeepTheirSmallStack) {
  const auto with = [](const std::string& name, const std::string& type) {
    return "\ndefine internal void @" + name + "(i32 %n) {\n  %local = alloca " + type +
           "\n  call void @use(ptr %local)\n  ret void\n}";
  };
  Program("declare void @use(ptr)" + with("small", "[16 x i8]") + with("large", "[8000 x i8]") +
          with("dynamic", "i8, i32 %n"));
  const OwnedModule owned = ReadSnapshot(program_);
  EXPECT_TRUE(Give({"small", PassOrder::kAlwaysInline}, *owned.module));
  EXPECT_FALSE(Give({"large", PassOrder::kAlwaysInline}, *owned.module));
  EXPECT_FALSE(Give({"dynamic", PassOrder::kAlwaysInline}, *owned.module));
  EXPECT_TRUE(Give({"large", PassOrder::kNoInline}, *owned.module));
}

TEST_F(InlineTrialsTest, GivesWhatIsAllowedAndSaysSo) {
  Program(Long("open", "internal", "") + Calls("f", "open", 1) + Long("other", "weak", "") +
          Calls("g", "other", 1) + Long("never", "internal", "noinline") + Calls("h", "never", 1));
  const OwnedModule owned = ReadSnapshot(program_);
  EXPECT_FALSE(Give({"other", PassOrder::kAlwaysInline}, *owned.module));
  EXPECT_FALSE(Give({"never", PassOrder::kAlwaysInline}, *owned.module));
  EXPECT_FALSE(Give({"get", PassOrder::kAlwaysInline}, *owned.module));
  EXPECT_FALSE(Give({"missing", PassOrder::kAlwaysInline}, *owned.module));
  EXPECT_TRUE(Give({"other", PassOrder::kNoInline}, *owned.module));
  EXPECT_TRUE(Give({"open", PassOrder::kAlwaysInline}, *owned.module));
  EXPECT_FALSE(Give({"open", PassOrder::kNoInline}, *owned.module));
  EXPECT_TRUE(Verify(*owned.module).ok());
}

TEST_F(InlineTrialsTest, SharesMakeTheWhole) {
  std::string functions;
  for (const char* name : {"a", "b", "c", "d", "e"}) {
    functions += Long(name, "internal", "") + Calls(std::string("calls_") + name, name, 3);
  }
  Program(functions);
  std::vector<std::string> all;
  for (std::uint64_t part = 0; part < 3; ++part) {
    const std::vector<std::string> some = Alone({part, 3});
    EXPECT_LE(some.size(), 4u);
    all.insert(all.end(), some.begin(), some.end());
  }
  EXPECT_THAT(all, UnorderedElementsAre("-a", "-b", "-c", "-d", "-e"));
}

TEST_F(InlineTrialsTest, GivenChoicesAreNotMadeAgain) {
  Program(Long("a", "internal", "") + Calls("f", "a", 3) + Long("b", "internal", "") +
          Calls("g", "b", 3));
  given_ = {{"a", PassOrder::kNoInline}};
  EXPECT_THAT(Alone(), ElementsAre("-b"));
}

TEST_F(InlineTrialsTest, KeepsTogetherWhatHelpsTogether) {
  Program(Long("a", "internal", "") + Calls("f", "a", 3) + Long("b", "internal", "") +
          Calls("g", "b", 3) + Long("c", "internal", "") + Calls("h", "c", 1));
  // Whatever the gains that are claimed: `c` is better inlined, and `a` can't be both.
  const std::vector<InlineChoice> choices = {{"c", PassOrder::kNoInline, 100},
                                             {"a", PassOrder::kAlwaysInline, 20},
                                             {"a", PassOrder::kNoInline, 50},
                                             {"b", PassOrder::kNoInline, 1}};
  const auto together = Trials().Together(choices, {}, kNever);
  EXPECT_THAT(Names(together), UnorderedElementsAre("-a", "-b"));

  // What a single try has measured is not measured again.
  int runs = 0;
  pipeline_ = [this, &runs](llvm::Module& module) {
    ++runs;
    return runner_.Run(module, text_);
  };
  const auto alone = Trials().Alone({}, Clock::now());
  EXPECT_EQ(std::exchange(runs, 0), 1);
  const auto knowing = Trials().Together(choices, alone->cost, kNever);
  const int without = std::exchange(runs, 0);
  EXPECT_EQ(Names(knowing), Names(together));
  EXPECT_EQ(knowing->ir, together->ir);
  EXPECT_LT(knowing->cost.instructions, alone->cost.instructions);
  ASSERT_TRUE(Trials().Together(choices, {}, kNever).ok());
  EXPECT_EQ(runs, without + 1);
}

/// `-a` and `-b` make the program smaller in truth, whatever bytes are claimed.
TEST_F(InlineTrialsTest, ChoicesMayAddWhatOthersSave) {
  Program(Long("a", "internal", "") + Calls("f", "a", 9) + Long("b", "internal", "") +
          Calls("g", "b", 9));
  aim_.adds_no_bytes = true;
  const auto together = [this](std::int64_t bytes_of_b) {
    const std::vector<InlineChoice> choices = {{"a", PassOrder::kNoInline, 9, 50},
                                               {"b", PassOrder::kNoInline, 9, bytes_of_b}};
    return Names(Trials().Together(choices, {}, kNever));
  };
  EXPECT_THAT(together(0), ElementsAre("-b"));
  EXPECT_THAT(together(-50), UnorderedElementsAre("-a", "-b"));
  EXPECT_THAT(together(20), IsEmpty());
}

/// The other choice for a function may be cheaper.
TEST_F(InlineTrialsTest, ADearChoiceGivesWayToACheapOne) {
  Program(Long("a", "internal", "") + Calls("f", "a", 9));
  aim_.adds_no_bytes = true;
  const std::vector<InlineChoice> choices = {{"a", PassOrder::kAlwaysInline, 20, 50},
                                             {"a", PassOrder::kNoInline, 9, -10}};
  EXPECT_THAT(Names(Trials().Together(choices, {}, kNever)), ElementsAre("-a"));
}

/// Two loads and a shift are more instructions than a call, and fewer bytes.
TEST_F(InlineTrialsTest, TakesNothingThatAddsBytes) {
  Program(
      "define internal i32 @short(ptr %p) {\n  %a = load i8, ptr %p\n"
      "  %q = getelementptr i8, ptr %p, i64 1\n  %b = load i8, ptr %q\n"
      "  %x = zext i8 %a to i32\n  %y = zext i8 %b to i32\n  %z = shl i32 %y, 8\n"
      "  %r = or i32 %z, %x\n  ret i32 %r\n}\n"
      "define void @f(ptr %r, ptr %p) {\n" +
      [] {
        std::string calls;
        for (int i = 0; i < 50; ++i) {
          calls += fmt::format(
              "  %p{0} = getelementptr i8, ptr %p, i64 {1}\n  %v{0} = call i32 @short(ptr %p{0})\n"
              "  %r{0} = getelementptr i32, ptr %r, i64 {0}\n  store i32 %v{0}, ptr %r{0}\n",
              i, 2 * i);
        }
        return calls;
      }() +
      "  ret void\n}\n");
  const std::vector<InlineChoice> never = {{"short", PassOrder::kNoInline, 9}};
  EXPECT_THAT(Names(Trials().Together(never, {}, kNever)), ElementsAre("-short"));
  aim_.adds_no_bytes = true;
  EXPECT_THAT(Names(Trials().Together(never, {}, kNever)), IsEmpty());
}

TEST_F(InlineTrialsTest, EndsInTime) {
  Program(Long("a", "internal", "") + Calls("f", "a", 3));
  EXPECT_THAT(Names(Trials().Alone({}, Clock::now())), IsEmpty());
  EXPECT_THAT(Names(Trials().Together({{"a", PassOrder::kNoInline, 1}}, {}, Clock::now())),
              IsEmpty());
}

/// The pipeline takes its time, so that a clock decides.
TEST_F(InlineTrialsTest, GivesUpChoicesThatGainNothing) {
  using std::chrono::milliseconds;
  pipeline_ = [this](llvm::Module& module) {
    std::this_thread::sleep_for(milliseconds(5));
    return runner_.Run(module, text_);
  };
  std::string in_vain, good;
  for (int i = 0; i < 400; ++i) {
    const std::string name = "f" + std::to_string(i);
    in_vain += Long(name, "internal", "") + Calls("calls_" + name, name, 1);
    good += Long(name, "internal", "") + Calls("calls_" + name, name, 5);
  }
  const auto time_of = [this](const std::string& functions) {
    Program(functions);
    const auto begin = Clock::now();
    EXPECT_TRUE(Trials().Alone({}, begin + milliseconds(3'000)).ok());
    return Clock::now() - begin;
  };
  EXPECT_LT(time_of(in_vain), milliseconds(2'500));
  EXPECT_GE(time_of(good), milliseconds(3'000));
}

TEST_F(InlineTrialsTest, AFailingPipelineIsAnError) {
  Program(Long("a", "internal", "") + Calls("f", "a", 3));
  text_ = "no-such-pass";
  EXPECT_FALSE(Trials().Alone({}, kNever).ok());
  EXPECT_FALSE(Trials().Together({{"a", PassOrder::kNoInline, 1}}, {}, kNever).ok());
}

}  // namespace
}  // namespace autotune::worker
