// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/capture/export/exportselection.h"
#include "core/capture/export/redaction/eventredaction.h"
#include "core/capture/export/redaction/redactioncounts.h"
#include "core/capture/file/captureindex.h"
#include "core/rpc/requestrecord.h"

namespace Pullcord {

/// Data source of an exporter: the selected events and requests of a capture. Contains no secrets of command lines,
/// environments and headers, and no values that a redaction removes.
///
/// A report states the number of removed values at its beginning, so it must be known before the first byte is written.
/// look() therefore searches the selection once, in slices. It stores one bit per event that has nothing to remove, so
/// that such an event is not searched again.
/// Times, states, ids, methods and sizes are always those of the wire. Plain class. Capture and log must outlive it.
class ExportSource
{
public:
    /// Selects the events that are written, and so count in leftOut().
    enum class Of : quint8 { Everything, Messages };

    ExportSource(const Capture &capture, const RequestLog &log, ExportSelection selection, Redaction redaction = {},
                 Of of = Of::Everything);

    /// Searches about `budget` more bytes.
    void look(qint64 budget);
    [[nodiscard]] qsizetype looked() const { return m_looked; } ///< events, then findings
    [[nodiscard]] qsizetype toLook() const { return rules().isEmpty() ? 0 : m_selection.count() + findingCount(); }
    /// Complete after look() has searched everything.
    [[nodiscard]] const RedactionCounts &leftOut() const { return m_leftOut; }

    /// The selected events and findings. The findings quote no removed value once look() has searched everything.
    [[nodiscard]] const ExportSelection &selection() const { return m_selection; }
    /// The header of the export. It has the number of removed values once look() has searched everything.
    [[nodiscard]] const CaptureHeader &header() const { return m_header; }
    [[nodiscard]] QString path() const;    ///< Capture::path()
    [[nodiscard]] bool hasTimes() const;   ///< Capture::hasTimes()
    [[nodiscard]] bool isImported() const; ///< another program wrote it, even if it was exported as a capture since

    [[nodiscard]] qsizetype count() const; ///< number of all events
    [[nodiscard]] qint64 lastTime() const; ///< time of the last of all events; 0 if there are none
    [[nodiscard]] const CaptureEntry &entry(qsizetype index) const;
    [[nodiscard]] Event eventAt(qsizetype index) const;
    /// Returns the line of an event as in the file, without its newline, valid until the next call. Empty if something
    /// is removed from it, or it has not been searched.
    [[nodiscard]] QByteArrayView line(qsizetype index) const;

    /// The requests of the selected events, by their rows in the log, in order.
    [[nodiscard]] qsizetype rowCount() const { return m_rowCount; }
    [[nodiscard]] qsizetype row(qsizetype n) const { return m_selection.isEverything() ? n : m_rows[size_t(n)]; }
    [[nodiscard]] bool hasRow(qsizetype row) const;
    [[nodiscard]] RequestRecord record(qsizetype row) const;
    [[nodiscard]] qsizetype rowOf(quint32 connection, quint64 serial) const; ///< RequestLog::rowOf()
    [[nodiscard]] qsizetype handshake() const;                               ///< RequestLog::handshake()
    /// Returns the rows of all handshakes, including failed ones.
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
    RedactionCounts m_leftOut;
    qsizetype m_looked = 0;
    std::vector<bool> m_clean; ///< by event: nothing in it is to be removed
    std::vector<qsizetype> m_rows;
    qsizetype m_rowCount = 0;
};

} // namespace Pullcord
