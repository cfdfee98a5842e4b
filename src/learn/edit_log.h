#pragma once

#include <filesystem>
#include <fstream>
#include <string>
#include <vector>

#include "core/action_space.h"
#include "core/mutex.h"
#include "core/result.h"
#include "search/learned/edit_prior.h"

namespace autotune {

/// Log of the passes that `local` put into lists, to learn an `EditPrior` from
/// (`experiments/edit-prior/fit.py`). A line has nine fields, separated by tabs: family, pass
/// before (`^`: none), pass, pass after (`$`: none), and 1 for a replacement. Then follow passes
/// before, passes after, excess and result. Results are 0: changed nothing or failed, 1: worse, 2:
/// as good, 3: better. Thread-safe.
class EditLog {
 public:
  /// Opens the file, and goes on with one that is there. Errors: `kBadInput`.
  Status Open(const std::filesystem::path& file);
  void Append(const std::string& family, const ActionSpace& actions,
              const std::vector<EditTrial>& trials);
  /// Closes the file. Returns an error if not all could be written.
  Status Close();

 private:
  Mutex mutex_;
  std::filesystem::path path_;
  std::ofstream file_ GUARDED_BY(mutex_);
};

}  // namespace autotune
