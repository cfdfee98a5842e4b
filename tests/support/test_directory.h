#pragma once

#include <chrono>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <string>
#include <string_view>
#include <system_error>
#include <thread>

namespace autotune {

/// A directory for one test.
class TestDirectory {
 public:
  TestDirectory() {
    std::string pattern = (std::filesystem::temp_directory_path() / "autotune-test-XXXXXX");
    path_ = mkdtemp(pattern.data());
  }
  TestDirectory(const TestDirectory&) = delete;
  TestDirectory& operator=(const TestDirectory&) = delete;
  /// Tries again for a while: the processes of a program that a test has killed end a moment after
  /// it, and what they still write makes a removal fail half way.
  ~TestDirectory() {
    using namespace std::chrono_literals;
    const auto end = std::chrono::steady_clock::now() + 10s;
    std::error_code error;
    while (std::filesystem::remove_all(path_, error), error) {
      if (std::chrono::steady_clock::now() > end) return;
      std::this_thread::sleep_for(10ms);
    }
  }

  const std::filesystem::path& path() const { return path_; }

  std::filesystem::path Write(const std::string& name, std::string_view text) const {
    std::ofstream(path_ / name, std::ios::binary) << text;
    return path_ / name;
  }
  std::filesystem::path WriteScript(const std::string& name, const std::string& body) const {
    const std::filesystem::path path = Write(name, "#!/bin/sh\n" + body + "\n");
    std::filesystem::permissions(path, std::filesystem::perms::owner_all);
    return path;
  }
  std::string Read(const std::string& name) const {
    std::ifstream file(path_ / name, std::ios::binary);
    return std::string(std::istreambuf_iterator<char>(file), {});
  }

 private:
  std::filesystem::path path_;
};

}  // namespace autotune
