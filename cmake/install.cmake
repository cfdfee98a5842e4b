# `cmake --install`, and a .deb through CPack. All programs go side by side: autotune and
# autotune-train look for the worker, the plugin and the model in their own folder.
install(TARGETS autotune autotune-train autotune-worker autotune-cc autotune-c++
        RUNTIME DESTINATION bin)
install(TARGETS autotune-plan LIBRARY DESTINATION bin)
if(AUTOTUNE_MODEL)
  install(TARGETS autotune-model LIBRARY DESTINATION bin)
  install(DIRECTORY src/model/weights/ DESTINATION share/autotune/models
          FILES_MATCHING PATTERN *.pf)
endif()
install(DIRECTORY experiments/datasets/ DESTINATION share/autotune/datasets PATTERN README.md EXCLUDE)
install(FILES LICENSE README.md DESTINATION share/doc/autotune)
install(DIRECTORY docs examples DESTINATION share/doc/autotune)

# Completion reads the programs' own --help.
foreach(program autotune autotune-train)
  install(FILES src/term/completion/autotune.bash RENAME ${program}
          DESTINATION share/bash-completion/completions)
  install(FILES src/term/completion/autotune.fish RENAME ${program}.fish
          DESTINATION share/fish/vendor_completions.d)
endforeach()
install(FILES src/term/completion/_autotune DESTINATION share/zsh/vendor-completions)

install(FILES cmake/package/autotune-config.cmake DESTINATION lib/cmake/autotune)

# Man pages are made of --help.
find_program(HELP2MAN help2man)
if(HELP2MAN)
  install(CODE "execute_process(COMMAND \"${PROJECT_SOURCE_DIR}/cmake/man_pages.sh\"
                \"${CMAKE_RUNTIME_OUTPUT_DIRECTORY}\" \"${PROJECT_BINARY_DIR}/man\"
                COMMAND_ERROR_IS_FATAL ANY)")
  install(DIRECTORY ${PROJECT_BINARY_DIR}/man/ DESTINATION share/man/man1)
else()
  message(STATUS "no help2man: man pages are left out of an installation")
endif()

set(CPACK_GENERATOR DEB)
set(CPACK_PACKAGE_CONTACT "the autotune authors")
set(CPACK_PACKAGE_DESCRIPTION_SUMMARY "finds LLVM pass lists that beat -Oz and proves it with opt")
set(CPACK_DEBIAN_FILE_NAME DEB-DEFAULT)
set(CPACK_DEBIAN_PACKAGE_SECTION devel)
set(CPACK_DEBIAN_PACKAGE_SHLIBDEPS ON)
set(CPACK_DEBIAN_PACKAGE_DEPENDS "llvm-${AUTOTUNE_LLVM_VERSION}")
set(CPACK_DEBIAN_PACKAGE_SUGGESTS gnuplot-nox)  # autotune report --svg
set(CPACK_DEBIAN_PACKAGE_RECOMMENDS "clang-${AUTOTUNE_LLVM_VERSION}")  # autotune build
if(AUTOTUNE_MODEL)
  # The other BLAS is ten times slower.
  string(APPEND CPACK_DEBIAN_PACKAGE_RECOMMENDS ", libopenblas0-pthread")
endif()
set(CPACK_STRIP_FILES ON)
include(CPack)
