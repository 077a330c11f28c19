// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/capture/capture.h"
#include "core/capture/requestlog.h"
#include "core/json/jsontext.h"

#include <memory>

namespace Pullcord {

/// A capture and its log, fed by the test.
class LogFixture
{
public:
    explicit LogFixture(const CaptureHeader &header = {})
        : capture(std::move(*Capture::createTemporary(header)))
        , log(std::make_unique<RequestLog>(*capture))
    {}

    qsizetype feed(Event event)
    {
        const qsizetype index = capture->append(event);
        event.time = capture->relative(event.time);
        log->feed(event, index);
        return index;
    }
    qsizetype toServer(const QByteArray &bytes)
    {
        return feed(Event::ofBytes(bytes, Direction::ClientToServer, m_checker));
    }
    qsizetype fromServer(const QByteArray &bytes)
    {
        return feed(Event::ofBytes(bytes, Direction::ServerToClient, m_checker));
    }
    qsizetype stderrLine(const QByteArray &line)
    {
        Event event = Event::ofKind(EventKind::Stderr);
        event.bytes = line;
        return feed(event);
    }
    /// Records a tools/call with a progress token.
    qsizetype call(int id, const QByteArray &tool = "slow")
    {
        const QByteArray number = QByteArray::number(id);
        return toServer(R"({"jsonrpc":"2.0","id":)" + number + R"(,"method":"tools/call","params":{"name":)" +
                        JsonText::quoted(QByteArrayView(tool)) + R"(,"_meta":{"progressToken":)" + number + "}}}");
    }
    qsizetype answer(int id)
    {
        return fromServer(R"({"jsonrpc":"2.0","id":)" + QByteArray::number(id) + R"(,"result":{"content":[]}})");
    }
    qsizetype progress(int id, int value, int total)
    {
        return fromServer(R"({"jsonrpc":"2.0","method":"notifications/progress","params":{"progressToken":)" +
                          QByteArray::number(id) + R"(,"progress":)" + QByteArray::number(value) + R"(,"total":)" +
                          QByteArray::number(total) + "}}");
    }
    qsizetype cancel(int id, const QByteArray &reason)
    {
        return toServer(R"({"jsonrpc":"2.0","method":"notifications/cancelled","params":{"requestId":)" +
                        QByteArray::number(id) + R"(,"reason":)" + JsonText::quoted(QByteArrayView(reason)) + "}}");
    }

    std::unique_ptr<Capture> capture;
    std::unique_ptr<RequestLog> log;

private:
    JsonChecker m_checker;
};

} // namespace Pullcord
