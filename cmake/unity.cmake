# SPDX-FileCopyrightText: 2026 The Pullcord Authors
# SPDX-License-Identifier: Apache-2.0

# Several files of a folder in one run of the compiler: what they all include is then read once, and a release is built in
# about half the time. Off in the presets in which each file has to prove that it stands by itself.
option(PULLCORD_UNITY "Compile the files of a folder together" OFF)
set(PULLCORD_UNITY_SIZE 8 CACHE STRING "Files of a folder compiled together, at most; 0 for all of them")

# To be called once the target has all its sources. Files meet those of their own folder only, so the names in their
# anonymous namespaces have to differ within a folder. A file that takes a whole namespace or enumeration into ours
# (`using namespace RequestTable`) is left to itself.
function(pullcord_unify target)
    if(NOT PULLCORD_UNITY)
        return()
    endif()
    get_target_property(sources ${target} SOURCES)
    foreach(source IN LISTS sources)
        cmake_path(ABSOLUTE_PATH source NORMALIZE)
        cmake_path(GET source EXTENSION LAST_ONLY extension)
        cmake_path(IS_PREFIX PROJECT_BINARY_DIR ${source} is_generated)
        if(is_generated OR NOT extension STREQUAL .cpp)
            continue()
        endif()
        file(STRINGS ${source} wide REGEX "^using (enum|namespace) [A-Z][A-Za-z]+;" LIMIT_COUNT 1)
        if(wide)
            continue()
        endif()
        cmake_path(GET source PARENT_PATH folder)
        cmake_path(GET folder FILENAME name)
        string(MAKE_C_IDENTIFIER ${folder} key)
        math(EXPR count_${key} "0${count_${key}} + 1")
        set(group ${name})
        if(PULLCORD_UNITY_SIZE)
            math(EXPR batch "(${count_${key}} - 1) / ${PULLCORD_UNITY_SIZE}")
            set(group ${name}_${batch})
        endif()
        set_source_files_properties(${source} PROPERTIES UNITY_GROUP ${group})
    endforeach()
    set_target_properties(${target} PROPERTIES UNITY_BUILD ON UNITY_BUILD_MODE GROUP)
endfunction()
