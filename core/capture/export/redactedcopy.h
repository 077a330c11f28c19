// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/capture/capturelinewriter.h"
#include "core/capture/export/exportselection.h"
#include "core/capture/export/leftout.h"

#include <QTemporaryFile>

#include <memory>

namespace Pullcord {

class Capture;

/// A capture without what the rules of a redaction leave out, in a temporary file, made a slice at a time. Its first line,
/// which tells how much was left out, is known last, and has room kept for it. What is unchanged stays byte for byte.
///
/// Plain class. Capture and redaction must outlive it.
class RedactedCopy
{
public:
    enum class Of : quint8 {
        Chosen, ///< what is selected, and nothing else
        All,    ///< every event, each at its index; what is selected counts in leftOut()
    };

    RedactedCopy(const Capture &capture, ExportSelection selection, Of of, const Redaction &redaction);
    ~RedactedCopy();
    Q_DISABLE_COPY_MOVE(RedactedCopy)

    /// Copies on, until about `budget` more bytes are written. False when it is whole. Errors are of kind Io.
    [[nodiscard]] Result<bool> step(qint64 budget);
    [[nodiscard]] bool isWhole() const { return m_isWhole; }
    [[nodiscard]] qsizetype done() const { return m_done; } ///< events
    [[nodiscard]] qsizetype total() const { return m_total; }
    [[nodiscard]] const LeftOut &leftOut() const { return m_leftOut; }
    /// Once it is whole, where its first line begins; before that there are blanks.
    [[nodiscard]] QTemporaryFile &file() { return *m_file; }

private:
    [[nodiscard]] bool begin();
    [[nodiscard]] bool copy(qsizetype index, qint64 &budget);
    [[nodiscard]] bool finish();
    [[nodiscard]] Error cannotWrite() const;

    const Capture &m_capture;
    const ExportSelection m_selection;
    const Redaction &m_redaction;
    const Of m_of;
    const qsizetype m_total;
    std::unique_ptr<QTemporaryFile> m_file;
    CaptureLineWriter m_lines;
    CaptureHeader m_header;
    qsizetype m_room = 0; ///< for the first line, which ends there
    LeftOut m_leftOut;
    qsizetype m_done = 0;
    qsizetype m_chosen = 0; ///< of the selection, those that are copied
    bool m_isWhole = false;
};

} // namespace Pullcord
