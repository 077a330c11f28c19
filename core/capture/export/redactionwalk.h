// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/capture/export/redaction.h"
#include "core/json/jsonvalue.h"

#include <QByteArrayList>
#include <QHash>

namespace Pullcord {

/// A JSON text on its way through a redaction: where it is, and what it has changed. For redaction*.cpp alone.
struct Redaction::Walk
{
    struct Edit
    {
        qsizetype offset;
        qsizetype length;
        QByteArray with;
    };
    enum class Of : quint8 { Message, Details, Text };
    /// A private key of which a text has but the begin: its other lines may be the texts behind it in the same list.
    struct KeyHere
    {
        QStringList place; ///< of the last text that had lines of it
        int left = 0;      ///< how many lines may follow
        bool hasLines = false;

        /// Whether those go on with it, all of them.
        [[nodiscard]] bool take(const QByteArrayList &lines);
    };

    const QByteArray &json;
    Of of;
    QList<Hit> &hits;
    qsizetype depth = 0; ///< of a message: in a batch 1
    QStringList path = {};
    qsizetype secretOf = NoRule;   ///< all texts from here on are secret, by this rule
    qsizetype tokensOf = NoRule;   ///< those that look like a token are
    bool numbersToo = false;       ///< of those that are secret
    bool tiesId = true;            ///< of details: their id is that of a request, not of a server-sent event
    QList<Hit> *staying = nullptr; ///< of a message: what rules find in ties
    KeyHere key = {};
    QHash<QString, int> names = {}; ///< of which something was left out, with their place: how many became the same
    QList<Edit> edits = {};

    [[nodiscard]] QString placeNow() const;
    /// A name of which something was left out; with a number where another in the same object has become the same.
    [[nodiscard]] QString distinct(const QString &name);
    /// By another value, which is JSON too.
    void replace(const JsonValue &value, const QByteArray &with);
    void maskWhole(const JsonValue &value, qsizetype rule);
    /// Of what was found here, and stays: those hits from `first` on.
    void stays(qsizetype first);
    /// Whether the text that stands here has lines of a private key that one before it begins. Of each text, in order.
    [[nodiscard]] bool isOfKey(const QString &text);
    /// What ties it to others, so that they would no longer find it, or says how the request ended.
    [[nodiscard]] bool isTie(const QString &name, const JsonValue &parent) const;
    /// Whether that name, of what stands here, is one that people choose; not the protocol's, which states hang on.
    [[nodiscard]] bool isFree(const QString &name) const;
    /// Whether the names of what stands here are those that a schema describes.
    [[nodiscard]] bool isInSchema() const;
    /// Whether there are ties in the object at this place, so that it cannot go as a whole.
    [[nodiscard]] bool holdsTies() const;
    /// With the edits, which are in the order of the text.
    [[nodiscard]] QByteArray result() const;
};

} // namespace Pullcord
