// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#include "core/capture/export/privatekeylines.h"

#include "core/capture/capture.h"
#include "core/rpc/event.h"

#include <algorithm>

namespace Pullcord {

namespace {

constexpr QByteArrayView BeginMark("-----BEGIN ");
constexpr QByteArrayView KeyMark("PRIVATE KEY-----");
constexpr QByteArrayView EndMark("-----END ");
constexpr qsizetype ShortestBehindOthers = 16; // of a line that a log has put its own words before

bool opensKey(const QByteArray &line)
{
    const qsizetype begin = line.indexOf(BeginMark);
    return begin >= 0 && line.indexOf(KeyMark, begin) >= 0 && line.indexOf(EndMark, begin) < 0;
}

bool mayBeOfKey(const QByteArray &line)
{
    const auto isBase64 = [](char c) {
        return (c >= 'A' && c <= 'Z') || (c >= 'a' && c <= 'z') || (c >= '0' && c <= '9') || c == '+' || c == '/' ||
               c == '=';
    };
    const QByteArray word = line.sliced(line.lastIndexOf(' ') + 1);
    return line.contains("Proc-Type:") || line.contains("DEK-Info:") ||
           ((word.size() == line.size() || word.size() >= ShortestBehindOthers) &&
            std::all_of(word.begin(), word.end(), isBase64));
}

} // namespace

bool PrivateKeyLines::contains(qsizetype index)
{
    for (; m_read <= index; ++m_read)
        read(m_read);
    return m_lines.contains(index);
}

void PrivateKeyLines::read(qsizetype index)
{
    const CaptureEntry &entry = m_capture.entry(index);
    if (entry.kind != EventKind::Stderr && entry.kind != EventKind::Malformed)
        return;
    const QByteArray line = m_capture.eventAt(index).bytes.trimmed();
    int &left = m_left[{entry.connection, entry.kind}];
    if (left > 0 && (line.contains(EndMark) || mayBeOfKey(line))) {
        m_lines.insert(index);
        left = line.contains(EndMark) ? 0 : left - 1;
    } else {
        left = opensKey(line) ? Most : 0;
    }
}

} // namespace Pullcord
