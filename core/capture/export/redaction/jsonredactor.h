// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/capture/export/redaction/keyreader.h"
#include "core/capture/export/redaction/redaction.h"
#include "core/json/jsonvalue.h"

#include <QHash>

namespace Pullcord {

/// Applies a Redaction to one JSON text: walks its values and collects the changes. On the stack, for one redact(); the
/// rules and the text must outlive it.
class JsonRedactor
{
public:
    enum class Of : quint8 { Message, Details, Text };
    using Hit = Redaction::Hit;

    JsonRedactor(const Redaction &rules, const QByteArray &json, Of of, QList<Hit> &hits);

    /// `staying` gets the matches in values of a message that are kept; null: none.
    void setStaying(QList<Hit> *staying) { m_staying = staying; }
    /// False if the id in the details is that of a server-sent event, not that of a request.
    void setTiesId(bool tiesId) { m_tiesId = tiesId; }
    /// Returns true if a value is removed. Call it once.
    [[nodiscard]] bool redact();
    /// Returns the redacted text.
    [[nodiscard]] QByteArray result() const;

private:
    struct Edit
    {
        qsizetype offset;
        qsizetype length;
        QByteArray with;
    };
    static constexpr qsizetype NoRule = Redaction::NoRule;

    void walk(const JsonValue &value);
    void walkText(const JsonValue &value, QString text);
    void walkArray(const JsonValue &array);
    void walkObject(const JsonValue &object);
    void enter(const QString &called, bool isValue);
    void maskAll(const JsonValue &value, qsizetype rule);
    void maskWhole(const JsonValue &value, qsizetype rule);
    /// `with` must be JSON.
    void replace(const JsonValue &value, const QByteArray &with);
    void redactNumber(const JsonValue &value);
    void redactName(const JsonMember &member, const QString &name);
    void noteTie(const JsonValue &value, const QString &name);
    void noteName(const QString &name);
    /// Marks the hits from `first` on as kept.
    void stays(qsizetype first);
    [[nodiscard]] qsizetype assignedIn(const QString &text);
    [[nodiscard]] qsizetype loginIn(const QString &text);
    [[nodiscard]] qsizetype maskBehind(const QString &text, qsizetype size, qsizetype rule);

    /// Rule of a pointer at this place.
    [[nodiscard]] qsizetype ruleAt() const;
    [[nodiscard]] qsizetype ruleOfName(const QString &name) const;
    [[nodiscard]] qsizetype ruleOfEncoded(const QString &text) const;
    /// Rule for the element of a list after the element `name`.
    [[nodiscard]] qsizetype ruleBehind(const QString &name, const QString &value) const;
    [[nodiscard]] bool takes(qsizetype rule, const QString &name, const JsonValue &value) const;

    [[nodiscard]] QString placeNow() const;
    /// Makes a changed name unique in its object, by a number.
    [[nodiscard]] QString distinct(const QString &name);
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

    const Redaction &m_rules;
    const qsizetype m_known; ///< rule `known`; NoRule without it
    const QByteArray &m_json;
    const Of m_of;
    QList<Hit> &m_hits;
    const qsizetype m_depth; ///< depth of a message: 1 in a batch
    QStringList m_path;
    qsizetype m_secretOf = NoRule; ///< all texts below are secret, by this rule
    qsizetype m_tokensOf = NoRule; ///< texts below that look like a token are secret, by this rule
    bool m_numbersToo = false;     ///< includes numbers below
    bool m_tiesId = true;
    QList<Hit> *m_staying = nullptr;
    KeyReader m_key;             ///< the texts of a list may be lines of a private key
    QStringList m_keyAt;         ///< place of the last text that it read
    QHash<QString, int> m_names; ///< changed names with their place, and the number of equal ones
    QList<Edit> m_edits;         ///< in ascending order
};

} // namespace Pullcord
