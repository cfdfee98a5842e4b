#include "tune/output/result_module.h"

#include <string_view>

#include <fmt/format.h>

#include "tune/input/read_program.h"
#include "tune/output/output_file.h"
#include "tune/output/output_format.h"

namespace autotune {

namespace {

Error NoCode(const TuneJob& job, ErrorCode code, std::string_view why) {
  return {code, fmt::format("'{}' is not written: {}; '-o {}' needs none", job.output, why,
                            ModuleOf(job.output, job.program).string())};
}

}  // namespace

Status CheckOutput(const TuneJob& job) {
  return job.output.empty() ? Status() : CheckWritable(job.output, ProgramBytes(job.program));
}

Status WriteModule(const TuneJob& job, const Reproduction& result) {
  if (job.output.empty()) return {};
  if (IsObjectFile(job.output)) {
    if (!result.object.empty()) return WriteAtomically(job.output, result.object);
    return NoCode(job, ErrorCode::kFatalError, "LLVM generated no code for it");
  }
  return WriteAtomically(job.output, IsTextualIr(job.output) ? result.text : result.bitcode);
}

Status WriteModule(const TuneResult& tuned) {
  const Reproduction& result = tuned.result.reproduction;
  const TuneJob& job = tuned.job;
  if (!job.output.empty() && result.processes == 0 && !job.check.empty()) {
    return Error{ErrorCode::kNoTime,
                 fmt::format("'{}' is not written: your check has not accepted a result in time",
                             job.output)};
  }
  if (!job.output.empty() && result.processes == 0 && !tuned.has_module()) {
    return Error{
        ErrorCode::kNoTime,
        fmt::format("'{}' is not written: {} was remembered, and there was no time to run it",
                    job.output, Name(*tuned.result.level))};
  }
  if (IsObjectFile(job.output) && result.object.empty()) {
    if (tuned.signal != 0) {
      return NoCode(job, ErrorCode::kNoTime, "the run was stopped before LLVM generated its code");
    }
    if (result.processes == 0 && tuned.baselines.sizing().ok()) {
      return NoCode(job, ErrorCode::kNoTime,
                    "LLVM generated no code in time: give a larger --budget");
    }
  }
  if (!tuned.attributed && !tuned.optioned) return WriteModule(job, result);
  Reproduction delivered = result;
  if (tuned.attributed) {
    delivered.bitcode = tuned.attributed->bitcode;
    delivered.text = tuned.attributed->text;
    delivered.object = tuned.attributed->object;
  }
  if (tuned.optioned) delivered.object = tuned.optioned->object;
  const Status written = WriteModule(job, delivered);
  if (!written.ok() || !tuned.attributed || job.attributes_output.empty()) return written;
  return WriteAtomically(job.attributes_output, tuned.attributed->csv);
}

}  // namespace autotune
