#include "project/build_project.h"

#include <algorithm>
#include <chrono>
#include <functional>
#include <iterator>
#include <optional>
#include <set>
#include <sstream>
#include <string>
#include <utility>
#include <vector>

#include <fmt/format.h>

#include "core/file.h"
#include "core/quantity.h"
#include "core/toolchain.h"
#include "project/build_plan.h"
#include "project/build_tree.h"
#include "project/built_objects.h"
#include "project/culprits.h"
#include "project/earlier_answers.h"
#include "project/measure_build.h"
#include "project/merge_program.h"
#include "project/record_build.h"
#include "project/tuning_targets.h"
#include "tune/memory/file_lock.h"
#include "tune/output/output_file.h"
#include "tune/signals.h"
#include "wrapper/compiler_call.h"

namespace autotune {

namespace {

namespace fs = std::filesystem;

/// Time that changed units get in any case, and what is known of all files by a plan.
constexpr Clock::duration kLeastFollowing = std::chrono::seconds(3);
constexpr Clock::duration kFollowingPlan = std::chrono::minutes(10);
/// Time for each byte of a program: on one busy core, 60,000 took 6 s.
constexpr Clock::duration kFollowingByte = std::chrono::microseconds(100);
/// Time for links that say what is taken from archives.
constexpr std::chrono::seconds kTraceTime(10);

/// One call of `BuildProject`.
class Project {
 public:
  Project(const BuildJob& job, const Services& services, TuneObserver& observer,
          const OnStep& on_step, int& signal)
      : job_(job),
        services_(services),
        observer_(observer),
        on_step_(on_step),
        folder_(job.state),
        signal_(signal),
        tree_(job_, folder_, signal) {}

  Result<BuildReport> Run();

 private:
  Status RunAlone();
  Status TryToMerge();
  Status TuneShard();
  Status Prepare();
  Status TakeHeld();
  void ForgetSuspects() const {
    std::error_code ignored;  // mostly there are none
    std::filesystem::remove(folder_.Suspects(), ignored);
  }
  Status Record();
  Status TuneUnits();
  std::set<fs::path> BitcodeObjects() const;
  Result<std::vector<RecordedLink>> ProgramLinks() const;
  Result<std::vector<Merger>> MergePrograms(const std::vector<RecordedLink>& links);
  Status Apply();
  Result<bool> FollowEarlier(Clock::duration build);
  Status Follow(const std::vector<PlannedTarget>& planned, Clock::duration time,
                UnitTuner& tuner) const;
  std::vector<TuningTarget> WithoutMerged(std::vector<TuningTarget> targets) const;
  Clock::duration TimeToFollow(const std::vector<PlannedTarget>& known,
                               Clock::duration build) const;
  Status ReadPlan();
  Status WritePlan() const;
  Status TakeBackCulprits();
  Error NothingRecorded() const;

  const BuildJob& job_;
  const Services& services_;
  TuneObserver& observer_;
  const OnStep& on_step_;
  const UnitFolder folder_;
  int& signal_;
  BuildTree tree_;
  std::optional<EarlierAnswers> earlier_;  ///< set before anything is built
};

Result<BuildReport> Project::Run() {
  if (const Status ready = tree_.CheckWrappers(); !ready) return ready.error();
  if (const Status made = folder_.Create(); !made) return made.error();
  const bool is_alone = job_.steps != BuildSteps::kTune;
  const Result<FileLock> lock =
      is_alone ? FileLock::Take(folder_.lock()) : FileLock::TakeShared(folder_.lock());
  if (!lock) return lock.error();
  const Clock::time_point started = Clock::now();
  const fs::path where = fs::current_path();  // the command may remove it
  const Status done = is_alone ? RunAlone() : TuneShard();
  if (!done) return done.error();
  BuildReport report = MeasureBuild(folder_, tree_.units());
  if (is_alone && !job_.tune.database.empty()) {
    // Ctrl-C ends that alone: the build is done.
    Budget budget({.deadline = Clock::now() + kTraceTime, .evaluations = {}});
    StopSignals signals;
    signals.Watch(budget);
    AddArchivedObjects(folder_, budget, report);
    RecordBuild(job_, report, folder_, where, Clock::now() - started, observer_);
  }
  return report;
}

Status Project::RunAlone() {
  if (const Status ready = Prepare(); !ready) return ready;
  if (const Status read = ReadPlan(); !read) return read;
  if (job_.steps != BuildSteps::kApply) {
    if (const Status done = Record(); !done) return done;
    if (job_.steps == BuildSteps::kRecord) return TryToMerge();
    if (const Status done = TuneUnits(); !done) return done;
  }
  const Status applied = Apply();
  return applied && job_.steps == BuildSteps::kAll ? WritePlan() : applied;
}

/// Tuning may begin without a plan.
Status Project::ReadPlan() {
  BuildPlan plan;
  if (!job_.plan.empty() && (job_.steps == BuildSteps::kApply || Exists(job_.plan))) {
    Result<BuildPlan> read = ReadBuildPlan(job_.plan);
    if (!read) return read.error();
    plan = *std::move(read);
    if (plan.llvm != kLlvmMajor) {
      observer_.Warn(fmt::format("'{}' is of LLVM {}, and this is {}: less may help",
                                 job_.plan.string(), plan.llvm, kLlvmMajor));
    }
  }
  earlier_.emplace(folder_, std::move(plan), fs::current_path());
  if (const Status noted = earlier_->NoteRecipes(job_.tune.allowed); !noted) return noted;
  const bool writes = !job_.plan.empty() && job_.steps == BuildSteps::kAll;
  return writes ? CheckWritable(job_.plan) : Status();
}

Status Project::WritePlan() const {
  if (job_.plan.empty()) return {};
  return WriteAtomically(job_.plan, BuildPlanText(earlier_->Renewed(tree_.units())));
}

/// Tells what is wrong with what is named before others tune it.
Status Project::TryToMerge() {
  const Result<std::vector<RecordedLink>> links = ProgramLinks();
  if (!links) return links.error();
  const Result<Chosen> chosen = Choose(job_.only, tree_.units(), *links);
  if (!chosen) return chosen.error();
  if (job_.whole_programs.empty()) return {};
  const Result<std::vector<Merger>> mergers = MergePrograms(*links);
  return mergers ? Status() : mergers.error();
}

/// Others may tune other shards meanwhile, so nothing is put right and nothing is built.
Status Project::TuneShard() {
  tree_.ReadUnits();
  return tree_.units().empty() ? NothingRecorded() : TuneUnits();
}

/// Takes the objects back that a call has held which was killed. One that ended while it looked for
/// culprits has left suspects: without a check, none of them is used.
Status Project::TakeHeld() {
  std::set<Hash128> suspects;
  if (const Result<std::string> text = ReadFile(folder_.Suspects()); text && job_.check.empty()) {
    std::istringstream lines(*text);
    for (std::string line; std::getline(lines, line);) {
      if (const auto key = FromHex(line)) suspects.insert(*key);
    }
  }
  std::size_t unused = 0;
  for (const Hash128& key : suspects) {
    if (Exists(folder_.Tuned(key))) {
      if (const Status moved = MoveFile(folder_.Tuned(key), folder_.Held(key)); !moved)
        return moved;
    }
    if (Exists(folder_.Held(key))) ++unused;
  }
  if (unused > 0) {
    observer_.Warn(
        fmt::format("{} not used: the check failed with some, and which was not found; "
                    "give --check to look again",
                    Counted(unused, "tuned object is", "tuned objects are")));
  }
  std::error_code error;
  for (const auto& entry : fs::directory_iterator(folder_.root() / "held", error)) {
    const auto key = FromHex(entry.path().stem().string());
    if (key && suspects.contains(*key)) continue;
    const Status moved = MoveFile(entry.path(), folder_.root() / "tuned" / entry.path().filename());
    if (!moved) return moved;
  }
  return {};
}

/// Puts right what a killed call has left, and removes bitcode and objects that nothing names.
Status Project::Prepare() {
  std::error_code error;
  for (const auto& entry : fs::directory_iterator(folder_.temporary(), error)) {
    std::error_code ignored;  // a leftover costs nothing but room
    fs::remove_all(entry.path(), ignored);
  }
  if (const Status done = TakeHeld(); !done) return done;
  folder_.RemoveUnused();
  folder_.ForgetRecipes();  // of a plan that may say something else now
  // Compilers may have changed.
  for (const auto& entry : fs::directory_iterator(folder_.root() / "compilers", error)) {
    std::error_code ignored;  // the wrapper tries a compiler at worst once more
    fs::remove(entry.path(), ignored);
  }
  return folder_.ForgetCounts();
}

/// Names what the wrapper did instead.
Error Project::NothingRecorded() const {
  std::string instead;
  for (const auto& [event, count] : folder_.Counts()) {
    instead += fmt::format("{}{} ({})", instead.empty() ? "" : ", ", event, count);
  }
  if (instead.empty()) {
    const auto names_compiler = [](const std::string& word) {
      return word.starts_with("CC=") || word.starts_with("CXX=");
    };
    const auto word = std::ranges::find_if(job_.command, names_compiler);
    if (word != job_.command.end()) {
      return {
          ErrorCode::kNotFound,
          fmt::format("'{}' keeps our compiler out of the build: leave it away; AUTOTUNE_CC and "
                      "AUTOTUNE_CXX name other plain compilers",
                      *word)};
    }
    instead = "no call";
  }
  const auto saw = [&instead](const char* reason) { return instead.find(reason) != instead.npos; };
  return {ErrorCode::kNotFound,
          fmt::format("our compiler made no object with -Os or -Oz; it saw: {}; {}, and see "
                      "docs/build.md",
                      instead,
                      saw(kNotForSize)     ? "compile with -Oz, or give --all-levels"
                      : saw(kNotOptimized) ? "compile with -Oz"
                                           : "clean the tree or give --clean")};
}

/// Builds with the plain compiler.
Status Project::Record() {
  on_step_("building with the plain compiler");
  const auto started = fs::file_time_type::clock::now();
  const Status built = tree_.BuildPlain();
  if (const Status kept = earlier_->Inherit(tree_.units()); !kept) return kept;
  if (!built) return built;
  if (tree_.units().empty()) return NothingRecorded();
  // A build that has nothing to do may call no compiler.
  const bool made = !job_.clean.empty() || tree_.HasNewFile(started);
  if (made && folder_.Counts().empty()) observer_.Warn(NothingRecorded().message);
  const Result<bool> passes = tree_.Check();
  if (!passes) return passes.error();
  if (!*passes) {
    if (!tree_.HasTunedObject()) {
      return Error{ErrorCode::kBadInput, "the check fails before anything is tuned"};
    }
    // Objects of an earlier call are linked.
    if (const Status done = TakeBackCulprits(); !done) return done;
  }
  return tree_.NoteLinkedSizes();
}

/// Objects of units that are compiled with `-flto`.
std::set<fs::path> Project::BitcodeObjects() const {
  std::set<fs::path> objects;
  for (const RecordedUnit& unit : tree_.units()) {
    if (unit.is_bitcode()) objects.insert(unit.OutputPath().lexically_normal());
  }
  return objects;
}

/// Returns the links of the programs that the job names; if it names none, those of bitcode.
Result<std::vector<RecordedLink>> Project::ProgramLinks() const {
  std::vector<RecordedLink> links = folder_.Links();
  if (job_.whole_programs.empty()) {
    const std::set<fs::path> bitcode = BitcodeObjects();
    std::erase_if(links, [&](const RecordedLink& link) { return !TakesOneOf(bitcode, link); });
    return links;
  }
  std::vector<RecordedLink> all;
  std::set<fs::path> seen;
  for (const std::string& name : job_.whole_programs) {
    Result<std::vector<RecordedLink>> named = FindLinks(name, links);
    if (!named) return named.error();
    for (RecordedLink& link : *named) {
      if (seen.insert(link.OutputPath()).second) all.push_back(std::move(link));
    }
  }
  return all;
}

/// Merges programs. One that can't be merged costs a warning.
Result<std::vector<Merger>> Project::MergePrograms(const std::vector<RecordedLink>& links) {
  std::vector<Merger> mergers;
  std::set<Hash128> known;
  if (job_.steps == BuildSteps::kApply) known = earlier_->KnownPrograms();
  for (const RecordedLink& link : links) {
    Result<Merger> merger = MergeProgram(link, tree_.units(), folder_, known);
    if (merger) {
      const Hash128 key = merger->program.key;
      const auto is_same = [&](const Merger& other) { return other.program.key == key; };
      if (Exists(folder_.Rejected(key)) || std::ranges::any_of(mergers, is_same)) continue;
      mergers.push_back(*std::move(merger));
      continue;
    }
    if (merger.error().code != ErrorCode::kBadInput) return merger.error();
    if (job_.steps != BuildSteps::kApply) {
      if (const Status done = folder_.RemoveMerged(link.OutputPath()); !done) return done.error();
    }
    observer_.Warn(
        fmt::format("'{}' is not tuned as one module: {}", link.output, merger.error().message));
  }
  return mergers;
}

Status Project::TuneUnits() {
  const Result<std::vector<RecordedLink>> links = ProgramLinks();
  if (!links) return links.error();
  const Result<std::vector<Merger>> mergers = MergePrograms(*links);
  if (!mergers) return mergers.error();
  const Result<Chosen> chosen = Choose(job_.only, tree_.units(), *links);
  if (!chosen) return chosen.error();
  const std::vector<TuningTarget> targets =
      TuningTargets(tree_.units(), *links, *mergers, folder_, job_.shard, *chosen);
  std::set<fs::path> left = BitcodeObjects();
  for (const Merger& merger : *mergers) {
    for (const auto& [object, key] : merger.program.units) {
      left.erase(fs::path(object).lexically_normal());
    }
  }
  if (!left.empty()) {
    observer_.Warn(
        fmt::format("units compiled with -flto ({}) stay plain: no program that is tuned as one "
                    "module has them",
                    left.size()));
  }
  const auto is_merged = [](const TuningTarget& target) { return target.merger != nullptr; };
  const auto merged = static_cast<std::size_t>(std::ranges::count_if(targets, is_merged));
  on_step_(
      fmt::format("tuning {}{} for {}", Counted(targets.size() - merged, "unit", "units"),
                  merged == 0 ? "" : " and " + Counted(merged, "whole program", "whole programs"),
                  FormatDuration(job_.budget)));
  const StopSignals signals;
  UnitTuner tuner(job_, folder_, services_, observer_, signals.token());
  const Clock::time_point end = Clock::now() + job_.budget;
  Status tuned;
  if (earlier_) tuned = Follow(earlier_->Known(targets), job_.budget / 2, tuner);
  if (tuned) tuned = tuner.Tune(targets, end, on_step_);
  signal_ = signals.received();
  return tuned;
}

Status Project::Apply() {
  on_step_("building with the tuned objects");
  const Clock::time_point started = Clock::now();
  Result<bool> passes = tree_.BuildTuned();
  if (const Status kept = earlier_->Inherit(tree_.units()); !kept) return kept;
  if (earlier_->PlanIsOfOthers(tree_.units())) {
    observer_.Warn(
        fmt::format("'{}' names no file of this build: its paths begin in the folder of "
                    "the call, and a link to another folder changes them",
                    job_.plan.string()));
  }
  if (!passes) return passes.error();
  if (tree_.units().empty()) observer_.Warn(NothingRecorded().message);
  if (*passes && job_.steps == BuildSteps::kApply) {
    const Result<bool> followed = FollowEarlier(Clock::now() - started);
    if (!followed) return followed.error();
    if (*followed) passes = tree_.BuildTuned();
    if (!passes) return passes.error();
  }
  if (!*passes) return TakeBackCulprits();
  if (!job_.check.empty()) ForgetSuspects();
  return {};
}

/// Makes objects of files that changed in a build of this length, or are new here, with what is
/// known for them. True if one is better than the plain object.
Result<bool> Project::FollowEarlier(Clock::duration build) {
  const std::vector<RecordedLink> links = earlier_->LinksToMerge();
  const Result<std::vector<Merger>> mergers = MergePrograms(links);
  if (!mergers) return mergers.error();
  if (const Status noted = earlier_->NoteRecipes(*mergers, job_.tune.allowed); !noted)
    return noted.error();
  for (const Merger& merger : *mergers) {
    const fs::path& output = merger.program.output;
    if (folder_.IsUnfit(output, merger.program.key)) folder_.ForgetMerged(output);
  }
  // Units of merged programs may be linked into others, too.
  const Result<Chosen> chosen = Choose(job_.only, tree_.units(), folder_.Links());
  if (!chosen) return chosen.error();
  auto targets = TuningTargets(tree_.units(), links, *mergers, folder_, Shard(), *chosen);
  const auto new_units = earlier_->New(WithoutMerged(targets));
  const auto units = TuningTargets(tree_.units(), {}, {}, folder_, Shard(), *chosen);
  std::erase_if(targets, [](const TuningTarget& target) { return !target.merger; });
  targets.insert(targets.end(), units.begin(), units.end());
  std::vector<PlannedTarget> planned = earlier_->Known(targets);
  const Clock::duration time = TimeToFollow(planned, build);
  planned.insert(planned.end(), new_units.begin(), new_units.end());
  const auto objects = [&] {
    return std::ranges::count_if(
        targets, [this](const TuningTarget& target) { return Exists(folder_.Tuned(target.key)); });
  };
  const auto before = objects();
  const StopSignals signals;
  UnitTuner tuner(job_, folder_, services_, observer_, signals.token());
  const Status followed = Follow(planned, time, tuner);
  signal_ = signals.received();
  if (!followed) return followed.error();
  // An object of before may fit a program again.
  const auto is_ready = [this](const Merger& merger) {
    return Exists(folder_.Tuned(merger.program.key));
  };
  return objects() > before || std::ranges::any_of(*mergers, is_ready);
}

/// Says what is tried on how many files, and tries it.
Status Project::Follow(const std::vector<PlannedTarget>& planned, Clock::duration time,
                       UnitTuner& tuner) const {
  if (planned.empty()) return {};
  const auto known = static_cast<std::size_t>(
      std::ranges::count_if(planned, std::mem_fn(&PlannedTarget::is_known)));
  std::vector<std::string> tried;
  if (known > 0) tried.push_back("what is known of " + Counted(known, "file", "files"));
  if (planned.size() > known) {
    tried.push_back("-Oz and size attributes on " +
                    Counted(planned.size() - known, "new unit", "new units"));
  }
  on_step_(fmt::format("trying {}", fmt::join(tried, ", then ")));
  return tuner.Follow(planned, Clock::now() + time, on_step_);
}

/// As long as the build, at least; a program as one module takes longer.
Clock::duration Project::TimeToFollow(const std::vector<PlannedTarget>& known,
                                      Clock::duration build) const {
  if (job_.following) return *job_.following;
  if (!job_.plan.empty()) return kFollowingPlan;
  Clock::duration time = kLeastFollowing;
  for (const PlannedTarget& planned : known) {
    if (planned.target.merger) time += planned.target.bytes * kFollowingByte;
  }
  return std::max(time, build);
}

/// The targets but units that the module of a program stands for.
std::vector<TuningTarget> Project::WithoutMerged(std::vector<TuningTarget> targets) const {
  std::set<Hash128> merged;
  for (const MergedProgram& program : folder_.Merged()) {
    if (!Exists(folder_.Tuned(program.key))) continue;
    for (const auto& [output, key] : program.units) merged.insert(key);
  }
  std::erase_if(targets, [&](const TuningTarget& target) { return merged.contains(target.key); });
  return targets;
}

Status Project::TakeBackCulprits() {
  folder_.ForgetRecipes();  // trials make no other objects
  struct Tuned {
    Hash128 key;
    std::string name;
  };
  std::vector<Tuned> tuned;
  std::set<Hash128> seen;
  const auto add = [&](const Hash128& key, const std::string& name) {
    if (Exists(folder_.Tuned(key)) && seen.insert(key).second) tuned.push_back({key, name});
  };
  for (const MergedProgram& program : folder_.Merged()) add(program.key, program.output.string());
  for (const RecordedUnit& unit : tree_.units()) add(unit.key(), unit.source);
  if (tuned.empty()) return Error{ErrorCode::kBadInput, "the build or its check fails"};
  // Puts the tuned objects of these units, and of no others, in force.
  const Trial trial = [&](const std::vector<std::size_t>& in_force) -> Result<bool> {
    on_step_(fmt::format("the build or its check fails: trying {} of {} tuned objects",
                         in_force.size(), tuned.size()));
    for (std::size_t i = 0; i < tuned.size(); ++i) {
      const bool wanted = std::ranges::binary_search(in_force, i);
      const fs::path there = folder_.Tuned(tuned[i].key);
      const fs::path held = folder_.Held(tuned[i].key);
      if (wanted == Exists(there)) continue;
      const Status moved = wanted ? MoveFile(held, there) : MoveFile(there, held);
      if (!moved) return moved.error();
    }
    return tree_.BuildTuned();
  };
  std::string suspects;
  for (const Tuned& its : tuned) suspects += ToHex(its.key) + '\n';
  if (const Status noted = folder_.Replace(folder_.Suspects(), suspects); !noted) return noted;
  const Result<bool> plain = trial({});
  if (!plain) return plain.error();
  if (!*plain) {
    return Error{ErrorCode::kBadInput,
                 "the build or its check fails without any tuned object as well"};
  }
  const Result<std::vector<std::size_t>> culprits = FindCulprits(tuned.size(), trial);
  if (!culprits) return culprits.error();
  std::vector<std::size_t> good;
  for (std::size_t i = 0; i < tuned.size(); ++i) {
    if (!std::ranges::binary_search(*culprits, i)) good.push_back(i);
  }
  const Result<bool> passes = trial(good);
  if (!passes) return passes.error();
  for (const std::size_t culprit : *culprits) {
    const auto& [key, name] = tuned[culprit];
    observer_.Warn(fmt::format("'{}' is taken back: the check fails with its tuned object", name));
    if (const Status moved = MoveFile(folder_.Held(key), folder_.Rejected(key)); !moved)
      return moved;
  }
  ForgetSuspects();
  if (!*passes) {
    return Error{ErrorCode::kBadInput,
                 "the check fails now with objects that it passed with before: is it repeatable?"};
  }
  return {};
}

}  // namespace

Result<BuildReport> BuildProject(const BuildJob& job, const Services& services,
                                 TuneObserver& observer, const OnStep& on_step, int& signal) {
  return Project(job, services, observer, on_step, signal).Run();
}

}  // namespace autotune
