#pragma once

#include <cstdlib>
#include <mutex>
#include <optional>
#include <string>
#include <string_view>
#include <thread>
#include <vector>

#include <arpa/inet.h>
#include <netinet/in.h>
#include <sys/socket.h>
#include <unistd.h>

namespace autotune {

/// What a server does with a GET.
struct HttpBehaviour {
  std::string path = "/file";
  std::string content;
  bool ranges = true;                      ///< understands `Range: bytes=N-`
  std::optional<std::size_t> cut_after{};  ///< bytes of a first answer, then the connection ends
};

/// A server on this machine, until it goes out of scope: one file, one connection at a time.
class HttpServer {
 public:
  explicit HttpServer(HttpBehaviour behaviour) : behaviour_(std::move(behaviour)) {
    sockaddr_in address{};
    address.sin_family = AF_INET;
    address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
    socklen_t size = sizeof(address);
    auto* const any = reinterpret_cast<sockaddr*>(&address);
    if (listener_ < 0 || bind(listener_, any, size) != 0 || listen(listener_, 4) != 0 ||
        getsockname(listener_, any, &size) != 0) {
      std::abort();
    }
    port_ = ntohs(address.sin_port);
    setenv("no_proxy", "127.0.0.1", 1);  // curl asks the environment for a proxy
    thread_ = std::thread([this] { Serve(); });
  }
  ~HttpServer() {
    shutdown(listener_, SHUT_RDWR);  // wakes `accept`
    thread_.join();
    close(listener_);
  }
  HttpServer(const HttpServer&) = delete;
  HttpServer& operator=(const HttpServer&) = delete;

  std::string url() const { return "http://127.0.0.1:" + std::to_string(port_) + behaviour_.path; }

  /// The first byte that each request so far wanted.
  std::vector<std::size_t> requested() {
    const std::lock_guard lock(mutex_);
    return requested_;
  }

 private:
  void Serve() {
    for (int client = 0; (client = accept(listener_, nullptr, nullptr)) >= 0; close(client)) {
      Answer(client);
    }
  }

  void Answer(int client) {
    std::string request;
    char buffer[4096];
    while (request.find("\r\n\r\n") == std::string::npos) {
      const ssize_t count = read(client, buffer, sizeof(buffer));
      if (count <= 0) return;
      request.append(buffer, static_cast<std::size_t>(count));
    }
    constexpr std::string_view kRange = "Range: bytes=";
    const std::size_t range = request.find(kRange);
    const std::size_t wanted =
        range == std::string::npos ? 0 : std::stoul(request.substr(range + kRange.size()));
    const bool first = Note(wanted) == 1;
    const std::string& content = behaviour_.content;
    const std::size_t from = behaviour_.ranges ? wanted : 0;
    if (!request.starts_with("GET " + behaviour_.path + " ")) {
      return Send(client, "404 Not Found", "", "nothing here");
    }
    if (from > 0 && from >= content.size()) {
      return Send(client, "416 Range Not Satisfiable", "", "");
    }
    std::string headers;
    if (from > 0) {
      headers = "Content-Range: bytes " + std::to_string(from) + "-" +
                std::to_string(content.size() - 1) + "/" + std::to_string(content.size()) + "\r\n";
    }
    Send(client, from > 0 ? "206 Partial Content" : "200 OK", headers, content.substr(from),
         first ? behaviour_.cut_after : std::nullopt);
  }

  std::size_t Note(std::size_t wanted) {
    const std::lock_guard lock(mutex_);
    requested_.push_back(wanted);
    return requested_.size();
  }

  static void Send(int client, const std::string& status, const std::string& headers,
                   const std::string& body, std::optional<std::size_t> cut_after = {}) {
    const std::string answer =
        "HTTP/1.1 " + status + "\r\n" + headers + "Content-Length: " + std::to_string(body.size()) +
        "\r\nConnection: close\r\n\r\n" + body.substr(0, cut_after.value_or(body.size()));
    for (std::size_t sent = 0; sent < answer.size();) {
      const ssize_t count = send(client, answer.data() + sent, answer.size() - sent, MSG_NOSIGNAL);
      if (count <= 0) return;
      sent += static_cast<std::size_t>(count);
    }
  }

  const HttpBehaviour behaviour_;
  const int listener_ = socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0);
  int port_ = 0;
  std::mutex mutex_;
  std::vector<std::size_t> requested_;
  std::thread thread_;
};

}  // namespace autotune
