#include "eval/wire.h"

#include <sstream>
#include <type_traits>

#include <cereal/archives/binary.hpp>
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
void serialize(Archive& ar, Cost& v) {
  ar(v.instructions, v.object_size);
}
template <class Archive>
void serialize(Archive& ar, Features& v) {
  ar(v.autophase, v.inst_count);
}
template <class Archive>
void serialize(Archive& ar, Observe& v) {
  ar(v.features, v.object_size);
}
template <class Archive>
void serialize(Archive& ar, Retain& v) {
  ar(v.start, v.end);
}
template <class Archive>
void serialize(Archive& ar, EvaluationOptions& v) {
  ar(v.observe, v.retain);
}

namespace wire {

template <class Archive>
void serialize(Archive& ar, Configure& v) {
  ar(v.actions, v.snapshots);
}
template <class Archive>
void serialize(Archive& ar, Load& v) {
  ar(v.program, v.name, v.bytes, v.observe, v.keep);
}
template <class Archive>
void serialize(Archive& ar, Offender& v) {
  ar(v.ir, v.pass);
}
template <class Archive>
void serialize(Archive& ar, Apply& v) {
  ar(v.program, v.from, v.passes, v.options, v.new_offenders);
}
template <class Archive>
void serialize(Archive& ar, RunPipeline& v) {
  ar(v.program, v.pipeline, v.tuning, v.observe);
}
template <class Archive>
void serialize(Archive&, QueryUsage&) {}
template <class Archive>
void serialize(Archive& ar, Hello& v) {
  ar(v.protocol, v.llvm_version);
}
template <class Archive>
void serialize(Archive& ar, Measured& v) {
  ar(v.ir, v.cost, v.changed, v.nanoseconds, v.features);
}
template <class Archive>
void serialize(Archive& ar, Loaded& v) {
  ar(v.root, v.target_triple, v.has_data_layout, v.has_debug_info, v.functions, v.optnone_functions,
     v.noinline_functions, v.size_attribute_functions, v.snapshot);
}
template <class Archive>
void serialize(Archive&, Rebuilt&) {}
template <class Archive>
void serialize(Archive& ar, Step& v) {
  ar(v.measured);
}
template <class Archive>
void serialize(Archive& ar, PipelineDone& v) {
  ar(v.measured, v.expanded);
}
template <class Archive>
void serialize(Archive& ar, Usage& v) {
  ar(v.snapshots, v.snapshot_bytes, v.resident_bytes);
}
template <class Archive>
void serialize(Archive& ar, Failure& v) {
  ar(v.code, v.message, v.rebuilding);
}

namespace {

template <typename Message>
std::string EncodeMessage(const Message& message) {
  std::ostringstream stream;
  cereal::BinaryOutputArchive archive(stream);
  archive(message);
  return std::move(stream).str();
}

template <typename Message>
Result<Message> DecodeMessage(std::string_view bytes) {
  std::istringstream stream{std::string(bytes)};
  try {
    Message message;
    cereal::BinaryInputArchive archive(stream);
    archive(message);
    return message;
  } catch (const std::exception& e) {  // truncated, or a length that can't be
    return Error{ErrorCode::kBadInput, std::string("malformed message: ") + e.what()};
  }
}

}  // namespace

std::string Encode(const Request& request) { return EncodeMessage(request); }
std::string Encode(const Reply& reply) { return EncodeMessage(reply); }
Result<Request> DecodeRequest(std::string_view bytes) { return DecodeMessage<Request>(bytes); }
Result<Reply> DecodeReply(std::string_view bytes) { return DecodeMessage<Reply>(bytes); }

}  // namespace wire
}  // namespace autotune
