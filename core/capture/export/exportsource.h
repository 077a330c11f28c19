// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/capture/captureindex.h"
#include "core/capture/export/eventredaction.h"
#include "core/capture/export/exportselection.h"
#include "core/capture/export/leftout.h"
#include "core/rpc/requestrecord.h"

namespace Pullcord {

/// All that an exporter reads of a capture and its requests: which of them were chosen, and everything without secrets in command
/// lines, environments and headers, and without what a redaction leaves out.
///
/// How much that is must be known before the first byte is written, since a report tells it at its head: look() goes through what
/// was chosen once, in slices, and notes (a bit an event) what has nothing in it to leave out, which then is not searched again.
/// Times, states, ids, methods and sizes are always those of what crossed the wire.
/// Plain class. Capture and log must outlive it.
class ExportSource
{
public:
    /// What of the chosen events is written, and so counts in leftOut().
    enum class Of : quint8 { Everything, Messages };

    ExportSource(const Capture &capture, const RequestLog &log, ExportSelection selection, Redaction redaction = {},
                 Of of = Of::Everything);

    /// Goes through about `budget` bytes more.
    void look(qint64 budget);
    [[nodiscard]] qsizetype looked() const { return m_looked; } ///< events, and findings behind them
    [[nodiscard]] qsizetype toLook() const { return rules().isEmpty() ? 0 : m_selection.count() + findingCount(); }
    /// Complete when it has looked at everything.
    [[nodiscard]] const LeftOut &leftOut() const { return m_leftOut; }

    /// When it has looked at everything, with findings that quote nothing of what was left out.
    [[nodiscard]] const ExportSelection &selection() const { return m_selection; }
    /// When it has looked at everything, with how much was left out.
    [[nodiscard]] const CaptureHeader &header() const { return m_header; }
    [[nodiscard]] QString path() const;    ///< Capture::path()
    [[nodiscard]] bool hasTimes() const;   ///< CaptureImport::hasTimes()
    [[nodiscard]] bool isImported() const; ///< another program has written it, whatever it was exported as since

    [[nodiscard]] qsizetype count() const; ///< of all events
    [[nodiscard]] qint64 lastTime() const; ///< of those; 0 if there are none
    [[nodiscard]] const CaptureEntry &entry(qsizetype index) const;
    [[nodiscard]] Event eventAt(qsizetype index) const;
    /// The line of an event as it stands in the file, without its newline, until the next call; empty if something is left out of
    /// it, or it has not been looked at.
    [[nodiscard]] QByteArrayView line(qsizetype index) const;

    /// The requests that the chosen events belong to, by their rows in the log, in order.
    [[nodiscard]] qsizetype rowCount() const { return m_rowCount; }
    [[nodiscard]] qsizetype row(qsizetype n) const { return m_selection.isEverything() ? n : m_rows[size_t(n)]; }
    [[nodiscard]] bool hasRow(qsizetype row) const;
    [[nodiscard]] RequestRecord record(qsizetype row) const;
    [[nodiscard]] qsizetype rowOf(quint32 connection, quint64 serial) const; ///< RequestLog::rowOf()
    [[nodiscard]] qsizetype handshake() const;                               ///< RequestLog::handshake()
    /// The rows of all handshakes, also of those that failed.
    [[nodiscard]] std::vector<qsizetype> handshakes() const;

private:
    [[nodiscard]] const Redaction &rules() const { return m_events.rules(); }
    [[nodiscard]] qsizetype findingCount() const;
    qint64 lookAt(qsizetype index);
    qint64 redactFinding(qsizetype number);
    [[nodiscard]] bool isClean(qsizetype index) const;
    void redact(RequestRecord &record) const;
    [[nodiscard]] QString redactedTarget(const RequestRecord &record) const;

    const Capture &m_capture;
    const RequestLog &m_log;
    const EventRedaction m_events;
    const Of m_of;
    ExportSelection m_selection;
    CaptureHeader m_header;
    LeftOut m_leftOut;
    qsizetype m_looked = 0;
    std::vector<bool> m_clean; ///< by event: that it has nothing in it to leave out
    std::vector<qsizetype> m_rows;
    qsizetype m_rowCount = 0;
};

} // namespace Pullcord
