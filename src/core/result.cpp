#include "core/result.h"

#include <algorithm>

namespace autotune {

std::string_view Name(ErrorCode code) {
  switch (code) {
    case ErrorCode::kPassCrashed: return "crash";
    case ErrorCode::kPassTimedOut: return "timeout";
    case ErrorCode::kOutOfMemory: return "out_of_memory";
    case ErrorCode::kVerifierRejected: return "verifier";
    case ErrorCode::kFatalError: return "fatal_error";
    case ErrorCode::kKnownOffender: return "known_offender";
    case ErrorCode::kInvalidArgument: return "invalid_argument";
    case ErrorCode::kNotFound: return "not_found";
    case ErrorCode::kIo: return "io";
    case ErrorCode::kBadInput: return "bad_input";
    case ErrorCode::kWorkerLost: return "worker_lost";
    case ErrorCode::kCancelled: return "cancelled";
    case ErrorCode::kNoTime: return "no_time";
  }
  assert(false && "unnamed ErrorCode");
  return "unknown";
}

bool IsEvaluationFailure(ErrorCode code) {
  return std::ranges::find(kEvaluationFailures, code) != std::end(kEvaluationFailures);
}

}  // namespace autotune
