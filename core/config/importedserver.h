// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/config/servertarget.h"
#include "core/json/jsonvalue.h"
#include "core/words.h"

#include <QHash>
#include <QList>
#include <QString>

namespace Pullcord {

/// What there is to know about an entry of a configuration beside the server in it.
struct ImportRemark
{
    enum class Kind : quint8 {
        Placeholders,   ///< subject: what other tools fill in; kept as it stands, nothing is expanded
        EnvFile,        ///< subject: a file with variables, which is not read
        TakenAsText,    ///< a number or a boolean where text is wanted
        LeftOut,        ///< subject: what is wanted there instead, with its article
        NotTaken,       ///< subject: members that mean nothing here
        Blanks,         ///< the program name contains spaces, and there are no arguments: perhaps a whole line
        ShellSyntax,    ///< subject: words that a shell would expand, `~/x` or `$HOME`
        Assignment,     ///< subject: a `NAME=value` where the program should be
        WindowsOnly,    ///< subject: a program that only Windows has
        RelativeFolder, ///< subject: the working directory
        Incomplete,     ///< subject: an address with placeholders, to be completed before connecting
        // An entry with one of these cannot be imported.
        NotAnObject,
        Nothing,     ///< neither a command nor a URL
        Unreadable,  ///< subject: what is wanted there instead, with its article
        BadUrl,      ///< subject: what stands there, secrets masked
        UnknownType, ///< subject: the type
    };

    Kind kind = Kind::NotAnObject;
    QString subject = {};
    QString pointer = {}; ///< where it stands: a JSON Pointer (RFC 6901) into the whole configuration

    /// The remark for people, with the place where that says more.
    [[nodiscard]] Words sentence() const;

private:
    [[nodiscard]] Words reason() const;
};

/// An entry of a configuration.
struct ImportedServer
{
    ServerTarget target; ///< imported; means nothing unless isUsable()
    bool disabled = false;
    QString project; ///< the folder that Claude Code keeps it for; empty for all others
    QString pointer; ///< where it stands; empty for a text that is nothing but the entry
    QList<ImportRemark> remarks;

    /// The first remark that keeps it from being used; null if there is none.
    [[nodiscard]] const ImportRemark *obstacle() const;
    [[nodiscard]] bool isUsable() const { return !obstacle(); }

    /// What a configuration declares for its placeholders, by name ("input:mode").
    using Inputs = QHash<QString, DeclaredInput>;
    /// Whatever is wrong with it is in its remarks. `folder` is where its program runs unless it says otherwise.
    [[nodiscard]] static ImportedServer read(const QString &name, const JsonValue &entry, const QString &pointer,
                                             const QString &folder = {}, const Inputs &inputs = {});
    /// `pointer`, and one step further.
    [[nodiscard]] static QString pointerTo(const QString &pointer, QString step);
    /// Whether the members are those of one server.
    [[nodiscard]] static bool looksLikeOne(const JsonValue &object);
};

} // namespace Pullcord
