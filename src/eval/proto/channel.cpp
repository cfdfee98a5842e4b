#include "eval/proto/channel.h"

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
  WaitLimits endless;
  return SendFrame(frame, endless) == Received::kMessage;
}

Channel::Received Channel::SendFrame(std::string_view frame, WaitLimits& limits) {
  while (!frame.empty()) {
    const ssize_t sent = ::send(fd_, frame.data(), frame.size(), MSG_NOSIGNAL | MSG_DONTWAIT);
    if (sent > 0) {
      frame.remove_prefix(static_cast<std::size_t>(sent));
    } else if (sent < 0 && (errno == EAGAIN || errno == EWOULDBLOCK)) {
      if (const Received got = Wait(POLLOUT, limits); got != Received::kMessage) return got;
    } else if (sent == 0 || errno != EINTR) {
      return Received::kClosed;
    }
  }
  return Received::kMessage;
}

Channel::Received Channel::Receive(std::string& message, WaitLimits limits) {
  std::string header;
  std::uint32_t size = 0;
  Received got = Take(sizeof size, header, limits);
  if (got != Received::kMessage) return got;
  std::memcpy(&size, header.data(), sizeof size);
  message.clear();
  return Take(size, message, limits);
}

/// Appends the next `size` bytes to `out`. Memory is allocated as bytes arrive, not as announced:
/// the other end may be broken.
Channel::Received Channel::Take(std::size_t size, std::string& out, WaitLimits& limits) {
  while (size > 0) {
    if (consumed_ == filled_) {
      if (const Received got = Wait(POLLIN, limits); got != Received::kMessage) return got;
      buffer_.resize(kReadSize);  // once: clearing it for each read would cost more than reading
      const ssize_t received = ::recv(fd_, buffer_.data(), buffer_.size(), MSG_DONTWAIT);
      consumed_ = 0;
      filled_ = received > 0 ? static_cast<std::size_t>(received) : 0;
      if (received < 0 && (errno == EINTR || errno == EAGAIN)) continue;
      if (received <= 0) return Received::kClosed;
    }
    const std::size_t part = std::min(size, filled_ - consumed_);
    out.append(buffer_, consumed_, part);
    consumed_ += part;
    size -= part;
  }
  return Received::kMessage;
}

/// Waits until the socket is ready; `kMessage` means that it is.
Channel::Received Channel::Wait(short events, WaitLimits& limits) const {
  switch (WaitFor(fd_, events, limits)) {
    case WaitEnd::kReady: return Received::kMessage;
    case WaitEnd::kTimedOut: return Received::kTimedOut;
    case WaitEnd::kInterrupted: return Received::kInterrupted;
    case WaitEnd::kStopped: return Received::kStopped;
    case WaitEnd::kFailed: break;
  }
  return Received::kClosed;
}

}  // namespace autotune
