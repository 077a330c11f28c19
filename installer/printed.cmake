# SPDX-FileCopyrightText: 2026 The Pullcord Authors
# SPDX-License-Identifier: Apache-2.0

# cmake -D PROGRAM=… -D ARGUMENTS=… -D OUTPUT=… -D GZIP=… -P printed.cmake: writes the output of a program to a file.
# Packs it when the name of OUTPUT ends in .gz.
string(REGEX REPLACE "\\.gz$" "" plain ${OUTPUT})
separate_arguments(ARGUMENTS UNIX_COMMAND "${ARGUMENTS}")
execute_process(COMMAND ${PROGRAM} ${ARGUMENTS} OUTPUT_FILE ${plain} COMMAND_ERROR_IS_FATAL ANY)
if(NOT plain STREQUAL OUTPUT)
    execute_process(COMMAND ${GZIP} -9nfk ${plain} COMMAND_ERROR_IS_FATAL ANY)
endif()
