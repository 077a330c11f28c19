# SPDX-FileCopyrightText: 2026 The Pullcord Authors
# SPDX-License-Identifier: Apache-2.0

# Headers of Qt and of the library that nearly every file reads, compiled once: a build takes about half the time. Off in
# the presets in which each file has to prove that it includes what it uses.
option(PULLCORD_PCH "Precompile the headers of Qt that most files include" OFF)

# Precompiles them for this target, and what else is named; or with FROM takes those of another.
function(pullcord_precompile target)
    cmake_parse_arguments(ARG "" "FROM" "" ${ARGN})
    if(NOT PULLCORD_PCH)
        return()
    endif()
    if(ARG_FROM)
        target_precompile_headers(${target} REUSE_FROM ${ARG_FROM})
        return()
    endif()
    target_precompile_headers(${target} PRIVATE
        <QByteArray> <QDateTime> <QHash> <QJsonArray> <QJsonObject> <QList> <QObject> <QPointer> <QString>
        <QStringList> <QTimer> <QUrl> <chrono> <functional> <memory> <optional> ${ARG_UNPARSED_ARGUMENTS})
endfunction()
