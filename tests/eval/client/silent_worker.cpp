// A worker program that hangs without being stopped. Its workers say hello and nothing more; with
// AUTOTUNE_SILENT_ZYGOTE set, it makes none and answers nothing.
#include <csignal>
#include <cstdlib>
#include <cstring>

#include <sys/prctl.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

#include "eval/proto/channel.h"
#include "eval/proto/wire.h"
#include "eval/proto/zygote_protocol.h"

namespace {

using namespace autotune;

int PassedDescriptor(msghdr& message) {
  const cmsghdr* header = CMSG_FIRSTHDR(&message);
  int descriptor = -1;
  if (header) std::memcpy(&descriptor, CMSG_DATA(header), sizeof descriptor);
  return descriptor;
}

[[noreturn]] void RunWorker(int socket) {
  ::prctl(PR_SET_PDEATHSIG, SIGKILL);
  Channel channel(socket);
  channel.Send(wire::Encode(wire::Reply(wire::Hello{wire::kProtocolVersion, "silent"})));
  while (true) ::pause();
}

}  // namespace

int main() {
  const bool silent = std::getenv("AUTOTUNE_SILENT_ZYGOTE") != nullptr;
  ZygoteRequest request{};
  while (true) {
    alignas(cmsghdr) char control[CMSG_SPACE(sizeof(int))] = {};
    iovec part{&request, sizeof request};
    msghdr message{};
    message.msg_iov = &part;
    message.msg_iovlen = 1;
    message.msg_control = control;
    message.msg_controllen = sizeof control;
    if (::recvmsg(kZygoteFd, &message, 0) != static_cast<ssize_t>(sizeof request)) return 0;
    if (silent) continue;
    ZygoteReply reply{request.kind, request.number, request.pid, 0};
    if (request.kind == ZygoteRequest::Kind::kSpawn) {
      const int socket = PassedDescriptor(message);
      reply.pid = ::fork();
      if (reply.pid == 0) RunWorker(socket);
      ::close(socket);
    } else {
      ::kill(request.pid, SIGKILL);
      ::waitpid(request.pid, &reply.wait_status, 0);
    }
    ::send(kZygoteFd, &reply, sizeof reply, MSG_NOSIGNAL);
  }
}
