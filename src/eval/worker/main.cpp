// autotune-worker: runs LLVM's passes for `autotune`, which starts it and talks to it over a
// socket.

#include <cstdio>
#include <cstring>

#include <llvm/Config/llvm-config.h>
#include <sys/socket.h>

#include "eval/proto/zygote_protocol.h"
#include "eval/worker/target.h"
#include "eval/worker/zygote.h"

int main(int argc, char** argv) {
  if (argc == 2 && std::strcmp(argv[1], "--version") == 0) {
    std::printf("autotune-worker, LLVM %s\n", LLVM_VERSION_STRING);
    return 0;
  }
  int type = 0;
  socklen_t size = sizeof type;
  if (argc != 1 || ::getsockopt(autotune::kZygoteFd, SOL_SOCKET, SO_TYPE, &type, &size) != 0 ||
      type != SOCK_SEQPACKET) {
    std::fprintf(stderr, "autotune-worker is started by autotune; run that instead\n");
    return 2;
  }
  autotune::worker::InitializeTargets();
  return autotune::worker::RunZygote(autotune::kZygoteFd);
}
