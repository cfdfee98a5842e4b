#pragma once

#include <cstddef>
#include <functional>
#include <list>
#include <memory>
#include <optional>
#include <string>
#include <unordered_map>
#include <unordered_set>
#include <vector>

#include "eval/wire.h"
#include "eval/worker/module_io.h"
#include "eval/worker/pass_runner.h"

namespace autotune::worker {

/// Bitcode of program states, the least recently used ones dropped. Not thread-safe.
class SnapshotStore {
 public:
  explicit SnapshotStore(std::size_t capacity) : capacity_(capacity) {}

  struct Snapshot {
    std::string bitcode;
    wire::Measured measured;
  };

  /// Null where there is none. Valid until the next `Put`.
  const Snapshot* Find(const Hash128& key);
  bool Contains(const Hash128& key) const { return index_.contains(key); }
  void Put(const Hash128& key, Snapshot snapshot);

  std::size_t size() const { return index_.size(); }
  std::size_t bytes() const { return bytes_; }

 private:
  using Entry = std::pair<Hash128, Snapshot>;

  std::size_t capacity_;
  std::size_t bytes_ = 0;
  std::list<Entry> entries_;  // most recently used first
  std::unordered_map<Hash128, std::list<Entry>::iterator> index_;
};

/// What one worker process does with requests. It holds the programs it was given, one module
/// "live" (the last state reached, ready for the next pass) and snapshots of states that were to be
/// retained. A pass runs on the live module in place; so extending the last state copies nothing.
class Session {
 public:
  using Send = std::function<void(const wire::Reply&)>;

  /// `send` is called for each reply, in order, before `Handle` returns.
  explicit Session(Send send);

  void Handle(const wire::Request& request);

 private:
  struct Program {
    std::string name;
    std::string root;  // snapshot of the program as it came
    std::string triple;
    wire::Measured measured;
  };

  struct Live {
    OwnedModule owned;
    ProgramId program;
    PassSequence applied;
    wire::Measured measured;
    std::optional<ModuleHash> hash;  // none where it was just read in
  };

  void Handle(const wire::Configure& request);
  void Handle(const wire::Load& request);
  void Handle(const wire::Apply& request);
  void Handle(const wire::RunPipeline& request);
  void Handle(const wire::QueryUsage& request);

  /// Makes the state `from` the live one, from the nearest state that is at hand.
  Status Restore(const ProgramId& id, const PassSequence& from, const Observe& observe);
  /// Applies one pass to the live module and measures it. After an error there is no live module.
  Status Step(PassId pass, const Observe& observe);
  void Retain();
  PassRunner& Runner(const std::string& triple, PipelineTuning tuning);
  const Program* Find(const ProgramId& id);

  Send send_;
  std::vector<std::string> actions_;
  std::unordered_map<ProgramId, Program> programs_;
  SnapshotStore snapshots_{0};
  std::optional<Live> live_;
  std::unordered_set<Hash128> offenders_;                                 // keys of (IR, pass)
  std::unordered_map<std::string, std::unique_ptr<PassRunner>> runners_;  // by triple and tuning
};

}  // namespace autotune::worker
