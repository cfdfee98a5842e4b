#pragma once

#include <chrono>
#include <string>
#include <string_view>

#include "core/budget.h"

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

  /// False where the other end is gone.
  bool Send(std::string_view message) { return SendFrame(Frame(message)); }
  /// As `Send` of the message that was framed; allocates nothing.
  bool SendFrame(std::string_view frame);

  enum class Received { kMessage, kClosed, kTimedOut, kInterrupted };

  /// Waits for a whole message. `budget`, where there is one, ends the wait when it is interrupted.
  /// After anything but `kMessage` the channel is of no further use.
  Received Receive(std::string& message, Clock::time_point deadline, const Budget* budget);
  /// As above, without end.
  Received Receive(std::string& message) {
    return Receive(message, Clock::time_point::max(), nullptr);
  }

  int fd() const { return fd_; }

 private:
  Received Take(std::size_t size, std::string& out, Clock::time_point deadline,
                const Budget* budget);
  Received Wait(Clock::time_point deadline, const Budget* budget);

  int fd_ = -1;
  std::string buffer_;  // received and not yet consumed: from consumed_ to filled_
  std::size_t consumed_ = 0;
  std::size_t filled_ = 0;
};

}  // namespace autotune
