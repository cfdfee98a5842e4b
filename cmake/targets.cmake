# Warnings, sanitizers and include roots are properties of our own targets, never global flags.

add_library(at_flags INTERFACE)
target_compile_options(at_flags INTERFACE -Wall -Wextra -Werror)
if(CMAKE_CXX_COMPILER_ID MATCHES Clang)
  target_compile_options(at_flags INTERFACE -Wthread-safety)
endif()
if(CMAKE_CXX_COMPILER_ID STREQUAL GNU AND CMAKE_CXX_COMPILER_VERSION VERSION_LESS 13)
  # GCC bug 105651: false alarms about `"text" + std::string` at -O3.
  target_compile_options(at_flags INTERFACE -Wno-restrict)
endif()
if(AUTOTUNE_SANITIZE)
  target_compile_options(at_flags INTERFACE -fsanitize=${AUTOTUNE_SANITIZE} -fno-sanitize-recover=all -fno-omit-frame-pointer)
  target_link_options(at_flags INTERFACE -fsanitize=${AUTOTUNE_SANITIZE})
endif()

# at_library(<name> SOURCES <file>... LINKS <target>...): a library of the house. Headers are included
# from the repository's `src` (`core/hash.h`) or its top (`db/database.h`).
function(at_library name)
  cmake_parse_arguments(PARSE_ARGV 1 arg "" "" "SOURCES;LINKS;PRIVATE_LINKS")
  add_library(${name} STATIC ${arg_SOURCES})
  target_include_directories(${name} PUBLIC ${PROJECT_SOURCE_DIR}/src ${PROJECT_SOURCE_DIR})
  target_link_libraries(${name} PUBLIC ${arg_LINKS} PRIVATE at_flags ${arg_PRIVATE_LINKS})
endfunction()

# at_program(<name> SOURCES <file>... LINKS <target>...): a program in <build>/bin.
function(at_program name)
  cmake_parse_arguments(PARSE_ARGV 1 arg "" "" "SOURCES;LINKS")
  add_executable(${name} ${arg_SOURCES})
  target_include_directories(${name} PRIVATE ${PROJECT_SOURCE_DIR}/src ${PROJECT_SOURCE_DIR})
  target_link_libraries(${name} PRIVATE at_flags ${arg_LINKS})
endfunction()
