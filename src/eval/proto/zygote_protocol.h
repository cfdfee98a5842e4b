#pragma once

#include <cstdint>

/// Messages between the pool and the workers' common parent, the zygote. Each packet over a
/// SOCK_SEQPACKET pair holds one `ZygoteRequest` and is answered by one `ZygoteReply`.
namespace autotune {

/// Descriptor of the zygote's end of the pair.
inline constexpr int kZygoteFd = 3;

struct ZygoteRequest {
  enum class Kind : std::uint32_t {
    kSpawn,  ///< fork a worker; the packet carries its socket; answered with its process id
    kReap,   ///< kill the worker `pid` if it still runs; answered with its wait status
  };
  Kind kind;
  std::uint32_t number;        ///< repeated in the reply: the pool may have given up waiting for it
  std::uint64_t memory_bytes;  ///< `kSpawn`: limit on the worker's data segment
  std::int32_t pid;
  std::uint32_t unused = 0;
};

struct ZygoteReply {
  ZygoteRequest::Kind kind;
  std::uint32_t number;
  std::int32_t pid;          ///< negative if the fork failed or the process is not ours
  std::int32_t wait_status;  ///< status as wait(2) has it
};

}  // namespace autotune
