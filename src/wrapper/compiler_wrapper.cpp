#include "wrapper/compiler_wrapper.h"

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <optional>
#include <sstream>
#include <string_view>
#include <utility>

#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include "core/file.h"
#include "core/own_program.h"
#include "core/printable.h"
#include "core/toolchain.h"
#include "wrapper/compiler_call.h"
#include "wrapper/foreground.h"
#include "wrapper/link_trace.h"
#include "wrapper/object_recipe.h"
#include "wrapper/response_file.h"
#include "wrapper/unit_folder.h"

namespace autotune {

namespace {

namespace fs = std::filesystem;

constexpr std::string_view kWorks = "yes";

/// Free bytes that objects in our folder need: without room there the user's build would fail.
constexpr std::uintmax_t kRoomForObjects = std::uintmax_t{64} << 20U;

std::string_view Variable(const char* name) {
  const char* const value = std::getenv(name);
  return value ? value : "";
}

/// True for the file of a wrapper, by whatever name.
bool IsOwnFile(const fs::path& file) {
  std::error_code error;
  const fs::path folder = OwnFolder();
  return fs::equivalent(file, OwnProgram(), error) ||
         fs::equivalent(file, folder / kCWrapper, error) ||
         fs::equivalent(file, folder / kCxxWrapper, error);
}

/// Returns the word. If it would start a wrapper, returns the file that comes next in PATH, as
/// ccache does; if there is none, the wrapper.
std::string PastWrappers(std::string_view word) {
  if (word.find('/') != word.npos) return std::string(word);
  std::string own;
  std::istringstream path{std::string(Variable("PATH"))};
  for (std::string folder; std::getline(path, folder, ':');) {
    std::error_code error;
    const fs::path file = fs::absolute(fs::path(folder) / word, error);
    if (!fs::is_regular_file(file, error) || access(file.c_str(), X_OK) != 0) continue;
    if (!IsOwnFile(file)) return own.empty() ? std::string(word) : file.string();
    own = file.string();
  }
  return own.empty() ? std::string(word) : own;
}

/// The plain compiler: words between blanks, so that a launcher may stand before it.
std::vector<std::string> PlainCompiler(WrappedLanguage language) {
  const bool c = language == WrappedLanguage::kC;
  std::istringstream given{std::string(Variable(c ? kCompilerVariable : kCxxCompilerVariable))};
  std::vector<std::string> words;
  for (std::string word; given >> word;) words.push_back(PastWrappers(word));
  if (words.empty()) words.push_back(PastWrappers(c ? kClangProgram : kClangxxProgram));
  return words;
}

bool IsClang(const std::vector<std::string>& compiler) {
  return std::ranges::any_of(compiler, [](const std::string& word) {
    return fs::path(word).filename().string().starts_with("clang");
  });
}

/// True for a compiler that is a wrapper: it would call itself without end.
bool IsWrapper(const std::vector<std::string>& compiler) {
  return std::ranges::any_of(compiler, [](const std::string& word) {
    const std::string name = fs::path(word).filename().string();
    const bool path = word.find('/') != std::string::npos;
    return name == kCWrapper || name == kCxxWrapper || (path && IsOwnFile(word));
  });
}

std::vector<std::string> Together(std::vector<std::string> words,
                                  const std::vector<std::string>& more) {
  words.insert(words.end(), more.begin(), more.end());
  return words;
}

/// One run of the wrapper.
class Wrapper {
 public:
  Wrapper(WrappedLanguage language, const std::vector<std::string>& words)
      : compiler_(PlainCompiler(language)),
        levels_(Variable(kLevelsVariable) == kAllLevels ? RecordedLevels::kOptimized
                                                        : RecordedLevels::kSize),
        call_(ReadCompilerCall(IsClang(compiler_) && !Variable(kBuildVariable).empty()
                                   ? ExpandResponseFiles(words)
                                   : words,
                               levels_)) {
    if (!IsClang(compiler_)) {
      call_.words = words;
      call_.dropped.clear();
      call_.sources.clear();
    }
    if (Variable(kBuildVariable).starts_with('/')) {
      folder_.emplace(fs::path(Variable(kBuildVariable)));
      const bool there = folder_->IsComplete() || folder_->Create().ok();
      if (!there) folder_.reset();  // no place to say so: the build is only compiled
    }
  }

  [[noreturn]] void Run() {
    if (IsWrapper(compiler_)) {
      Fail({ErrorCode::kInvalidArgument,
            std::string("the plain compiler is a wrapper of autotune: ") + kCompilerVariable +
                " and " + kCxxCompilerVariable + " name others"});
    }
    for (const std::string& flag : call_.dropped) Count("dropped " + flag);
    if (folder_ && CanCompileSources()) CompileSources();
    if (folder_ && call_.links) Link();
    const std::string refusal = Refusal();
    if (folder_ && refusal.empty()) EndLike(Compile());
    if (!refusal.empty()) Count("plain: " + refusal);
    if (folder_) ForgetUnits();
    Fail(BecomeProgram(Together(compiler_, call_.words)));
  }

 private:
  /// Counts are for the user to read. A folder that can't be written must not disturb the build.
  void Count(const std::string& event) const {
    if (folder_) (void)folder_->Count(event).ok();
  }

  [[noreturn]] static void Fail(const Error& error) {
    std::fprintf(stderr, "autotune-cc: error: %s\n", Printable(error.message).c_str());
    std::_Exit(127);
  }

  static fs::path Absolute(const fs::path& file) {
    std::error_code error;
    return fs::absolute(file, error);
  }

  std::string LinkOutput() const { return call_.output.empty() ? "a.out" : call_.output; }

  /// Notes the link. In apply mode, links a merged object if there is one; then this is the end.
  void Link() const {
    std::error_code error;
    const RecordedLink link{.folder = fs::current_path(error).string(),
                            .output = LinkOutput(),
                            .compiler = compiler_,
                            .words = call_.words};
    if (error || !folder_->AddLink(link)) return Count("link not noted");
    const fs::path output = link.OutputPath();
    folder_->ForgetMerged(output);
    if (Variable(kModeVariable) != kApplyMode) return;
    const std::optional<MergedProgram> program = folder_->MergedOf(output);
    if (!program) return;
    const fs::path object = folder_->Tuned(program->key);
    if (!fs::exists(object, error)) return Count("merged program not tuned");
    if (program->link != link.hash()) return Count("merged program has changed");
    TemporaryFiles files(*folder_);
    if (!LinkMerged(link, *program, object, files.New(".out"), *folder_, RunQuietly)) {
      (void)folder_->NoteUnfit(output, program->key).ok();  // at worst it is tried again
      return Count("merged program has changed");
    }
    // Whatever happens now, the file is known to be another one than the plain link makes.
    if (!folder_->NoteMerged(output, program->key)) return Count("link not noted");
    const Result<ForegroundEnd> end =
        RunForeground(Together(compiler_, program->Words(call_.words, object)));
    if (!end) Fail(end.error());
    if (!end->Succeeded() && end->signal == 0) {
      folder_->ForgetMerged(output);
      return Count("merged object not linked");
    }
    const bool noted = folder_->NoteMerged(output, program->key).ok();
    Count(noted ? "merged object linked" : "link not noted");
    EndLike(*end);
  }

  static Status RunQuietly(const std::vector<std::string>& words) {
    const Result<ForegroundEnd> end = RunForeground(words);
    if (!end) return end.error();
    if (end->signal != 0) std::_Exit(128 + end->signal);  // a trial that succeeds says nothing
    if (end->status == 0) return {};
    return Error{ErrorCode::kBadInput, "the command fails"};
  }

  /// The reason why this call goes to the plain compiler alone; empty: it does not.
  std::string Refusal() const {
    if (!folder_) return {};
    if (!call_.refusal.empty()) return call_.refusal;
    struct stat old{};
    if (lstat(call_.output.c_str(), &old) == 0 && !S_ISREG(old.st_mode)) {
      return "the output is no regular file";
    }
    return CompilerWritesBitcode() ? "" : "the compiler can't load the plugin of autotune";
  }

  /// Tries the plugin on an empty source, once for each compiler and folder.
  bool CompilerWritesBitcode() const {
    std::string name = ClangPluginFlag() + '\n' + std::string(Variable("PATH"));
    for (const std::string& word : compiler_) name += '\n' + word;
    const fs::path known = folder_->Compiler(HashBytes(name));
    if (const Result<std::string> answer = ReadFile(known)) return *answer == kWorks;
    std::error_code error;
    const fs::path bitcode = folder_->NewTemporary(".bc");
    const fs::path object = folder_->NewTemporary(".o");
    const std::vector<std::string> probe =
        Together({"sh", "-c", "exec \"$@\" > /dev/null 2>&1", "sh"},
                 Together(compiler_, {"-x", "c", "-O1", "-c", "/dev/null", "-o", object}));
    bool wrote = false;
    const auto run = [&](const std::vector<std::string>& words) {
      const Result<ForegroundEnd> end = RunForeground(words, Changes(bitcode));
      wrote = fs::exists(bitcode, error);
      fs::remove(bitcode, error);
      fs::remove(object, error);
      if (!end) return 1;
      if (end->signal != 0) EndLike({.status = end->signal});
      return end->status;
    };
    const int status = run(Together(probe, {ClangPluginFlag()}));
    if (status == 0 && wrote) return folder_->Replace(known, kWorks).ok();
    // A compiler that fails anyway, such as for want of memory, says nothing of the plugin.
    const bool refused = !WIFSIGNALED(status) && run(probe) == 0;
    if (refused) (void)folder_->Replace(known, "no").ok();  // at worst it is tried again
    return false;
  }

  /// Forgets the units of objects that the plain compiler makes now.
  void ForgetUnits() const {
    for (const std::string& source : call_.compiled) {
      if (!call_.compiles) {
        folder_->Forget(folder_->LinkedObject(Absolute(LinkOutput()), Absolute(source)));
      } else {
        folder_->Forget(Absolute(call_.output.empty() ? ObjectOf(source) : call_.output));
      }
    }
  }

  /// ccache would answer from its cache without a run of the plugin.
  static EnvironmentChanges Changes(const fs::path& bitcode) {
    return {{kRecordVariable, bitcode.string()}, {kPlanVariable, ""}, {"CCACHE_DISABLE", "1"}};
  }

  /// True if sources can become objects in our folder.
  bool CanCompileSources() const {
    struct stat old{};
    const bool other = lstat(LinkOutput().c_str(), &old) == 0 && !S_ISREG(old.st_mode);
    const bool dependencies =
        !Variable("DEPENDENCIES_OUTPUT").empty() || !Variable("SUNPRO_DEPENDENCIES").empty();
    const fs::path folder = folder_->LinkedObject("/", "/").parent_path();
    std::error_code error;
    const bool has_room = fs::space(folder, error).available >= kRoomForObjects && !error;
    return !call_.sources.empty() && !other && !dependencies && has_room &&
           access(folder.c_str(), W_OK) == 0;
  }

  /// Lets a call that compiles and links only link: its sources become objects in our folder first,
  /// as the compiler makes temporary ones. Ends with the first compile that failed.
  void CompileSources() {
    const CompilerCall whole = call_;
    const fs::path linked = Absolute(LinkOutput());
    std::vector<std::string> linking = whole.words;
    std::optional<ForegroundEnd> failed;
    for (const std::size_t source : whole.sources) {
      std::vector<std::string> words;
      for (std::size_t i = 0; i < whole.words.size(); ++i) {
        const bool other = i != source && std::ranges::binary_search(whole.inputs, i);
        if (!other) words.push_back(whole.words[i]);
      }
      const fs::path object = folder_->LinkedObject(linked, Absolute(whole.words[source]));
      // The last -o counts.
      call_ = ReadCompilerCall(Together(words, {"-c", "-o", object.string()}), levels_);
      if (!Refusal().empty()) {
        call_ = whole;
        return;
      }
      const ForegroundEnd end = Compile({"-Qunused-arguments"});
      if (end.signal != 0) EndLike(end);
      if (!end.Succeeded() && !failed) failed = end;
      linking[source] = object.string();
    }
    if (failed) EndLike(*failed);
    linking.emplace_back("-Qunused-arguments");  // such as -Wa, which the compiles have used
    call_ = ReadCompilerCall(linking, levels_);
  }

  /// Compiles a source, and keeps its unit if that went well.
  ForegroundEnd Compile(const std::vector<std::string>& more = {}) const {
    const fs::path bitcode = folder_->NewTemporary(".bc");
    const std::vector<std::string> words =
        Together(Together(Together(compiler_, {ClangPluginFlag()}), more), call_.words);
    const Result<ForegroundEnd> end = RunForeground(words, Changes(bitcode));
    if (!end) Fail(end.error());
    if (end->Succeeded()) {
      Keep(bitcode);
    } else {
      Count(kCompileFailed);
    }
    std::error_code ignored;  // it has moved, if all went well
    fs::remove(bitcode, ignored);
    return *end;
  }

  void Keep(const fs::path& bitcode) const {
    const auto leave = [this](const char* reason) {
      folder_->Forget(Absolute(call_.output));
      Count(reason);
    };
    const Result<std::string> bytes = ReadFile(bitcode);
    if (!bytes) return leave("no bitcode was written");
    if (bytes->empty()) return leave("plain: its assembly reads a file");
    std::error_code error;
    const RecordedUnit unit{.module = HashBytes(*bytes),
                            .folder = fs::current_path(error).string(),
                            .source = call_.source,
                            .output = call_.output,
                            .compiler = compiler_,
                            .code_words = call_.code_words};
    if (error || !folder_->Add(unit, bitcode)) return leave("unit not kept");
    Count("recorded");
    if (Variable(kModeVariable) == kApplyMode) ApplyTuned(unit);
  }

  /// Puts the tuned object, if there is one, in place of the plain one, which is there already.
  void ApplyTuned(const RecordedUnit& unit) const {
    const fs::path tuned = folder_->Tuned(unit.key());
    std::error_code error;
    if (!fs::exists(tuned, error)) {
      const Result<bool> made = MakeTuned(unit, unit.key(), *folder_, RunQuietly);
      if (!made || !*made) return Count("not tuned");
      Count("made by the plan");
    }
    // As compilers do, by a file beside the object: only so can it be replaced in one step.
    const std::string name = ".autotune-" + folder_->NewTemporary(".tmp").filename().string();
    const fs::path temporary = fs::path(call_.output).parent_path() / name;
    struct stat plain{};
    bool done = stat(call_.output.c_str(), &plain) == 0 && S_ISREG(plain.st_mode) &&
                fs::copy_file(tuned, temporary, error) &&
                chmod(temporary.c_str(), plain.st_mode & 07777) == 0;
    if (done) {
      fs::rename(temporary, call_.output, error);
      done = !error;
    }
    if (!done) fs::remove(temporary, error);
    Count(done ? "applied" : "tuned object not applied");
  }

  std::vector<std::string> compiler_;
  RecordedLevels levels_;
  CompilerCall call_;
  std::optional<UnitFolder> folder_;
};

}  // namespace

void RunCompilerWrapper(WrappedLanguage language, const std::vector<std::string>& words) {
  Wrapper(language, words).Run();
}

}  // namespace autotune
