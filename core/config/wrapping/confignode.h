// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/config/configtext.h"
#include "core/result.h"

#include <QByteArray>
#include <QByteArrayList>
#include <QByteArrayView>
#include <QList>
#include <QString>

#include <span>

namespace Pullcord {

/// A value of a configuration with its place in the text, so that an edit can replace its bytes alone. A value; all
/// positions are byte offsets.
struct ConfigNode
{
    enum class Kind : quint8 { Scalar, Array, Object };

    /// A part of the text.
    struct Range
    {
        qsizetype begin = 0;
        qsizetype end = 0;

        [[nodiscard]] QByteArrayView of(QByteArrayView text) const { return text.sliced(begin, end - begin); }
    };

    Kind kind = Kind::Scalar;
    bool isBlock = false;      ///< its children stand on lines of their own (TOML, YAML), without brackets and commas
    QByteArray name = {};      ///< of a member, decoded; empty for an element
    Range key = {};            ///< of a member, with its quotes; in TOML the last part of a dotted key
    QByteArray keyPrefix = {}; ///< the parts of a dotted key before the last one, with their dots
    qsizetype begin = 0;       ///< of the key, the dash of an element, or the header of a table
    Range value = {};
    qsizetype comma = -1; ///< of the comma behind it; -1 if there is none
    QList<ConfigNode> children = {};

    /// Returns the last member with that name; null if there is none.
    [[nodiscard]] const ConfigNode *child(QByteArrayView called) const;
    /// Returns the first of these names that is a member; null if there is none.
    [[nodiscard]] const ConfigNode *childOf(std::span<const QByteArrayView> names) const;
    /// Returns the place of the whole value; on lines of its own, with its key or header, and a comment at its end.
    [[nodiscard]] Range whole(QByteArrayView text) const;

    /// Returns the value at a JSON Pointer (RFC 6901). `text` must be valid, as ConfigText::toJson() checks. The error
    /// names the line of a key that occurs twice, or of a value that cannot be found.
    [[nodiscard]] static Result<ConfigNode> at(QByteArrayView text, const QString &pointer);

    /// Returns the decoded steps of a JSON Pointer.
    [[nodiscard]] static QByteArrayList steps(const QString &pointer);
    /// Returns the position of the next byte that belongs neither to a blank nor to a comment.
    [[nodiscard]] static qsizetype skipBlanks(QByteArrayView text, qsizetype at, ConfigText::Format format);
    /// Returns the position of a comma behind `at`; -1 if something else follows.
    [[nodiscard]] static qsizetype commaBehind(QByteArrayView text, qsizetype at, ConfigText::Format format);
    /// Position of the line end behind `at`, before a carriage return.
    [[nodiscard]] static qsizetype endOfLine(QByteArrayView text, qsizetype at);
    /// Returns the number of a line, from 1.
    [[nodiscard]] static qsizetype lineAt(QByteArrayView text, qsizetype at);
    /// Error of a key that occurs twice in one object.
    [[nodiscard]] static Error twice(QByteArrayView text, qsizetype at, QByteArrayView name);
};

} // namespace Pullcord
