# SPDX-FileCopyrightText: 2026 The Pullcord Authors
# SPDX-License-Identifier: Apache-2.0

# Checks of the sources, each where its tool exists.
function(pullcord_add_lint check tool)
    find_program(PULLCORD_${tool} ${tool})
    if(NOT PULLCORD_${tool})
        message(STATUS "lint.${check} is left out: no ${tool}")
        return()
    endif()
    add_test(NAME lint.${check} COMMAND ${CMAKE_CURRENT_SOURCE_DIR}/lint.sh ${check})
    set_tests_properties(lint.${check} PROPERTIES LABELS lint TIMEOUT 120)
endfunction()

# Other versions of clang-format break lines otherwise: 14 is what .clang-format is written for.
find_program(PULLCORD_CLANG_FORMAT_14 NAMES clang-format-14 clang-format)
if(PULLCORD_CLANG_FORMAT_14)
    execute_process(COMMAND ${PULLCORD_CLANG_FORMAT_14} --version OUTPUT_VARIABLE said)
    if(said MATCHES "version 14[.]")
        pullcord_add_lint(format clang-format)
    else()
        message(STATUS "lint.format is left out: it needs clang-format 14")
    endif()
endif()
pullcord_add_lint(layers bash)
pullcord_add_lint(markup perl)
pullcord_add_lint(shell shellcheck)
pullcord_add_lint(words perl)
