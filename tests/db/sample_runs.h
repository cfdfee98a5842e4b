#pragma once

#include <memory>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "db/level_table.h"
#include "db/query.h"
#include "db/results_db.h"
#include "support/test_directory.h"

namespace autotune {

inline constexpr Hash128 kToolchain{7, 7};

/// A program that Oz makes 200 instructions of, from 400; its number is its hash and its name.
inline RunDescription RunOf(std::uint64_t program, const std::string& method = "greedy") {
  RunDescription run;
  run.program = {.id = {program, 1},
                 .name = "p" + std::to_string(program) + ".bc",
                 .path = "/tmp/p" + std::to_string(program) + ".bc",
                 .target = "x86_64-pc-linux-gnu",
                 .ir = {program, 2},
                 .functions = 3,
                 .cost = {400, ObjectSize{1000, 100}}};
  run.toolchain = kToolchain;
  run.llvm_version = "19.1.7";
  run.autotune_version = "1";
  run.asked_code_model = "default";
  run.code_model = "pic";
  run.method = method;
  run.action_space = "full";
  run.budget_seconds = 60;
  run.threads = 4;
  run.cpu = "a processor";
  run.cores = 8;
  return run;
}

inline RunResult Finished(std::uint64_t instructions, std::vector<std::string> passes) {
  RunResult result;
  result.wall_seconds = 61;
  result.search_seconds = 58;
  result.evaluations = 1000;
  result.passes_applied = 900;
  std::string pipeline;
  for (const std::string& pass : passes) pipeline += (pipeline.empty() ? "" : ",") + pass;
  result.list = VerifiedList{.passes = std::move(passes),
                             .effects = {},
                             .level = {},
                             .pipeline = pipeline,
                             .opt_flags = {},
                             .ir = {9, 9},
                             .cost = {instructions, ObjectSize{700, 70}}};
  return result;
}

/// A database of its own for each test.
class ResultsTest : public testing::Test {
 protected:
  std::unique_ptr<Database> Open() {
    auto database = Database::Open(file_);
    if (!database.ok()) ADD_FAILURE() << database.error().message;
    return database.ok() ? std::move(*database) : nullptr;
  }

  void StoreLevels(std::uint64_t program) {
    const Cost o0{400, ObjectSize{1000, 100}};
    const Cost oz{200, ObjectSize{800, 80}};
    EXPECT_TRUE(KeepBaselines(*database_, {program, 1}, kToolchain,
                              {{"O0", {"", {1, 1}, o0}}, {"Oz", {"default<Oz>", {2, 2}, oz}}})
                    .ok());
  }

  RunId Start(const RunDescription& description) {
    const Result<RunId> run = results_.StartRun(description);
    EXPECT_TRUE(run.ok()) << (run.ok() ? "" : run.error().message);
    return run.ok() ? *run : 0;
  }

  /// A whole run.
  RunId Add(const RunDescription& description, const RunResult& result) {
    const RunId run = Start(description);
    const Status status = results_.FinishRun(run, result);
    EXPECT_TRUE(status.ok()) << (status.ok() ? "" : status.error().message);
    return run;
  }

  SqlTable Ask(const std::string& sql, const SqlParameters& parameters = {}) {
    const Result<SqlTable> table = RunQuery(*database_, sql, parameters);
    if (!table.ok()) ADD_FAILURE() << table.error().message;
    return table.ok() ? *table : SqlTable();
  }

  /// The only value of an answer.
  SqlValue AskOne(const std::string& sql, const SqlParameters& parameters = {}) {
    const SqlTable table = Ask(sql, parameters);
    if (table.rows.size() != 1) {
      ADD_FAILURE() << table.rows.size() << " rows: " << sql;
      return std::string("no answer");
    }
    return table.rows[0][0];
  }

  double AskReal(const std::string& sql) {
    const SqlValue value = AskOne(sql);
    const auto* real = std::get_if<double>(&value);
    EXPECT_TRUE(real) << sql;
    return real ? *real : -1;
  }

  TestDirectory folder_;
  const std::filesystem::path file_ = folder_.path() / "autotune.db";
  std::unique_ptr<Database> database_ = Open();
  ResultsDb results_{*database_};
};

inline SqlValue Int(std::int64_t value) { return value; }
inline SqlValue Str(const char* value) { return std::string(value); }

}  // namespace autotune
