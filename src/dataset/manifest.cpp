#include "dataset/manifest.h"

#include <utility>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "core/file.h"

namespace autotune {

namespace {

namespace fs = std::filesystem;
using Json = nlohmann::ordered_json;

constexpr int kFormat = 1;

// nlohmann finds these functions by name.
// NOLINTBEGIN(readability-identifier-naming)
void to_json(Json& json, const Origin& origin) {
  json = {{"package", origin.package},
          {"version", origin.version},
          {"source", origin.source},
          {"sha256", origin.sha256}};
}

void from_json(const Json& json, Origin& origin) {
  json.at("package").get_to(origin.package);
  json.at("version").get_to(origin.version);
  json.at("source").get_to(origin.source);
  json.at("sha256").get_to(origin.sha256);
}
// NOLINTEND(readability-identifier-naming)

Json Dump(const DatasetProgram& program) {
  Json origin;
  to_json(origin, program.origin);
  return {{"file", program.file},
          {"split", Name(program.split)},
          {"functions", program.functions},
          {"instructions", program.instructions},
          {"flags", program.flags},
          {"origin", origin},
          {"inputs", ToHex(program.inputs)},
          {"content", ToHex(program.content)},
          {"ir", ToHex(program.ir)},
          {"shape", ToHex(program.shape)}};
}

[[noreturn]] void Refuse(const std::string& why) { throw std::invalid_argument(why); }

Hash128 LoadHash(const Json& json, const char* key) {
  const std::optional<Hash128> hash = FromHex(json.at(key).get<std::string>());
  if (!hash) Refuse(fmt::format("'{}' is no hash", key));
  return *hash;
}

/// Reads a file name. A path that leaves the folder is refused: a manifest could name anybody's
/// files with it.
std::string LoadFile(const Json& json) {
  std::string file = json.at("file");
  const fs::path path = file;
  bool inside = !path.empty() && path.is_relative();
  for (const fs::path& part : path) inside = inside && part != "..";
  if (!inside) Refuse(fmt::format("'{}' is not inside the folder", file));
  return file;
}

DatasetProgram LoadProgram(const Json& json) {
  DatasetProgram program;
  program.file = LoadFile(json);
  const std::string split_name = json.at("split");
  const std::optional<Split> split = FindSplit(split_name);
  if (!split) Refuse(fmt::format("there is no split '{}'", split_name));
  program.split = *split;
  json.at("functions").get_to(program.functions);
  json.at("instructions").get_to(program.instructions);
  json.at("flags").get_to(program.flags);
  from_json(json.at("origin"), program.origin);
  program.inputs = LoadHash(json, "inputs");
  program.content = LoadHash(json, "content");
  program.ir = LoadHash(json, "ir");
  program.shape = LoadHash(json, "shape");
  return program;
}

std::string Text(const Json& json) {
  // A file name need not be UTF-8.
  return json.dump(-1, ' ', false, Json::error_handler_t::replace);
}

void AppendList(std::string& text, std::string_view key, const std::vector<std::string>& lines) {
  text += fmt::format(",\n\"{}\": [", key);
  for (std::size_t i = 0; i < lines.size(); ++i) {
    text += (i == 0 ? "\n  " : ",\n  ") + lines[i];
  }
  text += lines.empty() ? "]" : "\n]";
}

/// Runs `load` on the document in `text`.
template <typename T, typename Load>
Result<T> Parse(std::string_view text, Load load) {
  try {
    return load(Json::parse(text));
  } catch (const Json::exception& exception) {
    return Error{ErrorCode::kBadInput, exception.what()};
  } catch (const std::invalid_argument& exception) {
    return Error{ErrorCode::kBadInput, exception.what()};
  }
}

}  // namespace

std::string_view Name(Split split) {
  constexpr std::string_view kNames[] = {"train", "validation", "test"};
  return kNames[static_cast<std::size_t>(split)];
}

std::optional<Split> FindSplit(std::string_view name) {
  for (const Split split : kSplits) {
    if (Name(split) == name) return split;
  }
  return std::nullopt;
}

std::string ToJson(const DatasetProgram& program) { return Text(Dump(program)); }

Result<DatasetProgram> ProgramFromJson(std::string_view text) {
  return Parse<DatasetProgram>(text, LoadProgram);
}

std::string ToJson(const Manifest& manifest) {
  std::vector<std::string> programs, duplicates, failures;
  for (const DatasetProgram& program : manifest.programs) programs.push_back(ToJson(program));
  for (const DuplicateProgram& duplicate : manifest.duplicates) {
    Json json = Dump(duplicate.program);
    json["duplicate_of"] = duplicate.of;
    duplicates.push_back(Text(json));
  }
  for (const FailedProgram& failure : manifest.failures) {
    failures.push_back(Text({{"file", failure.file}, {"reason", failure.reason}}));
  }
  std::string text = fmt::format(
      "{{\n\"format\": {},\n\"name\": {},\n\"source\": {},\n\"licence\": {},\n\"compiler\": {}",
      kFormat, Text(manifest.name), Text(manifest.source), Text(manifest.licence),
      Text(manifest.compiler));
  AppendList(text, "programs", programs);
  AppendList(text, "duplicates", duplicates);
  AppendList(text, "failures", failures);
  return text + "\n}\n";
}

Result<Manifest> ManifestFromJson(std::string_view text) {
  return Parse<Manifest>(text, [](const Json& json) {
    const int format = json.at("format");
    if (format != kFormat) {
      Refuse(fmt::format("it has format {}, this program knows {}", format, kFormat));
    }
    Manifest manifest;
    json.at("name").get_to(manifest.name);
    json.at("source").get_to(manifest.source);
    json.at("licence").get_to(manifest.licence);
    json.at("compiler").get_to(manifest.compiler);
    for (const Json& program : json.at("programs")) {
      manifest.programs.push_back(LoadProgram(program));
    }
    for (const Json& duplicate : json.at("duplicates")) {
      manifest.duplicates.push_back({LoadProgram(duplicate), duplicate.at("duplicate_of")});
    }
    for (const Json& failure : json.at("failures")) {
      manifest.failures.push_back({failure.at("file"), failure.at("reason")});
    }
    return manifest;
  });
}

Result<Manifest> ReadManifest(const fs::path& folder) {
  const fs::path file = folder / kManifestName;
  const Result<std::string> text = ReadText(file);
  if (!text) return text.error();
  Result<Manifest> manifest = ManifestFromJson(*text);
  if (manifest) return manifest;
  return Error{ErrorCode::kBadInput, fmt::format("'{}' is no manifest of a data set: {}",
                                                 file.string(), manifest.error().message)};
}

Status WriteManifest(const fs::path& folder, const Manifest& manifest) {
  return ReplaceFile(folder / kManifestName, ToJson(manifest));
}

}  // namespace autotune
