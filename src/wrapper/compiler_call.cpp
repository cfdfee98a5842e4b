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
  kBothForms,     ///< `-f` or `-fno-`, and then this name
};

enum class Role {
  kCompile,
  kOutput,
  kLanguage,
  kLevel,
  kSource,   ///< decides on the front end's output, its messages, or linking
  kCode,     ///< may also decide on the code that is made of it
  kLto,      ///< decides if the object is bitcode
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
constexpr std::string_view kVerbose = "shows what the compiler does";
constexpr std::string_view kNoObject = "makes no object";
constexpr std::string_view kBitcode = "makes bitcode";
constexpr std::string_view kPartialLink = "makes an object of objects";
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
    {Shape::kWord, Role::kRefused, "-emit-llvm", kBitcode},
    {Shape::kPrefix, Role::kRefused, "-emit- --analyze", kNoObject},

    {Shape::kWord, Role::kRefused, "-r", kPartialLink},

    {Shape::kWord, Role::kRefused, "-v -dM -dD", kVerbose},
    {Shape::kWord, Role::kRefused, "-V -qversion -### --version -help", kQuestion},
    {Shape::kPrefix, Role::kRefused, "--help -dump -print- --print-", kQuestion},

    {Shape::kPrefix, Role::kSource,
     "-ffile-prefix-map= -fdebug-prefix-map= -fmacro-prefix-map= -fcoverage-prefix-map="},

    {Shape::kWord, Role::kLto, "-flto -fno-lto"},
    {Shape::kPrefix, Role::kLto, "-flto="},
    {Shape::kPrefix, Role::kSource, "-flto-jobs="},
    {Shape::kPrefix, Role::kRefused, "-flto -fthin-link -fthinlto -fembed-bitcode", kLto},
    {Shape::kWord, Role::kRefused,
     "-ffat-lto-objects -fwhole-program-vtables -fvirtual-function-elimination", kLto},
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

    // Clang 19 rejects these optimisation flags of GCC 12. Those that change what a program may
    // rely on are left out, such as -fwrapv-pointer. Clang takes the other form of the last three.
    {Shape::kBothForms, Role::kGccOnly,
     "allocation-dce allow-store-data-races auto-inc-dec bit-tests "
     "branch-target-load-optimize branch-target-load-optimize2 btr-bb-exclusive code-hoisting "
     "combine-stack-adjustments compare-elim conserve-stack cprop-registers crossjumping "
     "cse-follow-jumps cse-skip-blocks dce delayed-branch devirtualize-at-ltrans dse "
     "early-inlining fold-simple-inlines forward-propagate function-cse gcse-lm graphite "
     "graphite-identity guess-branch-probability hoist-adjacent-loads if-conversion "
     "if-conversion2 indirect-inlining ipa-bit-cp ipa-cp-alignment ipa-cp-clone ipa-icf "
     "ipa-icf-functions ipa-icf-variables ipa-matrix-reorg ipa-modref ipa-profile ipa-pta "
     "ipa-pure-const ipa-ra ipa-reference ipa-reference-addressable ipa-sra ipa-stack-alignment "
     "ipa-struct-reorg ipa-vrp ira-hoist-pressure ira-loop-pressure ira-share-save-slots "
     "ira-share-spill-slots isolate-erroneous-paths-attribute isolate-erroneous-paths-dereference "
     "limit-function-alignment live-patching live-range-shrinkage loop-block loop-flatten "
     "loop-interchange loop-nest-optimize loop-optimize loop-parallelize-all loop-strip-mine "
     "loop-unroll-and-jam lra-remat move-loop-invariants move-loop-stores optimize-register-move "
     "optimize-strlen partial-inlining peephole peephole2 predictive-commoning "
     "printf-return-value ree regmove reorder-blocks-and-partition reorder-functions "
     "rerun-cse-after-loop rerun-loop-opt reschedule-modulo-scheduled-loops "
     "sched-critical-path-heuristic sched-dep-count-heuristic sched-group-heuristic "
     "sched-last-insn-heuristic sched-pressure sched-rank-heuristic sched-spec "
     "sched-spec-insn-heuristic sched-spec-load sched-spec-load-dangerous sched-stalled-insns "
     "sched-stalled-insns-dep sched2-use-superblocks sched2-use-traces schedule-fusion "
     "section-anchors sel-sched-pipelining sel-sched-pipelining-outer-loops "
     "sel-sched-reschedule-pipelined selective-scheduling selective-scheduling2 shrink-wrap "
     "shrink-wrap-separate split-ivs-in-unroller split-loops split-paths split-wide-types "
     "split-wide-types-early ssa-backprop ssa-phiopt stdarg-opt store-merging thread-jumps "
     "tree-bit-ccp tree-builtin-call-dce tree-ccp tree-ch tree-coalesce-inlined-vars "
     "tree-coalesce-vars tree-copy-prop tree-copyrename tree-cselim tree-dominator-opts tree-dse "
     "tree-forwprop tree-fre tree-loop-distribute-patterns tree-loop-distribution "
     "tree-loop-if-convert tree-loop-if-convert-stores tree-loop-im tree-loop-ivcanon "
     "tree-loop-linear tree-loop-optimize tree-loop-vectorize tree-lrs tree-partial-pre "
     "tree-phiprop tree-pre tree-pta tree-reassoc tree-scev-cprop tree-sink tree-slsr tree-sra "
     "tree-store-ccp tree-store-copy-prop tree-switch-conversion tree-tail-merge "
     "tree-vect-loop-version unroll-completely-grow-size var-tracking-assignments "
     "var-tracking-assignments-toggle var-tracking-uninit version-loops-for-strides vpt zee"},
    {Shape::kPrefix, Role::kGccOnly,
     "-fira-algorithm= -fira-region= -flive-patching= -freorder-blocks-algorithm= "
     "-fsched-stalled-insns= -fsched-stalled-insns-dep= -fsimd-cost-model= "
     "-ftree-parallelize-loops= -ftree-vectorizer-verbose= -fvect-cost-model="},
    {Shape::kWord, Role::kGccOnly, "-fno-force-addr -fno-sched-interblock -fvar-tracking"},

    // The source, messages, dependencies and linking.
    {Shape::kPrefix, Role::kCode, "-Wa,"},
    {Shape::kPairOrPrefix, Role::kSource,
     "-D -U -I -F -L -l -isystem -iquote -idirafter -MF -MT -MQ -T -B"},
    {Shape::kPair, Role::kSource,
     "-include -imacros -iprefix -iwithprefix -iwithprefixbefore -isysroot --sysroot -Xlinker "
     "-z -u -e -rpath"},
    {Shape::kPrefix, Role::kSource,
     "--sysroot= -std= --std= -stdlib= -nostdinc -nostdlib -pedantic -W -Rpass -shared "
     "-static-lib -rtlib= --rtlib= -unwindlib= --unwindlib= --ld-path= -fuse-ld="},
    {Shape::kPrefix, Role::kSource, "-specs= --specs="},  // GCC's; clang takes no notice
    {Shape::kWord, Role::kSource,
     "-MD -MMD -MP -MG -ansi -undef -trigraphs -traditional-cpp -nodefaultlibs -nostartfiles "
     "-w -Qunused-arguments -pipe -s -rdynamic"},

    // The code.
    {Shape::kPrefix, Role::kCode, "-f -m -g --target= --param= --gcc-toolchain="},
    {Shape::kWord, Role::kCode, "-static -static-pie -pie -no-pie -nopie -pthread"},
    {Shape::kPair, Role::kCode, "-target --param"},
};

/// Returns a flag without its `-f` or `-fno-`, empty if it has none.
std::string_view WithoutForm(std::string_view flag) {
  if (flag.starts_with("-fno-")) return flag.substr(5);
  return flag.starts_with("-f") ? flag.substr(2) : "";
}

/// Returns the option of a row that a word fits, empty if it fits none.
std::string_view OptionOf(const Row& row, std::string_view word) {
  if (row.shape == Shape::kBothForms) word = WithoutForm(word);
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

/// True for an input of a probe that a configure script, CMake or Meson makes.
bool IsProbe(const std::string& input) {
  constexpr std::string_view kFolders[] = {"/CMakeFiles/CMakeScratch/", "/CMakeFiles/CMakeTmp/",
                                           "/CompilerIdC/", "/CompilerIdCXX/", "/meson-private/"};
  if (std::filesystem::path(input).stem() == "conftest") return true;
  std::error_code error;
  // CMake's own sources are elsewhere.
  const std::string path = std::filesystem::current_path(error).string() + '/' + input;
  return std::ranges::any_of(
      kFolders, [&](std::string_view folder) { return path.find(folder) != path.npos; });
}

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
      case Role::kLto: is_bitcode_ = word != kMachineCode; break;
      case Role::kSource:
        if (IsOfDependencies(word)) has_dependencies_ = true;
        break;
      case Role::kRefused:
        if (row.refusal == kNoObject || row.refusal == kQuestion) makes_objects_ = false;
        if (row.refusal == kBitcode) needs_output_ = true;
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
    if (needs_output_ && call_.output.empty()) makes_objects_ = false;
    if (makes_objects_ && call_.compiles) call_.compiled = inputs_;
    if (makes_objects_ && !call_.compiles) {
      for (const std::size_t source : sources_) call_.compiled.push_back(call_.words[source]);
    }
    if (inputs_.empty()) return Refuse("no input");
    if (IsProbe(inputs_.front())) return Refuse("probe of a configure script");
    if (!call_.compiles) {
      call_.links = call_.refusal.empty();
      const bool apart = call_.links && !has_language_ && !has_dependencies_ && IsRecordedLevel();
      if (apart) call_.sources = sources_;
      return Refuse(other_input_ ? "links" : "compiles and links");
    }
    if (inputs_.size() > 1) return Refuse("several inputs");
    if (other_input_) return Refuse("no C or C++ source");
    if (!IsRecordedLevel()) return Refuse(IsOptimized() ? kNotForSize : kNotOptimized);
    if (is_bitcode_) call_.code_words.emplace_back(kMachineCode);
    call_.source = inputs_.front();
    if (call_.output.empty()) {
      call_.output = ObjectOf(call_.source);
    }
  }

  bool IsRecordedLevel() const {
    if (level_ == "s" || level_ == "z") return true;
    return levels_ == RecordedLevels::kOptimized && IsOptimized();
  }

  /// `-O` alone is -O1, and no level is -O0.
  bool IsOptimized() const {
    if (level_.empty()) return std::ranges::find(words_, "-O") != words_.end();
    return level_ != "0" && level_ != "g";
  }

  /// The first reason counts.
  void Refuse(std::string_view reason) {
    if (call_.refusal.empty()) call_.refusal = reason;
  }

  const std::span<const std::string> words_;
  const RecordedLevels levels_;
  std::size_t at_ = 0;
  CompilerCall call_;
  bool makes_objects_ = true;
  bool needs_output_ = false;  ///< true if only `-o` gives the output the name of an object
  bool other_input_ = false;
  bool has_language_ = false;
  bool is_bitcode_ = false;        ///< true if objects are
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

bool IsOfDependencies(std::string_view word) {
  return word.starts_with("-M") || (word.starts_with("-Wp,") && word.find(",-M") != word.npos);
}

std::string ObjectOf(const std::string& source) {
  return std::filesystem::path(source).filename().replace_extension(".o");
}

std::vector<std::string> GccOnlyFlags() {
  std::vector<std::string> flags;
  for (const Row& row : kRows) {
    if (row.role != Role::kGccOnly) continue;
    FindWord(row.options, [&](std::string_view option) {
      if (row.shape == Shape::kBothForms) {
        flags.push_back("-f" + std::string(option));
        flags.push_back("-fno-" + std::string(option));
      } else {
        flags.emplace_back(option);
      }
      return false;
    });
  }
  return flags;
}

}  // namespace autotune
