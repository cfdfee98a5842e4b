# find_package(autotune): plans in a CMake build with Clang 19.
#
#   find_package(autotune REQUIRED)
#   autotune_apply_plan(my_program ${CMAKE_SOURCE_DIR}/my_program.plan.json)
#
# Each C and C++ source of the target is then compiled with the plan, at the target's own level.
# AUTOTUNE_PLUGIN is the plugin's path.
find_program(AUTOTUNE_PROGRAM autotune HINTS ${CMAKE_CURRENT_LIST_DIR}/../../../bin NO_CACHE)
get_filename_component(AUTOTUNE_PLUGIN
                       ${CMAKE_CURRENT_LIST_DIR}/../../../bin/libautotune-plan.so ABSOLUTE)

function(autotune_apply_plan target plan)
  foreach(language C CXX)
    if(CMAKE_${language}_COMPILER AND NOT CMAKE_${language}_COMPILER_ID STREQUAL Clang)
      message(FATAL_ERROR "autotune_apply_plan: a plan needs Clang as the ${language} compiler")
    endif()
  endforeach()
  get_filename_component(plan ${plan} ABSOLUTE)
  if(NOT EXISTS ${plan})
    message(FATAL_ERROR "autotune_apply_plan: no plan ${plan}")
  endif()
  get_target_property(sources ${target} SOURCES)
  set_property(SOURCE ${sources} TARGET_DIRECTORY ${target} APPEND PROPERTY OBJECT_DEPENDS ${plan})
  target_compile_options(${target} PRIVATE
                         $<$<COMPILE_LANGUAGE:C,CXX>:-fpass-plugin=${AUTOTUNE_PLUGIN}>)
  foreach(language C CXX)
    set_property(TARGET ${target} PROPERTY ${language}_COMPILER_LAUNCHER
                 ${CMAKE_COMMAND} -E env AUTOTUNE_PLAN=${plan} ${CMAKE_${language}_COMPILER_LAUNCHER})
  endforeach()
endfunction()
