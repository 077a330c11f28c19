// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/capture/export/redaction/keyreader.h"
#include "core/capture/export/redaction/redaction.h"
#include "core/json/jsonvalue.h"

#include <QHash>

namespace Pullcord {

/// State of a JSON text during its redaction: the position, and the changes. Only for redaction*.cpp.
struct Redaction::Walk
{
    struct Edit
    {
        qsizetype offset;
        qsizetype length;
        QByteArray with;
    };
    enum class Of : quint8 { Message, Details, Text };
    const QByteArray &json;
    Of of;
    QList<Hit> &hits;
    qsizetype depth = 0; ///< depth of a message: 1 in a batch
    QStringList path = {};
    qsizetype secretOf = NoRule;    ///< all texts below are secret, by this rule
    qsizetype tokensOf = NoRule;    ///< texts below that look like a token are secret, by this rule
    bool numbersToo = false;        ///< includes numbers below
    bool tiesId = true;             ///< of details: their id is that of a request, not of a server-sent event
    QList<Hit> *staying = nullptr;  ///< of a message: matches in values that are kept
    KeyReader key = {};             ///< the texts of a list may be lines of a private key
    QStringList keyAt = {};         ///< place of the last text that it read
    QHash<QString, int> names = {}; ///< changed names with their place, and how many became equal
    QList<Edit> edits = {};

    [[nodiscard]] QString placeNow() const;
    /// Makes a changed name unique in its object, by a number.
    [[nodiscard]] QString distinct(const QString &name);
    /// `with` must be JSON.
    void replace(const JsonValue &value, const QByteArray &with);
    void maskWhole(const JsonValue &value, qsizetype rule);
    /// Marks the hits from `first` on as kept.
    void stays(qsizetype first);
    /// True if the current text has lines of a private key that began in an earlier one. Call it for each text, in
    /// order.
    [[nodiscard]] bool isOfKey(const QString &text);
    /// True for a value that relates the message to others, or defines how the request ended.
    [[nodiscard]] bool isTie(const QString &name, const JsonValue &parent) const;
    /// True if the name, at this place, was chosen by a user, and no state depends on it.
    [[nodiscard]] bool isFree(const QString &name) const;
    /// True if the names at this place are property names of a schema.
    [[nodiscard]] bool isInSchema() const;
    /// True if the object at this place contains values that must be kept, so that it cannot be removed as a whole.
    [[nodiscard]] bool holdsTies() const;
    /// Returns the text with the edits, which are in ascending order.
    [[nodiscard]] QByteArray result() const;
};

} // namespace Pullcord
