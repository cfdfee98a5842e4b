// Reproduction and baselines against the real thing: `opt`, `clang` and workers.
#include <filesystem>
#include <memory>
#include <regex>

#include <gtest/gtest.h>

#include "eval/process/subprocess.h"
#include "eval/proof/baselines.h"
#include "eval/proof/reproduction.h"
#include "support/llvm_tools.h"
#include "support/pool.h"
#include "support/test_directory.h"

namespace autotune {
namespace {

using namespace std::chrono_literals;

// Enough for every level to differ from some other: a call to inline, loops that vectorise, stores
// side by side, a recursion.
constexpr char kSource[] = R"(
struct Pixel { float r, g, b, a; };
static float Clamp(float x) { return x < 0 ? 0 : x > 1 ? 1 : x; }
void Scale(struct Pixel *p, float k) {
  p->r = Clamp(p->r * k); p->g = Clamp(p->g * k); p->b = Clamp(p->b * k); p->a = Clamp(p->a * k);
}
void Copy4(float *restrict to, const float *restrict from, float k) {
  to[0] = from[0] * k; to[1] = from[1] * k; to[2] = from[2] * k; to[3] = from[3] * k;
}
int Sum(const int *values, int count) {
  int sum = 0;
  for (int i = 0; i < count; ++i) sum += values[i] * 3;
  return sum;
}
int Ackermann(int m, int n) {
  if (m == 0) return n + 1;
  if (n == 0) return Ackermann(m - 1, 1);
  return Ackermann(m - 1, Ackermann(m, n - 1));
}
)";

constexpr Observe kSized{.object_size = true};

/// `unify-loop-exits` says that it keeps analyses which it makes invalid; the loop passes then
/// crash.
constexpr char kTwoExits[] = R"(
define i32 @wait_for(ptr %state) {
entry:
  br label %poll

poll:
  %now = load volatile i32, ptr %state
  switch i32 %now, label %failed [
    i32 0, label %poll
    i32 1, label %ready
  ]

ready:
  ret i32 0

failed:
  ret i32 1
}
)";

class ReproductionOptTest : public testing::Test {
 protected:
  ReproductionOptTest() { options_.temp_root = directory_.path(); }

  void Execute(const std::vector<std::string>& arguments) {
    const auto result = RunSubprocess(arguments, {}, budget_);
    ASSERT_TRUE(result.ok()) << result.error().message;
    ASSERT_TRUE(result->Succeeded()) << result->error_output;
  }

  /// The bundled C program, before any pass; as clang gives it to them for `level`.
  std::filesystem::path Compile(const std::string& level) {
    const auto source = directory_.Write("program.c", kSource);
    const auto bitcode = directory_.path() / ("program" + level + ".bc");
    Execute({Clang(), level, "-Xclang", "-disable-llvm-passes", "-emit-llvm", "-c", source, "-o",
             bitcode});
    return bitcode;
  }

  /// The same, its functions for whatever CPU the code generator is told.
  std::filesystem::path WithoutCpu(const std::filesystem::path& program) {
    const auto text = directory_.path() / "text.ll";
    Execute({Opt(), "-S", "-passes=no-op-module", program, "-o", text});
    return directory_.Write("no_cpu.ll", std::regex_replace(directory_.Read("text.ll"),
                                                            std::regex("\"target-cpu\"=\\S+"), ""));
  }

  Evaluation MeasureFile(const std::filesystem::path& file) {
    const auto measured =
        pool_->Measure(file, directory_.Read(file.filename()), kSized, Budget::Unlimited());
    EXPECT_TRUE(measured.ok()) << measured.error().message;
    return measured->root;
  }

  Result<Reproduction> Run(const std::filesystem::path& program, std::vector<std::string> elements,
                           std::uint64_t claim) {
    return Reproduce({program, program.string()},
                     {std::move(elements), {.instructions = claim, .object_size = {}}}, options_,
                     *pool_, budget_);
  }

  TestDirectory directory_;
  ReproductionOptions options_;
  const std::vector<std::string> elements_ = {"function(sroa)", "cgscc(inline)",
                                              "function(simplifycfg)",
                                              "function(instcombine<no-verify-fixpoint>)"};
  std::unique_ptr<WorkerPool> pool_ =
      StartPool(Actions(elements_), {.workers = 2, .worker_program = {}});
  Budget budget_{{}};
};

TEST_F(ReproductionOptTest, BaselinesAreWhatOptAndClangMake) {
  // Functions of the last one name no CPU, so that flags of opt and clang's own have a say.
  for (const auto& program_file : {Compile("-O1"), Compile("-Oz"), WithoutCpu(Compile("-O1"))}) {
    const auto program = pool_->Load("program", directory_.Read(program_file.filename()), kSized,
                                     Budget::Unlimited());
    ASSERT_TRUE(program.ok()) << program.error().message;
    const auto baselines =
        MeasureBaselines(*pool_, *program, Objective::kObjectSize, {60s}, budget_);
    ASSERT_TRUE(baselines.ok());
    ASSERT_TRUE(baselines->failed.empty());
    const auto output = directory_.path() / "out.bc";
    for (const auto& [name, baseline] : baselines->levels) {
      if (name == Level::kO0) continue;
      std::vector<std::string> arguments = {Opt(), "-passes=" + baseline.pipeline, program_file,
                                            "-o", output};
      arguments.insert(arguments.end(), baseline.opt_flags.begin(), baseline.opt_flags.end());
      Execute(arguments);
      const Evaluation written = MeasureFile(output);
      EXPECT_EQ(written.next.ir, baseline.ir) << program_file << ' ' << Name(name);
      EXPECT_EQ(written.cost, baseline.cost) << program_file << ' ' << Name(name);
    }
    Execute({Clang(), "-Oz", "-x", "ir", "-c", "-emit-llvm", program_file, "-o", output});
    EXPECT_EQ(MeasureFile(output).cost.instructions,
              baselines->levels.at(Level::kClangOz).cost.instructions);
  }
}

TEST_F(ReproductionOptTest, ReproducesWhatTheWorkersSaw) {
  const auto program_file = Compile("-O1");
  const auto program =
      pool_->Load("program", directory_.Read(program_file.filename()), {}, Budget::Unlimited());
  ASSERT_TRUE(program.ok()) << program.error().message;
  const PassSequence passes = {0, 1, 2, 3};
  const Trace trace = pool_->Apply(program->root.next, passes, {}, budget_);
  ASSERT_TRUE(trace.status.ok()) << trace.status.error().message;
  const Evaluation& last = trace.steps.back();
  ASSERT_LT(last.cost.instructions, program->root.cost.instructions);

  const auto result = Run(program_file, elements_, last.cost.instructions);
  ASSERT_TRUE(result.ok()) << result.error().message;
  EXPECT_EQ(result->ir, last.next.ir);
  EXPECT_EQ(result->cost, last.cost);
  EXPECT_FALSE(result->repaired);
}

TEST_F(ReproductionOptTest, NothingIsTheProgramAsItCame) {
  const auto program_file = directory_.Write("program.ll", kTwoExits);
  const Evaluation root = MeasureFile(program_file);
  const auto result = Run(program_file, {}, root.cost.instructions);
  ASSERT_TRUE(result.ok()) << result.error().message;
  EXPECT_EQ(result->ir, root.next.ir);
}

TEST_F(ReproductionOptTest, RepairsStaleAnalyses) {
  const auto program_file = directory_.Write("program.ll", kTwoExits);
  const std::vector<std::string> elements = {"function(instsimplify)", "function(unify-loop-exits)",
                                             "function(loop(indvars))", "function(dce)"};
  const auto output = (directory_.path() / "out.bc").string();
  const auto crash = RunSubprocess(
      {Opt(), "-passes=" + elements[1] + "," + elements[2], program_file, "-o", output}, {},
      budget_);
  ASSERT_TRUE(crash.ok());
  ASSERT_NE(crash->signal, 0) << "this opt does not show the bug any more";

  const auto result = Run(program_file, elements, 100);
  ASSERT_TRUE(result.ok()) << result.error().message;
  EXPECT_TRUE(result->repaired);
  EXPECT_EQ(
      result->pipeline,
      "function(instsimplify),function(unify-loop-exits),invalidate<all>,invalidate<globals-aa>,"
      "function(loop(indvars)),function(dce)");
}

TEST_F(ReproductionOptTest, SaysWhatOptDid) {
  const auto program_file = directory_.Write("program.ll", kTwoExits);
  EXPECT_EQ(Run(program_file, {"trigger-crash-module"}, 100).error().code, ErrorCode::kPassCrashed);
  EXPECT_EQ(Run(program_file, {"function(trigger-crash-function)"}, 100).error().code,
            ErrorCode::kPassCrashed);
  EXPECT_EQ(Run(program_file, {"trigger-verifier-error"}, 100).error().code,
            ErrorCode::kVerifierRejected);
  EXPECT_EQ(Run(program_file, {"no-such-pass"}, 100).error().code, ErrorCode::kInvalidArgument);
  EXPECT_EQ(Run(directory_.Write("bad.ll", "no IR"), {"globaldce"}, 100).error().code,
            ErrorCode::kInvalidArgument);
}

}  // namespace
}  // namespace autotune
