#include "eval/channel.h"

#include <algorithm>
#include <cerrno>
#include <cstdint>
#include <cstring>
#include <utility>

#include <poll.h>
#include <sys/socket.h>
#include <unistd.h>

namespace autotune {
namespace {

using std::chrono::milliseconds;

/// How soon a wait notices that a budget was cancelled.
constexpr milliseconds kCancelLatency{50};
constexpr std::size_t kReadSize = 64 << 10;

}  // namespace

Channel::Channel(Channel&& other) noexcept
    : fd_(std::exchange(other.fd_, -1)),
      buffer_(std::move(other.buffer_)),
      consumed_(std::exchange(other.consumed_, 0)),
      filled_(std::exchange(other.filled_, 0)) {}

Channel& Channel::operator=(Channel&& other) noexcept {
  std::swap(fd_, other.fd_);
  std::swap(buffer_, other.buffer_);
  std::swap(consumed_, other.consumed_);
  std::swap(filled_, other.filled_);
  return *this;
}

Channel::~Channel() {
  if (fd_ >= 0) ::close(fd_);
}

std::string Channel::Frame(std::string_view message) {
  const auto size = static_cast<std::uint32_t>(message.size());
  std::string frame(sizeof size + message.size(), '\0');
  std::memcpy(frame.data(), &size, sizeof size);
  std::memcpy(frame.data() + sizeof size, message.data(), message.size());
  return frame;
}

bool Channel::SendFrame(std::string_view frame) {
  while (!frame.empty()) {
    const ssize_t sent = ::send(fd_, frame.data(), frame.size(), MSG_NOSIGNAL);
    if (sent < 0 && errno == EINTR) continue;
    if (sent <= 0) return false;
    frame.remove_prefix(static_cast<std::size_t>(sent));
  }
  return true;
}

Channel::Received Channel::Receive(std::string& message, Clock::time_point deadline,
                                   const Budget* budget) {
  std::string header;
  std::uint32_t size = 0;
  Received got = Take(sizeof size, header, deadline, budget);
  if (got != Received::kMessage) return got;
  std::memcpy(&size, header.data(), sizeof size);
  message.clear();
  return Take(size, message, deadline, budget);
}

/// Appends the next `size` bytes to `out`. Memory is taken as they arrive, not as they are
/// announced: the other end may be broken.
Channel::Received Channel::Take(std::size_t size, std::string& out, Clock::time_point deadline,
                                const Budget* budget) {
  while (size > 0) {
    if (consumed_ == filled_) {
      if (const Received got = Wait(deadline, budget); got != Received::kMessage) return got;
      buffer_.resize(kReadSize);  // once: to clear it for each read would cost more than reading
      const ssize_t received = ::recv(fd_, buffer_.data(), buffer_.size(), 0);
      consumed_ = 0;
      filled_ = received > 0 ? static_cast<std::size_t>(received) : 0;
      if (received < 0 && errno == EINTR) continue;
      if (received <= 0) return Received::kClosed;
    }
    const std::size_t part = std::min(size, filled_ - consumed_);
    out.append(buffer_, consumed_, part);
    consumed_ += part;
    size -= part;
  }
  return Received::kMessage;
}

/// `kMessage`: there is something to read.
Channel::Received Channel::Wait(Clock::time_point deadline, const Budget* budget) {
  while (true) {
    int timeout = -1;
    if (deadline != Clock::time_point::max() || budget) {
      const Clock::time_point now = Clock::now();
      if (budget && budget->Interrupted()) return Received::kInterrupted;
      if (now >= deadline) return Received::kTimedOut;
      Clock::duration wait = deadline - now;
      if (budget) {
        wait = std::min<Clock::duration>(wait, kCancelLatency);
        wait = std::clamp(budget->end() - now, Clock::duration::zero(), wait);
      }
      timeout = static_cast<int>(std::chrono::ceil<milliseconds>(wait).count());
    }
    pollfd poller{fd_, POLLIN, 0};
    const int ready = ::poll(&poller, 1, timeout);
    if (ready > 0) return Received::kMessage;
    if (ready < 0 && errno != EINTR) return Received::kClosed;
  }
}

}  // namespace autotune
