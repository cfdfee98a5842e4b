#include "eval/worker/zygote.h"

#include <cerrno>
#include <csignal>
#include <cstdlib>
#include <cstring>
#include <initializer_list>
#include <new>
#include <string>

#include <fcntl.h>
#include <llvm/Config/llvm-config.h>
#include <llvm/Support/ErrorHandling.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

#include "eval/process/system_memory.h"
#include "eval/proto/channel.h"
#include "eval/proto/wire.h"
#include "eval/proto/zygote_protocol.h"
#include "eval/worker/session.h"

namespace autotune::worker {
namespace {

/// Receives the request and the descriptor that came with it, or -1. False if the other end is
/// gone.
bool ReceiveRequest(int fd, ZygoteRequest& request, int& passed_fd) {
  alignas(cmsghdr) char control[CMSG_SPACE(sizeof(int))] = {};
  iovec part{&request, sizeof request};
  msghdr message{};
  message.msg_iov = &part;
  message.msg_iovlen = 1;
  message.msg_control = control;
  message.msg_controllen = sizeof control;
  ssize_t received = 0;
  do {
    received = ::recvmsg(fd, &message, MSG_CMSG_CLOEXEC);
  } while (received < 0 && errno == EINTR);
  if (received != static_cast<ssize_t>(sizeof request)) return false;
  passed_fd = -1;
  for (cmsghdr* header = CMSG_FIRSTHDR(&message); header; header = CMSG_NXTHDR(&message, header)) {
    if (header->cmsg_level == SOL_SOCKET && header->cmsg_type == SCM_RIGHTS) {
      std::memcpy(&passed_fd, CMSG_DATA(header), sizeof passed_fd);
    }
  }
  return true;
}

/// Ends this process with its parent: a worker that outlives its tuner would waste a core.
void DieWithParent(pid_t parent) {
  ::prctl(PR_SET_PDEATHSIG, SIGKILL);
  if (::getppid() != parent) ::_exit(1);  // the parent died before prctl
}

/// Moves to /proc and connects the standard streams to /dev/null. The terminal is the tuner's, but
/// LLVM writes warnings to it and the C library its last words. Some passes leave files in the
/// working or temporary folder (.gcno, .dot); in /proc nobody can make any.
void BeSilent() {
  if (::chdir("/proc") != 0 || ::setenv("TMPDIR", "/proc", 1) != 0) return;
  const int nowhere = ::open("/dev/null", O_RDWR | O_CLOEXEC);
  if (nowhere < 0) return;
  for (const int fd : {STDIN_FILENO, STDOUT_FILENO, STDERR_FILENO}) ::dup2(nowhere, fd);
  ::close(nowhere);
}

#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
constexpr bool kLimitsMemory = false;  // shadow memory counts as data: terabytes of it
#else
constexpr bool kLimitsMemory = true;
#endif

void LimitMemory(std::uint64_t bytes) {
  if (!kLimitsMemory || bytes == 0) return;
  const rlimit limit{bytes, bytes};
  ::setrlimit(RLIMIT_DATA, &limit);
}

/// Kills the worker if it still runs. The id is negative if the process is not ours: it was an
/// earlier zygote's, and the id may have been reused.
void Reap(pid_t pid, ZygoteReply& reply) {
  reply.pid = pid;
  const pid_t ended = ::waitpid(pid, &reply.wait_status, WNOHANG);
  if (ended == pid) return;
  if (ended == 0) {
    ::kill(pid, SIGKILL);
    pid_t waited;
    do {
      waited = ::waitpid(pid, &reply.wait_status, 0);
    } while (waited < 0 && errno == EINTR);
    if (waited == pid) return;
  }
  reply.pid = -1;
}

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

/// Serves requests on the socket `fd` until its other end is closed. Call it once per process: it
/// installs handlers that report LLVM's fatal errors and failed allocations before the process
/// ends.
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

}  // namespace

int RunZygote(int fd) {
  const rlimit no_core{0, 0};  // workers crash by design
  ::setrlimit(RLIMIT_CORE, &no_core);
  std::signal(SIGCHLD, SIG_DFL);  // if inherited as ignored, it would hide how workers end
  const pid_t self = ::getpid();
  ZygoteRequest request{};
  int socket = -1;
  while (ReceiveRequest(fd, request, socket)) {
    ZygoteReply reply{request.kind, request.number, 0, 0};
    if (request.kind == ZygoteRequest::Kind::kSpawn) {
      reply.pid = socket < 0 ? -1 : ::fork();
      if (reply.pid == 0) {
        DieWithParent(self);
        ::close(fd);
        VolunteerForOutOfMemoryKill();
        BeSilent();
        LimitMemory(request.memory_bytes);
        Serve(socket);
        ::_exit(0);  // LLVM's static destructors would take longer than starting did
      }
      if (socket >= 0) ::close(socket);
    } else {
      Reap(request.pid, reply);
    }
    if (::send(fd, &reply, sizeof reply, MSG_NOSIGNAL) < 0) break;
  }
  return 0;
}

}  // namespace autotune::worker
