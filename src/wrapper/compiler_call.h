#pragma once

#include <cstddef>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace autotune {

/// Why a call with -O1 to -O3 is no unit, and why one with -O0, -Og or no level is none.
inline constexpr char kNotForSize[] = "not compiled for size";
inline constexpr char kNotOptimized[] = "not optimised";

/// Code word of a unit whose plain object is bitcode, made with `-flto`. An object that is made of
/// the unit's bitcode is machine code.
inline constexpr char kMachineCode[] = "-fno-lto";

/// Optimisation levels whose compiles are recorded.
enum class RecordedLevels {
  kSize,       ///< -Os and -Oz
  kOptimized,  ///< all but -O0 and -Og
};

/// A command line of a C or C++ compiler, read by our table of clang's options.
struct CompilerCall {
  /// Reason why the call goes to the plain compiler alone; empty for a compile of one C or C++
  /// source to one object. A reason is one line and is the same for all calls alike.
  std::string refusal;
  std::string source;
  std::string output;  ///< as given, or as the compiler names it without `-o`; empty: not said
  bool links = false;  ///< true if the compiler would run the linker
  /// If it also compiles before it links, and each source could be a call of its own: the positions
  /// of the sources in `words`.
  std::vector<std::size_t> sources;
  bool compiles = false;  ///< true for `-c`
  /// Sources of which the compiler makes objects, as given.
  std::vector<std::string> compiled;
  /// Positions of all inputs in `words`.
  std::vector<std::size_t> inputs;

  /// The words without flags of GCC that clang rejects and that only hint at optimisation.
  std::vector<std::string> words;
  std::vector<std::string> dropped;  ///< those flags
  /// Words that also matter when bitcode of the source becomes an object.
  std::vector<std::string> code_words;
};

/// Reads a command line without the compiler's name. An option that the table lacks, or that makes
/// the object depend on more than one module, is a refusal. So is a probe, which the names of the
/// first input and of the working folder tell.
CompilerCall ReadCompilerCall(std::span<const std::string> words,
                              RecordedLevels levels = RecordedLevels::kSize);

/// True for an option of a file of dependencies, also by way of the preprocessor's options.
bool IsOfDependencies(std::string_view word);

/// Returns the object that a compiler makes of a source without `-o`.
std::string ObjectOf(const std::string& source);

/// Returns the flags of GCC that `ReadCompilerCall` drops. One with a value ends in `=`.
std::vector<std::string> GccOnlyFlags();

}  // namespace autotune
