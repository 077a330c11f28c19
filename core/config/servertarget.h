// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/config/timeouts.h"
#include "core/mcp/questionqueue.h"
#include "core/mcp/revision.h"
#include "core/transport/http/httpoptions.h"
#include "core/transport/stdiotransport.h"

#include <QMetaType>
#include <QStringList>

#include <optional>

namespace Pullcord {

/// A server and how to reach it: a program to start, or a URL. A value.
struct ServerTarget
{
    QString name;          ///< name for people; empty: that of the program or host
    QString group;         ///< group in the list of saved servers; empty: none
    bool imported = false; ///< from another tool's configuration, so the user must confirm the command before it is run
    QStringList forgotten; ///< variables whose values are not in the settings
    StdioCommand command;  ///< for a program
    HttpOptions http;      ///< for a server behind a URL, which it contains
    QString urlTemplate;   ///< URL of a configuration that is invalid because of a placeholder
    std::optional<Revision> revision;          ///< none: find out
    Timeouts timeouts;                         ///< for its requests
    QHash<QByteArray, AnswerPolicy> answering; ///< what to do with its requests, by method; none: the user is asked

    [[nodiscard]] bool isHttp() const { return !http.url.isEmpty() || !urlTemplate.isEmpty(); }
    [[nodiscard]] QString title() const;
    /// Returns the command line or the URL, which identifies the server.
    [[nodiscard]] QString address() const;
    /// Returns the address with masked secrets.
    [[nodiscard]] QString shownAddress() const;
    /// Returns the shown address with the last component of each path, for a list.
    [[nodiscard]] QString shortAddress() const;
    /// The same for a list of different servers; uses full addresses where short ones would be equal.
    [[nodiscard]] static QStringList distinctAddresses(const QList<ServerTarget> &targets);
    /// Returns the variables and headers whose values the user must type again.
    [[nodiscard]] QStringList forgottenValues() const;
    /// True if values or parts of the URL are missing.
    [[nodiscard]] bool isIncomplete() const { return !urlTemplate.isEmpty() || !forgottenValues().isEmpty(); }
    /// Returns a hash of the command, its working directory and the names of its variables: what the user sees when
    /// confirming it.
    [[nodiscard]] QByteArray fingerprint() const;
    /// Returns the text for the settings. Values of environment variables and headers are secrets and omitted; their
    /// names are kept.
    [[nodiscard]] QString toSetting() const;
    [[nodiscard]] static std::optional<ServerTarget> fromSetting(const QString &text);
    /// True for the same server; ignores values of variables and headers, answers, timeouts, and how it is saved.
    [[nodiscard]] bool isSameAs(const ServerTarget &other) const;
    /// Like isSameAs(), and ignores name and revision.
    [[nodiscard]] bool isSameLaunch(const ServerTarget &other) const;
};

} // namespace Pullcord
