// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/capture/export/exporter.h"
#include "core/capture/export/redactedcopy.h"

namespace Pullcord {

/// Any format but JSON Lines, without what a redaction leaves out. Everything is derived from the events: so it makes a copy of
/// the capture without it first, in a temporary file for its owner alone, and exports that; as a capture, the copy is what is
/// written. It tells how much was left out, and so do the formats that have a place for it.
class RedactingExporter final : public Exporter
{
public:
    RedactingExporter(ExportFormat format, const Capture &capture, const RequestLog &log,
                      const ExportSelection &selection, const Redaction &redaction);
    ~RedactingExporter() override;

    Result<bool> step(QIODevice &device, qint64 budget) override;
    [[nodiscard]] qsizetype done() const override;
    [[nodiscard]] qsizetype total() const override;
    [[nodiscard]] LeftOut leftOut() const override { return m_copy.leftOut(); }

protected:
    [[nodiscard]] QByteArray piece(qsizetype number) override;

private:
    [[nodiscard]] Result<bool> writeCopy(QIODevice &device, qint64 budget);
    [[nodiscard]] std::optional<Error> openCopy();
    void readOn(qint64 budget);
    [[nodiscard]] ExportSelection redactedFindings() const;

    const ExportFormat m_format;
    const RequestLog &m_log;
    const Redaction m_redaction;
    RedactedCopy m_copy;
    bool m_isWritten = false; ///< of a capture
    qsizetype m_read = 0;     ///< events of the copy
    std::unique_ptr<Capture> m_capture;
    std::unique_ptr<RequestLog> m_captureLog;
    std::unique_ptr<Exporter> m_exporter; ///< of the copy, when that is made and read
};

} // namespace Pullcord
