#pragma once

#include <chrono>
#include <string>
#include <string_view>

#include "core/budget.h"
#include "eval/process/bounded_wait.h"

namespace autotune {

/// Sends and receives length-prefixed messages over one end of a stream socket, which it owns. Both
/// sides of the tuner-worker conversation use it. Not thread-safe.
class Channel {
 public:
  explicit Channel(int fd) : fd_(fd) {}
  Channel(Channel&& other) noexcept;
  Channel& operator=(Channel&& other) noexcept;
  ~Channel();

  /// Returns the bytes that go over the socket for `message`.
  static std::string Frame(std::string_view message);

  /// Sends a message and waits for the reader without limit. False if the other end is gone.
  bool Send(std::string_view message) { return SendFrame(Frame(message)); }
  /// Sends a message framed by `Frame`, like `Send`; allocates nothing.
  bool SendFrame(std::string_view frame);

  /// The end of an exchange of one message. `kStopped`: a signal stopped the other process. After
  /// anything but `kMessage` the channel is unusable.
  enum class Received { kMessage, kClosed, kTimedOut, kInterrupted, kStopped };

  /// Sends a message, as far as the other end reads it within `limits`.
  Received Send(std::string_view message, WaitLimits limits) {
    return SendFrame(Frame(message), limits);
  }
  /// Waits for a whole message.
  Received Receive(std::string& message, WaitLimits limits);
  Received Receive(std::string& message, Clock::time_point deadline, const Budget* budget) {
    return Receive(message, WaitLimits{.deadline = deadline, .budget = budget});
  }
  /// Waits for a whole message, without limit.
  Received Receive(std::string& message) { return Receive(message, WaitLimits{}); }

  int fd() const { return fd_; }

 private:
  Received SendFrame(std::string_view frame, WaitLimits& limits);
  Received Take(std::size_t size, std::string& out, WaitLimits& limits);
  Received Wait(short events, WaitLimits& limits) const;

  int fd_ = -1;
  std::string buffer_;  // bytes received; those from consumed_ to filled_ are not yet consumed
  std::size_t consumed_ = 0;
  std::size_t filled_ = 0;
};

}  // namespace autotune
