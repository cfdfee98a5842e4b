#include "eval/worker/serve.h"

#include <cstring>
#include <new>
#include <string>
#include <string_view>

#include <llvm/Config/llvm-config.h>
#include <llvm/Support/ErrorHandling.h>
#include <unistd.h>

#include "eval/proto/channel.h"
#include "eval/proto/wire.h"
#include "eval/worker/session.h"

namespace autotune::worker {
namespace {

// Encoded in advance: once memory is out, nothing can be allocated.
struct LastWords {
  Channel& channel;
  const std::string out_of_memory = Channel::Frame(
      wire::Encode(wire::Reply(wire::Failure{ErrorCode::kOutOfMemory, "memory limit reached"})));
};

[[noreturn]] void Die() { ::_exit(1); }

void OnFatalError(void* last_words, const char* reason, bool) {
  const std::string first_line(reason, std::strcspn(reason, "\n"));
  static_cast<LastWords*>(last_words)
      ->channel.Send(wire::Encode(wire::Reply(wire::Failure{ErrorCode::kFatalError, first_line})));
  Die();
}

void OnOutOfMemory(void* last_words, const char*, bool) {
  auto* words = static_cast<LastWords*>(last_words);
  words->channel.SendFrame(words->out_of_memory);
  Die();
}

LastWords* g_last_words = nullptr;  // std::set_new_handler takes no context

}  // namespace

void Serve(int fd) {
  Channel channel(fd);
  LastWords last_words{channel};
  g_last_words = &last_words;
  llvm::install_fatal_error_handler(OnFatalError, &last_words);
  llvm::install_bad_alloc_error_handler(OnOutOfMemory, &last_words);
  std::set_new_handler([] { OnOutOfMemory(g_last_words, nullptr, false); });

  const auto send = [&](const wire::Reply& reply) {
    if (!channel.Send(wire::Encode(reply))) Die();
  };
  Session session(send);
  send(wire::Hello{wire::kProtocolVersion, LLVM_VERSION_STRING});
  std::string message;
  while (channel.Receive(message) == Channel::Received::kMessage) {
    const auto request = wire::DecodeRequest(message);
    if (request) {
      session.Handle(*request);
    } else {
      send(wire::Failure{request.error().code, request.error().message});
    }
  }
}

}  // namespace autotune::worker
