// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/config/servertarget.h"
#include "core/json/jsonvalue.h"
#include "core/translatabletext.h"

#include <QByteArrayView>
#include <QHash>
#include <QList>
#include <QString>

namespace Pullcord {

/// A remark on an entry of a configuration: a change, an ignored member, or an obstacle to the import. A value.
struct ImportRemark
{
    /// Kinds of remarks, and the meaning of `subject`.
    enum class Kind : quint8 {
        Placeholders,   ///< subject: placeholders of other tools; kept, not expanded
        EnvFile,        ///< subject: a file with variables, which is not read
        TakenAsText,    ///< a number or a boolean instead of text
        LeftOut,        ///< a member with a value of the wrong type; subject: the expected type, with its article
        NotTaken,       ///< subject: members that are ignored
        Blanks,         ///< the program name contains spaces, and there are no arguments: perhaps a whole command line
        ShellSyntax,    ///< subject: words that a shell would expand, `~/x` or `$HOME`
        Assignment,     ///< subject: a `NAME=value` instead of the program
        WindowsOnly,    ///< subject: a program that exists only on Windows
        RelativeFolder, ///< subject: the working directory
        Incomplete,     ///< subject: a URL with placeholders, to be completed before connecting
        // An entry with one of these cannot be imported.
        NotAnObject,
        Nothing,     ///< neither a command nor a URL
        Unreadable,  ///< a value of the wrong type; subject: the expected type, with its article
        BadUrl,      ///< subject: the text, with masked secrets
        UnknownType, ///< subject: the type
    };

    Kind kind = Kind::NotAnObject;
    QString subject = {};
    QString pointer = {}; ///< its place: a JSON Pointer (RFC 6901) into the whole configuration

    /// Returns the remark as a sentence for display, with its place if that helps.
    [[nodiscard]] TranslatableText sentence() const;

private:
    [[nodiscard]] TranslatableText reason() const;
};

/// A server from an entry of a configuration. A value.
struct ImportedServer
{
    ServerTarget target; ///< imported; invalid unless isUsable()
    bool disabled = false;
    QString project; ///< the project folder in Claude Code's configuration; empty for all others
    QString pointer; ///< place of the entry; empty if it is the whole text
    QList<ImportRemark> remarks;

    /// Returns the first remark that prevents the import; null if there is none.
    [[nodiscard]] const ImportRemark *obstacle() const;
    [[nodiscard]] bool isUsable() const { return !obstacle(); }

    /// Names of members in the configurations of hosts; the first one that is present counts.
    static constexpr QByteArrayView CommandNames[] = {"command", "cmd"};
    static constexpr QByteArrayView AddressNames[] = {"url", "serverUrl", "httpUrl", "uri"};
    static constexpr QByteArrayView VariableNames[] = {"env", "environment", "envs"};
    static constexpr QByteArrayView HeaderNames[] = {"headers", "http_headers"};

    /// Defaults that a configuration declares for its placeholders, by name ("input:mode").
    using Inputs = QHash<QString, DeclaredInput>;
    /// Reads an entry. Faults become remarks. `folder` is the working directory unless the entry names one.
    [[nodiscard]] static ImportedServer read(const QString &name, const JsonValue &entry, const QString &pointer,
                                             const QString &folder = {}, const Inputs &inputs = {});
    /// Returns `pointer` extended by one step.
    [[nodiscard]] static QString pointerTo(const QString &pointer, QString step);
    /// True if the object has the members of a single server.
    [[nodiscard]] static bool looksLikeOne(const JsonValue &object);
};

} // namespace Pullcord
