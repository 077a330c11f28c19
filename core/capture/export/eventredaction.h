// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/capture/export/privatekeylines.h"
#include "core/capture/export/redaction.h"

#include <QHash>

namespace Pullcord {

class Capture;

/// The events of a capture as they may leave: without secrets in how a connection was made, and without what a redaction leaves
/// out, also where it takes several events to see that: the headers of a POST that repeat what its message says (Mcp-Name,
/// Mcp-Param-*: MCP 2026-07-28, Streamable HTTP), private keys of which each line is an event, and our own notes that quote the
/// messages before them. The capture must outlive it.
/// Plain class.
class EventRedaction
{
public:
    EventRedaction(const Capture &capture, Redaction redaction);

    [[nodiscard]] const Redaction &rules() const { return m_redaction; }
    [[nodiscard]] CaptureHeader header(QList<Redaction::Hit> &hits) const;
    /// Without what no export has, and with all else.
    [[nodiscard]] Event whole(qsizetype index) const;
    /// `hits` gets what was left out, but for what no export has; `staying` what stays although a rule finds it (Redaction).
    [[nodiscard]] Event at(qsizetype index, QList<Redaction::Hit> &hits,
                           QList<Redaction::Hit> *staying = nullptr) const;

private:
    void redactCopies(Event &request, qsizetype index, QList<Redaction::Hit> &hits) const;
    void redactKeyLine(Event &event, const QByteArray &place, QList<Redaction::Hit> &hits) const;
    void redactNote(Event &note, qsizetype index, QList<Redaction::Hit> &hits) const;
    [[nodiscard]] QList<Redaction::Hit> goneOf(qsizetype message) const;

    const Capture &m_capture;
    Redaction m_redaction;
    qsizetype m_known; ///< the number of that rule; -1: it is none
    mutable PrivateKeyLines m_keys;
    mutable QHash<qsizetype, QList<Redaction::Hit>> m_gone; ///< by index, of the messages last quoted
};

} // namespace Pullcord
