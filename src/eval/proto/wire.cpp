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

/// Serializes all members of a type, in their order. If one is missing, this does not compile.
#define AT_SERIALIZE(Type, ...)                  \
  template <class Archive>                       \
  void serialize(Archive& archive, Type& type) { \
    auto& [__VA_ARGS__] = type;                  \
    archive(__VA_ARGS__);                        \
  }

AT_SERIALIZE(Hash128, high, low)
AT_SERIALIZE(ObjectSize, text, data)
AT_SERIALIZE(CodeModel, relocation, cpu, features, function_sections, data_sections)
AT_SERIALIZE(Cost, instructions, object_size)
AT_SERIALIZE(Features, autophase, inst_count)
AT_SERIALIZE(GraphNode, kind, text)
AT_SERIALIZE(GraphEdge, from, to, flow, position)
/// Nobody has to check a graph from a worker, whose memory earlier passes may have broken.
template <class Archive>
void serialize(Archive& ar, ProgramGraph& v) {
  ar(v.nodes, v.edges);
  if (!IsWellFormed(v)) throw cereal::Exception("its graph is none");
}
AT_SERIALIZE(Observe, features, object_size, size_below, graph, object_file)
AT_SERIALIZE(Retain, start, end, path)
template <class Archive>
void serialize(Archive& ar, EvaluationOptions& v) {
  ar(v.observe, v.retain);
}
AT_SERIALIZE(TokenWindow, tokens, instructions)
AT_SERIALIZE(IrTokens, windows)
AT_SERIALIZE(LoneFunction, name, body, instructions, bitcode)

AT_SERIALIZE(SizeAttributes, optsize, minsize, no_jump_tables, no_outline, no_frame_pointer,
             no_unwind_table, preserve_none, tune_cpu)
template <class Archive>
void serialize(Archive& ar, AllowedLosses& v) {
  ar(v.frame_pointers, v.unwind_tables);
}
AT_SERIALIZE(FunctionAttributes, name, given, best, body)
AT_SERIALIZE(ChosenAttributes, functions, outlines)
AT_SERIALIZE(WorkShare, part, parts)

AT_SERIALIZE(InlineChoice, function, order, gain, bytes)
AT_SERIALIZE(InlineAim, objective, adds_no_bytes)
AT_SERIALIZE(ChosenInlining, choices, cost, ir, nanoseconds)

namespace wire {

AT_SERIALIZE(Configure, actions, code_model, verify_all)
AT_SERIALIZE(Load, program, name, bytes, observe, keep, variant_of)
AT_SERIALIZE(Offender, ir, pass)
AT_SERIALIZE(Base, length, measured, bitcode)
AT_SERIALIZE(Apply, program, from, passes, base, options, new_offenders)
AT_SERIALIZE(RunPipeline, program, pipeline, tuning, observe, module)
AT_SERIALIZE(Tokenize, program)
AT_SERIALIZE(TakeExcerpt, program, instructions, seed)
AT_SERIALIZE(TakeFunctions, program)
AT_SERIALIZE(ChooseAttributes, name, bytes, share, allowed, milliseconds, known)
AT_SERIALIZE(ChooseConventions, name, bytes, share, functions, milliseconds)
AT_SERIALIZE(TryInlining, program, pipeline, aim, given, milliseconds, share, together, before)
AT_SERIALIZE(TakeInlined, program, choices)
template <class Archive>
void serialize(Archive&, ModuleRead&) {}
AT_SERIALIZE(Hello, protocol, llvm_version)
AT_SERIALIZE(Measured, ir, cost, changed, nanoseconds, features, graph, object)
AT_SERIALIZE(Loaded, root, target_triple, has_data_layout, functions, optnone_functions,
             noinline_functions, size_attribute_functions, always_inline_functions,
             other_cpu_functions, code_model, snapshot)
AT_SERIALIZE(Rebuilding, passes_left, done)
AT_SERIALIZE(Step, measured, idle)
AT_SERIALIZE(Retained, length, measured, bitcode)
AT_SERIALIZE(PipelineDone, measured, expanded, module)
AT_SERIALIZE(Tokens, tokens)
AT_SERIALIZE(Excerpt, bitcode)
template <class Archive>
void serialize(Archive&, FunctionsDone&) {}
AT_SERIALIZE(Attributes, chosen)
AT_SERIALIZE(Inlining, chosen)
AT_SERIALIZE(Failure, code, message)

#undef AT_SERIALIZE

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
