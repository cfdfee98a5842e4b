#include "db/stored_evaluation.h"

#include <set>

#include <gtest/gtest.h>

namespace autotune {
namespace {

constexpr ProgramId kStepProgram{1, 2};
constexpr Hash128 kStepTools{3, 4};

ListKey Key(const PassSequence& passes) {
  ListKey key(kStepProgram, kStepTools);
  for (const PassId pass : passes) key.Append(pass);
  return key;
}

StoredEvaluation Measured(std::optional<ObjectSize> size) {
  return {StoredEvaluation::State{{}, {1, size}, 0}, size.has_value()};
}

StoredEvaluation Failed(bool sized) {
  return {Error{ErrorCode::kFatalError, "can't select"}, sized};
}

// Files keep them: another value here means that nothing stored is found any more.
TEST(ListKey, IsStable) {
  EXPECT_EQ(ToHex(Key({}).value()), "93e085440feb4ed733491ce3a4ecfabd");
  EXPECT_EQ(ToHex(Key({1, 2, 3, 4, 5, 6, 7, 8, 9}).value()), "77305abb5c3fd399747ca3f1738c7a9a");
}

TEST(ListKey, TellsListsProgramsAndToolchainsApart) {
  std::set<Hash128> keys = {Key({}).value(), ListKey(kStepTools, kStepTools).value(),
                            ListKey(kStepProgram, kStepProgram).value(),
                            ListKey(kStepTools, kStepProgram).value()};
  PassSequence list;
  for (PassId i = 0; i < 30; ++i) {
    list.push_back(i % 2);
    keys.insert(Key(list).value());
    PassSequence swapped = list;
    std::swap(swapped.front(), swapped.back());
    if (swapped != list) keys.insert(Key(swapped).value());
    list.back() = 7;
    keys.insert(Key(list).value());
    list.back() = i % 2;
  }
  EXPECT_EQ(keys.size(), 4 + 30 + 15 + 30);
}

TEST(ListKey, NeighboursShareTheBeginning) {
  const auto beginning = [](const PassSequence& passes) {
    return Key(passes).value().high & 0xffff'ffff;
  };
  EXPECT_EQ(beginning({}), beginning({1}));
  const PassSequence base(8, 0);
  PassSequence longer = base;
  longer.push_back(1);
  EXPECT_EQ(beginning(base), beginning(longer));
  EXPECT_NE(beginning(base), beginning({}));
}

TEST(StoredEvaluation, AnswersWhatWasMeasured) {
  const Observe plain{};
  const Observe sized{.object_size = true};
  const Observe features{.features = true};
  EXPECT_TRUE(Measured({}).Answers(plain));
  EXPECT_FALSE(Measured({}).Answers(sized));
  EXPECT_FALSE(Measured({}).Answers(features));
  EXPECT_FALSE(Measured({}).Answers({.graph = true}));
  EXPECT_TRUE(Measured(ObjectSize{1, 2}).Answers(plain));
  EXPECT_TRUE(Measured(ObjectSize{1, 2}).Answers(sized));
}

// A module that can't be made an object file can still be counted.
TEST(StoredEvaluation, AFailureWhileSizedIsOneOnlyWhereSizeIsAskedFor) {
  EXPECT_FALSE(Failed(true).Answers({}));
  EXPECT_TRUE(Failed(true).Answers({.object_size = true}));
  EXPECT_TRUE(Failed(false).Answers({}));
  EXPECT_TRUE(Failed(false).Answers({.object_size = true}));
}

TEST(StoredEvaluation, OnlyWhatSaysMoreStays) {
  const StoredEvaluation sized = Measured(ObjectSize{1, 2});
  EXPECT_TRUE(sized.Supersedes(Measured({})));
  EXPECT_FALSE(Measured({}).Supersedes(sized));
  EXPECT_FALSE(Failed(false).Supersedes(sized));
  EXPECT_TRUE(Measured({}).Supersedes(Failed(true)));
  EXPECT_TRUE(Failed(true).Supersedes(Measured({})));
}

TEST(IsOutcome, LeavesOutWhatDependsOnTheMachine) {
  std::set<ErrorCode> outcomes;
  for (const ErrorCode code :
       {ErrorCode::kPassCrashed, ErrorCode::kPassTimedOut, ErrorCode::kOutOfMemory,
        ErrorCode::kVerifierRejected, ErrorCode::kFatalError, ErrorCode::kKnownOffender,
        ErrorCode::kInvalidArgument, ErrorCode::kNotFound, ErrorCode::kIo, ErrorCode::kBadInput,
        ErrorCode::kWorkerLost, ErrorCode::kCancelled}) {
    if (IsOutcome(code)) outcomes.insert(code);
    EXPECT_EQ(OutcomeNamed(Name(code)), IsOutcome(code) ? std::optional(code) : std::nullopt);
  }
  const std::set<ErrorCode> expected = {ErrorCode::kPassCrashed, ErrorCode::kVerifierRejected,
                                        ErrorCode::kFatalError};
  EXPECT_EQ(outcomes, expected);
}

}  // namespace
}  // namespace autotune
