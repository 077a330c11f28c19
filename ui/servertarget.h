// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/mcp/questionqueue.h"
#include "core/mcp/revision.h"
#include "core/transport/http/httpoptions.h"
#include "core/transport/stdiotransport.h"
#include "ui/timeouts.h"

#include <QMetaType>

#include <optional>

namespace Pullcord {

/// A server that a person wants to talk to, and how: a program to start, or a URL to send to.
struct ServerTarget
{
    QString name;                              ///< how people call it; empty: the program's name, or the host's
    StdioCommand command;                      ///< of a program
    HttpOptions http;                          ///< of a server behind a URL, which has one in here
    std::optional<Revision> revision;          ///< none: find out
    Timeouts timeouts;                         ///< of what is asked of it
    QHash<QByteArray, AnswerPolicy> answering; ///< what is done with its questions, by method; none: a person is asked

    [[nodiscard]] bool isHttp() const { return !http.url.isEmpty(); }
    [[nodiscard]] QString title() const;
    /// The command line or the URL, which tells this server from others.
    [[nodiscard]] QString address() const;
    /// The same with secrets masked.
    [[nodiscard]] QString shownAddress() const;
    /// That with each path in a command cut to its last name, for a list.
    [[nodiscard]] QString shortAddress() const;
    /// The same for a whole list, of different servers; at full length where short ones would be equal.
    [[nodiscard]] static QStringList distinctAddresses(const QList<ServerTarget> &targets);
    /// The first header without a value: settings keep none. Empty if all have one.
    [[nodiscard]] QString forgottenHeader() const;
    /// For the settings. Values of environment variables and of headers are secrets and stay out; their names are kept.
    [[nodiscard]] QString toSetting() const;
    [[nodiscard]] static std::optional<ServerTarget> fromSetting(const QString &text);
    /// The same server, whatever the values in its environment and in its headers, however it is answered, and
    /// however long it is waited for.
    [[nodiscard]] bool isSameAs(const ServerTarget &other) const;
};

} // namespace Pullcord
