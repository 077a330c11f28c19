// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/capture/file/captureheader.h"

#include <QByteArray>

namespace Pullcord {

/// Returns lines of a capture file: `count` requests with responses, with ids from `from` on.
inline QByteArray exchanges(int from, int count)
{
    QByteArray lines;
    for (int id = from; id < from + count; ++id) {
        const QByteArray number = QByteArray::number(id);
        lines += R"({"t":)" + number + R"(,"c":0,"d":"c2s","k":"message","m":{"jsonrpc":"2.0","id":)" + number +
                 R"(,"method":"tools/call","params":{"name":"echo","arguments":{"text":"hello"}}}})" + '\n' +
                 R"({"t":)" + number + R"(,"c":0,"d":"s2c","k":"message","m":{"jsonrpc":"2.0","id":)" + number +
                 R"(,"result":{"content":[{"type":"text","text":"hello"}]}}})" + '\n';
    }
    return lines;
}

/// Returns the first line of a capture file.
inline QByteArray headerLine()
{
    return CaptureHeader().toLine() + '\n';
}

} // namespace Pullcord
