#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "board/leaderboard_config.h"
#include "core/budget.h"
#include "core/hash.h"
#include "core/program.h"
#include "core/result.h"
#include "dataset/find_programs.h"
#include "tune/observer.h"

namespace autotune {

/// A program of a leaderboard.
struct BoardedProgram {
  std::filesystem::path file;
  ProgramId id;
  std::string name{};    ///< that no other one has
  bool changed = false;  ///< since its data set was built: it can't be used
};

struct BoardedPrograms {
  std::vector<BoardedProgram> programs;
  std::vector<std::string> warnings;  ///< of files with the same content: the first one counts
};

/// Reads the files, no more. One that can't be read is among the programs all the same, with an id
/// that no program has: whoever looks at it learns why.
BoardedPrograms IdentifyPrograms(const std::vector<FoundProgram>& files);

/// Looks at programs before a leaderboard's runs do. Thread-safe.
class BoardLook {
 public:
  /// `observer`, told of a database that can't be used, must outlive this object.
  BoardLook(LeaderboardConfig config, std::filesystem::path database, const Hash128& toolchain,
            TuneObserver& observer)
      : config_(std::move(config)),
        database_(std::move(database)),
        toolchain_(toolchain),
        observer_(observer) {}

  /// Those that the database doesn't know the levels of or that can't be used, of the programs with
  /// these indices.
  std::vector<std::size_t> Unknown(const std::vector<BoardedProgram>& programs,
                                   const std::vector<std::size_t>& indices) const;

  /// Loads the program and leaves its levels in the database, so that no run has to measure them.
  /// Returns warnings about it. Errors: it can't be used, in one line; `kCancelled`.
  Result<std::vector<std::string>> At(const BoardedProgram& program, const Budget& budget) const;

 private:
  const LeaderboardConfig config_;
  const std::filesystem::path database_;
  const Hash128 toolchain_;
  TuneObserver& observer_;
};

}  // namespace autotune
