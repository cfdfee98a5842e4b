#include "wrapper/compiler_call.h"

#include <algorithm>
#include <filesystem>

#include "core/printable.h"
#include "core/words.h"

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
  Shape shape;
  Role role;
  std::string_view options;  ///< separated by single spaces
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
    {Shape::kWord, Role::kCompile, "-c"},
    {Shape::kPairOrPrefix, Role::kOutput, "-o"},
    {Shape::kPairOrPrefix, Role::kLanguage, "-x"},

    {Shape::kWord, Role::kRefused,
     "-E -S -M -MM -fsyntax-only --preprocess --assemble --precompile", kNoObject},
    {Shape::kPrefix, Role::kRefused, "-emit- --analyze", kNoObject},

    {Shape::kWord, Role::kRefused, "-v -V -qversion -### --version -help -dM -dD", kQuestion},
    {Shape::kPrefix, Role::kRefused, "--help -dump -print- --print-", kQuestion},

    {Shape::kPrefix, Role::kRefused, "-flto -fthin-link -fembed-bitcode", kLto},
    {Shape::kWord, Role::kRefused, "-ffat-lto-objects -fwhole-program-vtables", kLto},
    {Shape::kPrefix, Role::kRefused, "-fplugin -fpass-plugin", kPlugin},
    {Shape::kPrefix, Role::kRefused,
     "-fprofile -fcs-profile -fmemory-profile -fauto-profile -fpseudo-probe -fcoverage", kProfile},
    {Shape::kWord, Role::kRefused, "-ftest-coverage -coverage --coverage", kProfile},
    {Shape::kPrefix, Role::kRefused, "-fsanitize -fexperimental-sanitize", kSanitizer},
    {Shape::kPrefix, Role::kRefused, "-finstrument -fxray", kInstrumented},
    {Shape::kWord, Role::kRefused, "-pg -p -mfentry -mrecord-mcount", kInstrumented},
    {Shape::kPrefix, Role::kRefused,
     "-save-temps --save-temps -ftime-trace -ftime-report -fproc-stat-report -fsave- "
     "-foptimization-record -fcallgraph-info -fdump -gsplit-dwarf",
     kMoreFiles},
    {Shape::kWord, Role::kRefused, "-fstack-usage", kMoreFiles},
    {Shape::kPairOrPrefix, Role::kRefused, "-MJ", kMoreFiles},
    {Shape::kPrefix, Role::kRefused, "-fmodule -fimplicit-module -fprebuilt-module -fbuild-session",
     kModules},
    {Shape::kWord, Role::kRefused, "-fcxx-modules", kModules},
    {Shape::kPair, Role::kRefused, "-include-pch", kPrecompiled},
    {Shape::kPrefix, Role::kRefused, "-fpch", kPrecompiled},
    {Shape::kPrefix, Role::kRefused, "-foffload -fopenmp-targets --offload --cuda", kOffload},
    {Shape::kWord, Role::kRefused, "-frecord-gcc-switches -frecord-command-line", kRecordsCommand},
    {Shape::kPrefix, Role::kRefused, "-grecord", kRecordsCommand},
    {Shape::kPairOrPrefix, Role::kRefused, "-Xclang -mllvm", kInternal},
    {Shape::kPrefix, Role::kRefused, "-fbasic-block", kInternal},
    {Shape::kPair, Role::kRefused, "-arch", kInternal},
    {Shape::kPair, Role::kRefused, "-Xpreprocessor -Xassembler -Xanalyzer", kOtherTool},
    {Shape::kWord, Role::kRefused, "-no-integrated-as -fno-integrated-as", kOtherTool},

    {Shape::kPrefix, Role::kLevel, "-O"},

    // Found by trying all optimisation flags of GCC 12 with clang.
    {Shape::kWord, Role::kGccOnly,
     "-fallow-store-data-races -fno-allow-store-data-races -fcode-hoisting -fno-code-hoisting "
     "-fconserve-stack -fno-conserve-stack -fcrossjumping -fno-crossjumping -fcse-follow-jumps "
     "-fno-cse-follow-jumps -fno-early-inlining -fgcse-lm -fno-gcse-lm "
     "-fno-guess-branch-probability -fif-conversion -fno-if-conversion -fif-conversion2 "
     "-fno-if-conversion2 -fipa-cp-clone -fno-ipa-cp-clone -fipa-icf -fno-ipa-icf -fipa-pta "
     "-fno-ipa-pta -fipa-ra -fno-ipa-ra -fipa-sra -fno-ipa-sra -fira-hoist-pressure "
     "-fno-ira-hoist-pressure -fira-loop-pressure -fno-ira-loop-pressure -fgraphite-identity "
     "-floop-nest-optimize -fno-optimize-strlen -fno-partial-inlining -fno-peephole2 "
     "-fno-reorder-blocks-and-partition -fno-reorder-functions -fsched-pressure "
     "-fno-shrink-wrap -fno-split-loops -fno-store-merging -fno-thread-jumps -fno-tree-ccp "
     "-fno-tree-dse -fno-tree-fre -fno-tree-loop-distribute-patterns -fno-tree-loop-im "
     "-fno-tree-pre -fno-tree-switch-conversion"},

    // The source, messages, dependencies and linking.
    {Shape::kPrefix, Role::kCode, "-Wa,"},
    {Shape::kPairOrPrefix, Role::kSource,
     "-D -U -I -F -L -l -isystem -iquote -idirafter -MF -MT -MQ -T"},
    {Shape::kPair, Role::kSource,
     "-include -imacros -iprefix -iwithprefix -iwithprefixbefore -isysroot --sysroot -Xlinker "
     "-z -u"},
    {Shape::kPrefix, Role::kSource,
     "--sysroot= -std= --std= -stdlib= -nostdinc -nostdlib -pedantic -W -Rpass -shared "
     "-static-lib"},
    {Shape::kPrefix, Role::kSource, "-specs= --specs="},  // GCC's; clang takes no notice
    {Shape::kWord, Role::kSource,
     "-MD -MMD -MP -MG -ansi -undef -trigraphs -traditional-cpp -nodefaultlibs -nostartfiles "
     "-w -Qunused-arguments -pipe -s -rdynamic"},

    // The code.
    {Shape::kPrefix, Role::kCode, "-f -m -g --target= --param= --gcc-toolchain="},
    {Shape::kWord, Role::kCode, "-static -static-pie -pie -no-pie -nopie -pthread"},
    {Shape::kPair, Role::kCode, "-target --param"},
};

/// Returns the option of a row that a word fits, empty if it fits none.
std::string_view OptionOf(const Row& row, std::string_view word) {
  const bool begins = row.shape == Shape::kPrefix || row.shape == Shape::kPairOrPrefix;
  return FindWord(row.options, [&](std::string_view option) {
    return begins ? word.starts_with(option) : word == option;
  });
}

bool TakesNext(const Row& row, std::string_view option, std::string_view word) {
  if (row.shape == Shape::kPair) return true;
  return row.shape == Shape::kPairOrPrefix && word == option;
}

constexpr std::string_view kSources = ".c .i .cc .cp .cxx .cpp .c++ .C .CC .CPP .CXX .C++ .ii";
/// What configure scripts of Autoconf compile and remove, hundreds of times.
constexpr std::string_view kProbe = "conftest";

constexpr std::string_view kLanguages = "c c++ cpp-output c++-cpp-output none";

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
        std::ranges::find_if(kRows, [&](const Row& each) { return !OptionOf(each, word).empty(); });
    if (row == std::end(kRows)) {
      return Keep(word), Refuse("unknown option '" + Abbreviated(Printable(word), 40) + "'");
    }
    if (row->role == Role::kGccOnly) return call_.dropped.push_back(word);
    const std::string_view option = OptionOf(*row, word);
    if (!TakesNext(*row, option, word)) {
      Keep(word);
      return Apply(*row, word, word.substr(option.size()), {});
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
        if (!HasWord(kLanguages, value)) Refuse("other language");
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
    const bool source = HasWord(kSources, extension);
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
    if (row.role != Role::kGccOnly) continue;
    FindWord(row.options, [&](std::string_view flag) {
      flags.push_back(flag);
      return false;
    });
  }
  return flags;
}

}  // namespace autotune
