// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/config/placeholder.h"
#include "core/config/timeouts.h"
#include "core/mcp/requests/questionqueue.h"
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
    QString name;          ///< how people call it; empty: the program's name, or the host's
    QString group;         ///< of the saved ones that it stands in; empty: none
    bool imported = false; ///< somebody else wrote the command: to be confirmed before it is run
    QStringList forgotten; ///< variables whose values the settings did not keep
    StdioCommand command;  ///< of a program
    HttpOptions http;      ///< of a server behind a URL, which has one in here
    QString urlTemplate;   ///< the URL as a configuration has it, where a placeholder keeps it from being one yet
    QHash<QString, DeclaredInput> inputs;      ///< declared for its placeholders, by their names ("input:key")
    QHash<QString, QString> values;            ///< values of its placeholders, by their texts; typed, and never stored
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
    /// The placeholders in what is started or sent, each once. None in a command that the user has typed: its words may be
    /// meant for a shell.
    [[nodiscard]] QList<Placeholder> placeholders() const;
    /// True if the value of this placeholder is masked while it is typed: declared as a password, or not declared; folders
    /// and placeholders with a default are not, unless their names are those of secrets.
    [[nodiscard]] bool isSecret(const Placeholder &placeholder) const;
    /// The server with its placeholders replaced; those without a value stay as they are. Placeholders are shown and recorded
    /// instead of values.
    [[nodiscard]] ServerTarget filled(const Placeholder::Values &with) const;
    /// The server filled with `values`.
    [[nodiscard]] ServerTarget filled() const;
    /// The name of the first header whose value cannot be sent, such as one with a line break; empty without one.
    [[nodiscard]] QString unsendableHeader() const;
    /// Tells a command from every other, with its working directory and the names of its variables: what a person who
    /// confirms it has seen.
    [[nodiscard]] QByteArray fingerprint() const;
    /// For the settings. Values of environment variables and of headers are secrets and stay out; their names are kept, and
    /// of an imported server the values that are placeholders alone.
    [[nodiscard]] QString toSetting() const;
    [[nodiscard]] static std::optional<ServerTarget> fromSetting(const QString &text);
    /// True for the same server; ignores values of variables and headers, answers, timeouts, and how it is saved.
    [[nodiscard]] bool isSameAs(const ServerTarget &other) const;
    /// Like isSameAs(), and ignores name and revision.
    [[nodiscard]] bool isSameLaunch(const ServerTarget &other) const;
};

} // namespace Pullcord
