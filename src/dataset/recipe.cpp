#include "dataset/recipe.h"

#include <algorithm>
#include <cctype>
#include <map>
#include <set>
#include <utility>

#include <fmt/format.h>
#include <fmt/ranges.h>
#include <fnmatch.h>
#include <toml++/toml.h>

#include "core/file.h"

namespace autotune {

namespace {

namespace fs = std::filesystem;

/// Thrown inside this file only.
struct BadRecipe {
  std::string why;
};

/// Reads the keys of a table, each at most once. Unread keys are errors.
class Table {
 public:
  Table(const toml::table& table, std::string where) : table_(table), where_(std::move(where)) {}

  bool Has(std::string_view key) const { return table_.contains(key); }

  std::string Text(std::string_view key) {
    const std::optional<std::string> text = Node(key).value_exact<std::string>();
    if (!text) Refuse(key, "is no text");
    return *text;
  }
  std::string TextOr(std::string_view key, const std::string& otherwise) {
    return Has(key) ? Text(key) : otherwise;
  }

  std::size_t Count(std::string_view key) {
    const std::optional<std::int64_t> count = Node(key).value_exact<std::int64_t>();
    if (!count || *count < 1) Refuse(key, "is no count");
    return static_cast<std::size_t>(*count);
  }

  std::vector<std::string> Texts(std::string_view key) {
    std::vector<std::string> texts;
    if (!Has(key)) return texts;
    const toml::array* const array = Node(key).as_array();
    if (!array) Refuse(key, "is no list");
    for (const toml::node& node : *array) {
      const std::optional<std::string> text = node.value_exact<std::string>();
      if (!text) Refuse(key, "is no list of texts");
      texts.push_back(*text);
    }
    return texts;
  }

  std::vector<Table> Tables(std::string_view key) {
    std::vector<Table> tables;
    if (!Has(key)) return tables;
    const toml::array* const array = Node(key).as_array();
    if (!array) Refuse(key, "is no list");
    for (const toml::node& node : *array) {
      const toml::table* const table = node.as_table();
      if (!table) Refuse(key, "is no list of tables");
      const auto name = (*table)["name"].value<std::string>();
      tables.emplace_back(*table, fmt::format("{} '{}'", key, name.value_or("?")));
    }
    return tables;
  }

  void ExpectNoMore() const {
    for (const auto& [key, value] : table_) {
      if (!read_.contains(std::string(key.str()))) Refuse(key.str(), "is not known");
    }
  }

  /// Reads a text that becomes a part of a path: letters, digits, `._+-`, no dot or `-` in front.
  std::string Name(std::string_view key) {
    std::string name = Text(key);
    const bool plain = std::ranges::all_of(name, [](char c) {
      return std::isalnum(static_cast<unsigned char>(c)) != 0 ||
             std::string_view("._+-").find(c) != std::string_view::npos;
    });
    if (!plain || name.empty() || name.front() == '.' || name.front() == '-') {
      Refuse(key, "is no name of letters, digits and ._+-");
    }
    return name;
  }

  [[noreturn]] void Refuse(std::string_view key, std::string_view why) const {
    throw BadRecipe{fmt::format("{}: '{}' {}", where_, key, why)};
  }

 private:
  const toml::node& Node(std::string_view key) {
    read_.insert(std::string(key));
    const toml::node* const node = table_.get(key);
    if (!node) Refuse(key, "is missing");
    return *node;
  }

  const toml::table& table_;
  std::string where_;
  std::set<std::string> read_;
};

FileSelection ReadSelection(Table& table, std::string_view files) {
  return {.files = table.Texts(files), .exclude = table.Texts("exclude")};
}

RecipePackage ReadPackage(Table table) {
  RecipePackage package;
  package.name = table.Name("name");
  package.family = table.TextOr("family", package.name);
  const std::optional<Split> split = FindSplit(table.Text("split"));
  if (!split) table.Refuse("split", "is neither train, validation nor test");
  package.split = *split;
  if (table.Has("folder")) {
    package.folder = table.Text("folder");
    const fs::path folder = package.folder;
    const bool up = std::ranges::find(folder, "..") != folder.end();
    if (folder.is_absolute() || up) table.Refuse("folder", "is not beside the recipe");
  } else {
    package.version = table.Text("version");
    package.archive = table.Text("archive");
    package.sha256 = table.Name("sha256");
  }
  package.prepare = table.TextOr("prepare", "");
  package.flags = table.Texts("flags");
  package.units = ReadSelection(table, "units");
  if (table.Has("limit")) package.limit = table.Count("limit");
  for (Table& entry : table.Tables("program")) {
    RecipeProgram program{.name = entry.Name("name"), .selection = ReadSelection(entry, "files")};
    if (program.selection.files.empty()) entry.Refuse("files", "is missing");
    entry.ExpectNoMore();
    package.programs.push_back(std::move(program));
  }
  if (package.units.files.empty() && package.programs.empty()) {
    table.Refuse("units", "and 'program' are both missing");
  }
  table.ExpectNoMore();
  return package;
}

Recipe ReadDocument(Table table) {
  Recipe recipe;
  recipe.name = table.Text("name");
  recipe.source = table.Text("source");
  recipe.licence = table.Text("licence");
  recipe.fallback = table.TextOr("fallback", "");
  for (Table& package : table.Tables("package")) {
    recipe.packages.push_back(ReadPackage(std::move(package)));
  }
  table.ExpectNoMore();
  if (recipe.packages.empty()) table.Refuse("package", "is missing");
  return recipe;
}

void CheckSplits(const Recipe& recipe) {
  std::set<std::string> names;
  std::map<std::string, Split> split_of;
  for (const RecipePackage& package : recipe.packages) {
    if (!names.insert(package.name).second) {
      throw BadRecipe{fmt::format("package '{}' is there twice", package.name)};
    }
    const auto [family, added] = split_of.emplace(package.family, package.split);
    if (family->second != package.split) {
      throw BadRecipe{fmt::format("family '{}' is in {} and in {}", package.family,
                                  Name(family->second), Name(package.split))};
    }
  }
}

bool Matches(const std::string& pattern, const std::string& file) {
  const bool deep = pattern.find("**") != std::string::npos;
  return fnmatch(pattern.c_str(), file.c_str(), deep ? 0 : FNM_PATHNAME) == 0;
}

bool MatchesAny(const std::vector<std::string>& patterns, const std::string& file) {
  return std::ranges::any_of(patterns,
                             [&](const std::string& pattern) { return Matches(pattern, file); });
}

}  // namespace

Result<Recipe> ReadRecipe(const fs::path& file) {
  const Result<std::string> text = ReadText(file);
  if (!text) return text.error();
  const auto bad = [&](std::string_view why) {
    return Error{ErrorCode::kBadInput,
                 fmt::format("'{}' is no recipe for a data set: {}", file.string(), why)};
  };
  try {
    const toml::table document = toml::parse(*text);
    Recipe recipe = ReadDocument(Table(document, "recipe"));
    CheckSplits(recipe);
    std::error_code ignored;
    recipe.folder = fs::absolute(file, ignored).parent_path();
    return recipe;
  } catch (const toml::parse_error& error) {
    return bad(fmt::format("line {}: {}", error.source().begin.line, error.description()));
  } catch (const BadRecipe& error) {
    return bad(error.why);
  }
}

Hash128 Fingerprint(const RecipePackage& package) {
  return HashBytes(fmt::format("{}\n{}\n{}\n{}", package.name, package.sha256, package.prepare,
                               fmt::join(package.flags, " ")));
}

bool Selects(const FileSelection& selection, const std::string& file) {
  return MatchesAny(selection.files, file) && !MatchesAny(selection.exclude, file);
}

}  // namespace autotune
