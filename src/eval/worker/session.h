#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <unordered_map>
#include <unordered_set>
#include <vector>

#include "eval/proto/live_list.h"
#include "eval/proto/wire.h"
#include "eval/worker/code_sizes.h"
#include "eval/worker/module_io.h"
#include "eval/worker/pass_runner.h"
#include "eval/worker/use_order.h"

namespace autotune::worker {

/// Handles the requests to one worker process. It holds the programs it was given and one "live"
/// module: the last state reached, ready for the next pass. A pass runs on the live module in
/// place, so extending the last state copies nothing. Retained states go to the pool as bitcode, so
/// that any worker can go on from them.
class Session {
 public:
  using Send = std::function<void(const wire::Reply&)>;

  /// `send` is called for each reply, in order, before `Handle` returns.
  explicit Session(Send send);

  void Handle(const wire::Request& request);

 private:
  struct Program {
    std::string name;
    std::string complete;  // snapshot of the program as it came
    std::string root;      // snapshot without names and debug information
    std::string triple;
    wire::Measured measured;
    std::shared_ptr<CodeSizes> sizes;  // of states of a search; shared by variants
    std::uint64_t fewest_verified = measured.cost.instructions;  // of all verified states
  };

  struct Live {
    OwnedModule owned;
    ProgramId program;
    LiveList list;
    wire::Measured measured;
    bool is_verified = true;                // as snapshots are
    std::optional<ModuleHash> hash{};       // of this state, unless it is verified
    std::optional<ModuleHash> verified{};   // of the last verified state; none if it was read
    std::uint64_t unsaved_nanoseconds = 0;  // CPU time of the passes since it was last retained
    std::uint64_t use_order = HashUseOrder(*owned.module);
  };

  void Handle(const wire::Configure& request);
  void Handle(const wire::Load& request);
  void Handle(const wire::Apply& request);
  void Handle(const wire::RunPipeline& request);
  void Handle(const wire::Tokenize& request);
  void Handle(const wire::TakeExcerpt& request);
  void Handle(const wire::TakeFunctions& request);
  void Handle(const wire::ChooseAttributes& request);
  void Handle(const wire::ChooseConventions& request);
  void Handle(const wire::TryInlining& request);
  void Handle(const wire::TakeInlined& request);

  /// True if `Restore` would have nothing to do and the state is not to be kept.
  bool IsThere(const wire::Apply& request) const;
  /// Makes `request.from` the live state, starting at the nearest state at hand.
  Status Restore(const wire::Apply& request);
  /// Applies one pass to the live module and measures it. After an error there is no live module.
  Status Step(PassId pass, const Observe& observe);
  /// Verifies the live state, unless that was done. After an error there is no live module.
  Status VerifyLive();
  /// Verifies the live state if it has to be, and measures it. After an error there is no live
  /// module.
  Status ObserveLive(const Observe& observe);
  /// Sends the live state to the pool. Errors: it is invalid, and no longer there.
  Status Retain();
  Status RetainIfWorthIt(const autotune::Retain& retain);
  /// Adds the measurements that `observe` asks for and `measured` lacks. `sizes` remembers parts of
  /// object sizes; null: the whole object is generated.
  Status Observed(const llvm::Module& module, const Observe& observe, CodeSizes* sizes,
                  wire::Measured& measured);
  Status MeasureAll(const llvm::Module& module, const Observe& observe, wire::Measured& measured);
  /// The same for what a pipeline makes. Its code is not generated again if that of the last
  /// pipeline is the same.
  Status MeasurePipeline(const llvm::Module& module, const Observe& observe,
                         wire::Measured& measured);
  PassRunner& Runner(const std::string& triple, PipelineTuning tuning);
  Program* Find(const ProgramId& id);

  Send send_;
  std::vector<std::string> actions_;
  CodeModel code_model_;  // as asked for, not resolved
  bool verify_all_ = true;
  std::unordered_map<ProgramId, Program> programs_;
  std::optional<Live> live_;
  std::optional<wire::Measured> last_code_;  // last module of a pipeline whose size was measured
  std::uint64_t snapshot_nanoseconds_ = 0;   // CPU time of the last one
  std::unordered_set<Hash128> offenders_;    // keys of (IR, pass)
  std::unordered_map<std::string, std::unique_ptr<PassRunner>> runners_;  // by triple and tuning
};

}  // namespace autotune::worker
