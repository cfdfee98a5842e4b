#pragma once

#include <filesystem>
#include <functional>
#include <map>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "core/hash.h"
#include "core/result.h"
#include "wrapper/unit_folder.h"

namespace autotune {

/// An object that a linker took in.
struct LinkedObject {
  std::filesystem::path file;
  std::string member;  ///< member of the archive `file`; empty: `file` itself
  std::string bytes;   ///< its contents

  /// Returns the name of the member, or else of the file, for messages.
  std::string name() const { return member.empty() ? file.string() : member; }
};

/// True for the bitcode that link-time optimisation takes as an object.
bool IsBitcode(std::string_view bytes);

/// Runs a command, without input, and waits for its end. Errors: `kBadInput` if it fails.
using RunWords = std::function<Status(const std::vector<std::string>& words)>;

/// Runs a command in a folder. Its output goes to a file of any length. Errors: those of `run`,
/// with the first line that the command writes to stderr.
Status RunIn(const std::filesystem::path& folder, const std::vector<std::string>& command,
             const std::filesystem::path& output, const RunWords& run);

/// Returns the options of the linker among the words of a compiler.
std::vector<std::string> LinkerOptions(const std::vector<std::string>& words);

/// True if an object may have functions that run without being called. A section that is only named
/// like theirs counts as one.
bool RunsByItself(std::string_view bytes);

/// Returns the names that `nm` lists for objects with these options, without their versions.
/// Errors: those of `run`.
Result<std::set<std::string>> SymbolNames(const std::vector<std::string>& options,
                                          const std::vector<std::filesystem::path>& objects,
                                          const UnitFolder& folder, const RunWords& run);

/// True if a link makes a shared library; false for a program.
bool MakesSharedLibrary(const RecordedLink& link);

/// Returns the names that a file's dynamic table defines, some with `@VERSION`, and the letters
/// that `nm` has for their kinds: `W` for a weak function, `V` and `u` for variables that several
/// files may have. Errors: those of `run`.
Result<std::map<std::string, char>> DynamicNames(const std::filesystem::path& file,
                                                 const UnitFolder& folder, const RunWords& run);

/// Links once more, with other words, into `output`, and writes nothing else. Returns the objects
/// that the linker took, in its order, bitcode among them. Errors: `kBadInput` if the link fails,
/// or if nobody can tell what it reads. It may read objects, shared libraries and linker scripts of
/// the system; anything else is an error as well.
Result<std::vector<LinkedObject>> TraceLink(const RecordedLink& link,
                                            const std::vector<std::string>& words,
                                            const std::filesystem::path& output,
                                            const UnitFolder& folder, const RunWords& run);

/// Returns a hash of the order of a link's objects and of the contents of those that are no unit of
/// the program. Plain and tuned objects of a unit count as the same.
Hash128 HashInputs(const std::vector<LinkedObject>& objects, const MergedProgram& program,
                   const UnitFolder& folder);

/// Links into `output` with `object` in the place of the program's units. Errors: `kBadInput` if
/// the plain link takes other objects than the program was made for, if one of the units is linked
/// beside `object`, if a link fails, if it takes other members of archives so that the program may
/// do something else, if it takes more members than link-time optimisation of the units, or if
/// shared libraries or dynamic symbols differ. A program may lose weak symbols, and copies of a
/// library's variables.
Status LinkMerged(const RecordedLink& link, const MergedProgram& program,
                  const std::filesystem::path& object, const std::filesystem::path& output,
                  const UnitFolder& folder, const RunWords& run);

}  // namespace autotune
