# SPDX-FileCopyrightText: 2026 The Pullcord Authors
# SPDX-License-Identifier: Apache-2.0

# cmake -D PROGRAM=… -D ARGUMENTS=… -D OUTPUT=… -D GZIP=… -P printed.cmake: writes the output of a program to a file.
# Packs it when the name of OUTPUT ends in .gz. With -D TEMPLATE=…, the output replaces the line "printed by" of that file.
string(REGEX REPLACE "\\.gz$" "" plain ${OUTPUT})
separate_arguments(ARGUMENTS UNIX_COMMAND "${ARGUMENTS}")
execute_process(COMMAND ${PROGRAM} ${ARGUMENTS} OUTPUT_FILE ${plain} COMMAND_ERROR_IS_FATAL ANY)
if(TEMPLATE)
    file(READ ${plain} sections)
    file(READ ${TEMPLATE} page)
    string(REGEX REPLACE "[^\n]*printed by: [^\n]*\n" "@SECTIONS@" page "${page}")
    string(REPLACE "@SECTIONS@" "${sections}" page "${page}")
    file(WRITE ${plain} "${page}")
endif()
if(NOT plain STREQUAL OUTPUT)
    execute_process(COMMAND ${GZIP} -9nfk ${plain} COMMAND_ERROR_IS_FATAL ANY)
endif()
