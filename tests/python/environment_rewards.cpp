// Prints the rewards of an episode as `Environment` gives them, for a comparison with those that
// Python sees, and the passes of the episode's action space.
// usage: environment_rewards WORKER FILE ACTION...

#include <cstdio>
#include <cstdlib>
#include <string>
#include <vector>

#include "learn/episode_programs.h"

namespace autotune {
namespace {

template <typename T>
T Must(Result<T> result) {
  if (result) return *std::move(result);
  std::fprintf(stderr, "%s\n", result.error().message.c_str());
  std::exit(1);
}

void Play(const std::string& worker, const std::string& file, const PassSequence& passes) {
  const auto pool =
      Must(WorkerPool::Start(Must(LoadActionSpace("compilergym")), {.worker_program = worker}));
  const EnvironmentProgram program = Must(LoadEpisodeProgram(
      {.file = file, .name = file, .family = ""}, {.features = true}, *pool, Budget::Unlimited()));
  Environment environment(pool->actions(), *pool, 1, static_cast<std::uint32_t>(passes.size()));
  environment.Reset(0, program);
  Budget budget({});
  for (const PassId& pass : passes) {
    const auto steps = Must(environment.Step({&pass, 1}, budget));
    std::printf("%a %llu\n", steps[0].reward,
                static_cast<unsigned long long>(environment.instructions(0)));
  }
}

}  // namespace
}  // namespace autotune

int main(int argc, char** argv) {
  if (argc < 4) return 2;
  autotune::PassSequence passes;
  for (int i = 3; i < argc; ++i) {
    passes.push_back(static_cast<autotune::PassId>(std::strtoul(argv[i], nullptr, 10)));
  }
  autotune::Play(argv[1], argv[2], passes);
  return 0;
}
