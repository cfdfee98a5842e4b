# Warnings, sanitizers and include roots are properties of our own targets, never global flags.

add_library(at_flags INTERFACE)
target_compile_options(at_flags INTERFACE -Wall -Wextra -Werror)
if(CMAKE_CXX_COMPILER_ID MATCHES Clang)
  target_compile_options(at_flags INTERFACE -Wthread-safety)
endif()
if(CMAKE_CXX_COMPILER_ID STREQUAL GNU AND CMAKE_CXX_COMPILER_VERSION VERSION_LESS 13)
  # GCC bug 105651: false alarms about `"text" + std::string` at -O3. In a precompiled header they
  # have more names.
  target_compile_options(at_flags INTERFACE -Wno-restrict -Wno-array-bounds -Wno-stringop-overflow)
endif()
if(CMAKE_CXX_COMPILER_ID STREQUAL GNU)
  # As clang does by default: a function of a shared library may be inlined into its callers.
  target_compile_options(at_flags INTERFACE -fno-semantic-interposition)
endif()
if(CMAKE_UNITY_BUILD AND CMAKE_CXX_COMPILER_ID STREQUAL GNU)
  # To the compiler, a source file of a unity build is a header, whose classes others may define too.
  target_compile_options(at_flags INTERFACE -Wno-subobject-linkage)
endif()
if(AUTOTUNE_SANITIZE)
  target_compile_options(at_flags INTERFACE -fsanitize=${AUTOTUNE_SANITIZE} -fno-sanitize-recover=all -fno-omit-frame-pointer)
  target_link_options(at_flags INTERFACE -fsanitize=${AUTOTUNE_SANITIZE})
endif()

# at_headers(<name> HEADERS <header>... LINKS <target>...): headers that are compiled once, for the
# targets that reuse them: reading headers takes half of the time of a source file, which includes
# what it uses all the same. The preset `clang` builds without.
set(empty_source ${PROJECT_BINARY_DIR}/generated/empty.cpp)
file(GENERATE OUTPUT ${empty_source} CONTENT "")
function(at_headers name)
  cmake_parse_arguments(PARSE_ARGV 1 arg "" "" "HEADERS;LINKS")
  add_library(${name} OBJECT ${empty_source})
  target_link_libraries(${name} PRIVATE at_flags ${arg_LINKS})
  target_precompile_headers(${name} PRIVATE ${arg_HEADERS})
endfunction()

set(STANDARD_HEADERS
  <algorithm> <array> <atomic> <chrono> <cmath> <condition_variable> <filesystem> <functional> <map>
  <memory> <mutex> <optional> <set> <span> <sstream> <string> <string_view> <thread> <unordered_map>
  <utility> <variant> <vector>)
at_headers(at_standard_headers HEADERS ${STANDARD_HEADERS})

# at_library(<name> SOURCES <file>... LINKS <target>...): a library of the house. Headers are included
# from the repository's `src` (`core/hash.h`) or its top (`db/database.h`).
# HEADERS names others than the standard library's to be compiled once (`at_headers`).
function(at_library name)
  cmake_parse_arguments(PARSE_ARGV 1 arg "" "HEADERS" "SOURCES;LINKS;PRIVATE_LINKS")
  if(NOT arg_HEADERS)
    set(arg_HEADERS at_standard_headers)
  endif()
  add_library(${name} STATIC ${arg_SOURCES})
  target_include_directories(${name} PUBLIC ${PROJECT_SOURCE_DIR}/src ${PROJECT_SOURCE_DIR})
  target_link_libraries(${name} PUBLIC ${arg_LINKS} PRIVATE at_flags ${arg_PRIVATE_LINKS})
  target_precompile_headers(${name} REUSE_FROM ${arg_HEADERS})
endfunction()

# at_program(<name> SOURCES <file>... LINKS <target>...): a program in <build>/bin.
function(at_program name)
  cmake_parse_arguments(PARSE_ARGV 1 arg "" "" "SOURCES;LINKS")
  add_executable(${name} ${arg_SOURCES})
  target_include_directories(${name} PRIVATE ${PROJECT_SOURCE_DIR}/src ${PROJECT_SOURCE_DIR})
  target_link_libraries(${name} PRIVATE at_flags ${arg_LINKS})
endfunction()
