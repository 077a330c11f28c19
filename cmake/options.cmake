# SPDX-FileCopyrightText: 2026 The Pullcord Authors
# SPDX-License-Identifier: Apache-2.0

# The one place for warnings and definitions. Every target of ours links it privately.
add_library(pullcord_options INTERFACE)

target_compile_options(pullcord_options INTERFACE
    -Wall
    -Wextra
    -Wno-missing-field-initializers # what a designated initializer leaves out has its default, and is meant to
    -Wpedantic
    -Wshadow
    -Wconversion
    -Wold-style-cast
    -Wnon-virtual-dtor
    -Woverloaded-virtual
    -Wcast-qual
    # GCC takes the empty payload of a std::optional for uninitialized where emplace() destroys what it held.
    $<$<AND:$<CXX_COMPILER_ID:GNU>,$<VERSION_GREATER_EQUAL:$<CXX_COMPILER_VERSION>,13>>:-Wno-maybe-uninitialized>
    # The macros QTRY_... of Qt 6.8 narrow a number of milliseconds where they are used, so in our tests.
    $<$<AND:$<VERSION_GREATER_EQUAL:${Qt6_VERSION},6.5>,$<STREQUAL:$<TARGET_PROPERTY:SOURCE_DIR>,${PROJECT_SOURCE_DIR}/tests>>:-Wno-conversion>
    $<$<BOOL:${PULLCORD_WARNINGS_AS_ERRORS}>:-Werror>)

target_compile_definitions(pullcord_options INTERFACE
    QT_NO_CAST_FROM_ASCII
    QT_NO_CAST_TO_ASCII
    QT_NO_CAST_FROM_BYTEARRAY
    QT_NO_URL_CAST_FROM_STRING
    QT_NO_NARROWING_CONVERSIONS_IN_CONNECT
    QT_NO_FOREACH
    QT_STRICT_ITERATORS
    QT_DISABLE_DEPRECATED_BEFORE=0x060400
    QT_WARN_DEPRECATED_UP_TO=0x060400) # what later versions deprecate has no replacement in 6.4

# Against what a peer may send. Positions and stack are checked in every build; the checks of the C library need
# optimization, and the sanitizers have their own.
target_compile_options(pullcord_options INTERFACE
    -fstack-protector-strong
    -fstack-clash-protection
    $<$<STREQUAL:${CMAKE_SYSTEM_PROCESSOR},x86_64>:-fcf-protection>)
target_link_options(pullcord_options INTERFACE LINKER:-z,relro LINKER:-z,now LINKER:-z,noexecstack)
if(NOT PULLCORD_SANITIZE)
    target_compile_options(pullcord_options INTERFACE $<$<CONFIG:Release,RelWithDebInfo>:-U_FORTIFY_SOURCE$<SEMICOLON>-D_FORTIFY_SOURCE=2>)
endif()

if(PULLCORD_SANITIZE)
    target_compile_options(pullcord_options INTERFACE
        -fsanitize=${PULLCORD_SANITIZE} -fno-sanitize-recover=all -fno-omit-frame-pointer)
    target_link_options(pullcord_options INTERFACE -fsanitize=${PULLCORD_SANITIZE})
    # Programs of tests keep the address sanitizer for the heap. Checks of undefined behavior and of the stack in the code
    # of a test itself would take half of the time that its object needs. The product and the fuzzers keep them.
    set(in_tests $<STREQUAL:$<TARGET_PROPERTY:SOURCE_DIR>,${PROJECT_SOURCE_DIR}/tests>)
    target_compile_options(pullcord_options INTERFACE
        $<${in_tests}:-fno-sanitize=undefined>
        $<$<AND:${in_tests},$<CXX_COMPILER_ID:GNU>>:--param=asan-stack=0>)
endif()

# The preset tidy looks at what we wrote. moc's output is compiled beside it and gets a configuration that finds nothing
# (clang-tidy refuses to run without any check).
if(CMAKE_CXX_CLANG_TIDY)
    file(WRITE ${PROJECT_BINARY_DIR}/.clang-tidy "Checks: '-*,llvm-twine-local'\n")
endif()

# lld links a test in a quarter of the time that the linker of binutils takes, and there are 270 tests.
option(PULLCORD_LLD "Link with lld where it is installed" OFF)
if(PULLCORD_LLD)
    find_program(PULLCORD_LD_LLD ld.lld)
    if(PULLCORD_LD_LLD)
        target_link_options(pullcord_options INTERFACE -fuse-ld=lld)
    endif()
endif()
