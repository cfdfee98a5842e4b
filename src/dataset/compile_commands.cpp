#include "dataset/compile_commands.h"

#include <algorithm>
#include <array>
#include <optional>
#include <span>
#include <utility>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "core/file.h"
#include "core/toolchain.h"
#include "dataset/compile_flags.h"
#include "dataset/source_names.h"

namespace autotune {

namespace {

namespace fs = std::filesystem;

constexpr std::array<std::string_view, 3> kLaunchers = {"ccache", "sccache", "distcc"};

/// One entry of the database.
struct Command {
  fs::path directory;
  std::string source;
  std::vector<std::string> words;

  fs::path path() const { return (directory / source).lexically_normal(); }
};

Result<Command> ParseCommand(const nlohmann::json& json) {
  Command command{.directory = json.at("directory").get<std::string>(),
                  .source = json.at("file").get<std::string>(),
                  .words = {}};
  if (json.contains("arguments")) {
    json.at("arguments").get_to(command.words);
  } else {
    Result<std::vector<std::string>> words = SplitCommand(json.at("command").get<std::string>());
    if (!words) return words.error();
    command.words = *std::move(words);
  }
  if (!command.words.empty()) return command;
  return Error{ErrorCode::kBadInput, fmt::format("no command for '{}'", command.source)};
}

Result<std::vector<Command>> ParseDatabase(const std::string& text) {
  try {
    std::vector<Command> commands;
    for (const nlohmann::json& json : nlohmann::json::parse(text)) {
      Result<Command> command = ParseCommand(json);
      if (!command) return command.error();
      commands.push_back(*std::move(command));
    }
    return commands;
  } catch (const nlohmann::json::exception& exception) {
    return Error{ErrorCode::kBadInput, exception.what()};
  }
}

Unit MakeUnit(const Command& command, const Compilation& compilation, const std::string& name,
              Split split, Flavour flavour, const std::string& compiler) {
  std::vector<std::string> words = compilation.flags;
  const std::vector<std::string> own = Flags(flavour);
  words.insert(words.end(), own.begin(), own.end());
  const std::string flags = JoinFlags(words);
  // The compiler will complain about a file that can't be read.
  const Result<std::string> text = ReadFile(command.path());
  return {
      .file = fmt::format("{}/{}.bc", Name(flavour), name),
      .split = split,
      .flags = flags,
      .origin = {.source = name},
      .inputs =
          HashBytes(fmt::format("{}\n{}\n{}\n{}\n{}", compiler, compilation.compiler,
                                command.directory.string(), flags, text ? *text : std::string())),
      .build = [compilation, flavour](const fs::path&, const fs::path& file, const Budget& budget) {
        return Compile(compilation, flavour, file, budget);
      }};
}

}  // namespace

Result<std::vector<std::string>> SplitCommand(std::string_view command) {
  std::vector<std::string> words;
  std::optional<std::string> word;
  char quote = 0;
  for (std::size_t i = 0; i < command.size(); ++i) {
    const char c = command[i];
    const bool blank = c == ' ' || c == '\t' || c == '\n';
    if (quote == 0 && blank) {
      if (word) words.push_back(*std::exchange(word, std::nullopt));
      continue;
    }
    if (!word) word.emplace();
    if (c == '\\' && quote != '\'' && i + 1 < command.size()) {
      const char next = command[++i];
      if (quote == '"' && next != '"' && next != '\\') *word += c;
      *word += next;
    } else if (quote == c) {
      quote = 0;
    } else if (quote == 0 && (c == '"' || c == '\'')) {
      quote = c;
    } else {
      *word += c;
    }
  }
  if (quote != 0) {
    return Error{ErrorCode::kBadInput, fmt::format("a quote is left open in '{}'", command)};
  }
  if (word) words.push_back(*word);
  return words;
}

Compilation RewriteCommand(const std::vector<std::string>& words, const fs::path& directory,
                           const std::string& source) {
  Compilation compilation{.folder = directory, .source = source, .flags = {}};
  std::size_t i = 0;
  while (i + 1 < words.size() &&
         std::ranges::find(kLaunchers, fs::path(words[i]).filename().string()) !=
             kLaunchers.end()) {
    ++i;
  }
  if (words[i].find("++") != std::string::npos) compilation.compiler = kClangxxProgram;
  const auto end = std::find(words.begin() + i + 1, words.end(), "--");
  SortedFlags sorted = SortFlags(std::span(words.begin() + i + 1, end));
  // The file may be relative in the command and absolute in the entry, or the other way.
  const auto path = [&](const std::string& word) { return (directory / word).lexically_normal(); };
  std::erase_if(sorted.refused,
                [&](const std::string& word) { return path(word) == path(source); });
  compilation.flags = std::move(sorted.kept);
  compilation.refused = std::move(sorted.refused);
  return compilation;
}

Result<CompileCommands> ReadCompileCommands(const fs::path& file, Split split,
                                            const std::string& compiler) {
  const Result<std::string> text = ReadText(file);
  if (!text) return text.error();
  Result<std::vector<Command>> commands = ParseDatabase(*text);
  if (!commands) {
    return Error{ErrorCode::kBadInput, fmt::format("'{}' is no compilation database: {}",
                                                   file.string(), commands.error().message)};
  }
  if (commands->empty()) {
    return Error{ErrorCode::kBadInput, fmt::format("'{}' has no entries", file.string())};
  }
  std::error_code ignored;
  const fs::path folder = fs::absolute(file, ignored).parent_path();
  for (Command& command : *commands) command.directory = folder / command.directory;
  std::vector<fs::path> sources;
  for (const Command& command : *commands) sources.push_back(command.path());
  const std::vector<std::string> names = NameSources(sources);
  CompileCommands result;
  for (std::size_t i = 0; i < names.size(); ++i) {
    const Command& command = (*commands)[i];
    const Compilation compilation =
        RewriteCommand(command.words, command.directory, command.source);
    for (const std::string& flag : compilation.refused) ++result.refused[flag];
    for (const Flavour flavour : kFlavours) {
      result.units.push_back(MakeUnit(command, compilation, names[i], split, flavour, compiler));
    }
  }
  return result;
}

}  // namespace autotune
