# AUTOTUNE_PYTHON: whether to build autotune_gym, for the interpreter AUTOTUNE_PYTHON_PROGRAM. That is
# Debian's, whose packages pybind11 and NumPy are, whatever else is in PATH.
include(CMakeDependentOption)

find_program(AUTOTUNE_PYTHON_PROGRAM python3 PATHS /usr/bin NO_DEFAULT_PATH)
if(AUTOTUNE_PYTHON_PROGRAM)
  set(Python_EXECUTABLE ${AUTOTUNE_PYTHON_PROGRAM})
  find_package(Python COMPONENTS Interpreter Development.Module)
  find_package(pybind11 CONFIG)
endif()
cmake_dependent_option(AUTOTUNE_PYTHON "Build autotune_gym (needs Python's headers and pybind11)" ON
  "AUTOTUNE_WORKER;NOT AUTOTUNE_SANITIZE;Python_FOUND;pybind11_FOUND" OFF)
