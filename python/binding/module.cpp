// The Python module `autotune_gym._core`. The package `autotune_gym` around it has the interface
// that people use.

#include <algorithm>
#include <chrono>
#include <cstdint>
#include <limits>
#include <memory>
#include <span>
#include <stdexcept>
#include <string>
#include <type_traits>
#include <utility>
#include <vector>

#include <pybind11/numpy.h>
#include <pybind11/pybind11.h>
#include <pybind11/stl.h>

#include "core/action_space.h"
#include "core/toolchain.h"
#include "dataset/find_programs.h"
#include "python/binding/episodes.h"
#include "python/binding/session.h"
#include "term/user_files.h"
#include "tune/threads.h"

namespace py = pybind11;

namespace autotune::gym {

namespace {

constexpr std::size_t kMaxActions = std::numeric_limits<PassId>::max();

/// Raises the Python exception that an error is.
[[noreturn]] void Raise(const Error& error) {
  PyObject* kind = PyExc_RuntimeError;
  if (error.code == ErrorCode::kNotFound) kind = PyExc_FileNotFoundError;
  if (error.code == ErrorCode::kInvalidArgument) kind = PyExc_ValueError;
  PyErr_SetString(kind, error.message.c_str());
  throw py::error_already_set();
}

template <typename T>
T OrRaise(Result<T> result) {
  if (!result) Raise(result.error());
  return *std::move(result);
}

/// Calls `work` while other threads of Python run.
template <typename Work>
auto WithoutGil(const Work& work) {
  const py::gil_scoped_release others_run;
  return work();
}

/// Returns the space of that name. Raises LookupError with all names if there is none.
template <typename Space>
const Space& Named(std::span<const Space> spaces, const std::string& name, const char* kind) {
  const auto found = std::ranges::find(spaces, name, &Space::name);
  if (found != spaces.end()) return *found;
  std::string known;
  for (const Space& space : spaces) known += (known.empty() ? "" : ", ") + std::string(space.name);
  const std::string message =
      std::string("no ") + kind + " space '" + name + "'; there are: " + known;
  PyErr_SetString(PyExc_LookupError, message.c_str());
  throw py::error_already_set();
}

template <typename Space>
std::vector<std::string> Names(std::span<const Space> spaces) {
  std::vector<std::string> names;
  for (const Space& space : spaces) names.emplace_back(space.name);
  return names;
}

/// `Episodes` for Python's threads. One thread at a time may use it; another gets an exception. The
/// members are guarded by the GIL.
class PythonEpisodes {
 public:
  explicit PythonEpisodes(Episodes episodes) : episodes_(std::move(episodes)) {}

  void Reset(std::size_t slot, const std::string& file) {
    const Status status = Alone([&] { return episodes_.Reset(slot, file); });
    if (!status.ok()) Raise(status.error());
  }

  /// Returns rewards, ends (0: none, 1: length, 2: failure), "had no effect" and failures by slot.
  py::tuple Step(const std::vector<std::int64_t>& actions, const std::string& reward) {
    const RewardSpace& space = Named(RewardSpaces(), reward, "reward");
    const auto steps = OrRaise(Alone([&] { return episodes_.Step(actions, space); }));
    const auto count = static_cast<py::ssize_t>(steps.size());
    py::array_t<double> rewards(count);
    py::array_t<std::int8_t> ends(count);
    py::array_t<bool> without_effect(count);
    py::dict failures;
    for (py::ssize_t i = 0; i < count; ++i) {
      const EpisodeStep& step = steps[static_cast<std::size_t>(i)];
      rewards.mutable_at(i) = step.reward;
      ends.mutable_at(i) = static_cast<std::int8_t>(step.outcome.end);
      without_effect.mutable_at(i) = step.without_effect;
      if (step.outcome.failure) failures[py::int_(i)] = std::string(Name(*step.outcome.failure));
    }
    return py::make_tuple(rewards, ends, without_effect, failures);
  }

  /// Returns a row for each slot with the named spaces one after another.
  py::array_t<std::int64_t> Observe(const std::vector<std::string>& names) {
    const Environment& environment = Free().environment();
    for (std::size_t slot = 0; slot < episodes_.slots(); ++slot) {
      if (!environment.observation(slot).now) throw std::runtime_error("call reset() first");
    }
    std::size_t width = 0;
    for (const std::string& name : names) width += Space(name).size(environment);
    py::array_t<std::int64_t> rows({episodes_.slots(), width});
    std::int64_t* out = rows.mutable_data();
    for (std::size_t slot = 0; slot < episodes_.slots(); ++slot) {
      for (const std::string& name : names) {
        Space(name).write(environment, slot, out);
        out += Space(name).size(environment);
      }
    }
    return rows;
  }

  std::size_t ObservationSize(const std::vector<std::string>& names) {
    std::size_t size = 0;
    for (const std::string& name : names) size += Space(name).size(Free().environment());
    return size;
  }

  std::vector<bool> Running() {
    std::vector<bool> running;
    for (std::size_t slot = 0; slot < Free().slots(); ++slot) {
      running.push_back(episodes_.environment().running(slot));
    }
    return running;
  }

  PassSequence Actions(std::size_t slot) {
    if (slot >= Free().slots()) throw py::index_error("no such slot");
    return episodes_.environment().state(slot).applied;
  }

  PythonEpisodes Fork() { return PythonEpisodes(Free().Fork()); }

 private:
  static const ObservationSpace& Space(const std::string& name) {
    return Named(ObservationSpaces(), name, "observation");
  }

  Episodes& Free() {
    if (busy_) throw std::runtime_error("another thread uses this environment");
    return episodes_;
  }

  template <typename Work>
  std::invoke_result_t<Work> Alone(const Work& work) {
    (void)Free();
    busy_ = true;
    const struct Turn {
      ~Turn() { busy = false; }
      bool& busy;
    } turn{busy_};
    return WithoutGil(work);
  }

  Episodes episodes_;
  bool busy_ = false;
};

std::shared_ptr<Session> Start(ActionSpace actions, std::size_t workers, std::size_t threads,
                               const std::string& worker, double step_timeout) {
  constexpr double kLeast = 0.001, kMost = 1e9;
  if (!(step_timeout >= kLeast)) throw py::value_error("step_timeout must be at least 0.001 s");
  const auto limit =
      std::chrono::milliseconds(static_cast<std::int64_t>(std::min(step_timeout, kMost) * 1000));
  auto session = WithoutGil([&] {
    return Session::Start(std::move(actions), {.workers = workers,
                                               .threads = threads,
                                               .worker_program = worker,
                                               .pass_time_limit = limit});
  });
  return OrRaise(std::move(session));
}

/// An action space of just these pipeline texts.
ActionSpace OwnActions(const std::vector<std::string>& pipelines) {
  if (pipelines.size() > kMaxActions) throw py::value_error("too many passes");
  std::vector<Action> actions;
  for (const std::string& pipeline : pipelines) actions.push_back({pipeline, ""});
  return {kCustomActions, std::move(actions), {}};
}

std::vector<std::string> FindBenchmarks(const std::string& entry, const std::string& datasets) {
  std::vector<std::string> files;
  const auto found = OrRaise(
      FindPrograms({entry}, {.root = std::filesystem::current_path(), .datasets = datasets}));
  for (const FoundProgram& program : found) files.push_back(program.file.string());
  return files;
}

}  // namespace

PYBIND11_MODULE(_core, module) {
  module.def("load_actions",
             [](const std::string& name) { return OrRaise(LoadActionSpace(name)); });
  module.def("own_actions", &OwnActions);
  module.def("datasets_folder", [] { return AnyDatasetsFolder().string(); });
  module.def("find_benchmarks", &FindBenchmarks);
  module.def("default_threads", &DefaultThreads);
  module.attr("OPT") = kOptProgram;
  module.attr("OBSERVATION_SPACES") = Names(ObservationSpaces());
  module.attr("REWARD_SPACES") = Names(RewardSpaces());

  py::class_<ActionSpace>(module, "ActionSpace")
      .def_property_readonly("names",
                             [](const ActionSpace& space) {
                               std::vector<std::string> names;
                               for (const Action& action : space.actions()) {
                                 names.push_back(action.pipeline);
                               }
                               return names;
                             })
      .def_property_readonly("flags", [](const ActionSpace& space) {
        std::vector<std::string> flags;
        for (const Action& action : space.actions()) flags.push_back(action.legacy_flag);
        return flags;
      });

  py::class_<Session, std::shared_ptr<Session>>(module, "Session")
      .def(py::init(&Start), py::arg("actions"), py::kw_only(), py::arg("workers"),
           py::arg("threads"), py::arg("worker"), py::arg("step_timeout"))
      .def("worker_pids", [](Session& session) { return session.pool().worker_pids(); });

  py::class_<PythonEpisodes>(module, "Episodes")
      .def(py::init([](std::shared_ptr<Session> session, std::size_t slots, std::uint32_t length) {
             return PythonEpisodes(OrRaise(Episodes::Make(std::move(session), slots, length)));
           }),
           py::arg("session"), py::arg("slots"), py::arg("length"))
      .def("reset", &PythonEpisodes::Reset)
      .def("step", &PythonEpisodes::Step)
      .def("observe", &PythonEpisodes::Observe)
      .def("observation_size", &PythonEpisodes::ObservationSize)
      .def("running", &PythonEpisodes::Running)
      .def("actions", &PythonEpisodes::Actions)
      .def("fork", &PythonEpisodes::Fork);
}

}  // namespace autotune::gym
