#include "eval/client/zygote_client.h"

#include <cerrno>
#include <chrono>
#include <csignal>
#include <cstring>
#include <optional>
#include <utility>

#include <fcntl.h>
#include <poll.h>
#include <sys/socket.h>
#include <unistd.h>

#include "eval/process/bounded_wait.h"
#include "eval/process/fork.h"

namespace autotune {
namespace {

using std::chrono::milliseconds;

/// Time for the zygote to answer: it forks within milliseconds and runs no passes.
constexpr milliseconds kAnswerLimit{2'000};
/// Time for the first answer: LLVM has to be loaded first, perhaps from a slow disk.
constexpr milliseconds kFirstAnswerLimit{10'000};
/// Time for a killed zygote to end.
constexpr milliseconds kZygoteEndLimit{1'000};
constexpr milliseconds kTurnPoll{20};

struct SocketPair {
  int ours = -1;
  int theirs = -1;
};

std::optional<SocketPair> MakeSocketPair(int type) {
  int ends[2];
  if (::socketpair(AF_UNIX, type | SOCK_CLOEXEC, 0, ends) != 0) return std::nullopt;
  return SocketPair{ends[0], ends[1]};
}

/// Executes the zygote. Runs in the forked child: only async-signal-safe calls.
[[noreturn]] void ExecZygote(const char* program, int socket) {
  ::setpgid(0, 0);  // the terminal's Ctrl-C is for the tuner, which decides what becomes of us
  sigset_t none;
  ::sigemptyset(&none);
  ::sigprocmask(SIG_SETMASK, &none, nullptr);
  std::signal(SIGXFSZ, SIG_DFL);
  if (socket == kZygoteFd) {
    ::fcntl(socket, F_SETFD, 0);
  } else {
    ::dup2(socket, kZygoteFd);
  }
  ::execl(program, program, static_cast<char*>(nullptr));
  ::_exit(127);
}

/// Sends one packet without waiting for room. False with `errno` set if it was not sent.
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
    sent = ::sendmsg(socket, &message, MSG_NOSIGNAL | MSG_DONTWAIT);
  } while (sent < 0 && errno == EINTR);
  return sent == static_cast<ssize_t>(sizeof request);
}

Error ToError(WaitEnd end) {
  if (end == WaitEnd::kInterrupted) return {ErrorCode::kCancelled, "the budget has ended"};
  return {ErrorCode::kWorkerLost, "the workers' parent does not answer"};
}

}  // namespace

class ZygoteClient::Turn {
 public:
  Turn(ZygoteClient& client, const Budget* budget) : client_(client) {
    MutexLock lock(client_.mutex_);
    while (client_.turn_taken_) {
      if (budget && budget->Interrupted()) return;
      client_.turn_ended_.wait_for(client_.mutex_, kTurnPoll);
    }
    client_.turn_taken_ = taken_ = true;
  }
  ~Turn() {
    if (!taken_) return;
    {
      MutexLock lock(client_.mutex_);
      client_.SendKills();
      client_.turn_taken_ = false;
    }
    client_.turn_ended_.notify_one();
  }
  Turn(const Turn&) = delete;
  Turn& operator=(const Turn&) = delete;

  bool taken() const { return taken_; }

 private:
  ZygoteClient& client_;
  bool taken_ = false;
};

ZygoteClient::ZygoteClient(std::filesystem::path worker_program)
    : worker_program_(std::move(worker_program)) {}

ZygoteClient::~ZygoteClient() { Stop(); }

Result<SpawnedWorker> ZygoteClient::Spawn(std::uint64_t memory_bytes, const Budget* budget) {
  const Turn turn(*this, budget);
  if (!turn.taken()) return ToError(WaitEnd::kInterrupted);
  // A dead zygote is started once more; if that one dies, too, it is an error.
  for (int attempt = 0; attempt < 2; ++attempt) {
    if (Status status = EnsureStarted(); !status) return status.error();
    const auto pair = MakeSocketPair(SOCK_STREAM);
    if (!pair) {
      return Error{ErrorCode::kWorkerLost, std::string("no socket: ") + std::strerror(errno)};
    }
    Channel ours(pair->ours);
    const auto reply = Ask(
        {.kind = ZygoteRequest::Kind::kSpawn, .number = 0, .memory_bytes = memory_bytes, .pid = 0},
        pair->theirs, budget);
    ::close(pair->theirs);
    if (reply.ok() && reply->pid > 0) return SpawnedWorker{reply->pid, std::move(ours)};
    // The zygote lives, and so do its workers.
    if (reply.ok()) return Error{ErrorCode::kWorkerLost, "the system has no process for a worker"};
    if (reply.error().code == ErrorCode::kCancelled) return reply.error();
    Stop();
  }
  return Error{ErrorCode::kWorkerLost,
               "'" + worker_program_.string() + "' can't be started; try 'autotune doctor'"};
}

int ZygoteClient::Reap(pid_t worker, const Budget* budget) {
  const Turn turn(*this, budget);
  if (!turn.taken()) {
    KillSoon(worker);
    const Turn sends_it(*this, budget);  // or the holder of the turn sends the kill
    return SIGKILL;
  }
  if (process_.socket < 0) return SIGKILL;
  const auto reply =
      Ask({.kind = ZygoteRequest::Kind::kReap, .number = 0, .memory_bytes = 0, .pid = worker}, -1,
          budget);
  if (reply.ok()) return reply->pid == worker ? reply->wait_status : SIGKILL;
  if (reply.error().code != ErrorCode::kCancelled) Stop();
  return SIGKILL;
}

/// Sends a request and returns the reply. Errors: `kCancelled`, which leaves the zygote as it is;
/// `kWorkerLost` if it is unusable.
Result<ZygoteReply> ZygoteClient::Ask(ZygoteRequest request, int passed_fd, const Budget* budget) {
  request.number = ++process_.requests;
  WaitLimits limits{
      .deadline = Clock::now() + (process_.has_answered ? kAnswerLimit : kFirstAnswerLimit),
      .budget = budget,
      .process = process_.pid};
  while (!SendRequest(process_.socket, request, passed_fd)) {
    if (errno != EAGAIN && errno != EWOULDBLOCK) return ToError(WaitEnd::kFailed);
    const WaitEnd end = WaitFor(process_.socket, POLLOUT, limits);
    if (end == WaitEnd::kReady) continue;
    // A worker that nobody waits for has to end all the same.
    if (request.kind == ZygoteRequest::Kind::kReap) KillSoon(request.pid);
    return ToError(end);
  }
  while (true) {
    const WaitEnd end = WaitFor(process_.socket, POLLIN, limits);
    if (end != WaitEnd::kReady) return ToError(end);
    ZygoteReply reply{};
    const ssize_t received = ::recv(process_.socket, &reply, sizeof reply, MSG_DONTWAIT);
    if (received < 0 && (errno == EINTR || errno == EAGAIN)) continue;
    if (received != static_cast<ssize_t>(sizeof reply)) return ToError(WaitEnd::kFailed);
    process_.has_answered = true;
    if (reply.number == request.number) return reply;
    // The pool gave up waiting for this worker.
    if (reply.kind == ZygoteRequest::Kind::kSpawn && reply.pid > 0) KillSoon(reply.pid);
  }
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
  const pid_t pid = Fork();
  if (pid == 0) ExecZygote(worker_program_.c_str(), pair->theirs);
  ::close(pair->theirs);
  process_ = {.pid = pid, .socket = pair->ours};
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
    (void)WaitForChild(process_.pid, kZygoteEndLimit);
  }
  process_ = {};
  MutexLock lock(mutex_);
  to_kill_.clear();
}

void ZygoteClient::KillSoon(pid_t worker) {
  MutexLock lock(mutex_);
  to_kill_.push_back(worker);
}

/// Sends the pending kills. Those that find no room wait for the next turn; a zygote that reads
/// nothing is killed in that turn.
void ZygoteClient::SendKills() {
  while (process_.socket >= 0 && !to_kill_.empty()) {
    const ZygoteRequest request{.kind = ZygoteRequest::Kind::kReap,
                                .number = ++process_.requests,
                                .memory_bytes = 0,
                                .pid = to_kill_.back()};
    if (!SendRequest(process_.socket, request, -1)) break;
    to_kill_.pop_back();
  }
}

}  // namespace autotune
