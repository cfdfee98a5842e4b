#include <csignal>
#include <filesystem>
#include <set>
#include <sstream>
#include <string>
#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include "core/action_space.h"
#include "dataset/manifest.h"
#include "db/training_db.h"
#include "support/autotune_process.h"
#include "support/examples.h"
#include "support/test_directory.h"

namespace autotune {
namespace {

using testing::HasSubstr;

/// The best there is, two instructions, is found at once.
std::string SmallModule(int number) {
  return "define i32 @f" + std::to_string(number) +
         "(i32 %x) {\n"
         "  %a = alloca i32\n"
         "  store i32 %x, ptr %a\n"
         "  %b = load i32, ptr %a\n"
         "  %c = load i32, ptr %a\n"
         "  %d = mul i32 %b, %c\n"
         "  ret i32 %d\n"
         "}\n";
}

/// -Oz drops the body of `elsewhere`, by elim-avail-extern, which autophase42 has not.
constexpr const char* kDefinedElsewhere = R"(
define available_externally i32 @elsewhere(i32 %x) noinline {
  %a = mul i32 %x, %x
  %b = add i32 %a, 7
  ret i32 %b
}
define i32 @f(i32 %x) {
  %a = call i32 @elsewhere(i32 %x)
  ret i32 %a
}
)";

class CollectTest : public testing::Test {
 protected:
  ProgramRun Collect(const std::vector<std::string>& arguments) {
    std::vector<std::string> all = {"collect", "-o", "train.db"};
    all.insert(all.end(), arguments.begin(), arguments.end());
    return RunAutotuneTrain(directory_, all);
  }

  TrainingSet Read() {
    Result<TrainingSet> set = ReadTrainingSet(std::vector{file_});
    EXPECT_TRUE(set.ok()) << set.error().message;
    return set ? *std::move(set) : TrainingSet();
  }

  /// A data set of one program.
  void WriteSet(Split split) {
    DatasetProgram program;
    program.file = "O0/sub/small.ll";
    program.split = split;
    program.origin.package = "package";
    Manifest manifest{.name = "small", .programs = {program}};
    std::filesystem::create_directories(directory_.path() / "set/O0/sub");
    directory_.Write("set/O0/sub/small.ll", SmallModule(0));
    ASSERT_TRUE(WriteManifest(directory_.path() / "set", manifest).ok());
  }

  TestDirectory directory_;
  const std::filesystem::path file_ = directory_.path() / "train.db";
};

TEST_F(CollectTest, KeepsWhatAModelCanLearn) {
  const ProgramRun run = Collect({"--budget", "8s", "--lists", "3", kWords});
  ASSERT_EQ(run.status, 0) << run.error_output;
  const TrainingSet set = Read();
  ASSERT_EQ(set.programs.size(), 1u);
  const TrainingProgram& program = set.programs.front();
  EXPECT_EQ(program.name, kWords);
  EXPECT_EQ(program.family, "examples");
  EXPECT_FALSE(program.tokens.windows.empty());
  EXPECT_LE(program.episodes.size(), 3u);
  const Episode& best = program.episodes.at(0);
  const std::uint64_t end = best.steps.back().cost;
  EXPECT_LE(end, program.oz);
  for (std::size_t i = 0; i < best.passes.size(); ++i) {
    const EpisodeStep& step = best.steps.at(i);
    EXPECT_EQ(step.features.inst_count[0], step.cost);
    EXPECT_LE(step.reachable, end);
    const auto taken = std::ranges::find(step.tried, best.passes[i], &TriedPass::pass);
    ASSERT_NE(taken, step.tried.end());
    EXPECT_TRUE(taken->changed);
    EXPECT_LE(taken->reachable, end);
  }
}

TEST_F(CollectTest, GoesOnAfterFailuresAndWhereItWasLeft) {
  directory_.Write("a.ll", SmallModule(1));
  directory_.Write("same.ll", SmallModule(1));
  directory_.Write("b.ll", SmallModule(2));
  directory_.Write("broken.ll", "no module");
  const ProgramRun first =
      Collect({"--budget", "1s", "--jobs", "2", "missing.bc", "a.ll", "broken.ll", "same.ll"});
  EXPECT_EQ(first.status, 0);
  EXPECT_THAT(first.output, HasSubstr("1 programs added, 1 were there, 2 failed"));
  EXPECT_THAT(first.error_output, HasSubstr("missing.bc"));
  EXPECT_THAT(first.error_output, HasSubstr("broken.ll"));

  const ProgramRun again = Collect({"--budget", "1s", "-q", "a.ll", "b.ll"});
  EXPECT_EQ(again.status, 0);
  EXPECT_THAT(again.output, HasSubstr("1 programs added, 1 were there, 0 failed"));
  EXPECT_EQ(again.error_output, "");
  EXPECT_EQ(Read().programs.size(), 2u);

  const ProgramRun other = Collect({"--action-space", "compilergym", "b.ll"});
  EXPECT_EQ(other.status, 2);
  EXPECT_THAT(other.error_output, HasSubstr("another action space"));
  EXPECT_EQ(Collect({"broken.ll"}).status, 1);
}

TEST_F(CollectTest, TakesSplitsButLearnsFromNoTest) {
  WriteSet(Split::kTrain);
  EXPECT_EQ(Collect({"--budget", "1s", "dataset:./set:train"}).status, 0);
  const TrainingSet set = Read();
  ASSERT_EQ(set.programs.size(), 1u);
  EXPECT_EQ(set.programs[0].name, "small/O0/sub/small.ll");
  EXPECT_EQ(set.programs[0].family, "package");

  std::filesystem::remove(file_);
  WriteSet(Split::kTest);
  for (const char* operand : {"dataset:./set:test", "set/O0/sub/small.ll"}) {
    const ProgramRun refused = Collect({operand});
    EXPECT_EQ(refused.status, 2);
    EXPECT_THAT(refused.error_output, HasSubstr("test split of small"));
    EXPECT_FALSE(std::filesystem::exists(file_));
  }
  EXPECT_EQ(Collect({"dataset:./set:train"}).status, 1) << "there is none";
  EXPECT_EQ(Collect({"--budget", "1s", "--force", "dataset:./set:test"}).status, 0);
  EXPECT_EQ(Read().programs.size(), 1u);
}

TEST_F(CollectTest, BeginsWithTheListsOfEarlierRuns) {
  const ProgramRun tuned = RunAutotune(
      directory_, {"--max-evals", "1500", "--db", "results.db", "--json", "report.json", kWords});
  ASSERT_EQ(tuned.status, 0) << tuned.error_output;
  const auto report = nlohmann::json::parse(directory_.Read("report.json"));
  // Passes at random take far longer to find as much.
  const ProgramRun run =
      Collect({"--seeds-from", "results.db", "--method", "random", "--budget", "6s", kWords});
  ASSERT_EQ(run.status, 0) << run.error_output;
  EXPECT_LE(Read().programs.at(0).episodes.at(0).steps.back().cost,
            report["instructions"]["best"].get<std::uint64_t>());
  EXPECT_EQ(Collect({"--seeds-from", "none.db", kWords}).status, 1);
}

TEST_F(CollectTest, WritesWhatBecameOfThePassesThatLocalTried) {
  std::filesystem::create_directory(directory_.path() / "family");
  directory_.Write("family/small.ll", SmallModule(0));
  const ProgramRun run =
      Collect({"--edits", "edits.tsv", "--method", "local", "--budget", "10s", "family/small.ll"});
  ASSERT_EQ(run.status, 0) << run.error_output;
  std::istringstream text(directory_.Read("edits.tsv"));
  std::size_t trials = 0;
  std::set<std::string> results;
  for (std::string line; std::getline(text, line); ++trials) {
    std::vector<std::string> fields;
    std::istringstream rest(line);
    for (std::string field; std::getline(rest, field, '\t');) fields.push_back(field);
    ASSERT_EQ(fields.size(), 9u) << line;
    EXPECT_EQ(fields[0], "family");
    EXPECT_TRUE(LoadActionSpace("full")->Find(fields[2]).ok()) << line;
    EXPECT_EQ(fields[1] == "^", fields[5] == "0") << line;
    EXPECT_EQ(fields[3] == "$", fields[6] == "0") << line;
    results.insert(fields[8]);
  }
  EXPECT_GT(trials, 20u);
  EXPECT_THAT(results, testing::IsSubsetOf({"0", "1", "2", "3"}));
  EXPECT_GT(results.size(), 1u);

  const ProgramRun without = Collect({"--edits", "edits.tsv", "--method", "beam", kWords});
  EXPECT_EQ(without.status, 2);
  EXPECT_THAT(without.error_output, HasSubstr("--method beam does not use"));

  const ProgramRun unguided = Collect({"--model", "any.pf", "--method", "random", kWords});
  EXPECT_EQ(unguided.status, 2);
  EXPECT_THAT(unguided.error_output, HasSubstr("--method random can't be guided"));

  const ProgramRun nowhere = Collect({"--edits", "no/such/folder/edits.tsv", kWords});
  EXPECT_EQ(nowhere.status, 1);
  EXPECT_THAT(nowhere.error_output, HasSubstr("can't write 'no/such/folder/edits.tsv'"));
}

TEST_F(CollectTest, KeepsNothingThatIsWorseThanOz) {
  directory_.Write("elsewhere.ll", kDefinedElsewhere);
  const ProgramRun run =
      Collect({"--action-space", "autophase42", "--budget", "1s", "elsewhere.ll"});
  EXPECT_EQ(run.status, 1);
  EXPECT_THAT(run.error_output, HasSubstr("nothing as good as -Oz"));
  EXPECT_TRUE(Read().programs.empty());
}

TEST_F(CollectTest, KeepsWhatIsFinishedWhenStopped) {
  std::vector<std::string> arguments = {"collect", "-o",       "train.db", "--jobs",
                                        "1",       "--budget", "1s"};
  for (int i = 0; i < 40; ++i) {
    arguments.push_back("small" + std::to_string(i) + ".ll");
    directory_.Write(arguments.back(), SmallModule(i));
  }
  AutotuneProcess process(directory_, arguments, [] {}, Program::kAutotuneTrain);
  EXPECT_TRUE(process.WaitForError("[1/40]"));
  process.Signal(SIGINT);
  const ProgramRun run = process.Wait();
  EXPECT_EQ(run.status, 128 + SIGINT);
  const std::size_t kept = Read().programs.size();
  EXPECT_GE(kept, 1u);
  EXPECT_LT(kept, 40u);
  EXPECT_THAT(run.output, HasSubstr(std::to_string(kept) + " programs added"));
}

}  // namespace
}  // namespace autotune
