// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/capture/capturefile.h"

#include <QByteArray>

namespace Pullcord {

/// Looks at a capture file through a window that moves, so that neighbouring lines cost one read
/// together.
///
/// Read, not mapped: a mapped file that someone cuts short kills whoever looks at it, and a line is
/// copied anyway when it becomes an Event.
class CaptureWindow
{
public:
    /// The file must outlive the window.
    explicit CaptureWindow(const CaptureFile &file);

    /// The bytes [offset, offset + length), until the next call; fewer where the file has no more.
    [[nodiscard]] QByteArrayView bytes(qint64 offset, qsizetype length);

private:
    const CaptureFile &m_file;
    QByteArray m_buffer;
    qint64 m_begin = 0;
};

} // namespace Pullcord
