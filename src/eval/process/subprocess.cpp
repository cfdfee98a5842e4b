#include "eval/process/subprocess.h"

#include <algorithm>
#include <array>
#include <cassert>
#include <cerrno>
#include <csignal>
#include <cstring>
#include <utility>

#include <fcntl.h>
#include <linux/close_range.h>
#include <poll.h>
#include <sys/personality.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include "core/printable.h"
#include "eval/process/bounded_wait.h"
#include "eval/process/descriptor.h"
#include "eval/process/fork.h"
#include "eval/process/system_memory.h"

namespace autotune {
namespace {

using std::chrono::milliseconds;

constexpr milliseconds kCancelPoll{50};          ///< longest delay until a cancellation is noticed
constexpr milliseconds kGuardLookInterval{200};  ///< time between two looks for a stopped guard
constexpr milliseconds kGuardEndLimit{5'000};  ///< for a guard to end the command, memory included
constexpr int kEndSignal = SIGTERM;            ///< tells the guard to end the command
/// Times that a stopped command is resumed. A command that stops itself again and again is left to
/// its time limit.
constexpr int kResumptions = 100;

// A *guard* stands between us and the command: a fork of this process that never executes another
// program. It outlives the command and learns of our death from the kernel, so it can kill the
// command's whole group in either case. As the group's reaper it reports back only after every
// member is gone.

/// Moves a descriptor above the standard ones. If a standard stream of ours is closed, a new
/// descriptor may get its number, and the command's own standard streams would overwrite it.
Descriptor AboveStandard(Descriptor descriptor) {
  if (descriptor.get() < 0 || descriptor.get() > STDERR_FILENO) return descriptor;
  return Descriptor(fcntl(descriptor.get(), F_DUPFD_CLOEXEC, STDERR_FILENO + 1));
}

struct Pipe {
  Descriptor read, write;

  bool ok() const { return read.get() >= 0 && write.get() >= 0; }
};

Pipe MakePipe() {
  int ends[2];
  if (pipe2(ends, O_CLOEXEC) != 0) return {};
  Pipe pipe{Descriptor(ends[0]), Descriptor(ends[1])};
  return {AboveStandard(std::move(pipe.read)), AboveStandard(std::move(pipe.write))};
}

/// Message of guard or command over the status pipe, small enough to be written in one piece.
struct Report {
  enum Kind : int { kCannotStart, kEnded } kind;
  int value;  ///< `errno`, or the status of `waitpid`
  std::int64_t cpu_nanoseconds = 0;
};

/// Everything that guard and command need. They must not allocate: other threads' locks may be held
/// at the fork.
struct Launch {
  std::vector<char*> arguments;
  rlim_t memory_bytes;
  pid_t parent;
  int input, output, error_output, status;
};

[[noreturn]] void Tell(int status_pipe, Report report) {
  // If this fails, we see the end of the pipe instead.
  [[maybe_unused]] const ssize_t written = write(status_pipe, &report, sizeof report);
  _exit(127);
}

/// Lowers a limit; a lower one stays.
bool Limit(__rlimit_resource resource, rlim_t most) {
  rlimit limit;
  if (getrlimit(resource, &limit) != 0) return false;
  if (limit.rlim_max <= most && limit.rlim_cur <= most) return true;
  limit.rlim_max = std::min(limit.rlim_max, most);
  limit.rlim_cur = std::min(limit.rlim_cur, most);
  return setrlimit(resource, &limit) == 0;
}

[[noreturn]] void Execute(const Launch& launch, pid_t guard) {
  setpgid(0, 0);
  prctl(PR_SET_PDEATHSIG, SIGKILL);
  if (getppid() != guard) _exit(127);
  const bool ready = dup2(launch.input, STDIN_FILENO) >= 0 &&
                     dup2(launch.output, STDOUT_FILENO) >= 0 &&
                     dup2(launch.error_output, STDERR_FILENO) >= 0 && Limit(RLIMIT_CORE, 0) &&
                     Limit(RLIMIT_DATA, launch.memory_bytes);
  if (!ready) Tell(launch.status, {Report::kCannotStart, errno});
  // We may have been started without address-space randomisation, e.g. by a debugger.
  const int persona = personality(0xffffffff);
  if (persona >= 0) personality(static_cast<unsigned>(persona) & ~ADDR_NO_RANDOMIZE);
  std::signal(SIGPIPE, SIG_DFL);
  std::signal(SIGXFSZ, SIG_DFL);
  VolunteerForOutOfMemoryKill();
  sigset_t none;
  sigemptyset(&none);
  sigprocmask(SIG_SETMASK, &none, nullptr);
  close_range(STDERR_FILENO + 1, ~0u, CLOSE_RANGE_CLOEXEC);
  execvp(launch.arguments.front(), launch.arguments.data());
  Tell(launch.status, {Report::kCannotStart, errno});
}

bool HasEnded(pid_t child) {
  siginfo_t info{};
  return waitid(P_PID, child, &info, WEXITED | WNOHANG | WNOWAIT) == 0 && info.si_pid == child;
}

/// True once for each time that the child was stopped.
bool WasStopped(pid_t child) {
  siginfo_t info{};
  return waitid(P_PID, child, &info, WSTOPPED | WNOHANG) == 0 && info.si_pid == child;
}

std::int64_t ChildrensCpuNanoseconds() {
  rusage usage{};
  getrusage(RUSAGE_CHILDREN, &usage);
  const auto nanoseconds = [](const timeval& time) {
    return time.tv_sec * 1'000'000'000 + time.tv_usec * 1'000;
  };
  return nanoseconds(usage.ru_utime) + nanoseconds(usage.ru_stime);
}

/// Waits for the command and ends its group. Runs with all signals blocked.
[[noreturn]] void Guard(const Launch& launch) {
  // A signal for our group is meant for us: we decide what becomes of the command.
  setpgid(0, 0);
  // Sent when the *thread* that forked us ends; that thread waits for us in `RunSubprocess`.
  prctl(PR_SET_PDEATHSIG, kEndSignal);
  if (getppid() != launch.parent) _exit(127);
  prctl(PR_SET_CHILD_SUBREAPER, 1);
  std::signal(SIGCHLD, SIG_DFL);
  const pid_t guard = getpid();
  const pid_t child = Fork();
  if (child < 0) Tell(launch.status, {Report::kCannotStart, errno});
  if (child == 0) Execute(launch, guard);
  setpgid(child, child);
  // Our sockets and files must not stay open because a guard has inherited them.
  if (launch.status > 0) close_range(0, launch.status - 1, 0);
  close_range(launch.status + 1, ~0u, 0);

  sigset_t awaited;
  sigemptyset(&awaited);
  sigaddset(&awaited, SIGCHLD);
  sigaddset(&awaited, kEndSignal);
  int resumptions = 0;
  while (!HasEnded(child) && sigwaitinfo(&awaited, nullptr) != kEndSignal) {
    if (WasStopped(child) && resumptions++ < kResumptions) kill(-child, SIGCONT);
  }
  kill(-child, SIGKILL);
  int status = 0;
  while (waitpid(child, &status, 0) < 0 && errno == EINTR) {
  }
  while (waitpid(-child, nullptr, 0) > 0 || errno == EINTR) {
  }
  Tell(launch.status, {Report::kEnded, status, ChildrensCpuNanoseconds()});
}

/// Forks the guard. Only the calling thread's signals are held back, so no handler of ours runs in
/// the guard.
pid_t ForkGuard(const Launch& launch) {
  sigset_t all, before;
  sigfillset(&all);
  pthread_sigmask(SIG_SETMASK, &all, &before);
  const pid_t guard = Fork();
  const int fork_errno = errno;
  if (guard == 0) Guard(launch);
  pthread_sigmask(SIG_SETMASK, &before, nullptr);
  errno = fork_errno;
  return guard;
}

/// The reading end of one output stream and the text kept of it.
class Capture {
 public:
  Capture(Descriptor descriptor, std::size_t limit)
      : descriptor_(std::move(descriptor)), limit_(limit) {
    fcntl(descriptor_.get(), F_SETFL, O_NONBLOCK);
  }

  int descriptor() const { return descriptor_.get(); }
  std::string TakeText() { return std::move(text_); }

  /// Reads a piece of the output. Output beyond the limit is dropped, for the writer must not
  /// block. False if there is nothing more, for now or for good.
  bool ReadSome() {
    std::array<char, 16 * 1024> buffer;
    const ssize_t count = read(descriptor_.get(), buffer.data(), buffer.size());
    if (count < 0) return errno == EINTR;
    if (count == 0) {
      descriptor_.Close();
      return false;
    }
    text_.append(buffer.data(), std::min<std::size_t>(count, limit_ - text_.size()));
    return true;
  }

  /// Reads the rest of the pipe after the command's end. Returns even if somebody still writes.
  void Drain() {
    while (descriptor_.get() >= 0 && text_.size() < limit_ && ReadSome()) {
    }
  }

 private:
  Descriptor descriptor_;
  const std::size_t limit_;
  std::string text_;
};

enum class WaitOutcome { kReported, kTimedOut, kCancelled };

/// Collects output until the status pipe is readable, time is up, or `budget` is interrupted.
/// Resumes a stopped guard.
WaitOutcome Wait(Capture& output, Capture& error_output, int status, pid_t guard,
                 Clock::time_point deadline, const Budget& budget) {
  Clock::time_point next_look = Clock::now() + kGuardLookInterval;
  for (;;) {
    if (budget.Interrupted()) return WaitOutcome::kCancelled;
    const Clock::time_point now = Clock::now();
    // A report counts even if this process was stopped until after the deadline.
    const Clock::duration left =
        std::max(std::min(deadline, budget.end()) - now, Clock::duration::zero());
    if (now >= next_look) {
      if (IsStopped(guard)) kill(guard, SIGCONT);
      next_look = now + kGuardLookInterval;
    }
    std::array<pollfd, 3> events = {pollfd{output.descriptor(), POLLIN, 0},
                                    pollfd{error_output.descriptor(), POLLIN, 0},
                                    pollfd{status, POLLIN, 0}};
    const auto nap = std::clamp<Clock::duration>(left, milliseconds(1), kCancelPoll);
    poll(events.data(), events.size(), std::chrono::ceil<milliseconds>(nap).count());
    if (events[0].revents != 0) output.ReadSome();
    if (events[1].revents != 0) error_output.ReadSome();
    if (events[2].revents != 0) return WaitOutcome::kReported;
    if (left == Clock::duration::zero()) {
      return budget.Interrupted() ? WaitOutcome::kCancelled : WaitOutcome::kTimedOut;
    }
  }
}

/// Returns the first report, once the guard is gone, or the guard's end if it could not report. A
/// guard that does not report in time is killed, and the command with it.
Report TakeReport(int status_pipe, pid_t guard) {
  WaitLimits limits{.deadline = Clock::now() + kGuardEndLimit};
  if (WaitFor(status_pipe, POLLIN, limits) != WaitEnd::kReady) kill(guard, SIGKILL);
  fcntl(status_pipe, F_SETFL, O_NONBLOCK);
  Report report{};
  ssize_t count;
  do {
    count = read(status_pipe, &report, sizeof report);
  } while (count < 0 && errno == EINTR);
  const int guard_status = WaitForChild(guard, kGuardEndLimit);
  if (count != sizeof report) return {Report::kEnded, guard_status};
  return report;
}

/// Quotes with `$'...'`. A quote becomes an escape, too: a shell without that syntax must not see
/// the end of the word.
std::string QuoteWithEscapes(std::string_view text) {
  std::string quoted = "$'";
  for (const char character : text) {
    const auto byte = static_cast<unsigned char>(character);
    const bool plain = byte >= ' ' && byte < 0x7f && character != '\'' && character != '\\';
    if (plain) {
      quoted += character;
      continue;
    }
    quoted += '\\';
    for (const int shift : {6, 3, 0}) quoted += static_cast<char>('0' + ((byte >> shift) & 7));
  }
  return quoted + "'";
}

Error CannotStart(const std::string& program, int reason) {
  const bool missing = reason == ENOENT || reason == ENOTDIR;
  return Error{missing ? ErrorCode::kNotFound : ErrorCode::kIo,
               "cannot run '" + program + "': " + std::strerror(reason)};
}

/// Returns the last line. If a compiler says there that the linker failed, the linker has said
/// before what of.
std::string LastLine(std::string_view text) {
  const std::size_t end = text.find_last_not_of('\n');
  if (end == std::string_view::npos) return "";
  text = text.substr(0, end + 1);
  const std::size_t line = text.rfind('\n') + 1;
  const auto says = [last = text.substr(line)](std::string_view words) {
    return last.find(words) != std::string_view::npos;
  };
  const bool of_linker = says("linker command failed") || says("ld returned ");
  if (of_linker && line > 0) return LastLine(text.substr(0, line));
  return std::string(text.substr(line));
}

}  // namespace

std::string PutFile(std::string command, std::string_view place, const std::string& file) {
  for (std::size_t at = command.find(place); at != std::string::npos;
       at = command.find(place, at + file.size())) {
    command.replace(at, place.size(), file);
  }
  return command;
}

std::string HowItEnded(const SubprocessResult& result) {
  if (result.timed_out) return "ran out of time";
  if (result.signal != 0) return "was killed by signal " + std::to_string(result.signal);
  const std::string line = LastLine(result.error_output);
  return "ended with exit code " + std::to_string(result.exit_code) +
         (line.empty() ? "" : ": " + line);
}

Result<SubprocessResult> RunSubprocess(const std::vector<std::string>& arguments,
                                       const SubprocessOptions& options, const Budget& budget) {
  assert(!arguments.empty() && "no program to run");
  const Clock::time_point deadline = Clock::now() + options.time_limit;
  const Descriptor input = AboveStandard(Descriptor(open("/dev/null", O_RDONLY | O_CLOEXEC)));
  Pipe output = MakePipe();
  Pipe error_output = MakePipe();
  Pipe status = MakePipe();
  if (input.get() < 0 || !output.ok() || !error_output.ok() || !status.ok()) {
    return CannotStart(arguments.front(), errno);
  }

  Launch launch{{},
                options.memory_bytes == 0 ? RLIM_INFINITY : options.memory_bytes,
                getpid(),
                input.get(),
                output.write.get(),
                error_output.write.get(),
                status.write.get()};
  for (const std::string& argument : arguments) {
    launch.arguments.push_back(const_cast<char*>(argument.c_str()));
  }
  launch.arguments.push_back(nullptr);

  const pid_t guard = ForkGuard(launch);
  if (guard < 0) return CannotStart(arguments.front(), errno);
  output.write.Close();
  error_output.write.Close();
  status.write.Close();

  Capture out(std::move(output.read), options.output_bytes);
  Capture err(std::move(error_output.read), options.output_bytes);
  const WaitOutcome outcome = Wait(out, err, status.read.get(), guard, deadline, budget);
  if (outcome != WaitOutcome::kReported) {
    kill(guard, kEndSignal);
    kill(guard, SIGCONT);  // a stopped guard would not get the signal
  }
  const Report report = TakeReport(status.read.get(), guard);
  if (report.kind == Report::kCannotStart) return CannotStart(arguments.front(), report.value);
  if (outcome == WaitOutcome::kCancelled) {
    return Error{ErrorCode::kCancelled, "cancelled while '" + arguments.front() + "' was running"};
  }
  out.Drain();
  err.Drain();

  SubprocessResult result;
  result.timed_out = outcome == WaitOutcome::kTimedOut;
  if (WIFSIGNALED(report.value)) result.signal = WTERMSIG(report.value);
  if (WIFEXITED(report.value)) result.exit_code = WEXITSTATUS(report.value);
  result.cpu_time = std::chrono::nanoseconds(report.cpu_nanoseconds);
  result.output = out.TakeText();
  result.error_output = err.TakeText();
  return result;
}

std::string ShellQuote(std::string_view text) {
  constexpr std::string_view kPlain =
      "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_@%+=:,./-";
  // zsh looks for a command after a leading `=`
  const bool plain = !text.empty() && !text.starts_with('=') &&
                     text.find_first_not_of(kPlain) == std::string_view::npos;
  if (plain) return std::string(text);
  if (Printable(text) != text) return QuoteWithEscapes(text);
  std::string quoted = "'";
  for (const char character : text) {
    if (character == '\'') {
      quoted += "'\\''";
    } else {
      quoted += character;
    }
  }
  return quoted + "'";
}

}  // namespace autotune
