#include "wrapper/compiler_call.h"

#include <algorithm>
#include <array>
#include <filesystem>

#include "core/printable.h"

namespace autotune {

namespace {

/// The words that an option takes.
enum class Shape {
  kWord,          ///< this word
  kPrefix,        ///< a word that begins so
  kPair,          ///< this word and the next one
  kPairOrPrefix,  ///< both
};

enum class Role {
  kCompile,
  kOutput,
  kLanguage,
  kLevel,
  kSource,   ///< decides on the front end's output, its messages, or linking
  kCode,     ///< may also decide on the code that is made of it
  kGccOnly,  ///< clang rejects it, and it only hints at optimisation
  kRefused,
};

struct Row {
  std::string_view option;
  Shape shape;
  Role role;
  std::string_view refusal = {};
};

constexpr std::string_view kQuestion = "asks the compiler something";
constexpr std::string_view kNoObject = "makes no object";
constexpr std::string_view kOtherTool = "options for another tool";
constexpr std::string_view kPlugin = "compiler plugin";
constexpr std::string_view kLto = "link-time optimisation";
constexpr std::string_view kProfile = "profile or coverage";
constexpr std::string_view kSanitizer = "sanitizer";
constexpr std::string_view kInstrumented = "instrumented code";
constexpr std::string_view kMoreFiles = "writes further files";
constexpr std::string_view kModules = "C++ modules";
constexpr std::string_view kPrecompiled = "precompiled header";
constexpr std::string_view kOffload = "code for an accelerator";
constexpr std::string_view kRecordsCommand = "the object records its command line";
constexpr std::string_view kInternal = "options of the compiler's inside";

// The first row that fits a word decides.
constexpr Row kRows[] = {
    {"-c", Shape::kWord, Role::kCompile},
    {"-o", Shape::kPairOrPrefix, Role::kOutput},
    {"-x", Shape::kPairOrPrefix, Role::kLanguage},

    {"-E", Shape::kWord, Role::kRefused, kNoObject},
    {"-S", Shape::kWord, Role::kRefused, kNoObject},
    {"-M", Shape::kWord, Role::kRefused, kNoObject},
    {"-MM", Shape::kWord, Role::kRefused, kNoObject},
    {"-fsyntax-only", Shape::kWord, Role::kRefused, kNoObject},
    {"-emit-", Shape::kPrefix, Role::kRefused, kNoObject},
    {"--analyze", Shape::kPrefix, Role::kRefused, kNoObject},
    {"--preprocess", Shape::kWord, Role::kRefused, kNoObject},
    {"--assemble", Shape::kWord, Role::kRefused, kNoObject},
    {"--precompile", Shape::kWord, Role::kRefused, kNoObject},

    {"-v", Shape::kWord, Role::kRefused, kQuestion},
    {"-V", Shape::kWord, Role::kRefused, kQuestion},
    {"-qversion", Shape::kWord, Role::kRefused, kQuestion},
    {"-###", Shape::kWord, Role::kRefused, kQuestion},
    {"--version", Shape::kWord, Role::kRefused, kQuestion},
    {"--help", Shape::kPrefix, Role::kRefused, kQuestion},
    {"-help", Shape::kWord, Role::kRefused, kQuestion},
    {"-dump", Shape::kPrefix, Role::kRefused, kQuestion},
    {"-print-", Shape::kPrefix, Role::kRefused, kQuestion},
    {"--print-", Shape::kPrefix, Role::kRefused, kQuestion},
    {"-dM", Shape::kWord, Role::kRefused, kQuestion},
    {"-dD", Shape::kWord, Role::kRefused, kQuestion},

    {"-flto", Shape::kPrefix, Role::kRefused, kLto},
    {"-fthin-link", Shape::kPrefix, Role::kRefused, kLto},
    {"-ffat-lto-objects", Shape::kWord, Role::kRefused, kLto},
    {"-fwhole-program-vtables", Shape::kWord, Role::kRefused, kLto},
    {"-fembed-bitcode", Shape::kPrefix, Role::kRefused, kLto},
    {"-fplugin", Shape::kPrefix, Role::kRefused, kPlugin},
    {"-fpass-plugin", Shape::kPrefix, Role::kRefused, kPlugin},
    {"-fprofile", Shape::kPrefix, Role::kRefused, kProfile},
    {"-fcs-profile", Shape::kPrefix, Role::kRefused, kProfile},
    {"-fmemory-profile", Shape::kPrefix, Role::kRefused, kProfile},
    {"-fauto-profile", Shape::kPrefix, Role::kRefused, kProfile},
    {"-fpseudo-probe", Shape::kPrefix, Role::kRefused, kProfile},
    {"-ftest-coverage", Shape::kWord, Role::kRefused, kProfile},
    {"-fcoverage", Shape::kPrefix, Role::kRefused, kProfile},
    {"-coverage", Shape::kWord, Role::kRefused, kProfile},
    {"--coverage", Shape::kWord, Role::kRefused, kProfile},
    {"-fsanitize", Shape::kPrefix, Role::kRefused, kSanitizer},
    {"-fexperimental-sanitize", Shape::kPrefix, Role::kRefused, kSanitizer},
    {"-finstrument", Shape::kPrefix, Role::kRefused, kInstrumented},
    {"-fxray", Shape::kPrefix, Role::kRefused, kInstrumented},
    {"-pg", Shape::kWord, Role::kRefused, kInstrumented},
    {"-p", Shape::kWord, Role::kRefused, kInstrumented},
    {"-mfentry", Shape::kWord, Role::kRefused, kInstrumented},
    {"-mrecord-mcount", Shape::kWord, Role::kRefused, kInstrumented},
    {"-save-temps", Shape::kPrefix, Role::kRefused, kMoreFiles},
    {"--save-temps", Shape::kPrefix, Role::kRefused, kMoreFiles},
    {"-ftime-trace", Shape::kPrefix, Role::kRefused, kMoreFiles},
    {"-ftime-report", Shape::kPrefix, Role::kRefused, kMoreFiles},
    {"-fstack-usage", Shape::kWord, Role::kRefused, kMoreFiles},
    {"-fproc-stat-report", Shape::kPrefix, Role::kRefused, kMoreFiles},
    {"-fsave-", Shape::kPrefix, Role::kRefused, kMoreFiles},
    {"-foptimization-record", Shape::kPrefix, Role::kRefused, kMoreFiles},
    {"-fcallgraph-info", Shape::kPrefix, Role::kRefused, kMoreFiles},
    {"-fdump", Shape::kPrefix, Role::kRefused, kMoreFiles},
    {"-gsplit-dwarf", Shape::kPrefix, Role::kRefused, kMoreFiles},
    {"-MJ", Shape::kPairOrPrefix, Role::kRefused, kMoreFiles},
    {"-fmodule", Shape::kPrefix, Role::kRefused, kModules},
    {"-fcxx-modules", Shape::kWord, Role::kRefused, kModules},
    {"-fimplicit-module", Shape::kPrefix, Role::kRefused, kModules},
    {"-fprebuilt-module", Shape::kPrefix, Role::kRefused, kModules},
    {"-fbuild-session", Shape::kPrefix, Role::kRefused, kModules},
    {"-include-pch", Shape::kPair, Role::kRefused, kPrecompiled},
    {"-fpch", Shape::kPrefix, Role::kRefused, kPrecompiled},
    {"-foffload", Shape::kPrefix, Role::kRefused, kOffload},
    {"-fopenmp-targets", Shape::kPrefix, Role::kRefused, kOffload},
    {"--offload", Shape::kPrefix, Role::kRefused, kOffload},
    {"--cuda", Shape::kPrefix, Role::kRefused, kOffload},
    {"-frecord-gcc-switches", Shape::kWord, Role::kRefused, kRecordsCommand},
    {"-frecord-command-line", Shape::kWord, Role::kRefused, kRecordsCommand},
    {"-grecord", Shape::kPrefix, Role::kRefused, kRecordsCommand},
    {"-Xclang", Shape::kPairOrPrefix, Role::kRefused, kInternal},
    {"-mllvm", Shape::kPairOrPrefix, Role::kRefused, kInternal},
    {"-fbasic-block", Shape::kPrefix, Role::kRefused, kInternal},
    {"-arch", Shape::kPair, Role::kRefused, kInternal},
    {"-Xpreprocessor", Shape::kPair, Role::kRefused, kOtherTool},
    {"-Xassembler", Shape::kPair, Role::kRefused, kOtherTool},
    {"-Xanalyzer", Shape::kPair, Role::kRefused, kOtherTool},
    {"-no-integrated-as", Shape::kWord, Role::kRefused, kOtherTool},
    {"-fno-integrated-as", Shape::kWord, Role::kRefused, kOtherTool},

    {"-O", Shape::kPrefix, Role::kLevel},

    // Found by trying all optimisation flags of GCC 12 with clang.
    {"-fallow-store-data-races", Shape::kWord, Role::kGccOnly},
    {"-fno-allow-store-data-races", Shape::kWord, Role::kGccOnly},
    {"-fcode-hoisting", Shape::kWord, Role::kGccOnly},
    {"-fno-code-hoisting", Shape::kWord, Role::kGccOnly},
    {"-fconserve-stack", Shape::kWord, Role::kGccOnly},
    {"-fno-conserve-stack", Shape::kWord, Role::kGccOnly},
    {"-fcrossjumping", Shape::kWord, Role::kGccOnly},
    {"-fno-crossjumping", Shape::kWord, Role::kGccOnly},
    {"-fcse-follow-jumps", Shape::kWord, Role::kGccOnly},
    {"-fno-cse-follow-jumps", Shape::kWord, Role::kGccOnly},
    {"-fno-early-inlining", Shape::kWord, Role::kGccOnly},
    {"-fgcse-lm", Shape::kWord, Role::kGccOnly},
    {"-fno-gcse-lm", Shape::kWord, Role::kGccOnly},
    {"-fno-guess-branch-probability", Shape::kWord, Role::kGccOnly},
    {"-fif-conversion", Shape::kWord, Role::kGccOnly},
    {"-fno-if-conversion", Shape::kWord, Role::kGccOnly},
    {"-fif-conversion2", Shape::kWord, Role::kGccOnly},
    {"-fno-if-conversion2", Shape::kWord, Role::kGccOnly},
    {"-fipa-cp-clone", Shape::kWord, Role::kGccOnly},
    {"-fno-ipa-cp-clone", Shape::kWord, Role::kGccOnly},
    {"-fipa-icf", Shape::kWord, Role::kGccOnly},
    {"-fno-ipa-icf", Shape::kWord, Role::kGccOnly},
    {"-fipa-pta", Shape::kWord, Role::kGccOnly},
    {"-fno-ipa-pta", Shape::kWord, Role::kGccOnly},
    {"-fipa-ra", Shape::kWord, Role::kGccOnly},
    {"-fno-ipa-ra", Shape::kWord, Role::kGccOnly},
    {"-fipa-sra", Shape::kWord, Role::kGccOnly},
    {"-fno-ipa-sra", Shape::kWord, Role::kGccOnly},
    {"-fira-hoist-pressure", Shape::kWord, Role::kGccOnly},
    {"-fno-ira-hoist-pressure", Shape::kWord, Role::kGccOnly},
    {"-fira-loop-pressure", Shape::kWord, Role::kGccOnly},
    {"-fno-ira-loop-pressure", Shape::kWord, Role::kGccOnly},
    {"-fgraphite-identity", Shape::kWord, Role::kGccOnly},
    {"-floop-nest-optimize", Shape::kWord, Role::kGccOnly},
    {"-fno-optimize-strlen", Shape::kWord, Role::kGccOnly},
    {"-fno-partial-inlining", Shape::kWord, Role::kGccOnly},
    {"-fno-peephole2", Shape::kWord, Role::kGccOnly},
    {"-fno-reorder-blocks-and-partition", Shape::kWord, Role::kGccOnly},
    {"-fno-reorder-functions", Shape::kWord, Role::kGccOnly},
    {"-fsched-pressure", Shape::kWord, Role::kGccOnly},
    {"-fno-shrink-wrap", Shape::kWord, Role::kGccOnly},
    {"-fno-split-loops", Shape::kWord, Role::kGccOnly},
    {"-fno-store-merging", Shape::kWord, Role::kGccOnly},
    {"-fno-thread-jumps", Shape::kWord, Role::kGccOnly},
    {"-fno-tree-ccp", Shape::kWord, Role::kGccOnly},
    {"-fno-tree-dse", Shape::kWord, Role::kGccOnly},
    {"-fno-tree-fre", Shape::kWord, Role::kGccOnly},
    {"-fno-tree-loop-distribute-patterns", Shape::kWord, Role::kGccOnly},
    {"-fno-tree-loop-im", Shape::kWord, Role::kGccOnly},
    {"-fno-tree-pre", Shape::kWord, Role::kGccOnly},
    {"-fno-tree-switch-conversion", Shape::kWord, Role::kGccOnly},

    // The source, messages, dependencies and linking.
    {"-D", Shape::kPairOrPrefix, Role::kSource},
    {"-U", Shape::kPairOrPrefix, Role::kSource},
    {"-I", Shape::kPairOrPrefix, Role::kSource},
    {"-F", Shape::kPairOrPrefix, Role::kSource},
    {"-L", Shape::kPairOrPrefix, Role::kSource},
    {"-l", Shape::kPairOrPrefix, Role::kSource},
    {"-isystem", Shape::kPairOrPrefix, Role::kSource},
    {"-iquote", Shape::kPairOrPrefix, Role::kSource},
    {"-idirafter", Shape::kPairOrPrefix, Role::kSource},
    {"-include", Shape::kPair, Role::kSource},
    {"-imacros", Shape::kPair, Role::kSource},
    {"-iprefix", Shape::kPair, Role::kSource},
    {"-iwithprefix", Shape::kPair, Role::kSource},
    {"-iwithprefixbefore", Shape::kPair, Role::kSource},
    {"-isysroot", Shape::kPair, Role::kSource},
    {"--sysroot=", Shape::kPrefix, Role::kSource},
    {"-specs=", Shape::kPrefix, Role::kSource},  // GCC's; clang takes no notice
    {"--specs=", Shape::kPrefix, Role::kSource},
    {"--sysroot", Shape::kPair, Role::kSource},
    {"-MD", Shape::kWord, Role::kSource},
    {"-MMD", Shape::kWord, Role::kSource},
    {"-MP", Shape::kWord, Role::kSource},
    {"-MG", Shape::kWord, Role::kSource},
    {"-MF", Shape::kPairOrPrefix, Role::kSource},
    {"-MT", Shape::kPairOrPrefix, Role::kSource},
    {"-MQ", Shape::kPairOrPrefix, Role::kSource},
    {"-std=", Shape::kPrefix, Role::kSource},
    {"--std=", Shape::kPrefix, Role::kSource},
    {"-stdlib=", Shape::kPrefix, Role::kSource},
    {"-ansi", Shape::kWord, Role::kSource},
    {"-undef", Shape::kWord, Role::kSource},
    {"-trigraphs", Shape::kWord, Role::kSource},
    {"-traditional-cpp", Shape::kWord, Role::kSource},
    {"-nostdinc", Shape::kPrefix, Role::kSource},
    {"-nostdlib", Shape::kPrefix, Role::kSource},
    {"-nodefaultlibs", Shape::kWord, Role::kSource},
    {"-nostartfiles", Shape::kWord, Role::kSource},
    {"-pedantic", Shape::kPrefix, Role::kSource},
    {"-w", Shape::kWord, Role::kSource},
    {"-Wa,", Shape::kPrefix, Role::kCode},
    {"-W", Shape::kPrefix, Role::kSource},
    {"-Rpass", Shape::kPrefix, Role::kSource},
    {"-Qunused-arguments", Shape::kWord, Role::kSource},
    {"-pipe", Shape::kWord, Role::kSource},
    {"-Xlinker", Shape::kPair, Role::kSource},
    {"-z", Shape::kPair, Role::kSource},
    {"-u", Shape::kPair, Role::kSource},
    {"-T", Shape::kPairOrPrefix, Role::kSource},
    {"-s", Shape::kWord, Role::kSource},
    {"-rdynamic", Shape::kWord, Role::kSource},
    {"-shared", Shape::kPrefix, Role::kSource},
    {"-static-lib", Shape::kPrefix, Role::kSource},

    // The code.
    {"-f", Shape::kPrefix, Role::kCode},
    {"-m", Shape::kPrefix, Role::kCode},
    {"-g", Shape::kPrefix, Role::kCode},
    {"-static", Shape::kWord, Role::kCode},
    {"-static-pie", Shape::kWord, Role::kCode},
    {"-pie", Shape::kWord, Role::kCode},
    {"-no-pie", Shape::kWord, Role::kCode},
    {"-nopie", Shape::kWord, Role::kCode},
    {"-pthread", Shape::kWord, Role::kCode},
    {"-target", Shape::kPair, Role::kCode},
    {"--target=", Shape::kPrefix, Role::kCode},
    {"--param", Shape::kPair, Role::kCode},
    {"--param=", Shape::kPrefix, Role::kCode},
    {"--gcc-toolchain=", Shape::kPrefix, Role::kCode},
};

bool TakesNext(const Row& row, std::string_view word) {
  if (row.shape == Shape::kPair) return true;
  return row.shape == Shape::kPairOrPrefix && word == row.option;
}

bool Fits(const Row& row, std::string_view word) {
  const bool whole = word == row.option;
  return row.shape == Shape::kPrefix || row.shape == Shape::kPairOrPrefix
             ? word.starts_with(row.option)
             : whole;
}

constexpr std::string_view kSources[] = {".c", ".i",  ".cc",  ".cp",  ".cxx", ".cpp", ".c++",
                                         ".C", ".CC", ".CPP", ".CXX", ".C++", ".ii"};
/// What configure scripts of Autoconf compile and remove, hundreds of times.
constexpr std::string_view kProbe = "conftest";

constexpr std::string_view kLanguages[] = {"c", "c++", "cpp-output", "c++-cpp-output", "none"};

bool IsOneOf(std::string_view word, std::span<const std::string_view> list) {
  return std::ranges::find(list, word) != list.end();
}

/// Reads one word after the other.
class Reader {
 public:
  Reader(std::span<const std::string> words, RecordedLevels levels)
      : words_(words), levels_(levels) {}

  CompilerCall Run() {
    for (at_ = 0; at_ < words_.size(); ++at_) Read(words_[at_]);
    Judge();
    return std::move(call_);
  }

 private:
  void Read(const std::string& word) {
    if (word.starts_with('@')) return Keep(word), Refuse("response file");
    if (word == "-") return Keep(word), Refuse("source from standard input");
    if (!word.starts_with('-')) return AddInput(word), Keep(word);
    const auto* const row =
        std::ranges::find_if(kRows, [&](const Row& each) { return Fits(each, word); });
    if (row == std::end(kRows)) {
      return Keep(word), Refuse("unknown option '" + Abbreviated(Printable(word), 40) + "'");
    }
    if (row->role == Role::kGccOnly) return call_.dropped.push_back(word);
    if (!TakesNext(*row, word)) {
      Keep(word);
      return Apply(*row, word, word.substr(row->option.size()), {});
    }
    if (at_ + 1 == words_.size()) return Keep(word), Refuse("option without its value");
    const std::string& value = words_[++at_];
    Keep(word), Keep(value);
    Apply(*row, word, value, &value);
  }

  /// `value` is the rest of the word or the next word; `next` is the next word if that was taken.
  void Apply(const Row& row, const std::string& word, const std::string& value,
             const std::string* next) {
    switch (row.role) {
      case Role::kCompile: call_.compiles = true; break;
      case Role::kOutput: call_.output = value; break;
      case Role::kLanguage:
        if (!IsOneOf(value, kLanguages)) Refuse("other language");
        language_ = value == "none" ? "" : value;
        has_language_ = true;
        break;
      case Role::kLevel:
        level_ = value;
        call_.code_words.push_back(word);
        break;
      case Role::kCode:
        call_.code_words.push_back(word);
        if (next) call_.code_words.push_back(*next);
        break;
      case Role::kSource:
        if (word.starts_with("-M") || word.starts_with("-Wp,")) has_dependencies_ = true;
        break;
      case Role::kRefused:
        if (row.refusal == kNoObject || row.refusal == kQuestion) makes_objects_ = false;
        Refuse(row.refusal);
        break;
      case Role::kGccOnly: break;
    }
  }

  void Keep(const std::string& word) { call_.words.push_back(word); }

  void AddInput(const std::string& word) {
    inputs_.push_back(word);
    call_.inputs.push_back(call_.words.size());
    const std::string extension = std::filesystem::path(word).extension();
    const bool source = IsOneOf(extension, kSources);
    if (source) sources_.push_back(call_.words.size());
    if (language_.empty() && !source) other_input_ = true;
  }

  void Judge() {
    if (makes_objects_ && call_.compiles) call_.compiled = inputs_;
    if (makes_objects_ && !call_.compiles) {
      for (const std::size_t source : sources_) call_.compiled.push_back(call_.words[source]);
    }
    if (inputs_.empty()) return Refuse("no input");
    const std::string& first = inputs_.front();
    if (std::filesystem::path(first).stem() == kProbe) return Refuse("probe of a configure script");
    if (!call_.compiles) {
      call_.links = call_.refusal.empty();
      const bool apart = call_.links && !has_language_ && !has_dependencies_ && IsRecordedLevel();
      if (apart) call_.sources = sources_;
      return Refuse(other_input_ ? "links" : "compiles and links");
    }
    if (inputs_.size() > 1) return Refuse("several inputs");
    if (other_input_) return Refuse("no C or C++ source");
    if (!IsRecordedLevel()) {
      return Refuse(levels_ == RecordedLevels::kSize ? "not compiled for size" : "not optimised");
    }
    call_.source = inputs_.front();
    if (call_.output.empty()) {
      call_.output = ObjectOf(call_.source);
    }
  }

  bool IsRecordedLevel() const {
    if (level_ == "s" || level_ == "z") return true;
    const bool optimized = level_.empty() ? has_level() : level_ != "0" && level_ != "g";
    return levels_ == RecordedLevels::kOptimized && optimized;
  }

  /// `-O` alone is -O1, and no level is -O0.
  bool has_level() const { return std::ranges::find(words_, "-O") != words_.end(); }

  /// The first reason counts.
  void Refuse(std::string_view reason) {
    if (call_.refusal.empty()) call_.refusal = reason;
  }

  const std::span<const std::string> words_;
  const RecordedLevels levels_;
  std::size_t at_ = 0;
  CompilerCall call_;
  bool makes_objects_ = true;
  bool other_input_ = false;
  bool has_language_ = false;
  bool has_dependencies_ = false;  ///< of which the compiler writes a file
  std::vector<std::size_t> sources_;
  std::string language_;
  std::string level_;
  std::vector<std::string> inputs_;
};

}  // namespace

CompilerCall ReadCompilerCall(std::span<const std::string> words, RecordedLevels levels) {
  return Reader(words, levels).Run();
}

std::string ObjectOf(const std::string& source) {
  return std::filesystem::path(source).filename().replace_extension(".o");
}

std::vector<std::string_view> GccOnlyFlags() {
  std::vector<std::string_view> flags;
  for (const Row& row : kRows) {
    if (row.role == Role::kGccOnly) flags.push_back(row.option);
  }
  return flags;
}

}  // namespace autotune
