#pragma once

#include <cstdint>
#include <filesystem>
#include <fstream>
#include <string_view>

#include "core/result.h"
#include "model/files/score.h"

namespace autotune {

/// A line of the log.
struct LogRow {
  double seconds = 0;
  std::string_view stage;
  std::uint64_t epoch = 0;
  std::uint64_t step = 0;  ///< step of the epoch
  std::string_view split;  ///< `training`, of one step; `validation`, or `epoch` without validation
  MeanScore score;
  double learning_rate = 0;
};

/// Opens a log to continue after the first `keep` bytes of the file; 0 begins a new one, with a
/// header.
Result<std::ofstream> OpenLog(const std::filesystem::path& file, std::int64_t keep,
                              std::string_view header);

/// A CSV file with a line for each step and validation. `Flush` reports errors of writing.
class TrainingLog {
 public:
  /// Opens a log as `OpenLog` does.
  static Result<TrainingLog> Open(const std::filesystem::path& file, std::int64_t keep);

  void Write(const LogRow& row);
  Status Flush();
  std::int64_t bytes() { return stream_.tellp(); }

 private:
  TrainingLog(std::filesystem::path file, std::ofstream stream)
      : file_(std::move(file)), stream_(std::move(stream)) {}

  std::filesystem::path file_;
  std::ofstream stream_;
};

}  // namespace autotune
