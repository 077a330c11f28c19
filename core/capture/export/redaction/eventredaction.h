// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/capture/export/redaction/privatekeylines.h"
#include "core/capture/export/redaction/redaction.h"

#include <QHash>

namespace Pullcord {

class Capture;

/// Redacted events of a capture. Removes secrets from connection details, and everything that a redaction removes.
///
/// Some of that takes several events: headers of a POST that repeat its message (Mcp-Name, Mcp-Param-*: MCP 2026-07-28,
/// Streamable HTTP), private keys with each line in an event, and Pullcord's notes that quote earlier messages. The
/// capture must outlive it. Plain class.
class EventRedaction
{
public:
    EventRedaction(const Capture &capture, Redaction redaction);

    [[nodiscard]] const Redaction &rules() const { return m_redaction; }
    [[nodiscard]] CaptureHeader header(QList<Redaction::Hit> &hits) const;
    /// Returns the event without the secrets that no export contains, and otherwise unchanged.
    [[nodiscard]] Event whole(qsizetype index) const;
    /// Returns the redacted event. `hits` gets the removed values, except secrets that no export contains. `staying`
    /// gets values that a rule matches but that are kept (see Redaction).
    [[nodiscard]] Event at(qsizetype index, QList<Redaction::Hit> &hits,
                           QList<Redaction::Hit> *staying = nullptr) const;

private:
    void redactCopies(Event &request, qsizetype index, QList<Redaction::Hit> &hits) const;
    void redactKeyLine(Event &event, const QByteArray &place, QList<Redaction::Hit> &hits) const;
    void redactNote(Event &note, qsizetype index, QList<Redaction::Hit> &hits) const;
    [[nodiscard]] QList<Redaction::Hit> goneOf(qsizetype message) const;

    const Capture &m_capture;
    Redaction m_redaction;
    qsizetype m_known; ///< index of the rule `known`; -1 if there is none
    mutable PrivateKeyLines m_keys;
    /// Removed values of the latest quoted messages, by event index.
    mutable QHash<qsizetype, QList<Redaction::Hit>> m_gone;
};

} // namespace Pullcord
