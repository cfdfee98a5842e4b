#pragma once

#include <filesystem>
#include <fstream>
#include <string>
#include <vector>

#include "core/action_space.h"
#include "core/mutex.h"
#include "core/result.h"
#include "search/edit_prior.h"

namespace autotune {

/// A file of what came of passes that `local` put into lists, to learn an `EditPrior` from
/// (`experiments/edit-prior/fit.py`): a line each of family, pass before (`^`: none), pass, pass
/// after (`$`: none), 1 where it replaces another, passes before, passes after, excess, result
/// (0: changed nothing or failed, 1: worse, 2: as good, 3: better), separated by tabs. Thread-safe.
class EditLog {
 public:
  /// Goes on with a file that is there. Errors: `kBadInput`.
  Status Open(const std::filesystem::path& file);
  void Append(const std::string& family, const ActionSpace& actions,
              const std::vector<EditTrial>& trials);
  /// Errors: not all could be written.
  Status Close();

 private:
  Mutex mutex_;
  std::filesystem::path path_;
  std::ofstream file_ GUARDED_BY(mutex_);
};

}  // namespace autotune
