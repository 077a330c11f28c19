// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/config/wrapping/confignode.h"

#include <QList>

namespace Pullcord {

/// Collects edits of a configuration, and applies them to its text. Everything else stays: comments, order,
/// indentation, line ends, byte order mark. Plain class; the text must outlive it.
class EntryEdit
{
public:
    explicit EntryEdit(QByteArrayView text);

    [[nodiscard]] ConfigText::Format format() const { return m_format; }

    /// Values in the format of the configuration, on one line.
    [[nodiscard]] QByteArray scalar(QByteArrayView text) const;
    [[nodiscard]] QByteArray array(const QByteArrayList &texts) const;
    /// Returns an object with these names and texts, in turn.
    [[nodiscard]] QByteArray object(const QByteArrayList &namesAndTexts) const;

    /// `value` is a value in the format.
    void replace(const ConfigNode &node, const QByteArray &value);
    void rename(const ConfigNode &node, QByteArrayView name);
    /// Inserts texts before the first element of an array.
    void prepend(const ConfigNode &array, const QByteArrayList &texts);
    void removeFirst(const ConfigNode &array, qsizetype count);
    /// Inserts a member behind another one of the object; several stay in the order of the calls.
    void insertAfter(const ConfigNode &object, const ConfigNode &sibling, QByteArrayView name, const QByteArray &value);
    void removeMember(const ConfigNode &object, QByteArrayView name);

    [[nodiscard]] QByteArray result() const;

private:
    struct Piece
    {
        ConfigNode::Range range;
        QByteArray text;
    };

    [[nodiscard]] QByteArray key(QByteArrayView name) const;
    [[nodiscard]] bool isRemoved(const ConfigNode &member) const;
    void removeCommaBefore(const ConfigNode &object, qsizetype index);
    [[nodiscard]] qsizetype beginOfLine(qsizetype at) const;
    /// True if only blanks precede on the line.
    [[nodiscard]] bool isFirstOnLine(qsizetype at) const;
    /// Returns the blanks with which a line begins; a dash counts as a blank.
    [[nodiscard]] QByteArray indentationAt(qsizetype at) const;

    QByteArrayView m_text;
    ConfigText::Format m_format;
    QByteArray m_lineEnd;
    QList<Piece> m_pieces;
};

} // namespace Pullcord
