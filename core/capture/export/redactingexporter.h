// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/capture/capturelinewriter.h"
#include "core/capture/export/exporter.h"

#include <QTemporaryFile>

namespace Pullcord {

/// Any format, without what a redaction leaves out. Everything is derived from the events: so it makes a copy of the
/// capture without it first, in a temporary file for its owner alone, and exports that. The first line of the copy tells
/// how much was left out, and so do the formats that have a place for it.
class RedactingExporter final : public Exporter
{
public:
    RedactingExporter(ExportFormat format, const Capture &capture, const RequestLog &log, ExportSelection selection,
                      const Redaction &redaction);
    ~RedactingExporter() override;

    Result<bool> step(QIODevice &device, qint64 budget) override;
    [[nodiscard]] qsizetype done() const override;
    [[nodiscard]] qsizetype total() const override;
    [[nodiscard]] LeftOut leftOut() const override { return m_leftOut; }

protected:
    [[nodiscard]] QByteArray piece(qsizetype number) override;

private:
    [[nodiscard]] bool begin();
    [[nodiscard]] bool finishCopy();
    [[nodiscard]] bool copyOn(qint64 budget);
    [[nodiscard]] std::optional<Error> openCopy();
    void readOn(qint64 budget);
    [[nodiscard]] ExportSelection redactedFindings() const;
    [[nodiscard]] Error cannotCopy() const;

    const ExportFormat m_format;
    const RequestLog &m_log;
    const Redaction m_redaction;
    const qsizetype m_count; ///< events to copy
    QTemporaryFile m_file;
    CaptureLineWriter m_lines;
    CaptureHeader m_header;
    qsizetype m_room = 0; ///< for the first line, which is known last
    LeftOut m_leftOut;
    qsizetype m_copied = 0;
    qsizetype m_chosen = 0; ///< of the selection, those that are copied
    qsizetype m_read = 0;   ///< events of the copy
    std::unique_ptr<Capture> m_copy;
    std::unique_ptr<RequestLog> m_copyLog;
    std::unique_ptr<Exporter> m_exporter; ///< of the copy, when that is made and read
};

} // namespace Pullcord
