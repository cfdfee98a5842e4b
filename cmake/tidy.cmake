# `tidy`: clang-tidy over every source in the compilation database, which the preset `clang` makes.
find_program(AUTOTUNE_RUN_CLANG_TIDY run-clang-tidy-19)
if(AUTOTUNE_RUN_CLANG_TIDY)
  add_custom_target(tidy
    COMMAND ${AUTOTUNE_RUN_CLANG_TIDY} -quiet -p ${PROJECT_BINARY_DIR}
            "${PROJECT_SOURCE_DIR}/(src|db|tests|bench|python)/.*"
    USES_TERMINAL)
endif()
