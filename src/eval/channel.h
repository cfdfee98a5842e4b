#pragma once

#include <chrono>
#include <string>
#include <string_view>

#include "core/budget.h"
#include "eval/bounded_wait.h"

namespace autotune {

/// Messages with their length in front over one end of a stream socket, which it owns. Both sides
/// of the tuner-worker conversation use it. Not thread-safe.
class Channel {
 public:
  explicit Channel(int fd) : fd_(fd) {}
  Channel(Channel&& other) noexcept;
  Channel& operator=(Channel&& other) noexcept;
  ~Channel();

  /// The bytes that go over the socket for `message`.
  static std::string Frame(std::string_view message);

  /// Sends a message, without an end to the wait for a reader. False where the other end is gone.
  bool Send(std::string_view message) { return SendFrame(Frame(message)); }
  /// As `Send` of the message that was framed; allocates nothing.
  bool SendFrame(std::string_view frame);

  /// How an exchange of one message ended; `kStopped`: the other process was stopped by a signal.
  /// After anything but `kMessage` the channel is of no further use.
  enum class Received { kMessage, kClosed, kTimedOut, kInterrupted, kStopped };

  /// Sends a message, as far as the other end takes it within `limits`.
  Received Send(std::string_view message, WaitLimits limits) {
    return SendFrame(Frame(message), limits);
  }
  /// Waits for a whole message.
  Received Receive(std::string& message, WaitLimits limits);
  Received Receive(std::string& message, Clock::time_point deadline, const Budget* budget) {
    return Receive(message, WaitLimits{.deadline = deadline, .budget = budget});
  }
  /// As above, without end.
  Received Receive(std::string& message) { return Receive(message, WaitLimits{}); }

  int fd() const { return fd_; }

 private:
  Received SendFrame(std::string_view frame, WaitLimits& limits);
  Received Take(std::size_t size, std::string& out, WaitLimits& limits);
  Received Wait(short events, WaitLimits& limits) const;

  int fd_ = -1;
  std::string buffer_;  // received and not yet consumed: from consumed_ to filled_
  std::size_t consumed_ = 0;
  std::size_t filled_ = 0;
};

}  // namespace autotune
