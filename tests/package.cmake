# SPDX-FileCopyrightText: 2026 The Pullcord Authors
# SPDX-License-Identifier: Apache-2.0

# Checks of what is installed, each where its tool exists.
function(pullcord_add_package_check check tool)
    find_program(PULLCORD_${tool} ${tool})
    if(NOT PULLCORD_${tool})
        message(STATUS "package.${check} is left out: no ${tool}")
        return()
    endif()
    add_test(NAME package.${check} COMMAND ${CMAKE_CURRENT_SOURCE_DIR}/package.sh ${check} ${PROJECT_BINARY_DIR})
    set_tests_properties(package.${check} PROPERTIES
        LABELS package
        TIMEOUT 120
        ENVIRONMENT "QT_QPA_PLATFORM=offscreen;LC_ALL=C.UTF-8")
endfunction()

pullcord_add_package_check(man man)
pullcord_add_package_check(install bash)
pullcord_add_package_check(nogui readelf)
pullcord_add_package_check(runpath readelf)
pullcord_add_package_check(hardening readelf)
if(NOT PULLCORD_CORE_ONLY)
    pullcord_add_package_check(desktop desktop-file-validate)
    pullcord_add_package_check(metainfo appstreamcli)
endif()
