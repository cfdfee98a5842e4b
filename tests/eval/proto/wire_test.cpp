#include "eval/proto/wire.h"

#include <string>
#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <sys/resource.h>

#include "core/random.h"
#include "support/sanitized.h"

namespace autotune::wire {
namespace {

Measured FullMeasured() {
  Measured measured{{1, 2},
                    {77, ObjectSize{300, 40}},
                    true,
                    123456789,
                    Features{},
                    ProgramGraph{{{NodeKind::kVariable, 260}, {NodeKind::kInstruction, 7}},
                                 {{1, 0, EdgeFlow::kData, 65535}}}};
  for (std::size_t i = 0; i < kAutophaseSize; ++i) {
    measured.features->autophase[i] = static_cast<std::uint32_t>(i * i);
  }
  for (std::size_t i = 0; i < kInstCountSize; ++i) {
    measured.features->inst_count[i] = static_cast<std::uint32_t>(1000 - i);
  }
  return measured;
}

const CodeModel kModel{Relocation::kRopiRwpi, "cortex-m4", "+dsp", true, true};

std::vector<Request> Requests() {
  return {
      Configure{{"function(sroa)", "", "default<Oz>"}, kModel, false},
      Load{{3, 4},
           "a name",
           std::string("BC\0\xFF", 4),
           {true, false, 0, true},
           true,
           ProgramId{1, 2}},
      Apply{{5, 6},
            {0, 1, 65535},
            {2},
            Base{1, FullMeasured(), std::string(100, 'b')},
            {{false, true}, {false, true, true}},
            {{{7, 8}, 9}, {{10, 11}, 12}}},
      Apply{},
      RunPipeline{{5, 6}, "default<Oz>", PipelineTuning::kClang, {true, true}, ModuleFormat::kText},
      Tokenize{{5, 6}},
      TakeExcerpt{{5, 6}, 7, 8},
      TakeFunctions{{5, 6}},
      ChooseAttributes{"a name",
                       std::string("BC\0\xFF", 4),
                       {1, 2},
                       {true, false},
                       3,
                       {{"f", {}, {true, true, true, true, true, true, true, "cpu"}, 4}}},
      ChooseConventions{"a name", "bitcode", {1, 2}, {{"f", {}, {.preserve_none = true}, 4}}, 3},
      TryInlining{{5, 6},
                  "default<Oz>",
                  {Objective::kObjectSize, true},
                  {{"given", PassOrder::kAlwaysInline, 1}},
                  7,
                  {1, 2},
                  {{"together", PassOrder::kAlwaysInline, -3, 4}},
                  Cost{8, std::nullopt}},
      TakeInlined{{5, 6}, {{"always", PassOrder::kAlwaysInline, 4}, {"", PassOrder::kMinSize, 5}}}};
}

std::vector<Reply> Replies() {
  return {Hello{kProtocolVersion, "19.1.7"},
          Loaded{FullMeasured(), "x86_64", true, 1, 2, 3, 4, 5, 6, kModel, std::string(1000, 's')},
          Rebuilding{12, true},
          Step{FullMeasured(), true},
          Step{{{1, 2}, {77, std::nullopt}, false, 0, std::nullopt}, false},
          Retained{3, FullMeasured(), std::string(100, 'r')},
          PipelineDone{FullMeasured(), "sroa,dce", "a module"},
          Tokens{{{{{{1, 2, 3, 4, 5, 6, 7, 8}, {9, 10, 11, 12, 13, 14, 15, 16}}, 300},
                   {{{8, 7, 6, 5, 4, 3, 2, 1}}, 299}}}},
          Tokens{},
          Excerpt{std::string("BC\0\xFE", 4)},
          LoneFunction{"main", 1, 2, std::string("BC\0\xFE", 4)},
          FunctionsDone{},
          Attributes{{{{"f", {true, true, true, true}, {true, false, true, false}, 9}}, true}},
          Inlining{{{{"f", PassOrder::kAlwaysInline, -1}}, {77, std::nullopt}, {1, 2}, 3}},
          Failure{ErrorCode::kPassTimedOut, "too late"},
          ModuleRead{}};
}

/// Encoding leaves nothing out and is injective; so equal bytes mean equal messages, provided that
/// the messages above differ from the defaults in every field.
TEST(WireTest, EveryRequestSurvives) {
  for (const Request& request : Requests()) {
    const std::string bytes = Encode(request);
    const auto decoded = DecodeRequest(bytes);
    ASSERT_TRUE(decoded.ok()) << decoded.error().message;
    EXPECT_EQ(decoded->index(), request.index());
    EXPECT_EQ(Encode(*decoded), bytes);
  }
}

TEST(WireTest, EveryReplySurvives) {
  for (const Reply& reply : Replies()) {
    const std::string bytes = Encode(reply);
    const auto decoded = DecodeReply(bytes);
    ASSERT_TRUE(decoded.ok()) << decoded.error().message;
    EXPECT_EQ(decoded->index(), reply.index());
    EXPECT_EQ(Encode(*decoded), bytes);
  }
}

TEST(WireTest, FieldsKeepTheirPlaces) {
  const auto request = DecodeRequest(Encode(Requests()[2]));
  ASSERT_TRUE(request.ok());
  const auto& apply = std::get<Apply>(*request);
  EXPECT_EQ(apply.program, (Hash128{5, 6}));
  EXPECT_EQ(apply.from, (PassSequence{0, 1, 65535}));
  EXPECT_EQ(apply.passes, PassSequence{2});
  EXPECT_FALSE(apply.options.observe.features);
  EXPECT_TRUE(apply.options.observe.object_size);
  EXPECT_FALSE(apply.options.retain.start);
  EXPECT_TRUE(apply.options.retain.end);
  ASSERT_EQ(apply.new_offenders.size(), 2u);
  EXPECT_EQ(apply.new_offenders[1].ir, (Hash128{10, 11}));
  EXPECT_EQ(apply.new_offenders[1].pass, 12);

  const auto reply = DecodeReply(Encode(Replies()[1]));
  ASSERT_TRUE(reply.ok());
  const auto& loaded = std::get<Loaded>(*reply);
  EXPECT_EQ(loaded.root.cost, FullMeasured().cost);
  EXPECT_EQ(loaded.root.features, FullMeasured().features);
  EXPECT_EQ(loaded.root.graph, FullMeasured().graph);
  EXPECT_EQ(loaded.root.nanoseconds, 123456789u);
  EXPECT_EQ(loaded.target_triple, "x86_64");
  EXPECT_TRUE(loaded.has_data_layout);
  EXPECT_EQ(loaded.functions, 1u);
  EXPECT_EQ(loaded.optnone_functions, 2u);
  EXPECT_EQ(loaded.noinline_functions, 3u);
  EXPECT_EQ(loaded.size_attribute_functions, 4u);
  EXPECT_EQ(loaded.always_inline_functions, 5u);
  EXPECT_EQ(loaded.snapshot, std::string(1000, 's'));
}

TEST(WireTest, TokensKeepTheirPlaces) {
  const auto reply = DecodeReply(Encode(Replies()[7]));
  ASSERT_TRUE(reply.ok());
  EXPECT_EQ(std::get<Tokens>(*reply).tokens, std::get<Tokens>(Replies()[7]).tokens);
}

TEST(WireTest, AGraphThatNoModelKnowsIsAnError) {
  const auto error = [](const ProgramGraph& graph) {
    Measured measured = FullMeasured();
    std::string bytes = Encode(Reply(Step{measured, false}));
    // As many bytes as those of the graph that is encoded, with other numbers.
    const auto encoded = [](const GraphEdge& edge) {
      std::string text;
      for (const std::uint16_t number : {edge.from, edge.to}) {
        text.append(reinterpret_cast<const char*>(&number), sizeof number);
      }
      return text;
    };
    const std::string before = encoded(measured.graph->edges[0]);
    bytes.replace(bytes.rfind(before), before.size(), encoded(graph.edges[0]));
    const auto reply = DecodeReply(bytes);
    return reply.ok() ? "" : reply.error().message;
  };
  EXPECT_EQ(error({{}, {{0, 1, EdgeFlow::kData, 0}}}), "");
  EXPECT_EQ(error({{}, {{0, 2, EdgeFlow::kData, 0}}}), "malformed message: its graph is none");
}

TEST(WireTest, TruncatedOrTooLongIsAnError) {
  const auto check = [](const std::string& bytes, const auto& decode) {
    for (std::size_t size = 0; size < bytes.size(); ++size) {
      const auto decoded = decode(std::string_view(bytes).substr(0, size));
      ASSERT_FALSE(decoded.ok()) << size << " of " << bytes.size() << " bytes";
      EXPECT_EQ(decoded.error().code, ErrorCode::kBadInput);
      EXPECT_THAT(decoded.error().message, testing::StartsWith("malformed message: "));
    }
    EXPECT_FALSE(decode(bytes + '\0').ok());
  };
  for (const Request& request : Requests()) check(Encode(request), DecodeRequest);
  for (const Reply& reply : Replies()) check(Encode(reply), DecodeReply);
}

long PeakKibibytes() {
  rusage usage{};
  ::getrusage(RUSAGE_SELF, &usage);
  return usage.ru_maxrss;
}

/// A worker whose memory a pass has overwritten may say anything.
TEST(WireTest, NonsenseNeitherCrashesNorEatsMemory) {
  Random random(1);
  const long before = PeakKibibytes();
  const auto mutate = [&](std::string bytes) {
    for (std::uint64_t i = 1 + random.Below(3); i > 0; --i) {
      const std::size_t at = random.Below(bytes.size());
      // Lengths have seven zero bytes: set their upper ones, too.
      bytes[at] = random.Below(2) ? static_cast<char>(random.Below(256)) : '\x7F';
    }
    return bytes;
  };
  for (int round = 0; round < 3000; ++round) {
    for (const Request& request : Requests()) {
      const auto decoded = DecodeRequest(mutate(Encode(request)));
      if (decoded.ok()) {
        ASSERT_FALSE(Encode(*decoded).empty());
      }
    }
    for (const Reply& reply : Replies()) {
      const auto decoded = DecodeReply(mutate(Encode(reply)));
      if (decoded.ok()) {
        ASSERT_FALSE(Encode(*decoded).empty());
      }
    }
  }
  if (!kSanitized) {
    EXPECT_LT(PeakKibibytes() - before, 64 << 10);
  }
}

}  // namespace
}  // namespace autotune::wire
