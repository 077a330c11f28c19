// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/capture/export/exportformat.h"
#include "core/capture/export/exportselection.h"
#include "core/capture/export/leftout.h"
#include "core/result.h"

#include <QByteArray>

#include <limits>
#include <memory>

class QIODevice;

namespace Pullcord {

/// Writes a part of a capture to a device, a slice at a time: it never holds more than one event in memory, and who
/// runs it can show how far it is and stop. Capture and log must outlive it.
///
/// In every format the secrets in command lines, environments and headers are masked; messages are left as they are, but
/// for what a redaction leaves out.
/// Plain class. Errors: the device's, as ErrorKind::Io.
class Exporter
{
public:
    [[nodiscard]] static std::unique_ptr<Exporter> create(ExportFormat format, const Capture &capture,
                                                          const RequestLog &log, ExportSelection selection,
                                                          const Redaction &redaction = {});
    virtual ~Exporter();
    Q_DISABLE_COPY_MOVE(Exporter)

    /// Writes on, until about `budget` more bytes are written. False when everything is.
    virtual Result<bool> step(QIODevice &device, qint64 budget);

    [[nodiscard]] const Capture &capture() const { return m_capture; }
    /// How far it is: pieces (about one an event) that are written, and all of them.
    [[nodiscard]] virtual qsizetype done() const { return m_done; }
    [[nodiscard]] virtual qsizetype total() const { return pieceCount() + 2; }
    /// What the redaction has left out of the selection; complete when everything is written.
    [[nodiscard]] virtual LeftOut leftOut() const { return {}; }

protected:
    Exporter(const Capture &capture, ExportSelection selection);

    [[nodiscard]] const ExportSelection &selection() const { return m_selection; }

    /// False, since everything is written, and the device has it too.
    [[nodiscard]] static Result<bool> flushed(QIODevice &device);

    /// What stands before the first piece.
    [[nodiscard]] virtual QByteArray head() const { return {}; }
    [[nodiscard]] virtual qsizetype pieceCount() const { return m_selection.count(); }
    [[nodiscard]] virtual QByteArray piece(qsizetype number) = 0;
    /// What stands behind the last.
    [[nodiscard]] virtual QByteArray tail() { return {}; }

private:
    const Capture &m_capture;
    ExportSelection m_selection;
    qsizetype m_done = 0;
};

} // namespace Pullcord
