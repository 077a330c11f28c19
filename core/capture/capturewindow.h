// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/capture/file/capturefile.h"

#include <QByteArray>

namespace Pullcord {

/// Reads a capture file through a moving window, so that neighbouring lines need only one read.
///
/// The file is not memory-mapped: if another program truncated a mapped file, an access would raise SIGBUS. Mapping
/// would save no copy, since a line is copied when it becomes an Event. Plain class.
class CaptureWindow
{
public:
    /// The file must outlive the window.
    explicit CaptureWindow(const CaptureFile &file);

    /// Returns the bytes [offset, offset + length), valid until the next call; fewer if the file has no more.
    [[nodiscard]] QByteArrayView bytes(qint64 offset, qsizetype length);

private:
    const CaptureFile &m_file;
    QByteArray m_buffer;
    qint64 m_begin = 0;
};

} // namespace Pullcord
