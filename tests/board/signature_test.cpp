#include "board/signature.h"

#include <algorithm>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace autotune {
namespace {

using testing::Contains;
using testing::ElementsAre;
using testing::IsSupersetOf;
using testing::MatchesRegex;
using testing::Not;
using testing::StartsWith;

Bench Sample() {
  return {.llvm_version = "19.1.7",
          .action_space = "full",
          .fingerprint = {1, 2},
          .results = {{.program = "calc",
                       .method = "greedy",
                       .start = 100,
                       .cost = 80,
                       .evaluations = 400,
                       .passes = 2,
                       .list = "function(sroa),globaldce"},
                      {.program = "words",
                       .method = "greedy",
                       .start = 200,
                       .cost = 200,
                       .evaluations = 137,
                       .passes = 0,
                       .list = ""}}};
}

/// The signature of the sample after a change of it.
template <typename Change>
std::string SignatureAfter(const Change& change) {
  Bench bench = Sample();
  change(bench);
  return Signature(bench);
}

TEST(BenchSignature, IsTheSameForever) { EXPECT_EQ(Signature(Sample()), "a81f47dd2280424b"); }

TEST(BenchSignature, StandsForWhateverASearchAnswers) {
  const std::string before = Signature(Sample());
  EXPECT_THAT(before, MatchesRegex("[0-9a-f]{16}"));
  EXPECT_NE(SignatureAfter([](Bench& bench) { bench.results[0].cost = 79; }), before);
  EXPECT_NE(SignatureAfter([](Bench& bench) { bench.results[1].evaluations = 138; }), before);
  EXPECT_NE(SignatureAfter([](Bench& bench) { bench.results[0].list = "globaldce"; }), before);
  EXPECT_NE(SignatureAfter([](Bench& bench) { bench.results[0].method = "e-greedy"; }), before);
  EXPECT_NE(SignatureAfter([](Bench& bench) { bench.results[0].program = "calc2"; }), before);
  EXPECT_NE(SignatureAfter([](Bench& bench) { bench.results.pop_back(); }), before);
}

TEST(BenchSignature, StandsForTheToolsToo) {
  const std::string before = Signature(Sample());
  EXPECT_NE(SignatureAfter([](Bench& bench) { bench.llvm_version = "19.1.8"; }), before);
  EXPECT_NE(SignatureAfter([](Bench& bench) { bench.fingerprint.low = 3; }), before);
}

TEST(BenchSignature, DependsOnTheOrder) {
  EXPECT_NE(SignatureAfter([](Bench& bench) { std::ranges::reverse(bench.results); }),
            Signature(Sample()));
}

TEST(BenchPrograms, AreInAFixedOrder) {
  std::vector<std::string_view> names;
  for (const BenchProgram& program : BenchPrograms()) {
    names.push_back(program.name);
    EXPECT_THAT(program.ir, StartsWith("; ModuleID = ")) << program.name;
    EXPECT_TRUE(program.ir.ends_with("\n")) << program.name;
  }
  EXPECT_THAT(names, ElementsAre("calc", "lzpack", "routes", "waves", "words"));
}

TEST(BenchMethods, NeedNoNetwork) {
  const std::vector<std::string> methods = BenchMethods();
  EXPECT_THAT(methods, IsSupersetOf({"random", "local", "evolution", "portfolio"}));
  for (const char* network : {"passformer", "passformer+search", "decode"}) {
    EXPECT_THAT(methods, Not(Contains(network)));
  }
}

}  // namespace
}  // namespace autotune
