// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/capture/export/exportformat.h"
#include "core/capture/export/exportsource.h"
#include "core/result.h"

#include <QByteArray>

#include <memory>

class QIODevice;

namespace Pullcord {

/// Base class of the export formats. Writes a part of a capture to a device in slices, so that the caller can show
/// progress and stop. It holds at most one event in memory. It reads only from an ExportSource, which contains no
/// secrets and no redacted values.
///
/// Capture and log must outlive it. Plain class. Errors: those of the device, as ErrorKind::Io.
class Exporter
{
public:
    [[nodiscard]] static std::unique_ptr<Exporter> create(ExportFormat format, const Capture &capture,
                                                          const RequestLog &log, const ExportSelection &selection,
                                                          const Redaction &redaction = {});
    explicit Exporter(ExportSource source);
    virtual ~Exporter();
    Q_DISABLE_COPY_MOVE(Exporter)

    /// Writes about `budget` more bytes. Returns false when everything is written.
    [[nodiscard]] Result<bool> step(QIODevice &device, qint64 budget);

    /// Returns the file of the conversation; empty for an unnamed one.
    [[nodiscard]] QString readFrom() const { return m_source.path(); }
    /// Progress: events searched for redactions plus pieces written (about one per event), and the total of both.
    [[nodiscard]] qsizetype done() const { return m_source.looked() + m_done; }
    [[nodiscard]] qsizetype total() const { return m_source.toLook() + pieceCount() + 2; }
    /// Returns the number of removed values; complete when everything is written.
    [[nodiscard]] const RedactionCounts &leftOut() const { return m_source.leftOut(); }

protected:
    [[nodiscard]] const ExportSource &source() const { return m_source; }
    [[nodiscard]] const ExportSelection &selection() const { return m_source.selection(); }

    /// Returns the bytes before the first piece.
    [[nodiscard]] virtual QByteArray head() const { return {}; }
    [[nodiscard]] virtual qsizetype pieceCount() const { return selection().count(); }
    [[nodiscard]] virtual QByteArray piece(qsizetype number) = 0;
    /// Returns the bytes after the last piece.
    [[nodiscard]] virtual QByteArray tail() { return {}; }

private:
    ExportSource m_source;
    qsizetype m_done = 0;
};

} // namespace Pullcord
