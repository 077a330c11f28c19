# SPDX-FileCopyrightText: 2026 The Pullcord Authors
# SPDX-License-Identifier: Apache-2.0

# cmake -D PROGRAM=… -D ARGUMENTS=… -D OUTPUT=… [-D DATE=…] -P printed.cmake: what a program prints, as a file. Where the name of
# OUTPUT ends in .gz it is packed, with DATE in it.
string(REGEX REPLACE "\\.gz$" "" plain ${OUTPUT})
separate_arguments(ARGUMENTS UNIX_COMMAND "${ARGUMENTS}")
execute_process(COMMAND ${PROGRAM} ${ARGUMENTS} OUTPUT_FILE ${plain} COMMAND_ERROR_IS_FATAL ANY)
if(NOT plain STREQUAL OUTPUT)
    file(ARCHIVE_CREATE OUTPUT ${OUTPUT} PATHS ${plain}
        FORMAT raw COMPRESSION GZip COMPRESSION_LEVEL 9 MTIME "${DATE} UTC")
endif()
