// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#include "core/capture/capturewindow.h"

namespace Pullcord {

namespace {

constexpr qsizetype WindowSize = qsizetype(64) * 1024;

} // namespace

CaptureWindow::CaptureWindow(const CaptureFile &file)
    : m_file(file)
{}

QByteArrayView CaptureWindow::bytes(qint64 offset, qsizetype length)
{
    const bool inside = offset >= m_begin && offset + length <= m_begin + m_buffer.size();
    if (!inside) {
        // Forward readers need what follows; backward readers what precedes.
        const qsizetype wanted = std::max(WindowSize, length);
        m_begin = offset >= m_begin ? offset : std::max<qint64>(offset + length - wanted, 0);
        if (m_buffer.capacity() > 2 * wanted)
            m_buffer = {}; // free the memory of a single huge line
        m_buffer.resize(wanted);
        m_buffer.resize(m_file.read(m_begin, m_buffer.data(), wanted));
    }
    const QByteArrayView all(m_buffer);
    const qsizetype from = std::min<qsizetype>(offset - m_begin, all.size());
    return all.sliced(from, std::min(length, all.size() - from));
}

} // namespace Pullcord
