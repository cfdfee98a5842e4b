#include "model/files/training_log.h"

#include <system_error>
#include <utility>

namespace autotune {

Result<std::ofstream> OpenLog(const std::filesystem::path& file, std::int64_t keep,
                              std::string_view header) {
  std::error_code error;
  if (keep > 0) std::filesystem::resize_file(file, static_cast<std::uintmax_t>(keep), error);
  if (error) keep = 0;  // the old log is lost, but the new lines are still worth having
  std::ofstream stream(file, keep > 0 ? std::ios::app : std::ios::trunc);
  if (!stream) return Error{ErrorCode::kIo, file.string() + ": can't be written"};
  stream.seekp(0, std::ios::end);
  if (keep == 0) stream << header << '\n';
  return stream;
}

Result<TrainingLog> TrainingLog::Open(const std::filesystem::path& file, std::int64_t keep) {
  Result<std::ofstream> stream = OpenLog(
      file, keep, "seconds,stage,epoch,step,split,loss,policy,top1,top5,value_error,learning_rate");
  if (!stream) return stream.error();
  return TrainingLog(file, *std::move(stream));
}

void TrainingLog::Write(const LogRow& row) {
  stream_ << row.seconds << ',' << row.stage << ',' << row.epoch << ',' << row.step << ','
          << row.split << ',' << row.score.loss << ',' << row.score.policy << ',' << row.score.top1
          << ',' << row.score.top5 << ',' << row.score.value_error << ',' << row.learning_rate
          << '\n';
}

Status TrainingLog::Flush() {
  if (stream_.flush()) return {};
  return Error{ErrorCode::kIo, file_.string() + ": can't be written"};
}

}  // namespace autotune
