#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "board/config.h"
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
  std::string name{};    ///< name that no other program has
  bool changed = false;  ///< true if changed since its data set was built, so that it can't be used
};

struct BoardedPrograms {
  std::vector<BoardedProgram> programs;
  /// Warnings about files with the same content, of which the first one counts.
  std::vector<std::string> warnings;
};

/// Reads the files and identifies their programs. A file that can't be read becomes a program with
/// an id that no program has. The look at it later tells why.
BoardedPrograms IdentifyPrograms(const std::vector<FoundProgram>& files);

/// Looks at programs before a leaderboard's runs do. Thread-safe.
class ProgramChecker {
 public:
  /// `observer` is told of a database that can't be used, and must outlive this object.
  ProgramChecker(LeaderboardConfig config, std::filesystem::path database, const Hash128& toolchain,
                 TuneObserver& observer)
      : config_(std::move(config)),
        database_(std::move(database)),
        toolchain_(toolchain),
        observer_(observer) {}

  /// Returns those of the programs with these `indices` that can't be used or whose levels the
  /// database doesn't know.
  std::vector<std::size_t> Unknown(const std::vector<BoardedProgram>& programs,
                                   const std::vector<std::size_t>& indices) const;

  /// Loads the program and stores its levels in the database, so that no run has to measure them.
  /// Returns warnings about it. Errors: it can't be used, in one line; `kCancelled`.
  Result<std::vector<std::string>> At(const BoardedProgram& program, const Budget& budget) const;

 private:
  const LeaderboardConfig config_;
  const std::filesystem::path database_;
  const Hash128 toolchain_;
  TuneObserver& observer_;
};

}  // namespace autotune
