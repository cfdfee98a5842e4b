#pragma once

#include <cstddef>
#include <filesystem>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "core/hash.h"
#include "core/result.h"

namespace autotune {

/// Environment variables that the wrapper reads and `autotune build` sets.
inline constexpr char kBuildVariable[] = "AUTOTUNE_BUILD";          ///< absolute unit folder
inline constexpr char kModeVariable[] = "AUTOTUNE_BUILD_MODE";      ///< `apply`; else record
inline constexpr char kLevelsVariable[] = "AUTOTUNE_BUILD_LEVELS";  ///< `all`; else -Os and -Oz
inline constexpr char kCompilerVariable[] = "AUTOTUNE_CC";          ///< plain compiler of C
inline constexpr char kCxxCompilerVariable[] = "AUTOTUNE_CXX";      ///< plain compiler of C++
/// Those that the plugin reads: a file for the front end's bitcode, and that of a plan.
inline constexpr char kRecordVariable[] = "AUTOTUNE_RECORD";
inline constexpr char kPlanVariable[] = "AUTOTUNE_PLAN";
inline constexpr char kApplyMode[] = "apply";
inline constexpr char kAllLevels[] = "all";

/// A compile that made an object, as the wrapper saw it.
struct RecordedUnit {
  Hash128 module;                       ///< hash of the front end's bitcode
  std::string folder;                   ///< absolute; where the compiler ran
  std::string source;                   ///< as the command names it, seen from `folder`
  std::string output;                   ///< the object, likewise
  std::vector<std::string> compiler;    ///< words of the plain compiler
  std::vector<std::string> code_words;  ///< words that make the object of the bitcode

  /// Hash of all that decides on the object: bitcode, `compiler` and `code_words`.
  Hash128 key() const;
  /// True if the plain object is bitcode for link-time optimisation.
  bool is_bitcode() const;
  /// Returns the words of a call that makes `object` of a module, with `more` words besides those
  /// of the unit.
  std::vector<std::string> CodeCall(const std::filesystem::path& bitcode,
                                    const std::vector<std::string>& more,
                                    const std::filesystem::path& object) const;
  std::filesystem::path SourcePath() const;
  std::filesystem::path OutputPath() const;
};

/// A call of the linker, by way of the compiler, as the wrapper saw it.
struct RecordedLink {
  std::string folder;                 ///< absolute; where the compiler ran
  std::string output;                 ///< as the command names it, seen from `folder`
  std::vector<std::string> compiler;  ///< words of the plain compiler
  std::vector<std::string> words;     ///< the other words; empty: not known

  /// Hash of all of it.
  Hash128 hash() const;
  std::filesystem::path OutputPath() const;
  /// The file that a word names, in normal form.
  std::filesystem::path PathOf(const std::string& word) const;
};

/// A linked file whose units are also one module, which is compiled to one object.
struct MergedProgram {
  Hash128 key;                             ///< of the object, as `RecordedUnit::key` is
  std::filesystem::path output;            ///< absolute
  Hash128 link;                            ///< of the recorded link
  Hash128 inputs;                          ///< of the objects that it takes; see `HashInputs`
  std::vector<std::size_t> units_of_link;  ///< words that name units' objects, rising; at least one
  /// The outputs of all units, absolute, and the units' keys.
  std::vector<std::pair<std::string, Hash128>> units;

  /// Returns the words of the link with `object` in the place of the units' objects, and without
  /// link-time optimisation.
  std::vector<std::string> Words(std::vector<std::string> link,
                                 const std::filesystem::path& object) const;
};

/// The folder that wrappers and `autotune build` share: the units of one project, the objects that
/// were tuned for them, and counts. All files are replaced in one step, so any number of processes
/// may use a folder at once, and a killed one leaves at most files in `temporary()`.
class UnitFolder {
 public:
  explicit UnitFolder(std::filesystem::path root) : root_(std::move(root)) {}

  /// Makes the folder, for this user alone. Errors: `kIo`.
  Status Create() const;
  /// True if the folder is complete; one of an earlier version is not.
  bool IsComplete() const;

  const std::filesystem::path& root() const { return root_; }
  std::filesystem::path temporary() const { return root_ / "tmp"; }
  std::filesystem::path lock() const { return root_ / "lock"; }
  std::filesystem::path Module(const Hash128& module) const;
  /// The object that the plain compiler made.
  std::filesystem::path Plain(const Hash128& key) const;
  /// The object of a source that one call compiles and links. Both paths are absolute.
  std::filesystem::path LinkedObject(const std::filesystem::path& linked,
                                     const std::filesystem::path& source) const;
  /// True for a path that `LinkedObject` returns.
  bool IsLinkedObject(const std::filesystem::path& object) const;
  /// Object that replaces the plain one in apply mode.
  std::filesystem::path Tuned(const Hash128& key) const;
  /// Tuned object that is not to be used.
  std::filesystem::path Rejected(const Hash128& key) const;
  /// Tuned object that is not to be used for the moment.
  std::filesystem::path Held(const Hash128& key) const;
  /// Keys of tuned objects, a line each: with some of them the check failed, and which is not
  /// known.
  std::filesystem::path Suspects() const { return root_ / "suspects"; }
  /// The pass list of a tuned object.
  std::filesystem::path List(const Hash128& key) const;
  /// The answer that was last tried for an object without a search.
  std::filesystem::path Tried(const Hash128& key) const;
  /// How one call of the compiler makes a tuned object (`ObjectRecipe`).
  std::filesystem::path Recipe(const Hash128& key) const;
  /// Removes the recipes of objects that are not there.
  void ForgetRecipes() const;
  /// Time that was spent on tuning a unit.
  std::filesystem::path Spent(const Hash128& key) const;
  /// The size of a linked file without tuned objects.
  std::filesystem::path LinkedSize(const std::filesystem::path& linked) const;
  /// File that says if this compiler was found to write bitcode.
  std::filesystem::path Compiler(const Hash128& compiler) const;

  /// Counts one event under a name, which is one line. Counts of simultaneous processes add up.
  Status Count(std::string_view event) const;
  /// Returns the number of events by name, since the last `ForgetCounts`.
  std::map<std::string, std::size_t> Counts() const;
  Status ForgetCounts() const;

  /// Adds a unit whose bitcode is in `bitcode`, a file in `temporary()` that moves to its place,
  /// and a copy of its plain object. A unit with the same output is replaced. Errors: `kIo`.
  Status Add(const RecordedUnit& unit, const std::filesystem::path& bitcode) const;
  /// Removes the unit of this output, if there is one.
  void Forget(const std::filesystem::path& output) const;
  /// Returns the units whose bitcode, plain object, and source or object still exist, by output.
  /// Damaged files are left out.
  std::vector<RecordedUnit> Units() const;

  /// Removes bitcode and objects that no unit, merged program or link names, such as those of
  /// earlier versions, if all of these can be read. No build may use the folder meanwhile.
  void RemoveUnused() const;

  /// When the unit of this output was added; long ago if there is none.
  std::filesystem::file_time_type AddedAt(const std::filesystem::path& output) const;

  /// Notes that a build made `object` of `made`, a file of this folder, such as with `strip`, or
  /// removed it. Errors: `kIo`.
  Status NoteChange(const std::filesystem::path& object, const std::filesystem::path& made) const;
  /// True if `object` has the contents of `made`, or those that were noted with these.
  bool IsMadeOf(const std::filesystem::path& object, const std::filesystem::path& made) const;
  /// True if the build that made an object removed it, by the last note.
  bool WasRemoved(const std::filesystem::path& object) const;

  /// Returns the unit of this output; none if there is none, or its file is damaged.
  std::optional<RecordedUnit> UnitOf(const std::filesystem::path& output) const;

  /// Adds a link. One with the same output is replaced. Errors: `kIo`.
  Status AddLink(const RecordedLink& link) const;
  /// Returns the links whose outputs still exist, by output.
  std::vector<RecordedLink> Links() const;

  /// Adds a merged program. One with the same output is replaced. Errors: `kIo`.
  Status AddMerged(const MergedProgram& program) const;
  /// Removes the merged program of this output, if there is one. Errors: `kIo`.
  Status RemoveMerged(const std::filesystem::path& output) const;
  /// Returns the merged programs, by output. Damaged files are left out.
  std::vector<MergedProgram> Merged() const;
  /// Returns the merged program of this output; none if there is none, or its file is damaged.
  std::optional<MergedProgram> MergedOf(const std::filesystem::path& output) const;
  /// True if the units of a merged program are still those that were merged.
  bool IsCurrent(const MergedProgram& program) const;
  /// Notes that a linked file has the merged object of this key, or may have it. Errors: `kIo`.
  Status NoteMerged(const std::filesystem::path& output, const Hash128& key) const;
  void ForgetMerged(const std::filesystem::path& output) const;
  /// True if the last note is of this key and the file is the one that was noted.
  bool HasMerged(const std::filesystem::path& output, const Hash128& key) const;
  /// Notes that the program of this key was not linked, since its inputs have changed. Errors:
  /// `kIo`.
  Status NoteUnfit(const std::filesystem::path& output, const Hash128& key) const;
  bool IsUnfit(const std::filesystem::path& output, const Hash128& key) const;
  /// When the last note of this output was written; long ago if there is none.
  std::filesystem::file_time_type NotedAt(const std::filesystem::path& output) const;
  /// Notes a file anew that was noted with this key since then, and changed after its link.
  void RenewNote(const std::filesystem::path& output, const Hash128& key,
                 std::filesystem::file_time_type since) const;
  /// True if there is a note of any key.
  bool MayHaveMerged(const std::filesystem::path& output) const;

  /// Puts `contents` at `file` in one step, by way of a file of this process. Errors: `kIo`.
  Status Replace(const std::filesystem::path& file, std::string_view contents) const;
  /// Returns a new path in `temporary()` that no other process uses, on any host.
  std::filesystem::path NewTemporary(std::string_view extension) const;

 private:
  std::filesystem::path Object(const char* folder, const Hash128& key) const;
  std::filesystem::path NoteOf(const std::filesystem::path& output) const;

  std::filesystem::path root_;
};

/// Files in `temporary()` that are removed at the end of a scope. Not thread-safe.
class TemporaryFiles {
 public:
  /// `folder` must outlive this object.
  explicit TemporaryFiles(const UnitFolder& folder) : folder_(folder) {}
  TemporaryFiles(const TemporaryFiles&) = delete;
  TemporaryFiles& operator=(const TemporaryFiles&) = delete;
  ~TemporaryFiles();

  /// Returns a new path. The file, or folder, may be made and may move away.
  std::filesystem::path New(std::string_view extension);

 private:
  const UnitFolder& folder_;
  std::vector<std::filesystem::path> files_;
};

}  // namespace autotune
