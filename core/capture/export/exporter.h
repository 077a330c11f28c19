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

/// Writes a part of a capture to a device, a slice at a time: it never holds more than one event in memory, and who
/// runs it can show how far it is and stop. Capture and log must outlive it. What it writes it reads from an ExportSource alone,
/// which has no secrets and nothing that a redaction leaves out.
///
/// Plain class. Errors: the device's, as ErrorKind::Io.
class Exporter
{
public:
    [[nodiscard]] static std::unique_ptr<Exporter> create(ExportFormat format, const Capture &capture,
                                                          const RequestLog &log, const ExportSelection &selection,
                                                          const Redaction &redaction = {});
    explicit Exporter(ExportSource source);
    virtual ~Exporter();
    Q_DISABLE_COPY_MOVE(Exporter)

    /// Writes on, until about `budget` more bytes are written. False when everything is.
    [[nodiscard]] Result<bool> step(QIODevice &device, qint64 budget);

    /// The file that the conversation is read from; empty for one without a name.
    [[nodiscard]] QString readFrom() const { return m_source.path(); }
    /// How far it is: events that are searched for what is to be left out, pieces (about one an event) that are written, and all
    /// of them.
    [[nodiscard]] qsizetype done() const { return m_source.looked() + m_done; }
    [[nodiscard]] qsizetype total() const { return m_source.toLook() + pieceCount() + 2; }
    /// What the redaction has left out of the selection; complete when everything is written.
    [[nodiscard]] const LeftOut &leftOut() const { return m_source.leftOut(); }

protected:
    [[nodiscard]] const ExportSource &source() const { return m_source; }
    [[nodiscard]] const ExportSelection &selection() const { return m_source.selection(); }

    /// What stands before the first piece.
    [[nodiscard]] virtual QByteArray head() const { return {}; }
    [[nodiscard]] virtual qsizetype pieceCount() const { return selection().count(); }
    [[nodiscard]] virtual QByteArray piece(qsizetype number) = 0;
    /// What stands behind the last.
    [[nodiscard]] virtual QByteArray tail() { return {}; }

private:
    ExportSource m_source;
    qsizetype m_done = 0;
};

} // namespace Pullcord
