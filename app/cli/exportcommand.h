// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "app/cli/filecommand.h"
#include "core/capture/capturelinewriter.h"
#include "core/capture/export/exportfile.h"
#include "core/capture/export/exportselection.h"

#include <QTemporaryFile>

#include <memory>

namespace Pullcord {

/// `export FILE`: a capture in another form, on standard output or in a file, a slice a turn of the event loop.
/// A file is there only when all has gone well.
class ExportCommand final : public FileCommand
{
    Q_OBJECT

public:
    using FileCommand::FileCommand;

protected:
    [[nodiscard]] Outcome check() const override;
    void work() override;

private:
    [[nodiscard]] Outcome open(const ExportSelection &selection);
    void write(const ExportSelection &selection);
    void redact(const ExportSelection &selection);
    [[nodiscard]] bool redactOn(const ExportSelection &selection);
    void printHits(const Event &event, const QList<Redaction::Hit> &hits);
    [[nodiscard]] const Conversation &source() const { return m_redacted ? *m_redacted : conversation(); }
    [[nodiscard]] bool step();
    [[nodiscard]] Error cannotWrite(const Error &why) const;

    QTemporaryFile m_copy; ///< without what is redacted; for its owner alone, and gone with this
    CaptureLineWriter m_lines;
    qsizetype m_copied = 0; ///< events
    qsizetype m_hits = 0;
    std::unique_ptr<Conversation> m_redacted;
    std::unique_ptr<Exporter> m_exporter; ///< to standard output,
    std::unique_ptr<ExportFile> m_file;   ///< or to this
};

} // namespace Pullcord
