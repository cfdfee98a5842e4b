#include "dataset/compile_flags.h"

#include <algorithm>
#include <cctype>
#include <optional>
#include <string_view>

#include "core/words.h"

namespace autotune {

namespace {

// Each list is one text of words.

// Kept, with the next word or the rest of the word as the value.
constexpr std::string_view kValued =
    "-D -U -I -F -isystem -iquote -idirafter -include -imacros -iprefix -iwithprefix "
    "-iwithprefixbefore -isysroot -iframework -cxx-isystem -isystem-after -stdlib++-isystem";
// Kept with only the next word as the value, or with only the rest of the word.
constexpr std::string_view kSeparate = "--sysroot";
constexpr std::string_view kJoined = "--sysroot=";

// Kept if the value is a plain word, joined or next.
constexpr std::string_view kNamed = "-target -arch -x";
constexpr std::string_view kNamedJoined = "--target= -std= --std= -stdlib=";
constexpr std::string_view kLanguages = "c c++ objective-c objective-c++";

constexpr std::string_view kPlain =
    "-ansi -undef -trigraphs -traditional-cpp -nostdinc -nostdinc++ -nobuiltininc -nostdlibinc "
    "-pthread -pedantic -pedantic-errors -w -pg -ObjC -ObjC++";

// `-f` flags that read or write files of their own, run something, or make no module.
constexpr std::string_view kRefusedF =
    "-fplugin -fpass-plugin -fcs-profile -fmemory-profile -fauto-profile -fsample-profile "
    "-ftest-coverage -fcoverage-mapping -fdump -fsave -foptimization-record -fcrash-diagnostics "
    "-ftime -fstack-usage -fcallgraph-info -fproc-stat-report -fmodule -fbuild-session "
    "-fprebuilt-module -fimplicit-module -fembed -fthin -fopenmp-targets -foffload -fsyntax-only "
    "-fdriver-only -fxray -fexperimental-sanitize -frandomize-layout-seed-file "
    "-fbasic-block-sections=list -fdepfile -fpch -fdiagnostics-add-output "
    "-fdiagnostics-set-output -fapinotes -forder-file";
// Flags whose values may be paths: they go into the module as text.
constexpr std::string_view kTextF =
    "-fdebug-prefix-map= -ffile-prefix-map= -fmacro-prefix-map= -fcoverage-prefix-map= "
    "-fdebug-compilation-dir= -ffile-compilation-dir=";
// Words of clang that begin like flags for a machine.
constexpr std::string_view kRefusedM = "-mllvm -mmlir -mlink -module -main";

// Dropped, as nobody misses them: they decide on optimisation, debugging, linking and output.
constexpr std::string_view kDropped =
    "-c -S -E -MD -MMD -MP -MM -M -MG -v -pipe -static -pie -no-pie -shared -rdynamic -s "
    "-nostdlib -nodefaultlibs -nostartfiles -dynamiclib -bundle";
constexpr std::string_view kDroppedPrefixes =
    "-O -g -flto -Werror -fsanitize -fno-sanitize -fuse-ld -Wp,-M -Wl, -Wa, -l -L -static-lib "
    "-fprofile -fno-profile";
constexpr std::string_view kDroppedPairs =
    "-o -MF -MT -MQ -l -L -T -u -z -e -framework -rpath -Xlinker --param";
// Refused with the next word.
constexpr std::string_view kRefusedPairs =
    "-Xclang -Xpreprocessor -Xassembler -Xanalyzer -mllvm -mmlir -load -plugin -wrapper -B -specs "
    "--specs --config -serialize-diagnostics --serialize-diagnostics -dependency-file -MJ "
    "-include-pch -ivfsoverlay -vfsoverlay -index-store-path -working-directory -resource-dir "
    "-dumpdir -dumpbase -dumpbase-ext -aux-info -gen-cdb-fragment-path -ccc-gcc-name "
    "-module-dependency-dir";

bool BeginsAsOneOf(std::string_view word, std::string_view list) {
  return !FindWord(list, [&](std::string_view begin) { return word.starts_with(begin); }).empty();
}

/// True for letters, digits and a few marks that no path and no command needs.
bool IsPlainWord(std::string_view text) {
  return !text.empty() && text.front() != '-' && std::ranges::all_of(text, [](char c) {
    return std::isalnum(static_cast<unsigned char>(c)) != 0 ||
           std::string_view("._+:-").find(c) != std::string_view::npos;
  });
}

/// True if a word may be the value of the word before. The compiler takes a word that begins with
/// `@` for a file with flags, and no folder or macro begins with `-`.
bool IsValue(std::string_view text) {
  return !text.empty() && text.front() != '@' && text.front() != '-';
}

bool IsHarmlessF(std::string_view word) {
  if (BeginsAsOneOf(word, kTextF)) return true;
  return !BeginsAsOneOf(word, kRefusedF) && word.find('/') == word.npos;
}

bool IsHarmlessM(std::string_view word) {
  return !BeginsAsOneOf(word, kRefusedM) && word.find('/') == word.npos;
}

/// True unless `-Wp,` passes on anything but macros.
bool IsHarmlessW(std::string_view word) {
  if (!word.starts_with("-Wp,")) return true;
  const std::string_view value = word.substr(4);
  return (value.starts_with("-D") || value.starts_with("-U")) && value.find(',') == value.npos;
}

/// Sorts one flag after the other.
class Sorter {
 public:
  explicit Sorter(std::span<const std::string> words) : words_(words) {}

  SortedFlags Run() {
    for (; at_ < words_.size(); ++at_) Sort(words_[at_]);
    return std::move(sorted_);
  }

 private:
  void Sort(const std::string& word) {
    if (word.starts_with("-Xclang") && KeepXclangInclude()) return;
    if (HasWord(kRefusedPairs, word)) return Refuse(word, /*words=*/2);
    if (HasWord(kDroppedPairs, word)) {
      ++at_;
      return;
    }
    if (HasWord(kValued, word) || HasWord(kSeparate, word)) return KeepPair(word, IsValue);
    if (HasWord(kNamed, word)) {
      return KeepPair(word, [&](std::string_view value) { return IsName(word, value); });
    }
    if (word.starts_with("-o") && word != "-o") {
      if (!word.starts_with("-object")) return;
    }
    if (HasWord(kDropped, word) || BeginsAsOneOf(word, kDroppedPrefixes)) return;
    if (IsHarmless(word)) {
      sorted_.kept.push_back(word);
    } else {
      Refuse(word, 1);
    }
  }

  static bool IsName(std::string_view flag, std::string_view value) {
    return flag == "-x" ? HasWord(kLanguages, value) : IsPlainWord(value);
  }

  static bool IsHarmless(std::string_view word) {
    if (HasWord(kPlain, word)) return true;
    const std::string_view named =
        FindWord(kNamedJoined, [&](std::string_view flag) { return word.starts_with(flag); });
    if (!named.empty()) return IsPlainWord(word.substr(named.size()));
    if (word.starts_with("-x")) return HasWord(kLanguages, word.substr(2));
    if (word.starts_with("-include-") || word.starts_with("-isystem-")) return false;
    if (BeginsAsOneOf(word, kValued) || BeginsAsOneOf(word, kJoined)) return true;
    if (word.starts_with("-f")) return IsHarmlessF(word);
    if (word.starts_with("-m")) return IsHarmlessM(word);
    return word.starts_with("-W") && IsHarmlessW(word);
  }

  template <typename Test>
  void KeepPair(const std::string& word, const Test& test) {
    if (at_ + 1 >= words_.size() || !test(words_[at_ + 1])) return Refuse(word, 2);
    sorted_.kept.push_back(word);
    sorted_.kept.push_back(words_[++at_]);
  }

  /// Keeps `-Xclang -include -Xclang FILE`, which CMake writes for a precompiled header.
  bool KeepXclangInclude() {
    if (at_ + 3 >= words_.size()) return false;
    if (words_[at_ + 1] != "-include" || words_[at_ + 2] != "-Xclang") return false;
    if (!IsValue(words_[at_ + 3])) return false;
    sorted_.kept.emplace_back("-include");
    sorted_.kept.push_back(words_[at_ + 3]);
    at_ += 3;
    return true;
  }

  void Refuse(const std::string& word, std::size_t words) {
    std::string text = word;
    if (words == 2 && at_ + 1 < words_.size()) text += ' ' + words_[++at_];
    sorted_.refused.push_back(std::move(text));
  }

  std::span<const std::string> words_;
  std::size_t at_ = 0;
  SortedFlags sorted_;
};

}  // namespace

SortedFlags SortFlags(std::span<const std::string> words) { return Sorter(words).Run(); }

}  // namespace autotune
