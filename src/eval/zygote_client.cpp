#include "eval/zygote_client.h"

#include <cerrno>
#include <csignal>
#include <cstring>
#include <optional>

#include <fcntl.h>
#include <sys/socket.h>
#include <sys/time.h>
#include <sys/wait.h>
#include <unistd.h>

#include "eval/zygote_protocol.h"

namespace autotune {
namespace {

/// How long a message may find no room because the worker reads nothing.
constexpr timeval kSendLimit{10, 0};

struct SocketPair {
  int ours = -1;
  int theirs = -1;
};

std::optional<SocketPair> MakeSocketPair(int type) {
  int ends[2];
  if (::socketpair(AF_UNIX, type | SOCK_CLOEXEC, 0, ends) != 0) return std::nullopt;
  return SocketPair{ends[0], ends[1]};
}

/// Runs in the forked child: only async-signal-safe calls.
[[noreturn]] void ExecZygote(const char* program, int socket) {
  ::setpgid(0, 0);  // the terminal's Ctrl-C is for the tuner, which decides what becomes of us
  sigset_t none;
  ::sigemptyset(&none);
  ::sigprocmask(SIG_SETMASK, &none, nullptr);
  if (socket == kZygoteFd) {
    ::fcntl(socket, F_SETFD, 0);
  } else {
    ::dup2(socket, kZygoteFd);
  }
  ::execl(program, program, static_cast<char*>(nullptr));
  ::_exit(127);
}

bool SendRequest(int socket, const ZygoteRequest& request, int passed_fd) {
  alignas(cmsghdr) char control[CMSG_SPACE(sizeof(int))] = {};
  iovec part{const_cast<ZygoteRequest*>(&request), sizeof request};
  msghdr message{};
  message.msg_iov = &part;
  message.msg_iovlen = 1;
  if (passed_fd >= 0) {
    message.msg_control = control;
    message.msg_controllen = sizeof control;
    cmsghdr* header = CMSG_FIRSTHDR(&message);
    header->cmsg_level = SOL_SOCKET;
    header->cmsg_type = SCM_RIGHTS;
    header->cmsg_len = CMSG_LEN(sizeof(int));
    std::memcpy(CMSG_DATA(header), &passed_fd, sizeof passed_fd);
  }
  ssize_t sent = 0;
  do {
    sent = ::sendmsg(socket, &message, MSG_NOSIGNAL);
  } while (sent < 0 && errno == EINTR);
  return sent == static_cast<ssize_t>(sizeof request);
}

std::optional<ZygoteReply> Ask(int socket, const ZygoteRequest& request, int passed_fd = -1) {
  if (!SendRequest(socket, request, passed_fd)) return std::nullopt;
  ZygoteReply reply{};
  ssize_t received = 0;
  do {
    received = ::recv(socket, &reply, sizeof reply, 0);
  } while (received < 0 && errno == EINTR);
  if (received != static_cast<ssize_t>(sizeof reply)) return std::nullopt;
  return reply;
}

}  // namespace

ZygoteClient::ZygoteClient(std::filesystem::path worker_program)
    : worker_program_(std::move(worker_program)) {}

ZygoteClient::~ZygoteClient() {
  MutexLock lock(mutex_);
  Stop();
}

Result<SpawnedWorker> ZygoteClient::Spawn(std::uint64_t memory_bytes) {
  MutexLock lock(mutex_);
  // A zygote found dead is started once more; one that dies again and again is an error.
  for (int attempt = 0; attempt < 2; ++attempt) {
    if (Status status = EnsureStarted(); !status) return status.error();
    const auto pair = MakeSocketPair(SOCK_STREAM);
    if (!pair) {
      return Error{ErrorCode::kWorkerLost, std::string("no socket: ") + std::strerror(errno)};
    }
    const auto reply =
        Ask(process_.socket, {ZygoteRequest::Kind::kSpawn, 0, memory_bytes}, pair->theirs);
    ::close(pair->theirs);
    if (reply && reply->pid > 0) {
      ::setsockopt(pair->ours, SOL_SOCKET, SO_SNDTIMEO, &kSendLimit, sizeof kSendLimit);
      return SpawnedWorker{reply->pid, Channel(pair->ours)};
    }
    ::close(pair->ours);
    // It lives, and so do its workers.
    if (reply) return Error{ErrorCode::kWorkerLost, "the system has no process for a worker"};
    Stop();
  }
  return Error{ErrorCode::kWorkerLost,
               "'" + worker_program_.string() + "' can't be started; try 'autotune doctor'"};
}

int ZygoteClient::Reap(pid_t worker) {
  MutexLock lock(mutex_);
  if (process_.socket >= 0) {
    const auto reply = Ask(process_.socket, {ZygoteRequest::Kind::kReap, worker, 0});
    if (reply && reply->pid == worker) return reply->wait_status;
    if (!reply) Stop();
  }
  return SIGKILL;
}

Status ZygoteClient::EnsureStarted() {
  if (process_.socket >= 0) return {};
  if (::access(worker_program_.c_str(), X_OK) != 0) {
    return Error{ErrorCode::kNotFound,
                 "no worker program '" + worker_program_.string() + "': " + std::strerror(errno)};
  }
  const auto pair = MakeSocketPair(SOCK_SEQPACKET);
  if (!pair) {
    return Error{ErrorCode::kWorkerLost, std::string("no socket: ") + std::strerror(errno)};
  }
  const pid_t pid = ::fork();
  if (pid == 0) ExecZygote(worker_program_.c_str(), pair->theirs);
  ::close(pair->theirs);
  process_ = {pid, pair->ours};
  if (pid < 0) {
    Stop();
    return Error{ErrorCode::kWorkerLost, std::string("no process: ") + std::strerror(errno)};
  }
  return {};
}

void ZygoteClient::Stop() {
  if (process_.socket >= 0) ::close(process_.socket);
  if (process_.pid > 0) {
    ::kill(process_.pid, SIGKILL);  // its workers die with it
    while (::waitpid(process_.pid, nullptr, 0) < 0 && errno == EINTR) {
    }
  }
  process_ = {};
}

}  // namespace autotune
