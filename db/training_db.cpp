#include "db/training_db.h"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <iterator>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <tuple>
#include <unordered_map>
#include <utility>
#include <vector>

#include "db/statement.h"
#include "db/training_blob.h"

namespace autotune {
namespace {

constexpr Migration kTrainingMigrations[] = {
    {1, R"sql(
CREATE TABLE schema_version (
  version INTEGER NOT NULL,
  min_compatible INTEGER NOT NULL
) STRICT;
INSERT INTO schema_version VALUES (0, 0);

-- One row: what all episodes have in common.
CREATE TABLE collection (
  actions TEXT NOT NULL CHECK (length(actions) = 32),
  action_count INTEGER NOT NULL,
  tokens_version INTEGER NOT NULL
) STRICT;

CREATE TABLE program (
  number INTEGER PRIMARY KEY,
  program TEXT NOT NULL UNIQUE CHECK (length(program) = 32),
  name TEXT NOT NULL,
  family TEXT NOT NULL,
  ir TEXT NOT NULL CHECK (length(ir) = 32),
  oz INTEGER NOT NULL,
  tokens BLOB NOT NULL
) STRICT;

CREATE TABLE episode (
  number INTEGER NOT NULL REFERENCES program ON DELETE CASCADE,
  rank INTEGER NOT NULL,
  passes INTEGER NOT NULL,
  cost INTEGER NOT NULL,
  steps BLOB NOT NULL,
  PRIMARY KEY (number, rank)
) STRICT;
)sql"},
};

/// Row of `collection`.
struct Kind {
  Hash128 actions;
  std::size_t action_count = 0;
  std::uint32_t tokens_version = kIrTokensVersion;

  bool operator==(const Kind&) const = default;
};

Error Damaged(const std::string& file, const std::string& what) {
  return {ErrorCode::kBadInput, "'" + file + "' is damaged: " + what};
}

/// Returns the kind of the file, or nothing if nobody has begun with it.
Result<std::optional<Kind>> ReadKind(SQLite::Database& connection, const std::string& file) {
  Statement query(connection, "SELECT actions, action_count, tokens_version FROM collection");
  if (!query.executeStep()) return std::optional<Kind>();
  const std::optional<Hash128> actions = query.HashAt(0);
  if (!actions) return Damaged(file, "its action space has no valid fingerprint");
  return std::optional(Kind{*actions, query.CountAt(1), query.getColumn(2).getUInt()});
}

/// Returns an error if a file of kind `found` is of no use to a caller who needs `wanted`.
Status CheckKind(const Kind& found, const Kind& wanted, const std::string& file) {
  if (found == wanted) return {};
  const bool tokens = found.tokens_version != wanted.tokens_version;
  return Error{ErrorCode::kInvalidArgument, "'" + file + "' was collected with another " +
                                                (tokens ? "kind of tokens" : "action space") +
                                                "; name another file"};
}

std::int64_t InsertProgram(SQLite::Database& connection, const TrainingProgram& program) {
  Statement insert(connection,
                   "INSERT INTO program (program, name, family, ir, oz, tokens) "
                   "VALUES (?, ?, ?, ?, ?, ?) ON CONFLICT DO NOTHING RETURNING number");
  const std::string tokens = Pack(program.tokens);
  insert.Bind(program.id, program.name, program.family, program.ir, program.oz, Blob{tokens});
  return insert.executeStep() ? insert.getColumn(0).getInt64() : 0;
}

void InsertEpisodes(SQLite::Database& connection, std::int64_t program,
                    const std::vector<Episode>& episodes) {
  Statement insert(connection, "INSERT INTO episode VALUES (?, ?, ?, ?, ?)");
  for (std::size_t rank = 0; rank < episodes.size(); ++rank) {
    const Episode& episode = episodes[rank];
    const std::string steps = Pack(episode);
    insert.Run(program, rank, episode.passes.size(), episode.steps.back().cost, Blob{steps});
  }
}

/// True if an action space of `action_count` passes has all passes of the episode, tried ones
/// included.
bool HasPasses(std::size_t action_count, const Episode& episode) {
  const auto known = [&](PassId pass) { return pass < action_count; };
  return std::ranges::all_of(episode.passes, known) &&
         std::ranges::all_of(episode.steps, [&](const EpisodeStep& step) {
           return std::ranges::all_of(step.tried, known, &TriedPass::pass);
         });
}

Result<std::vector<Episode>> ReadEpisodes(Statement& query, std::int64_t program,
                                          const Kind& kind) {
  std::vector<Episode> episodes;
  query.Bind(program);
  while (query.executeStep()) {
    Result<Episode> episode = UnpackEpisode(query.BlobAt(0));
    if (!episode) return episode.error();
    if (!HasPasses(kind.action_count, *episode)) {
      return Error{ErrorCode::kBadInput, "a pass is not of its action space"};
    }
    episodes.push_back(*std::move(episode));
  }
  return episodes;
}

/// Appends the programs of one file.
Status ReadPrograms(SQLite::Database& connection, const std::string& file, const Kind& kind,
                    std::vector<TrainingProgram>& programs) {
  Statement query(connection,
                  "SELECT number, program, name, family, ir, oz, tokens FROM program "
                  "ORDER BY number");
  Statement steps(connection, "SELECT steps FROM episode WHERE number = ? ORDER BY rank");
  while (query.executeStep()) {
    TrainingProgram program;
    program.name = query.getColumn(2).getString();
    const std::optional<ProgramId> id = query.HashAt(1);
    const std::optional<Hash128> ir = query.HashAt(4);
    if (!id || !ir) return Damaged(file, "program '" + program.name + "' has no valid hash");
    program.id = *id;
    program.ir = *ir;
    program.family = query.getColumn(3).getString();
    program.oz = query.CountAt(5);
    Result<IrTokens> tokens = UnpackTokens(query.BlobAt(6));
    if (!tokens) return Damaged(file, program.name + ": " + tokens.error().message);
    if (!IsWellFormed(*tokens)) return Damaged(file, program.name + ": its tokens are none");
    program.tokens = *std::move(tokens);
    Result<std::vector<Episode>> episodes =
        ReadEpisodes(steps, query.getColumn(0).getInt64(), kind);
    if (!episodes) return Damaged(file, program.name + ": " + episodes.error().message);
    program.episodes = *std::move(episodes);
    programs.push_back(std::move(program));
  }
  return {};
}

/// Adds the knowledge of another search about a state.
void Learn(EpisodeStep& state, const EpisodeStep& other) {
  state.reachable = std::min(state.reachable, other.reachable);
  for (const TriedPass& tried : other.tried) {
    const auto known = std::ranges::find(state.tried, tried.pass, &TriedPass::pass);
    if (known == state.tried.end()) {
      state.tried.push_back(tried);
      continue;
    }
    known->visits = std::max(known->visits, tried.visits);
    known->changed |= tried.changed;
    known->reachable = std::min(known->reachable, tried.reachable);
  }
}

/// Returns the passes that lead to the state at `step`.
PassSequence Before(const Episode& episode, std::size_t step) {
  return {episode.passes.begin(), episode.passes.begin() + static_cast<std::ptrdiff_t>(step)};
}

/// Unites episodes of several searches: each list once, and the same knowledge of a state in all.
void Unite(std::vector<Episode>& episodes) {
  std::map<PassSequence, EpisodeStep> states;
  for (const Episode& episode : episodes) {
    for (std::size_t i = 0; i < episode.steps.size(); ++i) {
      const auto [state, added] = states.try_emplace(Before(episode, i), episode.steps[i]);
      if (!added) Learn(state->second, episode.steps[i]);
    }
  }
  std::set<PassSequence> seen;
  std::erase_if(episodes, [&](const Episode& one) { return !seen.insert(one.passes).second; });
  for (Episode& episode : episodes) {
    for (std::size_t i = 0; i < episode.steps.size(); ++i) {
      episode.steps[i] = states.at(Before(episode, i));
    }
  }
  std::ranges::sort(episodes, {},
                    [](const Episode& one) { return std::tie(one.steps.back().cost, one.passes); });
}

/// Merges programs with the same IR, as `ReadTrainingSet` promises.
void MergeEqualPrograms(std::vector<TrainingProgram>& programs) {
  std::unordered_map<Hash128, std::size_t> places;
  std::set<std::size_t> merged;
  std::vector<TrainingProgram> different;
  for (TrainingProgram& program : programs) {
    const auto [place, added] = places.emplace(program.ir, different.size());
    if (added) {
      different.push_back(std::move(program));
      continue;
    }
    std::ranges::move(program.episodes, std::back_inserter(different[place->second].episodes));
    merged.insert(place->second);
  }
  for (const std::size_t place : merged) Unite(different[place].episodes);
  programs = std::move(different);
}

}  // namespace

const FileFormat kTrainingFormat{.application_id = 0x6175746c,  // "autl"
                                 .migrations = kTrainingMigrations};

Result<std::unique_ptr<TrainingDb>> TrainingDb::Open(const std::filesystem::path& path,
                                                     const Hash128& actions,
                                                     std::size_t action_count) {
  Result<std::unique_ptr<Database>> database = Database::Open(path, {.format = &kTrainingFormat});
  if (!database) return database.error();
  const Kind wanted{actions, action_count};
  const Status status = (*database)->Write([&](SQLite::Database& connection) -> Status {
    const Result<std::optional<Kind>> found = ReadKind(connection, path.string());
    if (!found) return found.error();
    if (*found) return CheckKind(**found, wanted, path.string());
    Statement(connection, "INSERT INTO collection VALUES (?, ?, ?)")
        .Run(actions, action_count, kIrTokensVersion);
    return {};
  });
  if (!status.ok()) return status.error();
  return std::unique_ptr<TrainingDb>(new TrainingDb(*std::move(database)));
}

Result<std::unordered_set<ProgramId>> TrainingDb::Programs() {
  const MutexLock lock(mutex_);
  return database_->Read<std::unordered_set<ProgramId>>([](SQLite::Database& connection) {
    std::unordered_set<ProgramId> programs;
    Statement query(connection, "SELECT program FROM program");
    while (query.executeStep()) {
      if (const auto id = query.HashAt(0)) programs.insert(*id);
    }
    return programs;
  });
}

Status TrainingDb::Append(const TrainingProgram& program) {
  const MutexLock lock(mutex_);
  return database_->Write([&](SQLite::Database& connection) {
    const std::int64_t number = InsertProgram(connection, program);
    if (number != 0) InsertEpisodes(connection, number, program.episodes);
    return Status();
  });
}

Result<TrainingSet> ReadTrainingSet(std::span<const std::filesystem::path> paths) {
  if (paths.empty()) {
    return Error{ErrorCode::kInvalidArgument, "no file with programs to learn from was given"};
  }
  TrainingSet set;
  std::optional<Kind> kind;
  for (const std::filesystem::path& path : paths) {
    const Result<std::unique_ptr<Database>> database =
        Database::OpenReadOnly(path, {.format = &kTrainingFormat});
    if (!database) return database.error();
    const Status status = (*database)->Read([&](SQLite::Database& connection) -> Status {
      const std::string file = path.string();
      const Result<std::optional<Kind>> found = ReadKind(connection, file);
      if (!found) return found.error();
      if (!*found) return Damaged(file, "it names no action space");
      if (!kind) kind = Kind{(*found)->actions, (*found)->action_count};
      if (Status status = CheckKind(**found, *kind, file); !status.ok()) return status;
      return ReadPrograms(connection, file, *kind, set.programs);
    });
    if (!status.ok()) return status.error();
  }
  MergeEqualPrograms(set.programs);
  set.actions = kind->actions;
  set.action_count = kind->action_count;
  return set;
}

}  // namespace autotune
