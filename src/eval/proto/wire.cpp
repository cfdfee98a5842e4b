#include "eval/proto/wire.h"

#include <cstring>
#include <type_traits>

#include <cereal/cereal.hpp>
#include <cereal/types/array.hpp>
#include <cereal/types/optional.hpp>
#include <cereal/types/string.hpp>
#include <cereal/types/variant.hpp>
#include <cereal/types/vector.hpp>

namespace autotune {

template <class Archive>
void serialize(Archive& ar, Hash128& v) {
  ar(v.high, v.low);
}
template <class Archive>
void serialize(Archive& ar, ObjectSize& v) {
  ar(v.text, v.data);
}
template <class Archive>
void serialize(Archive& ar, CodeModel& v) {
  ar(v.relocation, v.cpu, v.features, v.function_sections, v.data_sections);
}
template <class Archive>
void serialize(Archive& ar, Cost& v) {
  ar(v.instructions, v.object_size);
}
template <class Archive>
void serialize(Archive& ar, Features& v) {
  ar(v.autophase, v.inst_count);
}
template <class Archive>
void serialize(Archive& ar, GraphNode& v) {
  ar(v.kind, v.text);
}
template <class Archive>
void serialize(Archive& ar, GraphEdge& v) {
  ar(v.from, v.to, v.flow, v.position);
}
/// Nobody has to check a graph from a worker, whose memory earlier passes may have broken.
template <class Archive>
void serialize(Archive& ar, ProgramGraph& v) {
  ar(v.nodes, v.edges);
  if (!IsWellFormed(v)) throw cereal::Exception("its graph is none");
}
template <class Archive>
void serialize(Archive& ar, Observe& v) {
  ar(v.features, v.object_size, v.size_below, v.graph, v.object_file);
}
template <class Archive>
void serialize(Archive& ar, Retain& v) {
  ar(v.start, v.end, v.path);
}
template <class Archive>
void serialize(Archive& ar, EvaluationOptions& v) {
  ar(v.observe, v.retain);
}
template <class Archive>
void serialize(Archive& ar, TokenWindow& v) {
  ar(v.tokens, v.instructions);
}
template <class Archive>
void serialize(Archive& ar, IrTokens& v) {
  ar(v.windows);
}
template <class Archive>
void serialize(Archive& ar, LoneFunction& v) {
  ar(v.name, v.body, v.instructions, v.bitcode);
}

template <class Archive>
void serialize(Archive& ar, SizeAttributes& v) {
  ar(v.optsize, v.minsize, v.no_jump_tables, v.no_outline, v.no_frame_pointer, v.no_unwind_table,
     v.tune_cpu);
}
template <class Archive>
void serialize(Archive& ar, AllowedLosses& v) {
  ar(v.frame_pointers, v.unwind_tables);
}
template <class Archive>
void serialize(Archive& ar, FunctionAttributes& v) {
  ar(v.name, v.given, v.best, v.body);
}
template <class Archive>
void serialize(Archive& ar, ChosenAttributes& v) {
  ar(v.functions, v.outlines);
}
template <class Archive>
void serialize(Archive& ar, WorkShare& v) {
  ar(v.part, v.parts);
}

template <class Archive>
void serialize(Archive& ar, InlineChoice& v) {
  ar(v.function, v.order, v.gain, v.bytes);
}
template <class Archive>
void serialize(Archive& ar, InlineAim& v) {
  ar(v.objective, v.adds_no_bytes);
}

namespace wire {

template <class Archive>
void serialize(Archive& ar, Configure& v) {
  ar(v.actions, v.code_model);
}
template <class Archive>
void serialize(Archive& ar, Load& v) {
  ar(v.program, v.name, v.bytes, v.observe, v.keep, v.variant_of);
}
template <class Archive>
void serialize(Archive& ar, Offender& v) {
  ar(v.ir, v.pass);
}
template <class Archive>
void serialize(Archive& ar, Base& v) {
  ar(v.length, v.measured, v.bitcode);
}
template <class Archive>
void serialize(Archive& ar, Apply& v) {
  ar(v.program, v.from, v.passes, v.base, v.options, v.new_offenders);
}
template <class Archive>
void serialize(Archive& ar, RunPipeline& v) {
  ar(v.program, v.pipeline, v.tuning, v.observe, v.module);
}
template <class Archive>
void serialize(Archive& ar, Tokenize& v) {
  ar(v.program);
}
template <class Archive>
void serialize(Archive& ar, TakeExcerpt& v) {
  ar(v.program, v.instructions, v.seed);
}
template <class Archive>
void serialize(Archive& ar, TakeFunctions& v) {
  ar(v.program);
}
template <class Archive>
void serialize(Archive& ar, ChooseAttributes& v) {
  ar(v.name, v.bytes, v.share, v.allowed, v.milliseconds, v.known);
}
template <class Archive>
void serialize(Archive& ar, TryInlining& v) {
  ar(v.program, v.pipeline, v.aim, v.given, v.milliseconds, v.share, v.together);
}
template <class Archive>
void serialize(Archive& ar, TakeInlined& v) {
  ar(v.program, v.choices);
}
template <class Archive>
void serialize(Archive&, ModuleRead&) {}
template <class Archive>
void serialize(Archive& ar, Hello& v) {
  ar(v.protocol, v.llvm_version);
}
template <class Archive>
void serialize(Archive& ar, Measured& v) {
  ar(v.ir, v.cost, v.changed, v.nanoseconds, v.features, v.graph, v.object);
}
template <class Archive>
void serialize(Archive& ar, Loaded& v) {
  ar(v.root, v.target_triple, v.has_data_layout, v.functions, v.optnone_functions,
     v.noinline_functions, v.size_attribute_functions, v.always_inline_functions,
     v.other_cpu_functions, v.code_model, v.snapshot);
}
template <class Archive>
void serialize(Archive& ar, Rebuilding& v) {
  ar(v.passes_left, v.done);
}
template <class Archive>
void serialize(Archive& ar, Step& v) {
  ar(v.measured, v.idle);
}
template <class Archive>
void serialize(Archive& ar, Retained& v) {
  ar(v.length, v.measured, v.bitcode);
}
template <class Archive>
void serialize(Archive& ar, PipelineDone& v) {
  ar(v.measured, v.expanded, v.module);
}
template <class Archive>
void serialize(Archive& ar, Tokens& v) {
  ar(v.tokens);
}
template <class Archive>
void serialize(Archive& ar, Excerpt& v) {
  ar(v.bitcode);
}
template <class Archive>
void serialize(Archive&, FunctionsDone&) {}
template <class Archive>
void serialize(Archive& ar, Attributes& v) {
  ar(v.chosen);
}
template <class Archive>
void serialize(Archive& ar, Inlining& v) {
  ar(v.choices);
}
template <class Archive>
void serialize(Archive& ar, Failure& v) {
  ar(v.code, v.message);
}

namespace {

class Writer : public cereal::OutputArchive<Writer, cereal::AllowEmptyClassElision> {
 public:
  explicit Writer(std::string& out) : OutputArchive(this), out_(out) {}

  void Write(const void* data, std::size_t size) {
    out_.append(static_cast<const char*>(data), size);
  }

 private:
  std::string& out_;
};

/// Reads a message. Unlike cereal's own binary archive, it accepts no length that exceeds the
/// message. A worker with broken memory must not make the tuner allocate memory that it doesn't
/// have.
class Reader : public cereal::InputArchive<Reader, cereal::AllowEmptyClassElision> {
 public:
  explicit Reader(std::string_view bytes) : InputArchive(this), rest_(bytes) {}

  void Read(void* data, std::size_t size) {
    Need(size);
    if (size > 0) std::memcpy(data, rest_.data(), size);
    rest_.remove_prefix(size);
  }
  void Need(std::size_t size) const {
    if (size > rest_.size()) throw cereal::Exception("it is too short");
  }
  bool at_end() const { return rest_.empty(); }

 private:
  std::string_view rest_;
};

// Functions that cereal needs of an archive and finds by their names.

template <typename T>
std::enable_if_t<std::is_arithmetic_v<T>> save(Writer& out, const T& value) {
  out.Write(&value, sizeof value);
}
template <typename T>
std::enable_if_t<std::is_arithmetic_v<T>> load(Reader& in, T& value) {
  in.Read(&value, sizeof value);
}
void load(Reader& in, bool& value) {
  unsigned char byte = 0;
  in.Read(&byte, sizeof byte);
  value = byte != 0;
}
template <typename T>
void save(Writer& out, const cereal::NameValuePair<T>& pair) {
  out(pair.value);
}
template <typename T>
void load(Reader& in, cereal::NameValuePair<T>& pair) {
  in(pair.value);
}
template <typename T>
void save(Writer& out, const cereal::BinaryData<T>& data) {
  out.Write(data.data, data.size);
}
template <typename T>
void load(Reader& in, cereal::BinaryData<T>& data) {
  in.Read(data.data, data.size);
}
template <typename T>
void save(Writer& out, const cereal::SizeTag<T>& tag) {
  out(tag.size);
}
template <typename T>
void load(Reader& in, cereal::SizeTag<T>& tag) {
  in(tag.size);
  in.Need(tag.size);  // each element has at least one byte
}

}  // namespace
}  // namespace wire
}  // namespace autotune

CEREAL_SETUP_ARCHIVE_TRAITS(autotune::wire::Reader, autotune::wire::Writer)

namespace autotune::wire {
namespace {

template <typename Message>
std::string EncodeMessage(const Message& message) {
  std::string bytes;
  Writer archive(bytes);
  archive(message);
  return bytes;
}

template <typename Message>
Result<Message> DecodeMessage(std::string_view bytes) {
  try {
    Message message;
    Reader archive(bytes);
    archive(message);
    if (archive.at_end()) return message;
    return Error{ErrorCode::kBadInput, "malformed message: it is too long"};
  } catch (const std::exception& e) {
    return Error{ErrorCode::kBadInput, std::string("malformed message: ") + e.what()};
  }
}

}  // namespace

std::string Encode(const Request& request) { return EncodeMessage(request); }
std::string Encode(const Reply& reply) { return EncodeMessage(reply); }
Result<Request> DecodeRequest(std::string_view bytes) { return DecodeMessage<Request>(bytes); }
Result<Reply> DecodeReply(std::string_view bytes) { return DecodeMessage<Reply>(bytes); }

}  // namespace autotune::wire
