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
    QString name;                         ///< name for the user; empty: that of the program or host
    QString group;                        ///< group in the list of saved servers; empty: none
    bool imported = false;                ///< from another tool, so the user confirms the command before it is run
    QStringList forgotten;                ///< variables whose values are not in the settings
    StdioCommand command;                 ///< for a program
    HttpOptions http;                     ///< for a server behind a URL
    QString urlTemplate;                  ///< URL of a configuration that is not valid before a placeholder is filled
    QHash<QString, DeclaredInput> inputs; ///< declared for its placeholders, by their names ("input:key")
    QHash<QString, QString> values;       ///< values of its placeholders, by their texts; typed, and never stored
    std::optional<Revision> revision;     ///< fixed revision; none: found by probing
    Timeouts timeouts;                    ///< for its requests
    QHash<QByteArray, AnswerPolicy> answering; ///< rules for its questions, by method; without one the user is asked

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
    /// Returns the placeholders in the command, URL, variables and headers, each once. A command that the user typed
    /// has none, since its words may be meant for a shell.
    [[nodiscard]] QList<Placeholder> placeholders() const;
    /// True if the value of this placeholder is masked while the user types it: it is declared as a password, or not
    /// declared. Folders and placeholders with a default are masked only if they have the name of a secret.
    [[nodiscard]] bool isSecret(const Placeholder &placeholder) const;
    /// Returns the server with replaced placeholders; those without a value stay. Views and records show the
    /// placeholders instead of the values.
    [[nodiscard]] ServerTarget filled(const Placeholder::Values &with) const;
    /// Returns the server filled with `values`.
    [[nodiscard]] ServerTarget filled() const;
    /// Removes what the user entered for a connection: values of placeholders, passphrase, password of the proxy.
    void forgetEntered();
    /// Returns the name of the first header whose value cannot be sent, such as one with a line break; empty without
    /// one.
    [[nodiscard]] QString unsendableHeader() const;
    /// Returns a hash of everything that the user sees before confirming the command: its words, its working directory
    /// and the names of its variables.
    [[nodiscard]] QByteArray fingerprint() const;
    /// For the settings. Values of environment variables and of headers are secrets and stay out; their names are kept,
    /// and of an imported server the values that are placeholders alone.
    [[nodiscard]] QString toSetting() const;
    [[nodiscard]] static std::optional<ServerTarget> fromSetting(const QString &text);
    /// True for the same server; ignores values of variables and headers, answers, timeouts, and how it is saved.
    [[nodiscard]] bool isSameAs(const ServerTarget &other) const;
    /// Like isSameAs(), but also ignores name and revision.
    [[nodiscard]] bool isSameLaunch(const ServerTarget &other) const;
};

} // namespace Pullcord
